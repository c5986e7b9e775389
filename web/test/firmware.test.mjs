/** The very image in the page. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decodePng } from '../../emulator/src/read-png.mjs';
import { segments } from '../emulator/uf2.mjs';
import { launch, MADE, open, pixels, serve, TARGET } from './support/browser.mjs';

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

test('the firmware starts in the page, shows the simulator\'s picture, and hears keys', { timeout: 240_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shikatsu-firmware-'));
  const script = join(folder, 'welcome.shk');
  writeFileSync(script, 'seed 7\nwait idle\nscreenshot one.png\npress a\nwait idle\nscreenshot two.png\n');
  execFileSync(join(TARGET, 'debug', 'shikatsu'), ['sim', '--fresh', '--script', script, '--png', folder]);
  const page = await open(await browser.newContext(), server.address);
  const shows = async (name) => {
    const wanted = decodePng(readFileSync(join(folder, name))).rgb;
    for (let tries = 0; tries < 120; tries++) {
      const seen = await pixels(page);
      if (seen.every((value, place) => value === wanted[place])) return;
      await page.waitForTimeout(500);
    }
    assert.fail(`${name} was never seen`);
  };
  // The page's own trainer goes one step ahead, so that the first picture can only be the chip's.
  await page.locator('#screen').focus();
  await page.keyboard.press('a');
  await shows('two.png');
  await page.locator('#firmware summary').click();
  await page.getByRole('button', { name: 'Start the emulator' }).click();
  await shows('one.png');
  await page.locator('#screen').focus();
  await page.keyboard.press('a', { delay: 150 });
  await shows('two.png');
  // On to the first problem, and the cursor round and round: the chip thinks and draws.
  for (const key of ['a', 'a', 'a', 'a', 'a']) {
    await page.keyboard.press(key, { delay: 150 });
    await page.waitForTimeout(700);
  }
  await page.keyboard.down('ArrowRight');
  const speeds = [];
  for (let count = 0; count < 6; count++) {
    await page.waitForTimeout(600);
    speeds.push(JSON.parse(await page.evaluate(() => document.documentElement.dataset.emulator)));
  }
  await page.keyboard.up('ArrowRight');
  t.diagnostic(speeds.map(({ speed, asleep, instructions }) => `${Math.round(speed * 100)} % of real time, asleep ${Math.round(asleep * 100)} %, ${instructions.toFixed(1)} M instructions/s`).join('; '));
  await page.getByRole('button', { name: 'Stop it' }).click();
  await page.getByText('The trainer has the screen again.').waitFor();
  assert.deepEqual(page.heard, []);
  await page.context().close();
});

test('the image in the page is the one that is flashed', () => {
  const file = readFileSync(join(MADE, 'shikatsu.uf2'));
  const parts = segments(file);
  assert.equal(parts[0].address, 0x10000000);
  assert.ok(parts.length > 1000);
  const cut = Uint8Array.from(file.subarray(0, 700));
  assert.throws(() => segments(cut), /no UF2/);
  cut.fill(0);
  assert.throws(() => segments(cut.subarray(0, 512)), /no UF2/);
});
