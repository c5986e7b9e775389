/** The command line's options: reads them, and says what is wrong with them. */

import { parseArgs } from 'node:util';
import { BOARDS, DEFAULT_BOARD } from './boards.mjs';
import { TEARS } from './tearing.mjs';

const DEFAULT_PORT = 8040;

export const HELP = `Runs a Shikatsu firmware image on an emulated handheld.

Usage: node run.mjs IMAGE.elf [options]

  --ms N          milliseconds of device time to run (default 500; after a script, 0;
                  with --web or --usb, until interrupted)
  --until TEXT    stop as soon as the firmware prints or logs TEXT; failing to is an error
  --exits         the firmware has to end by itself in that time; failing to is an error
  --tell TEXT     what a program is told that asks by semihosting what it was started with
  --script FILE   play a script: press keys, wait, take pictures, expect things
  --web [PORT]    show the handheld as a page at http://localhost:PORT/ (default ${DEFAULT_PORT}), to be
                  played on; at the speed of the real thing, if this computer can
  --usb WHERE     let a program talk to its USB serial port: tcp:PORT or unix:PATH
  --png PATH      write what the screen shows at the end; with a script, the folder for its pictures
  --board NAME    ${Object.keys(BOARDS).join(' or ')} (default ${DEFAULT_BOARD})
  --battery VOLTS the battery's voltage
  --flash FILE    keep the flash chip's contents in FILE, from run to run
  --cut N:TEAR    let the power fail at the Nth flash operation, then come back;
                  TEAR is ${Object.keys(TEARS).join(', ')}
  --json          print the summary as JSON
  --quiet         print neither log nor summary, only the firmware's own console output
  --help          this text

The firmware's semihosting output goes to stdout; with --json its log goes to stderr.
Exit code: the firmware's own if it exits through semihosting; 0 if it was still well at the
end; 1 if it crashed, locked up, never said TEXT, did not end or failed its script; 2 if the command was wrong.`;

const DEFAULT_MS = 500;

/** The command was wrong, as a sentence for the person who typed it. */
export class UsageError extends Error {}

export function readOptions(args = process.argv.slice(2)) {
  const { values, positionals } = parse(withPort(args));
  if (values.help) return values;
  if (positionals.length !== 1) throw new UsageError('Name one image to run.');
  if (!Object.hasOwn(BOARDS, values.board)) throw new UsageError(`--board wants ${Object.keys(BOARDS).join(' or ')}, not "${values.board}".`);
  return {
    ...values,
    image: positionals[0],
    ms: values.ms === undefined ? defaultMs(values) : positive('--ms', 'milliseconds', values.ms),
    web: values.web === undefined ? undefined : parsePort(values.web),
    battery: values.battery && positive('--battery', 'volts', values.battery),
    cut: values.cut && parseCut(values.cut),
  };
}

function defaultMs({ script, web, usb }) {
  if (web || usb) return Infinity;
  return script ? 0 : DEFAULT_MS;
}

/** `--web` may stand alone, which node's parser does not know of an option with a value. */
function withPort(args) {
  return args.map((arg, i) => {
    const isAlone = arg === '--web' && !/^\d+$/.test(args[i + 1] ?? '');
    return isAlone ? `--web=${DEFAULT_PORT}` : arg;
  });
}

function parsePort(text) {
  if (!/^\d+$/.test(text) || Number(text) > 65535) throw new UsageError(`--web wants a port, not "${text}".`);
  return Number(text);
}

function parse(args) {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ms: text,
        until: text,
        exits: flag,
        tell: text,
        script: text,
        web: text,
        usb: text,
        png: text,
        board: { ...text, default: DEFAULT_BOARD },
        battery: text,
        flash: text,
        cut: text,
        json: flag,
        quiet: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function positive(option, what, text) {
  const number = Number(text);
  if (!(number > 0 && number < Infinity)) throw new UsageError(`${option} wants a number of ${what}, not "${text}".`);
  return number;
}

function parseCut(text) {
  const [, operation, tear] = /^(\d+):(\w+)$/.exec(text) ?? [];
  if (!Object.hasOwn(TEARS, tear ?? '') || Number(operation) < 1) {
    throw new UsageError(`--cut wants an operation and a tear such as 3:half, not "${text}".`);
  }
  return { operation: Number(operation), tear };
}
