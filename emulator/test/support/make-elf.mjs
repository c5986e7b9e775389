/** Writes small ELF files for the tests. */

const HEADER = 52;
const PROGRAM_HEADER = 32;
const SECTION_HEADER = 40;

/**
 * @param {{ segments: { virtual: number, physical: number, bytes: number[] | Uint8Array, memorySize?: number }[],
 *           symbols?: { name: string, value: number, size?: number, isFunction?: boolean, section: string }[] }} contents
 * @returns {Buffer}
 */
export function makeElf({ segments, symbols = [] }) {
  const names = ['', '.symtab', '.strtab', ...new Set(symbols.map(({ section }) => section))];
  const strings = stringTable([...names, ...symbols.map(({ name }) => name)]);

  const symbolTable = Buffer.alloc(16 * (1 + symbols.length));
  symbols.forEach(({ name, value, size = 0, isFunction, section }, i) => {
    const at = 16 * (1 + i);
    symbolTable.writeUInt32LE(strings.offsets.get(name), at);
    symbolTable.writeUInt32LE(value, at + 4);
    symbolTable.writeUInt32LE(size, at + 8);
    symbolTable[at + 12] = isFunction ? 2 : 1;
    symbolTable.writeUInt16LE(names.indexOf(section), at + 14);
  });

  const programHeaders = Buffer.alloc(PROGRAM_HEADER * segments.length);
  const sectionHeaders = Buffer.alloc(SECTION_HEADER * names.length);
  let end = HEADER + programHeaders.length + sectionHeaders.length;
  const bodies = [];
  const append = (bytes) => {
    bodies.push(Buffer.from(bytes));
    end += bytes.length;
    return end - bytes.length;
  };

  const symbolsAt = append(symbolTable);
  const stringsAt = append(strings.bytes);
  names.forEach((name, i) => {
    const table = { '.symtab': [2, symbolsAt, symbolTable.length], '.strtab': [3, stringsAt, strings.bytes.length] }[name];
    const [type, offset, size] = table ?? [name ? 1 : 0, 0, 0];
    const at = SECTION_HEADER * i;
    sectionHeaders.writeUInt32LE(strings.offsets.get(name), at);
    sectionHeaders.writeUInt32LE(type, at + 4);
    sectionHeaders.writeUInt32LE(offset, at + 16);
    sectionHeaders.writeUInt32LE(size, at + 20);
    sectionHeaders.writeUInt32LE(names.indexOf('.strtab'), at + 24);
  });
  segments.forEach(({ virtual, physical, bytes, memorySize = bytes.length }, i) => {
    const at = PROGRAM_HEADER * i;
    [1, append(bytes), virtual, physical, bytes.length, memorySize].forEach((value, field) => programHeaders.writeUInt32LE(value, at + 4 * field));
  });

  const header = Buffer.alloc(HEADER);
  header.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  header.writeUInt16LE(40, 18);
  header.writeUInt32LE(HEADER, 28);
  header.writeUInt32LE(HEADER + programHeaders.length, 32);
  header.writeUInt16LE(PROGRAM_HEADER, 42);
  header.writeUInt16LE(segments.length, 44);
  header.writeUInt16LE(SECTION_HEADER, 46);
  header.writeUInt16LE(names.length, 48);
  header.writeUInt16LE(names.indexOf('.strtab'), 50);
  return Buffer.concat([header, programHeaders, sectionHeaders, ...bodies]);
}

function stringTable(texts) {
  const offsets = new Map();
  let bytes = Buffer.alloc(0);
  for (const text of texts) {
    offsets.set(text, bytes.length);
    bytes = Buffer.concat([bytes, Buffer.from(`${text}\0`)]);
  }
  return { bytes, offsets };
}
