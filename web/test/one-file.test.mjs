/** The page as one file, opened from a disk. */

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, MADE, open, ready, ROOT, says, toBoard, turn, words } from './support/browser.mjs';

let browser;
let address;
before(async () => {
  // Alone in a folder: nothing beside it can help.
  const folder = mkdtempSync(join(tmpdir(), 'shikatsu-one-file-'));
  copyFileSync(join(MADE, 'shikatsu.html'), join(folder, 'shikatsu.html'));
  address = pathToFileURL(join(folder, 'shikatsu.html')).href;
  browser = await launch();
});
after(() => browser.close());

test('it plays, and remembers after a reload', async () => {
  const context = await browser.newContext();
  const asked = [];
  context.on('request', (request) => asked.push(request.url().slice(0, 60)));
  const page = await open(context, `${address}?seed=7`);
  await toBoard(page);
  await turn(page, 'n');
  await toBoard(page);
  const [place] = /\d+\/102/.exec(await words(page));
  await page.reload();
  await ready(page);
  await toBoard(page);
  assert.ok((await words(page)).includes(place), await words(page));
  assert.equal(await page.locator('#notice').isHidden(), true, await page.locator('#notice').textContent());
  assert.ok(asked.every((url) => /^(file|blob|data):/.test(url)), asked.join('\n'));
  assert.deepEqual(page.heard, []);
  await context.close();
});

test('files are read and proved', { timeout: 120_000 }, async () => {
  const page = await open(await browser.newContext(), address);
  const problems = join(ROOT, 'problems/shapes');
  await page.locator('#own summary').click();
  const [name] = readdirSync(problems).filter((file) => file.endsWith('.txt'));
  await page.setInputFiles('#files', [{ name, mimeType: 'text/plain', buffer: readFileSync(join(problems, name)) }]);
  await page.getByRole('button', { name: 'Prove them and make a pack' }).click();
  await page.getByRole('button', { name: 'Train on the pack' }).click();
  await says(page, '1/1');
  assert.deepEqual(page.heard, []);
  await page.context().close();
});

test('the emulator starts in it', { timeout: 120_000 }, async () => {
  const page = await open(await browser.newContext(), address);
  await page.locator('#firmware summary').click();
  await page.getByRole('button', { name: 'Start the emulator' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.emulator);
  await page.getByRole('button', { name: 'Stop it' }).click();
  await page.getByText('The trainer has the screen again.').waitFor();
  assert.deepEqual(page.heard, []);
  await page.context().close();
});
