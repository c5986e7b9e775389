/** Progress: kept after a reload, exported and imported, whole after two tabs, and never written over if it is newer. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { eventually, launch, open, PROGRESS_VERSION, press, ready, says, serve, toBoard, turn, words } from './support/browser.mjs';

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

/** The progress that the browser keeps, as it is written. */
const kept = (page, key = 'progress') =>
  page.evaluate(
    (key) =>
      new Promise((resolve) => {
        const request = indexedDB.open('shikatsu');
        request.onsuccess = () => {
          const get = request.result.transaction('kept').objectStore('kept').get(key);
          get.onsuccess = () => resolve(get.result && (typeof get.result === 'string' ? get.result : new TextDecoder().decode(get.result)));
        };
      }),
    key,
  );
const read = async (page) => JSON.parse((await kept(page)) ?? '{"records":[]}');

/** Fails the problem on the board for good, so that something is remembered: hints count as help, and passing is wrong. */
async function fail(page) {
  const { records } = await read(page);
  await page.locator('#screen').focus();
  await press(page, 'p');
  await page.waitForFunction(() => /\[(wrong|right|with help)\]/.test(document.getElementById('words').textContent), undefined, { timeout: 20_000 });
  await eventually(page, async () => (await read(page)).records.length > records.length, 'a try that is remembered');
}

/** To the next problem, past what a lesson says. */
async function next(page) {
  await turn(page, 'n');
  await toBoard(page);
}

test('what was done is still there after a reload, and in the file', async () => {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await open(context, `${server.address}?seed=7`);
  await toBoard(page);
  await fail(page);
  await next(page);
  const [place] = /\d+\/102/.exec(await words(page));
  await page.reload();
  await ready(page);
  const before = await read(page);
  assert.equal(before.version, PROGRESS_VERSION);
  assert.equal(before.records.length, 1);
  await toBoard(page);
  assert.ok((await words(page)).includes(place));
  await page.locator('#progress summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save progress' }).click()]);
  const file = readFileSync(await download.path(), 'utf8');
  assert.deepEqual(JSON.parse(file).records, before.records);

  const other = await open(await browser.newContext(), server.address);
  await other.locator('#progress summary').click();
  await other.setInputFiles('#import', { name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await other.getByText('Your progress is now that of p.json: 1 problem.').waitFor();
  assert.equal((await read(other)).records.length, 1);
  await other.getByRole('button', { name: 'Undo' }).click();
  await other.getByText('as it was before').waitFor();
  assert.equal((await read(other)).records.length, 0);
  await other.setInputFiles('#import', { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"version": 99}') });
  await other.getByText('which this program does not know').waitFor();
  await context.close();
});

test('two tabs at once lose nothing', async () => {
  const context = await browser.newContext();
  const one = await open(context, `${server.address}?seed=7`);
  await toBoard(one);
  const other = await open(context, `${server.address}?seed=7`);
  await toBoard(other);
  await next(other);
  // In turns, each without knowing what the other does.
  await fail(one);
  await fail(other);
  await next(one);
  await next(one);
  await fail(one);
  const { records, profile } = await read(one);
  assert.equal(records.length, 3, JSON.stringify(records));
  assert.equal(profile.tries[0], 3, 'every try is counted once');
  assert.equal(profile.history.length, 3);
  await one.reload();
  await ready(one);
  assert.equal((await read(one)).records.length, 3);
  await context.close();
});

test('two tabs that write at the same moment lose nothing', async () => {
  const context = await browser.newContext();
  const one = await open(context, `${server.address}?seed=7`);
  await toBoard(one);
  const other = await open(context, `${server.address}?seed=7`);
  await toBoard(other);
  await next(other);
  await Promise.all([press(one, 'p'), press(other, 'p')]);
  await one.waitForFunction(() => /\[wrong\]/.test(document.getElementById('words').textContent));
  await other.waitForFunction(() => /\[wrong\]/.test(document.getElementById('words').textContent));
  await eventually(one, async () => (await read(one)).records.length >= 2, 'both tries');
  const { records, profile } = await read(one);
  assert.equal(records.length, 2);
  assert.equal(profile.tries[0], 2);
  await context.close();
});

test('progress of a newer version is left alone, and a damaged one is put aside', async () => {
  const put = (page, text) =>
    page.evaluate(
      (text) =>
        new Promise((resolve) => {
          const request = indexedDB.open('shikatsu');
          request.onsuccess = () => {
            const transaction = request.result.transaction('kept', 'readwrite');
            transaction.objectStore('kept').put(new TextEncoder().encode(text), 'progress');
            transaction.oncomplete = () => resolve();
          };
        }),
      text,
    );
  const context = await browser.newContext();
  const page = await open(context, server.address);
  const newer = '{"version": 99, "profile": {}, "records": []}';
  await put(page, newer);
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => document.getElementById('notice').textContent.includes('version 99'));
  await press(page, 'Enter', 'Enter', 'Enter', 'Enter');
  await page.waitForTimeout(500);
  assert.equal(await kept(page), newer);
  await put(page, 'not JSON');
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => document.getElementById('notice').textContent.includes('damaged'));
  const keys = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('shikatsu');
        request.onsuccess = () => {
          const all = request.result.transaction('kept').objectStore('kept').getAllKeys();
          all.onsuccess = () => resolve(all.result);
        };
      }),
  );
  assert.ok(keys.some((key) => key.startsWith('progress.damaged-')), keys.join(', '));
  await context.close();
});

/** The keys of `host-tests/scenarios/a-problem-is-made-kept-and-solved-with-keys.shk`, from the lower left corner on. */
const MADE = `up a right a right a right a down a x right a up a up left a left a left a left a down`.split(' ');
const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };

test('what is made in the editor is kept after a reload, and saved as SGF', async () => {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await open(context, `${server.address}?seed=7`);
  await toBoard(page);
  await page.getByRole('button', { name: 'New problem' }).click();
  await says(page, 'No key stones yet');
  for (const far of ['ArrowLeft', 'ArrowDown']) await page.keyboard.press(far, { delay: 3000 });
  for (const key of MADE) await page.keyboard.press(KEYS[key] ?? key, { delay: 40 });
  await page.keyboard.press('a', { delay: 800 });
  await says(page, 'Black lives by B1');
  await page.keyboard.press('y', { delay: 40 });
  for (let count = 0; count < 6; count++) await page.keyboard.press('ArrowDown', { delay: 40 });
  await says(page, '> Keep it');
  await page.keyboard.press('a', { delay: 40 });
  await says(page, 'Kept in Mine, 1 in all');
  await eventually(page, () => kept(page, 'own'), 'the problem in the store');
  const text = await kept(page, 'own');
  assert.match(text, /^\(;/);
  await page.reload();
  await ready(page);
  assert.equal(await kept(page, 'own'), text);
  await page.locator('#own summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /problems you made/ }).click()]);
  assert.equal(readFileSync(await download.path(), 'utf8'), text);
  await context.close();
});

test('a browser that keeps nothing says so, and one can still train', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // A worker cannot be prepared before it runs, so its file is.
  await page.route('**/store.mjs', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace('indexedDB.open(NAME, VERSION)', "(() => { throw new DOMException('refused', 'SecurityError'); })()");
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto(server.address);
  await ready(page);
  await page.waitForFunction(() => document.getElementById('notice').textContent.includes('not remembered'));
  await toBoard(page);
  await says(page, 'Cursor');
  await context.close();
});
