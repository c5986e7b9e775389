/**
 * The firmware as it is flashed, and who uses it: fingers on its keys, the program at its USB port, and somebody who holds its pictures
 * against those of the simulator. The image is in SHIKATSU_IMAGE, the program in SHIKATSU.
 */

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Elf } from '../../emulator/src/elf.mjs';
import { runLive } from '../../emulator/src/live.mjs';
import { decodePng } from '../../emulator/src/read-png.mjs';
import { differingPixels } from '../../emulator/src/script-runner.mjs';
import { Session } from '../../emulator/src/session.mjs';
import { openBridge } from '../../emulator/src/usb-bridge.mjs';
import { UsbHost } from '../../emulator/src/usb-host.mjs';
import { Client } from './link.mjs';

export const image = new Elf(readFileSync(process.env.SHIKATSU_IMAGE));

/** Until the first picture is there. */
export const BOOT_MS = 700;

/** A device that has just shown its first picture. */
export function boot(flash) {
  const session = new Session(image, { flash });
  const host = new UsbHost(session.machine);
  session.run(BOOT_MS);
  return { session, host };
}

/** The same with a computer at its port. */
export function start(flash) {
  const { session, host } = boot(flash);
  return { session, host, client: new Client(session, host) };
}

/** Strikes keys, one after the other. */
export function strike(session, ...keys) {
  for (const key of keys) hold(session, key, 60);
}

/** Holds a key. */
export function hold(session, key, ms) {
  session.press(key);
  session.run(ms);
  session.release(key);
  session.run(200);
}

/** Runs the program; what it says. */
export function say(...words) {
  return saying('', ...words);
}

/** Runs the program and types something; what it says. */
export function saying(input, ...words) {
  return new Promise((resolve, reject) => {
    const program = spawn(process.env.SHIKATSU, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    let [out, complaint] = ['', ''];
    program.stdout.on('data', (bytes) => (out += bytes));
    program.stderr.on('data', (bytes) => (complaint += bytes));
    program.on('error', reject);
    program.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${words.join(' ')}: ${complaint}`))));
    // A program that reads nothing may be gone before it is written to. How it ended tells whether that is right.
    program.stdin.on('error', () => {});
    program.stdin.end(input);
  });
}

/** Lets the program talk with a handheld that goes on meanwhile. */
export async function atThePort({ session, host }, work) {
  const bridge = await openBridge(host, { port: 0 });
  let isOver = false;
  const run = runLive(session, { isOver: () => isOver });
  const port = `tcp:${bridge.address}`;
  try {
    await work(async (...words) => {
      const said = await say(...words, '--port', port);
      // The port is closed before somebody else opens it.
      while (host.state === 'open') await setTimeout(5);
      return said;
    }, port);
  } finally {
    isOver = true;
    await run;
    bridge.close();
  }
}

/** Puts a player before this problem who wants it as it is written. What is restored goes through the file. */
export async function standBefore(handheld, place, file) {
  const profile = { welcomed: true, place, settings: { transforms: false } };
  writeFileSync(file, JSON.stringify({ version: 2, profile, records: [] }));
  await atThePort(handheld, (ask) => ask('device', 'restore', file));
  handheld.session.run(2000);
}

/** In how many pixels the screen is another one than this picture of the simulator's. */
export function differing({ board }, picture) {
  return differingPixels(board.picture(), picture);
}

export const readPicture = (file) => decodePng(readFileSync(file));
