/**
 * The emulated handheld in a worker: the very image, the chip, the board and its screen. It is `emulator/` without its command line, its log
 * and its USB port. It never runs ahead of real time, and where this computer is too slow it does not try to catch up.
 */

import { Board } from '../../emulator/src/board.mjs';
import { boardNamed, DEFAULT_BOARD } from '../../emulator/src/boards.mjs';
import { Machine } from '../../emulator/src/machine.mjs';
import { warmUp } from '../../emulator/src/warm-up.mjs';
import { segments } from './uf2.mjs';

/** Device time between looks at the messages, in milliseconds. */
const PIECE = 5;
/** A person sees no more pictures than this. */
const FRAME = 30;
const TELL = 500;
/** Further behind than this, the lost time is given up. */
const LATE = 50;
const NANOS = 1e6;

let machine;
let board;
const later = new MessageChannel();
later.port1.onmessage = () => run();

/** Device time, real time and sleep, as of the last report. */
let before = { device: 0, real: 0, idle: 0, instructions: 0 };
let realZero = 0;
let shown = -Infinity;
let shownAt = -Infinity;

function open(uf2) {
  warmUp();
  const data = boardNamed(DEFAULT_BOARD);
  machine = new Machine({ flashBytes: data.flashBytes });
  machine.load({ segments: segments(new Uint8Array(uf2)), functionAt: () => null, address: () => undefined });
  board = new Board(machine, data);
  machine.boot();
  postMessage({ type: 'open', title: data.title });
  realZero = performance.now();
  before.real = performance.now();
  run();
}

const device = () => machine.clock.nanos / NANOS;

function run() {
  machine.run(machine.clock.nanos + PIECE * NANOS);
  const now = performance.now();
  show(now);
  tell(now);
  if (machine.stopped) return;
  const ahead = device() - (now - realZero);
  if (ahead < -LATE) realZero = now - device();
  if (ahead > 2) setTimeout(run, ahead);
  else later.port2.postMessage(null);
}

function show(now) {
  if (board.changedAt <= shown || now - shownAt < FRAME) return;
  shown = board.changedAt;
  shownAt = now;
  const { rgb } = board.picture();
  const pixels = new Uint8ClampedArray((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    pixels.set([rgb[from], rgb[from + 1], rgb[from + 2], 255], to);
  }
  postMessage({ type: 'picture', pixels }, [pixels.buffer]);
}

/** How fast it is: the share of real time while the chip was awake, and in all. */
function tell(now) {
  if (machine.halted) postMessage({ type: 'halted', words: machine.halted.reason });
  const real = now - before.real;
  if (real < TELL) return;
  const idle = machine.idleNanos / NANOS;
  const gone = device() - before.device;
  postMessage({
    type: 'speed',
    speed: gone / real,
    asleep: gone > 0 ? (idle - before.idle) / gone : 0,
    device: device(),
    instructions: (machine.instructions - before.instructions) / real / 1000,
  });
  before = { device: device(), real: now, idle, instructions: machine.instructions };
}

onmessage = ({ data }) => {
  try {
    if (data.type === 'open') open(data.uf2);
    if (data.type === 'key' && board) board.setKey(data.key, data.isDown);
  } catch (error) {
    postMessage({ type: 'halted', words: String(error?.message ?? error) });
  }
};
