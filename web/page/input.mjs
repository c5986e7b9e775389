/** Keyboard, pad, mouse and touch. What they mean is the window's: `host/src/sim/window.rs`. */

/** The buttons by number: up, down, left, right, A, B, X, Y. */
const BUTTONS = {
  ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3,
  a: 4, Enter: 4, ' ': 4,
  b: 5, Backspace: 5, Escape: 5,
  x: 6, h: 6,
  y: 7, m: 7,
};
/** Keys that stand for long presses. */
const HOLDS = { p: 4, r: 5, f: 6, z: 7 };
const WISHES = { n: ['step', 1], '?': ['help'], '/': ['help'], F1: ['help'], l: ['life'] };
const SIDE = 240;
const INTERACTIVE = 'button, input, a, summary, textarea, select, pre';

export function listen(stage, screen, canvas) {
  const down = new Map();

  const release = (key) => {
    if (down.has(key)) stage.on('up', down.get(key));
    down.delete(key);
  };

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(INTERACTIVE)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in BUTTONS) {
      event.preventDefault();
      // The keyboard repeats by itself; so does the session, faster.
      if (down.has(event.code)) return;
      down.set(event.code, BUTTONS[key]);
      stage.on('down', BUTTONS[key]);
    } else if (key in HOLDS) {
      if (!event.repeat) stage.on('hold', HOLDS[key]);
    } else if (key in WISHES) {
      event.preventDefault();
      stage.on(...WISHES[key]);
    }
  });
  addEventListener('keyup', (event) => release(event.code));
  // A page in the background is not told when a key comes up.
  addEventListener('blur', () => [...down.keys()].forEach(release));

  const pixel = (event) => {
    const box = canvas.getBoundingClientRect();
    const place = (at, start, length) => Math.floor(((at - start) * SIDE) / length);
    return [place(event.clientX, box.left, box.width), place(event.clientY, box.top, box.height)];
  };
  canvas.addEventListener('pointerdown', (event) => {
    screen.focus({ preventScroll: true });
    if (event.button === 0) stage.on('touch', ...pixel(event));
    if (event.button === 2) stage.on('press', 5);
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (event.deltaY !== 0) stage.on('press', event.deltaY < 0 ? 0 : 1);
  }, { passive: false });

  for (const button of document.querySelectorAll('[data-key]')) pad(button, Number(button.dataset.key), stage);
}

/** A button on the screen: held as long as a finger is on it. */
function pad(button, key, stage) {
  const press = (isDown) => {
    if (button.classList.contains('pressed') === isDown) return;
    button.classList.toggle('pressed', isDown);
    stage.on(isDown ? 'down' : 'up', key);
  };
  button.addEventListener('pointerdown', (event) => {
    // The focus stays where it is, so that the keyboard goes on working.
    event.preventDefault();
    button.setPointerCapture(event.pointerId);
    press(true);
  });
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) button.addEventListener(name, () => press(false));
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  // By keyboard, or by a screen reader.
  button.addEventListener('click', (event) => {
    if (event.detail === 0) stage.on('press', key);
  });
}
