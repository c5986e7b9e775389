import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './support/firmware.mjs';

/** Puts words or text into RAM at 0x20000000 by code, since an image has no RAM of its own. */
function store(...words) {
  const stores = words.map((word, i) => `ldr r3, =${word >>> 0}\n str r3, [r2, #${4 * i}]`);
  return ['ldr r2, =0x20000000', ...stores].join('\n');
}

const ask = (operation, argument) => `movs r0, #${operation}\n ldr r1, =${argument}\n bkpt #0xab\n`;
const HELLO = [0x6c6c6548, 0x0000216f]; // "Hello!"

test('text goes to the console, by string, character and file', () => {
  const { text } = runProgram(`
    ${store(...HELLO)}
    ${ask(0x04, 0x20000000)}
    ${ask(0x03, 0x20000001)}
    ${store(0x0074743a, 0x20000000, 4, 3)}      ; ":tt" opened for writing
    ${ask(0x01, 0x20000004)}
    mov r7, r0
    ${store(0x20000010, 0, 0, 0, 0x00216948)}
    ldr r2, =0x20000000
    str r7, [r2, #0]
    ldr r3, =0x20000010
    str r3, [r2, #4]
    movs r3, #3
    str r3, [r2, #8]
    ${ask(0x05, 0x20000000)}
    bkpt #1`);
  assert.equal(text, 'Hello!eHi!');
});

test('elapsed ticks are instructions', () => {
  const { machine } = runProgram(`
    ${ask(0x30, 0x20000000)}
    nop
    nop
    nop
    ${ask(0x30, 0x20000008)}
    bkpt #1`);
  const [first, , second, high] = [0, 4, 8, 12].map((at) => machine.chip.sramView.getUint32(at, true));
  const breakpointAndArguments = 3;
  assert.equal(second - first, breakpointAndArguments + 3);
  assert.equal(high, 0);
});

test('the firmware can end itself, well or not', () => {
  assert.equal(runProgram(ask(0x18, 0x20026)).machine.exitCode, 0);
  assert.equal(runProgram(ask(0x18, 0x20023)).machine.exitCode, 1);
  const extended = runProgram(store(0x20026, 42) + '\n' + ask(0x20, 0x20000000)).machine;
  assert.equal(extended.exitCode, 42);
  assert.equal(extended.halted, null);
});

test('a program that asks is told what it was started with, if it has room', () => {
  const askFor = (size) => runProgram(`${store(0x20000010, size)}\n ${ask(0x15, 0x20000000)} bkpt #1`, { commandLine: 'all' });
  const { machine, registers } = askFor(4);
  const view = machine.chip.sramView;
  assert.equal(registers[0], 0);
  assert.equal(view.getUint32(4, true), 3);
  assert.equal(view.getUint32(0x10, true), Buffer.from('all\0').readUint32LE());
  assert.equal(askFor(3).registers[0], 0xffffffff);
});

test('an unknown operation fails and is reported', () => {
  const { machine, registers } = runProgram(`${ask(0x77, 0)} bkpt #1`);
  assert.equal(registers[0], 0xffffffff);
  assert.deepEqual([...machine.warnings.keys()], ['semihosting: operation 0x77 is not served']);
});
