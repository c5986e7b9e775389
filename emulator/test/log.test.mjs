import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DefmtDecoder } from '../src/defmt.mjs';
import { Rtt } from '../src/rtt.mjs';
import { decodeRzcobs } from '../src/rzcobs.mjs';

/** A decoder that knows these format strings, numbered from one. */
function decoder(...formats) {
  const symbols = formats.map(([tag, data], i) => [JSON.stringify({ tag, data }), { value: i + 1, section: '.defmt' }]);
  return new DefmtDecoder({ symbols: new Map(symbols) });
}

/** What a line of log looks like for a frame's bytes, sent without any compression of zeros. */
function line(formats, ...frame) {
  return decoder(...formats).line(Uint8Array.from(frame));
}

test('frames are unpacked', () => {
  // From the description of the code: packed, unpacked.
  for (const [packed, unpacked] of [
    [[0x01, 0x7e], [1, 0, 0, 0, 0, 0, 0]],
    [[0x01, 0x7d], [0, 1, 0, 0, 0, 0, 0]],
    [[1, 2, 3, 4, 5, 6, 7, 0x80], [1, 2, 3, 4, 5, 6, 7, 0]],
    [[1, 2, 3, 4, 5, 6, 7, 8, 0x81], [1, 2, 3, 4, 5, 6, 7, 8, 0]],
  ]) {
    assert.deepEqual([...decodeRzcobs(packed)], unpacked);
  }
  const long = Array.from({ length: 134 }, (_, i) => (i % 255) + 1);
  assert.deepEqual([...decodeRzcobs([...long, 0xff])], long);
});

test('frames may arrive in pieces', () => {
  const log = decoder(['defmt_info', 'hello']);
  assert.deepEqual(log.decode([0, 0x01]), []);
  assert.deepEqual(log.decode([0x7e, 0, 0x01]), ['INFO hello']);
});

test('integers, strings, slices and booleans are shown', () => {
  assert.equal(line([['defmt_info', 'n = {=u8}, {=i16}']], 1, 0, 7, 0xfe, 0xff), 'INFO n = 7, -2');
  assert.equal(line([['defmt_warn', '{=str}{{}}']], 1, 0, 2, 0, 0, 0, 0x68, 0x69), 'WARN hi{}');
  assert.equal(line([['defmt_error', '{=[u8]:02x}']], 1, 0, 2, 0, 0, 0, 1, 0xab), 'ERROR [01, ab]');
  assert.equal(line([['defmt_println', '{=bool} {0=bool}']], 1, 0, 1), 'true true');
  assert.equal(line([['defmt_info', '{=u32:#x}']], 1, 0, 0xff, 0, 0, 0), 'INFO ff');
  assert.equal(line([['defmt_info', '{=__internal_Debug}!']], 1, 0, 0x68, 0x69, 0xff), 'INFO hi!');
});

test('formats inside formats are followed: plain types, structs, enums', () => {
  assert.equal(line([['defmt_info', 'a {}'], ['defmt_prim', '{=u16}']], 1, 0, 2, 0, 3, 1), 'INFO a 259');
  assert.equal(line([['defmt_info', '{}'], ['defmt_derived', 'Left|Right({=u8})']], 1, 0, 2, 0, 1, 9), 'INFO Right(9)');
  assert.equal(line([['defmt_info', '{}'], ['defmt_derived', 'P {{ x: {=u8} }}']], 1, 0, 2, 0, 4), 'INFO P { x: 4 }');
});

test('timestamps come first', () => {
  const formats = [['defmt_info', 'x'], ['defmt_timestamp', '{=u64:us}']];
  assert.equal(line(formats, 1, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0), '1.000000 INFO x');
});

test('what is not understood is shown as bytes', () => {
  assert.equal(line([['defmt_info', '{=[?]}']], 1, 0, 5), 'log frame 010005');
  assert.equal(line([], 9, 0), 'log frame 0900');
  assert.equal(line([['defmt_info', '{=__internal_Debug}']], 1, 0, 0x68, 0x69), 'log frame 01006869');
});

test('the ring buffer is emptied across its end, and only when it is there', () => {
  const sram = new Uint8Array(256);
  const view = new DataView(sram.buffer);
  const rtt = new Rtt({ sram, sramView: view }, { address: () => 0x20000010 });
  assert.equal(rtt.drain().length, 0);
  sram.set(Buffer.from('SEGGER RTT\0'), 0x10);
  [0, 0x20000080, 8, 2, 6].forEach((value, i) => view.setUint32(0x10 + 24 + 4 * i, value, true));
  sram.set([1, 2, 3, 4, 5, 6, 7, 8], 0x80);
  assert.deepEqual([...rtt.drain()], [7, 8, 1, 2]);
  assert.equal(rtt.drain().length, 0);
  assert.equal(rtt.totalBytes, 4);
});
