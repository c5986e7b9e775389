/** What every test of the page needs: the folder served as `cargo web` does, and a real browser. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const TARGET = join(ROOT, process.env.CARGO_TARGET_DIR ?? 'target');
export const MADE = join(TARGET, 'web');
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The version of progress files that this program writes (`VERSION` in toolkit/src/saved.rs). */
export const PROGRESS_VERSION = 8;

/** Serves a folder at a free port. @returns {Promise<{ address: string, close: () => void }>} */
export function serve(folder = MADE) {
  const program = join(TARGET, 'debug', 'xtask');
  const child = spawn(program, ['web', '--serve=0', '--quiet', '--folder', folder], { cwd: ROOT });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.stdout.on('data', (bytes) => {
      const [address] = /http:\S+/.exec(bytes.toString()) ?? [];
      if (address) resolve({ address, close: () => child.kill() });
    });
    child.stderr.on('data', (bytes) => reject(new Error(bytes.toString())));
  });
}

export function launch() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'] });
}

/** Anything that the browser complains about: errors, and what the policy forbids. */
export function complaints(page) {
  const heard = [];
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The tests look at the canvas more often than anybody else would.
    const isOurs = message.text().includes('willReadFrequently');
    if (!isOurs && ['error', 'warning'].includes(message.type())) heard.push(`${message.type()}: ${message.text()}`);
  });
  return heard;
}

/** Opens the page and waits until the trainer plays. */
export async function open(context, address) {
  const page = await context.newPage();
  page.heard = complaints(page);
  await page.goto(address);
  await ready(page);
  return page;
}

export const ready = (page) => page.waitForFunction(() => document.getElementById('words').textContent !== '');

/** Presses keys one after the other. The session is told of each, in this order. */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits for words on the screen. */
export const says = (page, words, timeout = 20_000) =>
  page.waitForFunction((wanted) => document.getElementById('words').textContent.includes(wanted), words, { timeout });

export const words = (page) => page.locator('#words').textContent();

/** Presses a key that changes what is said, and waits until it did. */
export async function turn(page, key) {
  const before = await words(page);
  await page.keyboard.press(key);
  await page.waitForFunction((old) => document.getElementById('words').textContent !== old, before);
}

/** Past the first pages: "A" goes on until there is a board. */
export async function toBoard(page) {
  for (let tries = 0; tries < 12 && !/^Cursor,/m.test(await words(page)); tries++) await turn(page, 'Enter');
}

/** Asks again and again until the answer is yes. A slow machine takes longer and fails no test. */
export async function eventually(page, ask, what) {
  for (let tries = 0; tries < 200; tries++) {
    if (await ask()) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`never seen: ${what}`);
}

/** The screen's own pixels, red, green and blue. */
export const pixels = (page) =>
  page.evaluate(() => {
    const canvas = document.getElementById('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return Array.from(data.filter((_, place) => place % 4 !== 3));
  });
