import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Elf } from '../src/elf.mjs';
import { encodePng } from '../src/png.mjs';
import { parseScript } from '../src/script.mjs';
import { differingPixels, ScriptRunner } from '../src/script-runner.mjs';
import { Session } from '../src/session.mjs';
import { makeImage } from './support/firmware.mjs';
import { LAMP } from './support/lamp.mjs';

const folder = mkdtempSync(join(tmpdir(), 'shikatsu-script-'));
after(() => rmSync(folder, { recursive: true }));
const FILE = join(folder, 'test.script');

/** Plays a script on the lamp; `at` says at which milliseconds something happens besides. */
function play(source, { board, pictures = folder, at = {}, program = LAMP, variables = {} } = {}) {
  const image = new Elf(makeImage(program));
  for (const [name, [value, size]] of Object.entries(variables)) image.symbols.set(name, { value, size });
  const session = new Session(image, { board });
  for (const [ms, action] of Object.entries(at)) session.machine.clock.at(ms * 1e6, () => action(session));
  const runner = new ScriptRunner(session, { file: FILE, pictures });
  const error = caught(() => runner.play(parseScript(source, FILE)));
  return { session, steps: runner.steps, error: error?.message, ms: session.machine.clock.nanos / 1e6 };
}

function caught(action) {
  try {
    action();
    return null;
  } catch (error) {
    return error;
  }
}

const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 0.1, `${actual} is not about ${expected}`);

test('keys are held as long as the language says, and a picture change answers them', () => {
  const { steps, session, error, ms } = play('press a\nhold a\nkeydown a\nwait 50ms\nkeyup a');
  assert.equal(error, undefined);
  near(ms, 80 + 40 + 800 + 40 + 50);
  assert.deepEqual(steps.map(({ line, step }) => [line, step]), [[1, 'press a'], [2, 'hold a'], [3, 'keydown a'], [4, 'wait 50ms'], [5, 'keyup a']]);
  near(steps[1].atMs, 120);
  near(steps[1].ms, 840);
  assert.ok(steps[0].instructions > 20 && steps[0].cycles > steps[0].instructions);
  assert.ok(steps[0].busyMs < 1);
  const { keys, unanswered, longestMs } = session.latency.summary();
  assert.deepEqual([keys, unanswered], [3, 0]);
  assert.ok(longestMs > 0 && longestMs < 0.01);
  assert.equal(steps[0].latency.key, 'a');
  assert.equal(steps[4].latency, undefined);
});

test('a key that changes nothing has no answer', () => {
  const { session } = play('press b\npress a');
  assert.deepEqual(session.latency.keys.map(({ key, ms }) => [key, ms === null]), [['b', true], ['a', false]]);
});

test('idle is 300 ms after the last change, and a dark screen is not idle', () => {
  const light = (isOn) => (session) => (isOn ? session.board.press('a') : session.board.release('a'));
  near(play('wait idle', { at: { 500: light(true), 700: light(false) } }).ms, 1000);
  near(play('press a\nwait idle').ms, 120 + 300);
  const { error, ms } = play('wait idle');
  assert.equal(error, `${FILE}:1: the picture was still changing, or the chip thinking, after 20 s`);
  assert.ok(ms < 21_000);
});

test('a chip that works is not idle, however still its picture is', () => {
  const busyWhileLit = LAMP.replace(/wfi\n {2}b look$/, 'b look');
  const at = { 400: (session) => session.board.release('a') };
  near(play('keydown a\nwait idle', { program: busyWhileLit, at }).ms, 400 + 300);
});

test('a key can be pressed several times', () => {
  const { session, ms } = play('press a 3');
  near(ms, 3 * 120);
  assert.equal(session.latency.keys.length, 3);
});

test('a text can be wanted in time, or not at all', () => {
  const say = (words) => (session) => session.words.hear(`screen: ${words}`);
  const at = { 30: say('Thinking'), 70: say('Stopped') };
  assert.equal(play('expect text "Stopped" within 100ms\nexpect no text "Thinking"', { at }).error, undefined);
  near(play('wait 30ms\nexpect no text "Thinking"', { at }).ms, 70);
  assert.match(play('expect text "Stopped" within 50ms', { at }).error, /"Stopped" was not seen within 50 ms; the screen said: Thinking/);
  assert.match(play('wait 80ms\nexpect no text "Stopped"', { at }).error, /the screen still said: Stopped/);
});

