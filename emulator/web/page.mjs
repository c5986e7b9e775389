/** The page's side of the emulator: shows what the server tells, and tells it about keys. */

const KEY_OF = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right',
  ' ': 'press', Enter: 'a', a: 'a', b: 'b', x: 'x', y: 'y',
};
const LOG_LINES = 500;

const element = (id) => document.getElementById(id);
const keys = new Map([...document.querySelectorAll('[data-key]')].map((button) => [button.dataset.key, button]));
const down = new Set();

/** Requests go out one after the other: a key must not come up before it went down. */
let last = Promise.resolve();
function tell(path) {
  last = last.then(() => fetch(path, { method: 'POST' })).catch(() => {});
}

function setKey(key, isDown) {
  const button = keys.get(key);
  if (!button || button.hidden || down.has(key) === isDown) return;
  if (isDown) down.add(key);
  else down.delete(key);
  button.classList.toggle('pressed', isDown);
  tell(`key/${key}/${isDown ? 'down' : 'up'}`);
}

for (const [key, button] of keys) {
  button.addEventListener('pointerdown', (event) => {
    button.setPointerCapture(event.pointerId);
    setKey(key, true);
  });
  for (const name of ['pointerup', 'pointercancel']) button.addEventListener(name, () => setKey(key, false));
}

function keyOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.type === 'range') return undefined;
  return KEY_OF[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!key) return;
  event.preventDefault();
  setKey(key, true);
});
addEventListener('keyup', (event) => {
  const key = keyOf(event);
  if (key) setKey(key, false);
});
addEventListener('blur', () => [...down].forEach((key) => setKey(key, false)));

for (const button of document.querySelectorAll('[data-command]')) {
  button.addEventListener('click', () => {
    tell(`command/${button.dataset.command}`);
    button.blur(); // or the space bar would press it again
  });
}

element('battery').addEventListener('input', ({ target }) => {
  element('volts').textContent = `${Number(target.value).toFixed(2)} V`;
  tell(`battery/${target.value}`);
});

/** Fetches the newest picture; while one is on its way, later changes wait for it. */
let fetching = false;
let stale = false;
async function showPicture() {
  if (fetching) {
    stale = true;
    return;
  }
  fetching = true;
  try {
    const response = await fetch('picture');
    const rgb = new Uint8Array(await response.arrayBuffer());
    const [width, height] = response.headers.get('X-Size').split('x').map(Number);
    draw(width, height, rgb);
  } finally {
    fetching = false;
  }
  if (stale) {
    stale = false;
    showPicture();
  }
}

function draw(width, height, rgb) {
  const canvas = element('screen');
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const image = new ImageData(width, height);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    image.data[to] = rgb[from];
    image.data[to + 1] = rgb[from + 1];
    image.data[to + 2] = rgb[from + 2];
    image.data[to + 3] = 255;
  }
  canvas.getContext('2d').putImageData(image, 0, 0);
}

function addToLog(line) {
  const log = element('log');
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
  log.append(`${line}\n`);
  while (log.childNodes.length > LOG_LINES) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
}

function showStatus({ seconds, speed, busy, usb, light, halted }) {
  const status = element('status');
  status.classList.toggle('dead', halted !== null);
  status.textContent = halted ?? `${seconds.toFixed(1)} s · ${Math.round(speed * 100)} % of real speed · busy ${Math.round(busy * 100)} % · USB ${usb}`;
  element('usb').textContent = usb === 'unplugged' ? 'Plug USB in' : 'Pull USB out';
  element('screen').style.filter = light > 0 ? `brightness(${0.35 + 0.65 * light})` : '';
}

const events = new EventSource('events');
events.addEventListener('hello', ({ data }) => {
  const { title, keys: present, volts } = JSON.parse(data);
  document.title = `${title} · Shikatsu`;
  for (const [key, button] of keys) button.hidden = !present.includes(key);
  element('battery').value = volts;
  element('volts').textContent = `${volts.toFixed(2)} V`;
  element('log').textContent = '';
  showPicture();
});
events.addEventListener('picture', showPicture);
events.addEventListener('log', ({ data }) => addToLog(JSON.parse(data)));
events.addEventListener('status', ({ data }) => showStatus(JSON.parse(data)));
events.addEventListener('error', () => {
  element('status').textContent = 'the emulator has ended';
  element('status').classList.add('dead');
});
