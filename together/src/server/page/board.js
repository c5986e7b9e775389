// The board as a drawing: stones, marks, the cursor. It knows no rules; the server says what stands where.

const SVG = 'http://www.w3.org/2000/svg';
const LETTERS = 'ABCDEFGHJKLMNOPQRST';

const add = (parent, kind, attributes, text) => {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
};

export const vertex = (column, row, size) => LETTERS[column] + (size - row);

export const place = (name, size) => {
  const column = LETTERS.indexOf(name[0]);
  const row = size - Number(name.slice(1));
  return column >= 0 && column < size && row >= 0 && row < size ? [column, row] : null;
};

const stars = (size) => {
  if (size < 9) return size % 2 ? [[(size - 1) / 2, (size - 1) / 2]] : [];
  const near = size >= 13 ? 3 : 2;
  const lines = size % 2 ? [near, (size - 1) / 2, size - 1 - near] : [near, size - 1 - near];
  return lines.flatMap((x) => lines.map((y) => [x, y])).filter(([x, y]) =>
    size >= 13 || (x === y || x + y === size - 1));
};

// Draws the board. `marks` has: last, aim, mine (names of points), choices ([{move, proposals, chosen}]); `choose` is told which point was clicked.
export const draw = (where, rows, marks, choose) => {
  const size = rows.length;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `-1.15 -1.15 ${size + 0.85} ${size + 0.85}`);
  svg.setAttribute('role', 'img');
  const stones = rows.join('');
  svg.setAttribute('aria-label',
    `${size} by ${size}: ${stones.split('b').length - 1} black and ${stones.split('w').length - 1} white stones`);
  add(svg, 'rect', { x: -1.15, y: -1.15, width: size + 0.85, height: size + 0.85, class: 'wood' });
  for (let line = 0; line < size; line++) {
    add(svg, 'path', { class: 'grid', d: `M0 ${line}H${size - 1}M${line} 0V${size - 1}` });
    add(svg, 'text', { class: 'name', x: line, y: -0.78 }, LETTERS[line]);
    add(svg, 'text', { class: 'name', x: -0.8, y: line }, size - line);
  }
  for (const [x, y] of stars(size)) add(svg, 'circle', { class: 'star', cx: x, cy: y, r: 0.1 });
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    if (sign !== '.') add(svg, 'circle', { class: sign, cx: x, cy: y, r: 0.47 });
  }));
  const at = (name) => name && place(name, size);
  const last = at(marks.last);
  if (last) add(svg, 'circle', { class: 'last', cx: last[0], cy: last[1], r: 0.22 });
  for (const choice of marks.choices ?? []) {
    const point = at(choice.move);
    if (!point) continue;
    const chosen = choice.chosen ? ' chosen' : '';
    add(svg, 'circle', { class: `choice${chosen}`, cx: point[0], cy: point[1], r: 0.4 });
    add(svg, 'text', { class: `count${chosen}`, x: point[0], y: point[1] }, choice.proposals);
  }
  const mine = at(marks.mine);
  if (mine) add(svg, 'circle', { class: 'aim mine', cx: mine[0], cy: mine[1], r: 0.42 });
  const aim = at(marks.aim);
  if (aim) add(svg, 'circle', { class: 'aim', cx: aim[0], cy: aim[1], r: 0.42 });
  if (choose) {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const name = vertex(x, y, size);
        const hit = add(svg, 'rect', { class: 'hit can', x: x - 0.5, y: y - 0.5, width: 1, height: 1, 'data-at': name });
        hit.addEventListener('click', () => choose(name));
      }
    }
  }
  where.replaceChildren(svg);
};
