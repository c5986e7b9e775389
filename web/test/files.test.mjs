/** The player's own problems: read, reported, trained on, proved, stopped, saved; and the page's thread never waits. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, press, ROOT, says, serve, TARGET, words } from './support/browser.mjs';

const COLLECTION = join(ROOT, '../shared/cases/collections/gokyo-shumyo.sgf');

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

/** Has the browser note every task of the page's thread. */
const startTracing = (page) => browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });

/**
 * The tasks of the page's thread that kept its processor busy for longer than 50 ms, in milliseconds. Their time on the clock would also count what other
 * programs did meanwhile.
 */
async function longTasks() {
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid}:${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && threads.has(`${pid}:${tid}`));
  assert.ok(tasks.some(({ tdur }) => tdur > 0), 'the browser tells what tasks cost');
  const costs = tasks.map(({ tdur = 0 }) => tdur / 1000);
  return { count: tasks.length, longest: Math.max(...costs), long: costs.filter((ms) => ms > 50) };
}

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
  await drop('one.sgf', bankAsSgf(1));
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
  await page.goto(server.address);
  await says(page, 'Welcome');
  await startTracing(page);
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
  await press(page, 'Enter');
  await says(page, 'Page 2 of 3');
  assert.equal(await page.locator('#proving').isVisible(), true, 'it still proves');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.locator('#proved').waitFor({ timeout: 60_000 });
  assert.match(await page.locator('#proved-title').textContent(), /Stopped/);
  await page.getByRole('button', { name: 'Train on them' }).click();
  await says(page, '/520');
  for (let count = 0; count < 20; count++) await press(page, 'n', 'ArrowRight', 'Enter');
  await page.waitForTimeout(500);
  const { count, longest, long } = await longTasks();
  t.diagnostic(`${count} tasks of the page's thread, the longest took ${longest.toFixed(1)} ms`);
  assert.deepEqual(long, [], 'tasks longer than 50 ms, in milliseconds');
  assert.match(await words(page), /\d+\/\d{3}/);
  await context.close();
});
