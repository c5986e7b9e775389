/**
 * A handheld at a USB port, by Web Serial. What is said is the shared client's (`toolkit/src/client`); here are only the bytes: written when it wants
 * that, and listened to for as long as it says.
 */

import { counted, element, row, save } from './dom.mjs';
import { module } from './module.mjs';
import init, { Port } from './shikatsu.js';

/** Raspberry Pi, as `src/hw/usb.rs` says. */
const FILTERS = [{ usbVendorId: 0x2e8a }];
const PULLED = 'The cable was pulled, or the handheld was switched off.';

/** A port that is open: one talk after the other over one cable. */
class Line {
  constructor(port) {
    this.port = port;
    this.cable = new Port();
    this.heard = [];
    this.wake = () => {};
    this.isOpen = true;
    this.queue = Promise.resolve();
  }

  async open() {
    await this.port.open({ baudRate: 115200 });
    this.reader = this.port.readable.getReader();
    this.writer = this.port.writable.getWriter();
    this.reading = this.listen();
  }

  async listen() {
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) break;
        this.heard.push(value);
        this.wake();
      }
    } catch {
      // It is gone.
    }
    this.isOpen = false;
    this.wake();
  }

  /** Everything that came, or nothing after this long. */
  async take(ms) {
    if (this.heard.length === 0 && this.isOpen && ms > 0) {
      let timer;
      await new Promise((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.wake = () => {};
    }
    const parts = this.heard.splice(0);
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /** Has a talk, after those that were begun before. */
  talk(begin, watch = () => {}) {
    const result = this.queue.then(() => this.have(begin, watch));
    this.queue = result.catch(() => {});
    return result;
  }

  async have(begin, watch) {
    begin(this.cable);
    let heard = new Uint8Array();
    for (;;) {
      if (!this.isOpen) throw new Error(PULLED);
      const next = this.cable.step(performance.now(), heard);
      heard = new Uint8Array();
      watch(this.cable);
      const [send, listen, done, trouble] = [next.send(), next.listen(), next.done(), next.trouble()];
      next.free();
      if (done !== undefined) return done;
      if (trouble !== undefined) throw new Error(`${trouble[0].toUpperCase()}${trouble.slice(1)}.`);
      if (send) await this.writer.write(send).catch(() => Promise.reject(new Error(PULLED)));
      if (listen !== undefined) heard = await this.take(listen);
    }
  }

  async close() {
    this.isOpen = false;
    this.wake();
    await this.reader.cancel().catch(() => {});
    await this.reading;
    this.reader.releaseLock();
    await this.writer.close().catch(() => {});
    await this.port.close().catch(() => {});
  }
}

export function handheld() {
  const serial = navigator.serial;
  element('serial').hidden = !serial;
  element('no-serial').hidden = Boolean(serial);
  if (!serial) return;
  let line;
  const say = (words) => {
    element('handheld-said').textContent = words;
  };

  const show = (isConnected) => {
    element('connected').hidden = !isConnected;
    element('disconnect').hidden = !isConnected;
    element('connect').hidden = isConnected;
  };

  async function end(words) {
    const old = line;
    line = undefined;
    show(false);
    element('loading').hidden = true;
    say(words);
    await old?.close();
  }

  /** Does something with the handheld, and says what went wrong. */
  async function attempt(work) {
    if (!line) return;
    const mine = line;
    try {
      await work(mine);
    } catch (error) {
      if (line !== mine) return;
      if (mine.isOpen) say(error.message);
      else await end(error.message);
    }
  }

  async function list(mine) {
    const about = JSON.parse(await mine.talk((port) => port.hello()));
    const packs = JSON.parse(await mine.talk((port) => port.packs()));
    element('about-handheld').textContent =
      `${about.board}, firmware ${about.firmware}; ${counted(about.records, 'problem')} remembered; ${Math.floor(about.free / 1024)} KB free for packs.`;
    const rows = packs.map((pack) =>
      row(`${pack.name}, ${counted(pack.problems, 'problem')}, ${pack.bytes} bytes`, [
        ['Delete', pack.name, () => attempt(async (line) => {
          await line.talk((port) => port.delete(pack.id));
          await list(line);
          say(`${pack.name} is deleted.`);
        })],
      ]));
    if (rows.length === 0) rows.push(row('No packs besides the built-in ones.', []));
    element('handheld-packs').replaceChildren(...rows);
  }

  element('connect').addEventListener('click', async () => {
    let port;
    try {
      port = await serial.requestPort({ filters: FILTERS });
    } catch {
      say('No port was chosen.');
      return;
    }
    try {
      await init({ module_or_path: await module });
      const mine = new Line(port);
      await mine.open();
      line = mine;
      say('Connecting …');
      await list(mine);
      show(true);
      say('Connected.');
    } catch (error) {
      await end(`That did not work: ${error.message}`);
    }
  });
  element('disconnect').addEventListener('click', () => end('Disconnected.'));
  serial.addEventListener('disconnect', (event) => {
    if (line && event.target === line.port) end(PULLED);
  });

  element('load-pack').addEventListener('change', async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    target.value = '';
    element('loading').hidden = false;
    await attempt(async (line) => {
      await line.talk((port) => port.load(bytes), (port) => {
        element('loading-bar').value = port.there() / bytes.length;
      });
      await list(line);
      say(`${file.name} is on the handheld.`);
    });
    element('loading').hidden = true;
  });
  element('backup').addEventListener('click', () => attempt(async (line) => {
    save('handheld-progress.json', await line.talk((port) => port.backup()), 'application/json');
    say('Its progress is saved.');
  }));
  element('restore').addEventListener('change', async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    target.value = '';
    await attempt(async (line) => {
      const count = JSON.parse(await line.talk((port) => port.restore(bytes)));
      say(`It remembers ${counted(count, 'problem')} now, and starts anew.`);
    });
  });
}
