import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Elf, ElfError } from '../src/elf.mjs';
import { makeElf } from './support/make-elf.mjs';

test('segments are found at the address they are stored at, not the one they run at', () => {
  const elf = new Elf(makeElf({ segments: [{ virtual: 0x20000000, physical: 0x10001000, bytes: [1, 2, 3] }] }));
  assert.equal(elf.segments.length, 1);
  assert.equal(elf.segments[0].address, 0x10001000);
  assert.deepEqual([...elf.segments[0].bytes], [1, 2, 3]);
});

test('segments without bytes in the file, such as .bss, are not loaded', () => {
  const segments = [
    { virtual: 0x10000000, physical: 0x10000000, bytes: [9] },
    { virtual: 0x20000000, physical: 0x20000000, bytes: [], memorySize: 64 },
  ];
  assert.equal(new Elf(makeElf({ segments })).segments.length, 1);
});

test('symbols have value, kind and section, and an address finds its function', () => {
  const elf = new Elf(
    makeElf({
      segments: [{ virtual: 0x10000000, physical: 0x10000000, bytes: [0] }],
      symbols: [
        { name: 'main', value: 0x10000201, size: 8, isFunction: true, section: '.text' },
        { name: '_ZN5board4play17h0123456789abcdefE', value: 0x10000209, size: 2, isFunction: true, section: '.text' },
        { name: '_SEGGER_RTT', value: 0x20000010, size: 48, section: '.data' },
      ],
    }),
  );
  assert.equal(elf.address('_SEGGER_RTT'), 0x20000010);
  assert.equal(elf.address('nothing'), undefined);
  assert.equal(elf.symbols.get('main').section, '.text');
  assert.equal(elf.functionAt(0x10000200), 'main');
  assert.equal(elf.functionAt(0x10000207), 'main');
  assert.equal(elf.functionAt(0x10000208), 'board::play');
  assert.equal(elf.functionAt(0x1000020a), undefined);
});

test('what is no usable ELF file is refused with a sentence', () => {
  const good = makeElf({ segments: [{ virtual: 0x10000000, physical: 0x10000000, bytes: [1, 2, 3, 4] }] });
  const for64Bit = good.slice();
  for64Bit[4] = 2;
  assert.throws(() => new Elf(Buffer.from('not an image')), new ElfError('this is not an ELF file'));
  assert.throws(() => new Elf(for64Bit), /32-bit/);
  assert.throws(() => new Elf(makeElf({ segments: [] })), /nothing to load/);
  for (let length = 52; length < good.length; length++) assert.throws(() => new Elf(good.subarray(0, length)), ElfError, `cut at ${length}`);
});
