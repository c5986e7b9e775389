/**
 * A small Thumb assembler: enough of ARMv6-M to write the stub boot ROM and the tests in readable
 * lines instead of numbers. One instruction a line, `label:` on its own line, `;` starts a comment,
 * `ldr rX, =value` uses a literal pool at the end, `.hword value` and `.align` lay out data.
 */

const CONDITIONS = ['eq', 'ne', 'cs', 'cc', 'mi', 'pl', 'vs', 'vc', 'hi', 'ls', 'ge', 'lt', 'gt', 'le'];

/** Patterns: `L` a low register r0–r7, `R` any register, `#` a number, `{}` a register list, `@` a label. */
const RULES = [
  ['nop', () => 0xbf00],
  ['wfe', () => 0xbf20],
  ['wfi', () => 0xbf30],
  ['sev', () => 0xbf40],
  ['cpsid i', () => 0xb672],
  ['cpsie i', () => 0xb662],
  ['bkpt #', (n) => 0xbe00 | n],
  ['udf #', (n) => 0xde00 | n],
  ['movs L, #', (d, n) => 0x2000 | (d << 8) | n],
  ['movs L, L', (d, m) => (m << 3) | d],
  ['mov R, R', (d, m) => 0x4600 | ((d & 8) << 4) | (m << 3) | (d & 7)],
  ['lsls L, L, #', (d, m, n) => (n << 6) | (m << 3) | d],
  ['lsrs L, L, #', (d, m, n) => 0x0800 | (n << 6) | (m << 3) | d],
  ['adds L, L, L', (d, n, m) => 0x1800 | (m << 6) | (n << 3) | d],
  ['subs L, L, L', (d, n, m) => 0x1a00 | (m << 6) | (n << 3) | d],
  ['adds L, #', (d, n) => 0x3000 | (d << 8) | n],
  ['subs L, #', (d, n) => 0x3800 | (d << 8) | n],
  ['cmp L, #', (d, n) => 0x2800 | (d << 8) | n],
  ['cmp L, L', (n, m) => 0x4280 | (m << 3) | n],
  ['ands L, L', (d, m) => 0x4000 | (m << 3) | d],
  ['orrs L, L', (d, m) => 0x4300 | (m << 3) | d],
  ['muls L, L', (d, m) => 0x4340 | (m << 3) | d],
  ['rsbs L, L', (d, m) => 0x4240 | (m << 3) | d],
  ['rev L, L', (d, m) => 0xba00 | (m << 3) | d],
  ['ldr L, [L, #]', (t, n, i) => 0x6800 | ((i >> 2) << 6) | (n << 3) | t],
  ['str L, [L, #]', (t, n, i) => 0x6000 | ((i >> 2) << 6) | (n << 3) | t],
  ['ldrh L, [L, #]', (t, n, i) => 0x8800 | ((i >> 1) << 6) | (n << 3) | t],
  ['ldrb L, [L, #]', (t, n, i) => 0x7800 | (i << 6) | (n << 3) | t],
  ['strb L, [L, #]', (t, n, i) => 0x7000 | (i << 6) | (n << 3) | t],
  ['ldrb L, [L, L]', (t, n, m) => 0x5c00 | (m << 6) | (n << 3) | t],
  ['strb L, [L, L]', (t, n, m) => 0x5400 | (m << 6) | (n << 3) | t],
  ['ldmia L!, {}', (n, list) => 0xc800 | (n << 8) | list],
  ['stmia L!, {}', (n, list) => 0xc000 | (n << 8) | list],
  ['push {}', (list) => 0xb400 | ((list >> 14) & 1 ? 0x100 : 0) | (list & 0xff)],
  ['pop {}', (list) => 0xbc00 | ((list >> 15) & 1 ? 0x100 : 0) | (list & 0xff)],
  ['bx R', (m) => 0x4700 | (m << 3)],
  ['blx R', (m) => 0x4780 | (m << 3)],
  ['b @', (offset) => 0xe000 | ((offset >> 1) & 0x7ff)],
  ...CONDITIONS.map((name, code) => [`b${name} @`, (offset) => 0xd000 | (code << 8) | ((offset >> 1) & 0xff)]),
  ['.hword #', (n) => n],
].map(([pattern, encode]) => ({ regex: toRegex(pattern), kinds: pattern.match(/[LR#@]|\{\}/g) ?? [], encode }));

function toRegex(pattern) {
  const source = pattern
    .replace(/[[\].]/g, '\\$&')
    .replace(/\{\}/g, '\\{(.*)\\}')
    .replace(/[LR]/g, '(r\\d+|sp|lr|pc)')
    .replace(/#/g, '#(-?\\w+)')
    .replace(/@/g, '(\\w+)')
    .replace(/,? /g, (gap) => (gap === ' ' ? '\\s+' : '\\s*,\\s*'));
  return new RegExp(`^${source}$`);
}

/**
 * @param {string} source
 * @param {number} [origin] where the code will stand; must be a multiple of four
 * @returns {{ bytes: Uint8Array, labels: Record<string, number> }}
 */
export function assemble(source, origin = 0) {
  const lines = source.split('\n').map((line) => line.replace(/;.*/, '').trim()).filter(Boolean);
  const labels = {};
  const items = [];
  const literals = [];
  let at = origin;
  for (const line of lines) {
    const label = /^(\w+):$/.exec(line);
    const literal = /^ldr\s+(r\d)\s*,\s*=\s*(\w+)$/.exec(line);
    if (label) labels[label[1]] = at;
    else if (line === '.align') while (at & 3) at = place(items, at, () => 0xbf00);
    else if (literal) {
      const index = literals.push(Number(literal[2])) - 1;
      at = place(items, at, (here, pool) => 0x4800 | (register(literal[1]) << 8) | ((pool + 4 * index - ((here + 4) & ~3)) >> 2));
    } else at = place(items, at, encoder(line, labels));
  }
  const pool = (at + 3) & ~3;
  const bytes = new Uint8Array(pool - origin + 4 * literals.length);
  const view = new DataView(bytes.buffer);
  for (const item of items) view.setUint16(item.at - origin, item.encode(item.at, pool), true);
  literals.forEach((value, index) => view.setUint32(pool - origin + 4 * index, value, true));
  return { bytes, labels };
}

function place(items, at, encode) {
  items.push({ at, encode });
  return at + 2;
}

/** Labels are looked up when the bytes are made, so that they may stand after their use. */
function encoder(line, labels) {
  for (const { regex, kinds, encode } of RULES) {
    const match = regex.exec(line);
    if (!match) continue;
    return (here) => encode(...kinds.map((kind, i) => operand(kind, match[i + 1], here, labels)));
  }
  throw new SyntaxError(`cannot assemble "${line}"`);
}

function operand(kind, text, here, labels) {
  if (kind === '#') return Number(text);
  if (kind === '{}') return text.split(',').reduce((list, name) => list | (1 << register(name.trim())), 0);
  if (kind !== '@') return register(text);
  if (!(text in labels)) throw new SyntaxError(`no label "${text}"`);
  return labels[text] - (here + 4);
}

function register(name) {
  return { sp: 13, lr: 14, pc: 15 }[name] ?? Number(name.slice(1));
}
