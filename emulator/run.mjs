#!/usr/bin/env node
/** The command line: runs an image for a while, and says and shows what it did. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Elf, ElfError } from './src/elf.mjs';
import { runLive } from './src/live.mjs';
import { HELP, readOptions, UsageError } from './src/options.mjs';
import { encodePng } from './src/png.mjs';
import { describe, describeHalt } from './src/report.mjs';
import { parseScript, ScriptError } from './src/script.mjs';
import { ScriptRunner } from './src/script-runner.mjs';
import { Session } from './src/session.mjs';
import { openBridge, parseBridge } from './src/usb-bridge.mjs';
import { UsbHost } from './src/usb-host.mjs';
import { WebPage } from './src/web.mjs';

const OK = 0;
const FIRMWARE_FAILED = 1;
const USAGE = 2;

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return OK;
  }
  const bridgeTo = options.usb && parseBridge(options.usb);
  const steps = options.script && parseScript(readText(options.script), options.script);
  const log = options.json ? console.error : console.log;
  const session = new Session(readImage(options.image), {
    board: options.board,
    flash: options.flash && existsSync(options.flash) ? readBytes(options.flash) : undefined,
    commandLine: options.tell,
    onConsole: (bytes) => process.stdout.write(bytes),
    onLog: options.quiet ? undefined : log,
  });
  if (options.battery) session.board.setBattery(options.battery);
  if (options.cut) session.cutPower(options.cut.operation, options.cut.tear);

  const start = performance.now();
  const script = steps ? play(session, steps, options) : {};
  if (options.web !== undefined || bridgeTo) await takePart(session, bridgeTo, options);
  else session.run(options.ms, options.until);
  const wallSeconds = (performance.now() - start) / 1000;

  if (options.png && !steps) write(options.png, encodePng(session.board.picture()));
  if (options.flash) write(options.flash, session.flashContents());
  return report(session, { ...script, wallSeconds }, options);
}

/** Lets people and programs take part, at the speed of the real world, until interrupted. */
async function takePart(session, bridgeTo, { web, ms, until, quiet, json }) {
  const host = new UsbHost(session.machine);
  const say = quiet || json ? console.error : console.log;
  const bridge = bridgeTo && (await openBridge(host, bridgeTo));
  if (bridge) say(`USB is at ${bridge.address}`);
  const page = web === undefined ? undefined : new WebPage(session, host);
  if (page) {
    const { onLog } = session;
    session.onLog = (line) => {
      onLog(line);
      page.hearLog(line);
    };
    say(`The handheld is at ${await page.listen(web)}`);
  }
  let interrupted = false;
  process.once('SIGINT', () => (interrupted = true));
  await runLive(session, { ms, until, isOver: () => interrupted });
  bridge?.close();
  page?.close();
}

/** @returns what the script adds to the summary: its steps, and why it failed */
function play(session, steps, { script, png }) {
  if (png) makeFolder(png);
  const runner = new ScriptRunner(session, { file: script, pictures: png });
  try {
    runner.play(steps);
    return { steps: runner.steps, scriptError: null };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { steps: runner.steps, scriptError: error.message };
  }
}

/** Says how it went; returns the exit code. */
function report(session, extra, { json, quiet, until, exits }) {
  const missed = until !== undefined && session.awaited !== null;
  const summary = { ...session.summary(), ...extra, ...(until === undefined ? {} : { found: !missed }) };
  if (json) console.log(JSON.stringify(summary, null, 2));
  else if (!quiet) console.log(describe(summary));
  if (summary.halted && (quiet || json)) console.error(describeHalt(summary.halted));
  if (missed) console.error(`"${until}" was not seen.`);
  const unended = exits && summary.exitCode === null && !summary.halted;
  if (unended) console.error(`The firmware had not ended after ${summary.deviceMs} ms.`);
  if (summary.scriptError) console.error(summary.scriptError);

  if (summary.exitCode !== null) return summary.exitCode;
  return summary.halted || missed || unended || summary.scriptError ? FIRMWARE_FAILED : OK;
}

function readImage(path) {
  try {
    return new Elf(readBytes(path));
  } catch (error) {
    if (error instanceof ElfError) throw new UsageError(`${path}: ${error.message}.`);
    throw error;
  }
}

function readText(path) {
  return readBytes(path).toString();
}

function readBytes(path) {
  return orUsageError(`${path} cannot be read`, () => readFileSync(path));
}

function write(path, contents) {
  orUsageError(`${path} cannot be written`, () => writeFileSync(path, contents));
}

function makeFolder(path) {
  orUsageError(`${path} cannot be used as a folder`, () => mkdirSync(path, { recursive: true }));
}

function orUsageError(sentence, action) {
  try {
    return action();
  } catch (error) {
    if (error.code) throw new UsageError(`${sentence} (${error.code}).`);
    throw error;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ElfError || error instanceof ScriptError)) throw error;
  console.error(error.message);
  console.error('Try: node run.mjs --help');
  process.exitCode = USAGE;
}
