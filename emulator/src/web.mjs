/**
 * The handheld as a web page on this computer: plain HTTP, and server-sent events for what happens.
 *
 *     GET  /                  the page and its files
 *     GET  /events            hello, log, picture (it changed), status
 *     GET  /picture           what the screen shows, three bytes a pixel
 *     GET  /screen.png        the same as a file
 *     POST /key/KEY/down      and up
 *     POST /command/reset     and power, usb
 *     POST /battery/VOLTS
 *
 * It listens at 127.0.0.1 only, and answers only who calls it by that name: a page from elsewhere
 * has no business here.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { UsageError } from './options.mjs';
import { encodePng } from './png.mjs';

const FILES = { '/': 'index.html', '/page.css': 'page.css', '/page.mjs': 'page.mjs' };
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', mjs: 'text/javascript' };
const OUR_NAMES = new Set(['localhost', '127.0.0.1']);
const STATUS_MS = 250;
/** A person sees no more pictures than this. */
const PICTURE_MS = 30;
const KEPT_LOG_LINES = 200;

export class WebPage {
  /**
   * @param {import('./session.mjs').Session} session
   * @param {import('./usb-host.mjs').UsbHost} host
   */
  constructor(session, host) {
    this.session = session;
    this.host = host;
    this.readers = new Set();
    this.log = [];
    this.shown = -Infinity;
    this.before = { real: performance.now(), nanos: 0, idle: 0 };
    this.server = createServer((request, response) => this.answer(request, response));
    this.timers = [setInterval(() => this.tellStatus(), STATUS_MS), setInterval(() => this.tellPicture(), PICTURE_MS)];
  }

  /** @returns {Promise<string>} its address */
  listen(port) {
    return new Promise((resolve, reject) => {
      this.server.on('error', (error) => reject(new UsageError(`The web page cannot be served at port ${port} (${error.code}).`)));
      this.server.listen(port, '127.0.0.1', () => resolve(`http://localhost:${this.server.address().port}/`));
    });
  }

  close() {
    this.timers.forEach(clearInterval);
    this.readers.forEach((reader) => reader.end());
    this.server.close();
  }

  hearLog(line) {
    this.log.push(line);
    if (this.log.length > KEPT_LOG_LINES) this.log.shift();
    this.tell('log', line);
  }

  tellPicture() {
    if (this.session.board.changedAt === this.shown) return;
    this.shown = this.session.board.changedAt;
    this.tell('picture', null);
  }

  tellStatus() {
    const { machine, board } = this.session;
    const now = { real: performance.now(), nanos: machine.clock.nanos, idle: machine.idleNanos };
    const passed = now.nanos - this.before.nanos;
    this.tell('status', {
      seconds: now.nanos / 1e9,
      speed: passed / 1e6 / (now.real - this.before.real),
      busy: passed ? 1 - (now.idle - this.before.idle) / passed : 0,
      usb: this.host.plugged ? this.host.state : 'unplugged',
      light: board.light,
      halted: machine.halted?.reason ?? null,
    });
    this.before = now;
  }

  tell(event, data, readers = this.readers) {
    for (const reader of readers) reader.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  async answer(request, response) {
    const name = (request.headers.host ?? '').replace(/:\d+$/, '');
    const { pathname } = new URL(request.url, 'http://localhost');
    if (!OUR_NAMES.has(name)) return finish(response, 403, 'This is not the page you are looking for.');
    if (request.method === 'POST') return finish(response, this.act(pathname.slice(1).split('/')) ? 204 : 404);
    if (request.method !== 'GET') return finish(response, 405);
    return this.show(pathname, response);
  }

  async show(pathname, response) {
    if (Object.hasOwn(FILES, pathname)) {
      const file = FILES[pathname];
      response.setHeader('Content-Type', TYPES[file.split('.')[1]]);
      return finish(response, 200, await readFile(new URL(`../web/${file}`, import.meta.url)));
    }
    if (pathname === '/events') return this.subscribe(response);
    const picture = this.session.board.picture();
    if (pathname === '/picture') {
      response.setHeader('X-Size', `${picture.width}x${picture.height}`);
      return finish(response, 200, picture.rgb);
    }
    if (pathname === '/screen.png') return finish(response, 200, encodePng(picture));
    return finish(response, 404);
  }

  subscribe(response) {
    const { data, volts } = this.session.board;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    this.readers.add(response);
    response.on('close', () => this.readers.delete(response));
    this.tell('hello', { title: data.title, keys: Object.keys(data.keys), volts }, [response]);
    for (const line of this.log) this.tell('log', line, [response]);
  }

  /** @returns {boolean} whether it was understood */
  act([what, name, how]) {
    const { session, host } = this;
    if (what === 'key' && Object.hasOwn(session.board.data.keys, name) && (how === 'down' || how === 'up')) {
      if (how === 'down') session.press(name);
      else session.release(name);
    } else if (what === 'command' && name === 'reset') session.machine.requestReset('it was reset by hand');
    else if (what === 'command' && name === 'power') session.powerCycle();
    else if (what === 'command' && name === 'usb') {
      if (host.plugged) host.detach();
      else host.attach();
    } else if (what === 'battery' && Number(name) > 0) session.board.setBattery(Number(name));
    else return false;
    return true;
  }
}

function finish(response, status, body) {
  response.writeHead(status, { 'Cache-Control': 'no-store' });
  response.end(body);
}
