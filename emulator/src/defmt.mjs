/**
 * Turns defmt's log frames back into sentences. The firmware sends no text: a frame is the number of
 * a format string, which stands as a symbol in the image, then a timestamp and the raw arguments.
 *
 * Known are the plain types, strings, byte slices, derived structs and enums (formats inside
 * formats) and core::fmt text. What is not (bit fields, slices of formats) shows as the frame's bytes.
 */

import { decodeRzcobs } from './rzcobs.mjs';

const LEVELS = { defmt_trace: 'TRACE', defmt_debug: 'DEBUG', defmt_info: 'INFO', defmt_warn: 'WARN', defmt_error: 'ERROR', defmt_println: '' };

export class DefmtDecoder {
  /** @param {import('./elf.mjs').Elf} elf the very image that runs */
  constructor(elf) {
    this.formats = new Map();
    for (const [name, { value, section }] of elf.symbols) {
      if (section !== '.defmt' || !name.startsWith('{')) continue;
      const { tag, data } = JSON.parse(name);
      if (tag === 'defmt_timestamp') this.timestamp = data;
      else this.formats.set(value, { tag, data });
    }
    this.partial = [];
  }

  /** Takes bytes as they come and returns the lines that became complete. */
  decode(bytes) {
    const lines = [];
    for (const byte of bytes) {
      if (byte !== 0) this.partial.push(byte);
      else if (this.partial.length) {
        lines.push(this.line(decodeRzcobs(this.partial)));
        this.partial = [];
      }
    }
    return lines;
  }

  /** Drops a frame that will never be completed. */
  forget() {
    this.partial = [];
  }

  line(frame) {
    try {
      const reader = new FrameReader(frame, this.formats);
      const { tag, data } = reader.format();
      if (!(tag in LEVELS)) throw new RangeError('not a log statement');
      const time = this.timestamp ? reader.fill(this.timestamp) : '';
      return [time, LEVELS[tag], reader.fill(data)].filter(Boolean).join(' ');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return `log frame ${Buffer.from(frame).toString('hex')}`;
    }
  }
}

class FrameReader {
  constructor(frame, formats) {
    // Zeros at the very end of a frame are not always sent.
    this.bytes = Buffer.concat([Buffer.from(frame), Buffer.alloc(8)]);
    this.formats = formats;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.bytes.length) throw new RangeError('the frame is too short');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  format() {
    const index = this.take(2).readUInt16LE();
    const format = this.formats.get(index);
    if (!format) throw new RangeError(`no format ${index}`);
    return format;
  }

  /** Replaces `{index=type:hint}` by the arguments, in the order in which they were sent. */
  fill(template) {
    const values = [];
    return template.replace(/\{\{|\}\}|\{(\d*)(?:=([^:}]+))?(?::([^}]*))?\}/g, (all, index, type, hint) => {
      if (all === '{{' || all === '}}') return all[0];
      const i = index === '' ? values.length : Number(index);
      if (i >= values.length) values[i] = this.value(type ?? '?');
      return show(values[i], hint ?? '');
    });
  }

  value(type) {
    const integer = /^([ui])(8|16|32|64|128)$/.exec(type.replace('size', '32'));
    if (integer) return this.integer(integer[1] === 'i', Number(integer[2]) / 8);
    const array = /^\[u8; (\d+)\]$/.exec(type);
    if (array) return [...this.take(Number(array[1]))];
    switch (type) {
      case 'bool':
        return this.take(1)[0] !== 0;
      case 'char':
        return String.fromCodePoint(this.take(4).readUInt32LE());
      case 'f32':
        return this.take(4).readFloatLE();
      case 'f64':
        return this.take(8).readDoubleLE();
      case 'str':
        return this.take(this.take(4).readUInt32LE()).toString();
      case '[u8]':
        return [...this.take(this.take(4).readUInt32LE())];
      case 'istr':
        return this.format().data;
      case '?':
        return this.nested(this.format());
      case '__internal_Debug':
      case '__internal_Display': {
        const END_OF_TEXT = 0xff;
        const end = this.bytes.indexOf(END_OF_TEXT, this.at);
        if (end < 0) throw new RangeError('the text has no end');
        return this.take(end + 1 - this.at).subarray(0, -1).toString();
      }
      default:
        throw new RangeError(`type ${type} is not known`);
    }
  }

  /** An enum's format lists its variants between bars; which one it is comes first. A sole variant is not sent. */
  nested({ tag, data }) {
    const isPrimitive = /^\{=([^:}]+)\}$/.exec(data);
    if (isPrimitive) return this.value(isPrimitive[1]);
    const variants = tag === 'defmt_derived' ? data.split('|') : [data];
    return this.fill(variants.length === 1 ? data : variants[this.take(1)[0]] ?? '?');
  }

  integer(signed, size) {
    const bits = [...this.take(size)].reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
    return signed ? BigInt.asIntN(size * 8, bits) : bits;
  }
}

function show(value, hint) {
  if (hint === 'us') return `${(Number(value) / 1e6).toFixed(6)}`;
  const radix = { x: 16, X: 16, b: 2 }[hint.at(-1)];
  const one = (item) => (radix && typeof item !== 'string' ? item.toString(radix).padStart(parseInt(hint.replace('#', ''), 10) || 0, '0') : String(item));
  return Array.isArray(value) ? `[${value.map(one).join(', ')}]` : one(value);
}
