/**
 * Reads the 32-bit little-endian ARM ELF file that the linker makes: what goes into flash, and the
 * names of things. Nothing of the debug information is read.
 */

const PT_LOAD = 1;
const SHT_SYMTAB = 2;
const EM_ARM = 40;
const STT_FUNC = 2;

/** What was wrong with a file, as a sentence for the person who named it. */
export class ElfError extends Error {}

/**
 * @typedef {{ address: number, bytes: Uint8Array }} Segment
 *   Bytes and where they are stored. For `.data` that is the copy in flash, not the place in RAM the
 *   startup code moves it to: the *physical* address is what a programmer writes.
 * @typedef {{ value: number, size: number, isFunction: boolean, section: string }} ElfSymbol
 */

/** An image: its load segments and its symbols. */
export class Elf {
  /** @param {Uint8Array} bytes the whole file */
  constructor(bytes) {
    const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    checkHeader(file);
    try {
      /** @type {Segment[]} */
      this.segments = readSegments(bytes, file);
      const sections = readSections(bytes, file);
      /** @type {Map<string, ElfSymbol>} */
      this.symbols = readSymbols(bytes, file, sections);
    } catch (error) {
      // Every offset in the file is only a claim; a truncated file makes one point past the end.
      if (error instanceof RangeError) throw new ElfError('the ELF file is cut short');
      throw error;
    }
    if (this.segments.length === 0) throw new ElfError('the ELF file has nothing to load');
    this.functions = [...this.symbols]
      .filter(([, symbol]) => symbol.isFunction)
      .map(([name, symbol]) => ({ name, start: symbol.value & ~1, end: (symbol.value & ~1) + symbol.size }))
      .sort((a, b) => a.start - b.start);
  }

  /** The address a symbol stands for, or `undefined`. */
  address(name) {
    return this.symbols.get(name)?.value;
  }

  /** The function that holds an address, by a readable name; `undefined` outside all of them. */
  functionAt(address) {
    const found = this.functions.find(({ start, end }) => address >= start && address < end);
    return found && readableName(found.name);
  }
}

/** `_ZN5board4play17h0123…E` is `board::play`; names of other kinds are left as they are. */
function readableName(name) {
  if (!name.startsWith('_ZN')) return name;
  const parts = [];
  for (let rest = name.slice(3); /^\d/.test(rest); ) {
    const [digits] = /^\d+/.exec(rest);
    const end = digits.length + Number(digits);
    parts.push(rest.slice(digits.length, end));
    rest = rest.slice(end);
  }
  return parts.filter((part) => !/^h[0-9a-f]{16}$/.test(part)).join('::');
}

function checkHeader(file) {
  const MAGIC = 0x7f454c46;
  if (file.byteLength < 52 || file.getUint32(0, false) !== MAGIC) throw new ElfError('this is not an ELF file');
  if (file.getUint8(4) !== 1 || file.getUint8(5) !== 1 || file.getUint16(18, true) !== EM_ARM) {
    throw new ElfError('the ELF file is not for a 32-bit little-endian ARM');
  }
}

function readSegments(bytes, file) {
  const segments = [];
  for (const at of table(file, { offsetAt: 28, entrySizeAt: 42, countAt: 44 })) {
    const size = file.getUint32(at + 16, true);
    if (file.getUint32(at, true) !== PT_LOAD || size === 0) continue;
    segments.push({ address: file.getUint32(at + 12, true), bytes: slice(bytes, file.getUint32(at + 4, true), size) });
  }
  return segments;
}

function readSections(bytes, file) {
  const sections = [...table(file, { offsetAt: 32, entrySizeAt: 46, countAt: 48 })].map((at) => ({
    nameAt: file.getUint32(at, true),
    type: file.getUint32(at + 4, true),
    offset: file.getUint32(at + 16, true),
    size: file.getUint32(at + 20, true),
    link: file.getUint32(at + 24, true),
  }));
  const names = sections[file.getUint16(50, true)];
  return sections.map((section) => ({ ...section, name: names ? text(bytes, names.offset + section.nameAt) : '' }));
}

function readSymbols(bytes, file, sections) {
  const symbols = new Map();
  for (const section of sections.filter(({ type }) => type === SHT_SYMTAB)) {
    const strings = sections[section.link];
    for (let at = section.offset; at < section.offset + section.size; at += 16) {
      const name = text(bytes, strings.offset + file.getUint32(at, true));
      if (name === '') continue;
      symbols.set(name, {
        value: file.getUint32(at + 4, true),
        size: file.getUint32(at + 8, true),
        isFunction: (file.getUint8(at + 12) & 0xf) === STT_FUNC,
        section: sections[file.getUint16(at + 14, true)]?.name ?? '',
      });
    }
  }
  return symbols;
}

/** The file offsets of the entries of a program or section header table. */
function* table(file, { offsetAt, entrySizeAt, countAt }) {
  const offset = file.getUint32(offsetAt, true);
  const entrySize = file.getUint16(entrySizeAt, true);
  for (let i = 0; i < file.getUint16(countAt, true); i++) yield offset + i * entrySize;
}

function slice(bytes, offset, size) {
  if (offset + size > bytes.length) throw new RangeError('outside the file');
  return bytes.subarray(offset, offset + size);
}

function text(bytes, start) {
  const end = bytes.indexOf(0, start);
  if (end < 0) throw new RangeError('outside the file');
  return new TextDecoder().decode(bytes.subarray(start, end));
}
