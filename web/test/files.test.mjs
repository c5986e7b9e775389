/** The player's own problems: read, reported, trained on, proved, stopped, saved; and the page's thread never waits. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, press, ROOT, says, serve, TARGET, toBoard, words } from './support/browser.mjs';

const COLLECTION = join(ROOT, '../shared/cases/collections/gokyo-shumyo.sgf');
/** A straight three on the edge, with its answer in words. */
const THREE = '(;GM[1]FF[4]SZ[9]AB[ca][cb][cc][bc][ac]AW[aa][ba][bb][ab]GN[Corner]PL[B])';

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

const file = (name, text) => ({ name, mimeType: 'application/x-go-sgf', buffer: Buffer.from(text) });

/** Some problems of the bank as one SGF, written by the command line. */
function bankAsSgf(count) {
  const names = execFileSync('ls', [join(ROOT, 'problems/shapes')]).toString().split('\n').filter((name) => name.endsWith('.txt')).slice(0, count);
  const folder = mkdtempSync(join(tmpdir(), 'shikatsu-files-'));
  const parts = names.map((name, place) => {
    const out = join(folder, `${place}.sgf`);
    execFileSync(join(TARGET, 'debug', 'shikatsu'), ['convert', join(ROOT, 'problems/shapes', name), '-o', out]);
    return readFileSync(out, 'utf8');
  });
  return parts.join('\n');
}

/** Collects every task of the page's thread that took longer than 50 ms. */
const watchTasks = (page) =>
  page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
      .observe({ type: 'longtask', buffered: true });
  });

test('a file is read, reported and trained on; another visit still has it', async () => {
  const context = await browser.newContext();
  const page = await open(context, server.address);
  await page.locator('#own summary').click();
  await page.setInputFiles('#files', [file('three.sgf', bankAsSgf(3)), file('broken.sgf', '(;GM[1]SZ[99])')]);
  await page.waitForFunction(() => document.getElementById('found-title').textContent.includes('3 problems'));
  assert.match(await page.locator('#found-lines').textContent(), /left out: broken\.sgf/);
  await page.getByRole('button', { name: 'Train on them' }).click();
  await says(page, '1/3');
  await press(page, 'n');
  await says(page, '2/3');
  await page.reload();
  await says(page, '2/3');
  await page.locator('#own summary').click();
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByText('None yet').waitFor();
  assert.deepEqual(page.heard, []);
  await context.close();
});

test('files can be dropped anywhere, and nonsense is refused with a sentence', async () => {
  const context = await browser.newContext();
  const page = await open(context, server.address);
  const drop = async (name, text) => {
    const data = await page.evaluateHandle(([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    }, [name, text]);
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  };
  await drop('corner.sgf', THREE);
  await page.waitForFunction(() => document.getElementById('found-title').textContent.includes('1 problem'));
  await drop('nonsense.sgf', 'hello');
  await page.waitForFunction(() => document.getElementById('found-title').textContent.includes('0 problems'));
  assert.equal(await page.locator('#train').isDisabled(), true);
  await context.close();
});

test('problems are proved, and the pack and its UF2 are what the command line makes', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shikatsu-prove-'));
  const sgf = bankAsSgf(4);
  writeFileSync(join(folder, 'four.sgf'), sgf);
  execFileSync(join(TARGET, 'debug', 'shikatsu'), ['pack', 'build', '-o', join(folder, 'four.pack'), '--uf2', join(folder, 'four.sgf')]);
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await open(context, server.address);
  await page.locator('#own summary').click();
  await page.setInputFiles('#files', [file('four.sgf', sgf)]);
  await page.getByRole('button', { name: 'Prove them and make a pack' }).click();
  await page.locator('#proved').waitFor({ timeout: 240_000 });
  for (const [button, name] of [['Save .pack', 'four.pack'], ['Save .uf2', 'four.uf2']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    const bytes = readFileSync(await download.path());
    assert.ok(bytes.equals(readFileSync(join(folder, name))), `${name}: byte for byte`);
  }
  await page.getByRole('button', { name: 'Train on the pack' }).click();
  await says(page, '1/4');
  await context.close();
});

test('a collection of 520 problems never freezes the page, and proving it can be stopped', { timeout: 300_000 }, async (t) => {
  if (!existsSync(COLLECTION)) return t.skip(`${COLLECTION} is not there`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await watchTasks(page);
  await page.goto(server.address);
  await says(page, 'Welcome');
  // What the browser itself does at the start is not ours; from now on it counts.
  await page.evaluate(() => (globalThis.longTasks.length = 0));
  await page.locator('#own summary').click();
  const began = performance.now();
  await page.setInputFiles('#files', COLLECTION);
  await page.waitForFunction(() => /: \d{3} problems/.test(document.getElementById('found-title').textContent), undefined, { timeout: 120_000 });
  t.diagnostic(`${await page.locator('#found-title').textContent()} after ${Math.round(performance.now() - began)} ms`);
  t.diagnostic(await page.locator('#found-lines').innerText());
  await page.getByRole('button', { name: 'Prove them and make a pack' }).click();
  await page.waitForFunction(() => document.getElementById('proving-bar').value > 0.005, undefined, { timeout: 120_000 });
  // While it proves, one can play.
  await page.locator('#screen').focus();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.locator('#proved').waitFor({ timeout: 60_000 });
  assert.match(await page.locator('#proved-title').textContent(), /Stopped/);
  await page.getByRole('button', { name: 'Train on them' }).click();
  await says(page, '/5');
  for (let count = 0; count < 20; count++) await press(page, 'n', 'ArrowRight', 'Enter');
  await page.waitForTimeout(500);
  const tasks = await page.evaluate(() => globalThis.longTasks);
  assert.deepEqual(tasks, [], 'tasks longer than 50 ms, in milliseconds');
  assert.match(await words(page), /\d+\/\d{3}/);
  await context.close();
});

test('a key is answered while the trainer thinks', async () => {
  const context = await browser.newContext();
  const page = await open(context, `${server.address}?seed=7`);
  await toBoard(page);
  const cursor = async () => /^Cursor.*$/m.exec(await words(page))?.[0];
  const before = await cursor();
  await press(page, 'ArrowLeft');
  await page.waitForFunction((old) => !document.getElementById('words').textContent.includes(old), before);
  await context.close();
});