test('a variable is written by its name, and power goes and comes', () => {
  const { session, error } = play('poke counter 258\npower cycle', { variables: { counter: [0x20000100, 2] } });
  assert.equal(error, undefined);
  assert.deepEqual(session.machine.restarts.map(({ cause }) => cause), ['power came back']);
  const poked = play('poke counter 258\npoke SHIKATSU_SEED 7', { variables: { counter: [0x20000100, 2], SHIKATSU_SEED: [0x20000104, 4] } }).session;
  const { sramView } = poked.machine.memory;
  assert.deepEqual([sramView.getUint16(0x100, true), sramView.getUint32(0x104, true)], [258, 7]);
  for (const [step, mistake] of [
    ['poke nothing 1', 'the image has no variable "nothing"'],
    ['poke counter 65536', '"counter" has 2 bytes, too few for 65536'],
    ['poke table 1', '"table" is no number in RAM'],
    ['poke constant 1', '"constant" is no number in RAM'],
    ['wait 1s\nseed 7', 'seed comes first, before the firmware has started'],
  ]) {
    const variables = { counter: [0x20000100, 2], table: [0x20000200, 40], constant: [0x10000200, 4] };
    assert.ok(play(step, { variables }).error.endsWith(mistake), mistake);
  }
});

test('text is that of the newest picture, or of any since the last key', () => {
  const say = (words) => (session) => session.words.hear(`0.5 INFO screen: ${words}`);
  const at = { 10: say('Black to play'), 200: say('thinking'), 210: say('White is\n dead | next') };
  assert.equal(play('wait 50ms\nexpect text "Black to play"', { at }).error, undefined);
  assert.equal(play('wait 50ms\npress a\nexpect text "Black to play"', { at }).error, undefined, 'still on the screen');
  assert.equal(play('press a\nwait 200ms\nexpect text "thinking"\nexpect text "White is dead"', { at }).error, undefined);
  assert.match(play('wait 250ms\npress a\nexpect text "thinking"', { at }).error, /test\.script:3: "thinking" was not seen; the screen said: White is/);
  near(play('press a\nexpect text "thinking"', { at }).ms, 200);
  assert.match(play('expect text "x"').error, /has logged no "screen: …" line/);
});

test('screenshots are written, and screens compared', () => {
  const black = { width: 240, height: 240, rgb: new Uint8Array(240 * 240 * 3) };
  assert.equal(play('screenshot shot.png').error, undefined);
  assert.deepEqual(readFileSync(join(folder, 'shot.png')), encodePng(black));
  assert.equal(play('expect screen shot.png').error, undefined);

  writeFileSync(join(folder, 'other.png'), encodePng({ ...black, rgb: black.rgb.map((_, i) => (i === 7 ? 255 : 0)) }));
  assert.match(play('\nexpect screen other.png').error, /test\.script:2: the screen differs in 1 pixels from .*other\.png; what was seen is in .*other\.seen\.png/);
  assert.ok(existsSync(join(folder, 'other.seen.png')));
  writeFileSync(join(folder, 'small.png'), encodePng({ width: 1, height: 1, rgb: Uint8Array.of(0, 0, 0) }));
  assert.match(play('expect screen small.png').error, /differs in size \(240×240, not 1×1\)/);
  assert.match(play('expect screen missing.png').error, /missing\.png cannot be read \(ENOENT\)/);
  assert.match(play('screenshot x.png', { pictures: null }).error, /no folder to write pictures to/);
});

test('colours the panel cannot tell apart are equal', () => {
  const one = (...rgb) => ({ width: 1, height: 1, rgb: Uint8Array.from(rgb) });
  assert.equal(differingPixels(one(255, 0, 8), one(248, 3, 15)), 0);
  assert.equal(differingPixels(one(255, 0, 8), one(248, 4, 15)), 1);
});

test('a firmware that dies, and a key the board has not, end the script', () => {
  assert.match(play('wait 10ms', { program: 'udf #0' }).error, /test\.script:1: the firmware halted: undefined instruction/);
  assert.match(play('wait 1ms\npress press', { board: 'picosystem' }).error, /test\.script:2: this board has no key "press"/);
});
