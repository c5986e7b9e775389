/** The trainer as the page sees it: a worker that sends pictures. To begin anew is to start another one. */

import { module } from './module.mjs';
import { startWorker } from './parts.mjs';

const SIDE = 240;

export class Stage extends EventTarget {
  constructor(canvas) {
    super();
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    /** What has the screen and the keys instead of the trainer: the emulator, while it runs. */
    this.guest = undefined;
  }

  /** Begins; `start` is a pack's number, `link` a problem in letters. */
  async open({ start, link } = {}) {
    const compiled = await module;
    this.worker?.terminate();
    this.worker = startWorker('trainer-worker');
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ type: 'failed', words: event.message });
    const asked = new URLSearchParams(location.search).get('seed');
    const seed = asked === null ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(asked);
    const opened = this.next('open', 'failed');
    this.worker.postMessage({ type: 'open', module: compiled, start, link, seed });
    return opened;
  }

  /** Ends the trainer when all is written, does what needs it closed, and begins again. */
  async reopen(how, meanwhile = async () => {}) {
    this.tell({ type: 'flush' });
    await this.next('flushed');
    this.worker.terminate();
    await meanwhile();
    return this.open(how);
  }

  /** The next message of one of these types. */
  next(...types) {
    return new Promise((resolve) => {
      const hear = (event) => {
        types.forEach((type) => this.removeEventListener(type, hear));
        resolve(event.detail);
      };
      types.forEach((type) => this.addEventListener(type, hear));
    });
  }

  tell(message) {
    this.worker?.postMessage(message);
  }

  /** Something happened: 'down', 'up', 'hold', 'press', 'touch', 'step' … */
  on(what, one, two) {
    this.dispatchEvent(new Event('happens'));
    if (this.guest) this.guest(what, one, two);
    else this.tell({ type: 'on', what, one, two });
  }

  hear(message) {
    if (message.type === 'picture') {
      this.pixels = message.pixels;
      if (!this.guest) this.draw(message.pixels);
    }
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  draw(pixels) {
    this.context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length), SIDE, SIDE), 0, 0);
  }

  /** Lends screen and keys to a guest; without one the trainer has them again. */
  lend(guest) {
    this.guest = guest;
    // The screen is dark until the guest draws.
    if (guest) this.context.clearRect(0, 0, SIDE, SIDE);
    else if (this.pixels) this.draw(this.pixels);
  }

  /** As large as there is room for, with every pixel a square of whole dots. */
  fit(width, height) {
    const dots = window.devicePixelRatio || 1;
    const scale = Math.max(1, Math.floor((Math.min(width, height) * dots) / SIDE));
    const side = `${(SIDE * scale) / dots}px`;
    this.canvas.style.width = side;
    this.canvas.style.height = side;
  }
}
