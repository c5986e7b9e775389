import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_BYTES, NorFlash, PAGE_BYTES, PowerCut, SECTOR_BYTES } from '../src/flash.mjs';
import { TEARS } from '../src/tearing.mjs';

function makeFlash() {
  return new NorFlash(new Uint8Array(1 << 20).fill(0xff), 1 << 20);
}

const page = (byte) => new Uint8Array(PAGE_BYTES).fill(byte);

test('programming only makes zeros, and only erasing makes ones again', () => {
  const flash = makeFlash();
  flash.program(0x1000, page(0b11110000));
  flash.program(0x1000, page(0b11001100));
  assert.ok(flash.array.slice(0x1000, 0x1100).every((byte) => byte === 0b11000000));
  assert.equal(flash.array[0x1100], 0xff);
  flash.erase(0x1000, SECTOR_BYTES);
  assert.ok(flash.array.slice(0x1000, 0x2000).every((byte) => byte === 0xff));
});

test('operations take the time of the data sheet, blocks less than their sectors', () => {
  const flash = makeFlash();
  assert.equal(flash.erase(0, SECTOR_BYTES), 45e6);
  assert.equal(flash.program(0, new Uint8Array(3 * PAGE_BYTES)), 1.2e6);
  assert.equal(flash.erase(0, BLOCK_BYTES), 16 * 45e6);
  assert.equal(flash.erase(0, 2 * BLOCK_BYTES + SECTOR_BYTES, BLOCK_BYTES), 2 * 150e6 + 45e6);
  assert.equal(flash.erase(SECTOR_BYTES, BLOCK_BYTES, BLOCK_BYTES), 16 * 45e6, 'a block must start as one');
});

test('every sector, block and page is one operation', () => {
  const flash = makeFlash();
  const seen = [];
  flash.onOperation = (operation) => seen.push(operation);
  flash.erase(0, SECTOR_BYTES + BLOCK_BYTES, BLOCK_BYTES);
  flash.program(0, new Uint8Array(2 * PAGE_BYTES));
  assert.deepEqual(seen.slice(0, 2), [{ kind: 'erase', offset: 0, bytes: BLOCK_BYTES }, { kind: 'erase', offset: BLOCK_BYTES, bytes: SECTOR_BYTES }]);
  assert.deepEqual(seen.slice(2), [{ kind: 'program', offset: 0, bytes: PAGE_BYTES }, { kind: 'program', offset: PAGE_BYTES, bytes: PAGE_BYTES }]);
  assert.equal(flash.operations, 4);
  assert.equal(flash.sectorsErased, 17);
  assert.equal(flash.pagesProgrammed, 2);
});

test('the power fails at the operation it is told to, and never twice', () => {
  const flash = makeFlash();
  flash.cutAt(2, 'nothing');
  assert.throws(() => flash.program(0, new Uint8Array(3 * PAGE_BYTES)), PowerCut);
  assert.deepEqual([0, 1, 2].map((i) => flash.array[i * PAGE_BYTES]), [0, 0xff, 0xff]);
  flash.program(0, new Uint8Array(3 * PAGE_BYTES));
  assert.deepEqual([0, 1, 2].map((i) => flash.array[i * PAGE_BYTES]), [0, 0, 0]);
  assert.throws(() => flash.cutAt(1, 'sideways'), /no write tears like "sideways"; there are nothing, half/);
});

/** What is left of a page of 0x3c over 0xf0, or of an erased sector that held zeros. */
function torn(kind, tear, operation = 1) {
  const flash = makeFlash();
  flash.operations = operation - 1;
  flash.cutAt(operation, tear);
  if (kind === 'program') flash.array.fill(0xf0, 0, PAGE_BYTES);
  else flash.array.fill(0x00, 0, SECTOR_BYTES);
  assert.throws(() => (kind === 'program' ? flash.program(0, page(0x3c)) : flash.erase(0, SECTOR_BYTES)), PowerCut);
  return flash.array.slice(0, kind === 'program' ? PAGE_BYTES : SECTOR_BYTES);
}

const all = (bytes, value) => bytes.every((byte) => byte === value);
const halves = (bytes) => [bytes.slice(0, bytes.length / 2), bytes.slice(bytes.length / 2)];

test('a torn page: not begun, half done, random bits, complete, scrambled', () => {
  assert.ok(all(torn('program', 'nothing'), 0xf0));
  const [first, second] = halves(torn('program', 'half'));
  assert.ok(all(first, 0x30) && all(second, 0xf0));
  assert.ok(all(torn('program', 'complete'), 0x30));
  const random = torn('program', 'random');
  assert.ok(random.every((byte) => (byte & 0x30) === 0x30 && (byte | 0xf0) === 0xf0), 'only bits that were to change did');
  assert.deepEqual([...new Set(random)].sort((a, b) => a - b), [0x30, 0x70, 0xb0, 0xf0]);
  const [mixed, done] = halves(torn('program', 'scrambled'));
  assert.ok(all(done, 0x30) && !all(mixed, 0x30));
});

test('a torn erase: not begun, half done, random bits, complete, noise', () => {
  assert.ok(all(torn('erase', 'nothing'), 0x00));
  const [first, second] = halves(torn('erase', 'half'));
  assert.ok(all(first, 0xff) && all(second, 0x00));
  assert.ok(all(torn('erase', 'complete'), 0xff));
  for (const tear of ['random', 'scrambled']) assert.ok(new Set(torn('erase', tear)).size > 200, tear);
});

test('the same cut tears the same way, another one differently', () => {
  assert.deepEqual(torn('erase', 'random', 5), torn('erase', 'random', 5));
  assert.notDeepEqual(torn('erase', 'random', 5), torn('erase', 'random', 6));
  assert.deepEqual(Object.keys(TEARS), ['nothing', 'half', 'random', 'complete', 'scrambled']);
});
