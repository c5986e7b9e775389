/**
 * Web Serial against the real firmware: `navigator.serial` is a double whose bytes go to the USB port of the emulated handheld, which runs the very
 * image. Everything behind the port is real: frames, flash, packs.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, PROGRESS_VERSION, ROOT, serve, TARGET } from './support/browser.mjs';

const IMAGE = join(TARGET, 'thumbv6m-none-eabi/release/shikatsu-firmware');
const PACK = join(ROOT, 'problems/built-in/shapes.pack');

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

/** A handheld with a cable. @returns {Promise<{ port: number, end: () => void }>} */
function handheld() {
  const child = spawn('node', [join(ROOT, 'emulator/run.mjs'), IMAGE, '--usb=tcp:0', '--quiet', '--ms=600000']);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.stderr.on('data', (bytes) => {
      const [, port] = /USB is at \S*?:(\d+)/.exec(bytes.toString()) ?? [];
      if (port) resolve({ port: Number(port), end: () => child.kill() });
    });
    child.on('exit', (code) => reject(new Error(`the emulator ended with ${code}`)));
  });
}

/** In the page: a port whose bytes go to the test and come from it. */
function double() {
  let controller;
  const port = {
    async open() {
      this.readable = new ReadableStream({
        start: (given) => {
          controller = given;
        },
      });
      this.writable = new WritableStream({ write: (bytes) => globalThis.toHandheld(Array.from(bytes)) });
    },
    async close() {},
  };
  globalThis.fromHandheld = (bytes) => controller.enqueue(new Uint8Array(bytes));
  globalThis.pullCable = () => controller.error(new DOMException('The device has been lost.', 'NetworkError'));
  const serial = Object.assign(new EventTarget(), { requestPort: async () => port });
  Object.defineProperty(navigator, 'serial', { value: serial });
}

/** A page with a cable to the handheld at this port. */
async function wired(port, cut = Infinity) {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  const cable = connect(port, '127.0.0.1');
  let sent = 0;
  await page.exposeFunction('toHandheld', (bytes) => {
    sent += bytes.length;
    if (sent > cut) {
      cable.destroy();
      return page.evaluate(() => globalThis.pullCable());
    }
    return new Promise((resolve) => cable.write(Buffer.from(bytes), () => resolve()));
  });
  cable.on('data', (bytes) => page.evaluate((bytes) => globalThis.fromHandheld(bytes), [...bytes]).catch(() => {}));
  cable.on('error', () => {});
  await page.addInitScript(double);
  await page.goto(server.address);
  await page.locator('#handheld summary').click();
  await page.getByRole('button', { name: 'Connect …' }).click();
  return { page, end: () => (cable.destroy(), context.close()) };
}

/** The same with a handheld that may be starting: tried again until it answers. */
async function wiredAtLast(port) {
  for (let tries = 0; tries < 20; tries++) {
    const cable = await wired(port);
    const isThere = () => document.getElementById('handheld-said').textContent === 'Connected.';
    if (await cable.page.waitForFunction(isThere, undefined, { timeout: 8000 }).catch(() => false)) return cable;
    await cable.end();
  }
  throw new Error('the handheld does not answer any more');
}

const said = (page, words) => page.waitForFunction((words) => document.getElementById('handheld-said').textContent.includes(words), words, { timeout: 120_000 });

test('packs are listed, loaded and deleted, and progress is fetched, on the real firmware', { timeout: 400_000 }, async (t) => {
  const device = await handheld();
  t.after(device.end);
  const { page, end } = await wired(device.port);
  await said(page, 'Connected.');
  assert.match(await page.locator('#about-handheld').textContent(), /Pico-LCD-1\.3, firmware .* KB free/);
  await page.getByText('No packs besides the built-in ones.').waitFor();
  await page.setInputFiles('#load-pack', PACK);
  await said(page, 'shapes.pack is on the handheld');
  assert.match(await page.locator('#handheld-packs').textContent(), new RegExp(`Shapes, \\d+ problems, ${readFileSync(PACK).length} bytes`));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save its progress' }).click()]);
  const progress = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(progress.version, PROGRESS_VERSION);
  await page.getByRole('button', { name: 'Delete Shapes' }).click();
  await said(page, 'Shapes is deleted');
  await page.getByText('No packs besides the built-in ones.').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await said(page, 'Disconnected.');
  await end();
});

test('progress that is given to the handheld is there when it has started anew', { timeout: 400_000 }, async (t) => {
  const device = await handheld();
  t.after(device.end);
  const given = join(ROOT, 'host-tests/fixtures/records/progress-3.json');
  const { records } = JSON.parse(readFileSync(given, 'utf8'));
  const first = await wired(device.port);
  await said(first.page, 'Connected.');
  await first.page.setInputFiles('#restore', given);
  await said(first.page, `It remembers ${records.length} problem`);
  await first.end();
  const second = await wiredAtLast(device.port);
  assert.match(await second.page.locator('#about-handheld').textContent(), new RegExp(`${records.length} problems? remembered`));
  await second.end();
});

test('a cable that is pulled is told, and another try goes on', { timeout: 400_000 }, async (t) => {
  const device = await handheld();
  t.after(device.end);
  const first = await wired(device.port, 9000);
  await said(first.page, 'Connected.');
  await first.page.setInputFiles('#load-pack', PACK);
  await said(first.page, 'The cable was pulled');
  assert.equal(await first.page.locator('#connect').isVisible(), true);
  await first.end();
  const second = await wired(device.port);
  await said(second.page, 'Connected.');
  await second.page.setInputFiles('#load-pack', PACK);
  await said(second.page, 'shapes.pack is on the handheld');
  await second.end();
});

test('a browser without Web Serial says so, and what works instead', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serial', { value: undefined }));
  const page = await open(context, server.address);
  await page.locator('#handheld summary').click();
  await page.getByText('This browser cannot talk to USB.').waitFor();
  assert.match(await page.locator('#no-serial').textContent(), /\.uf2/);
  assert.equal(await page.locator('#connect').isVisible(), false);
  await context.close();
});
