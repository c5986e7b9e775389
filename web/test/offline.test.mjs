/** Without a network, and with a new version. */

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, MADE, open, ready, says, serve, toBoard } from './support/browser.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const installed = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

test('after the first visit it starts without a network, and plays', async () => {
  const server = await serve();
  const context = await browser.newContext();
  const page = await open(context, server.address);
  await installed(page);
  await page.reload();
  await ready(page);
  // The server is really gone.
  server.close();
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await toBoard(page);
  await says(page, 'Cursor');
  assert.deepEqual(page.heard, []);
  await context.close();
});

test('a new version is offered and not forced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shikatsu-version-'));
  cpSync(MADE, folder, { recursive: true });
  const server = await serve(folder);
  const context = await browser.newContext();
  const page = await open(context, server.address);
  await installed(page);
  await page.reload();
  await ready(page);
  const index = join(folder, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace('<h1>', '<h1 data-new="yes">'));
  const worker = join(folder, 'service-worker.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'next'"));
  await page.reload();
  await ready(page);
  await page.locator('#update').waitFor();
  assert.equal(await page.locator('h1[data-new]').count(), 0, 'the old one goes on');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Use it now' }).click()]);
  await ready(page);
  assert.equal(await page.locator('h1[data-new]').count(), 1);
  assert.equal(await page.locator('#update').isHidden(), true);
  await context.close();
  server.close();
});
