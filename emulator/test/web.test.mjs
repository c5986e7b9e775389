import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { Elf } from '../src/elf.mjs';
import { runLive } from '../src/live.mjs';
import { decodePng } from '../src/read-png.mjs';
import { Session } from '../src/session.mjs';
import { UsbHost } from '../src/usb-host.mjs';
import { WebPage } from '../src/web.mjs';
import { makeImage } from './support/firmware.mjs';
import { LAMP } from './support/lamp.mjs';

const session = new Session(new Elf(makeImage(LAMP)));
const host = new UsbHost(session.machine);
let page;
let address;
before(async () => {
  page = new WebPage(session, host);
  address = await page.listen(0);
});
after(() => page.close());

const post = async (path) => (await fetch(address + path, { method: 'POST' })).status;

test('the page and its files are there, and nothing else', async () => {
  for (const [path, type] of [['', 'text/html; charset=utf-8'], ['page.css', 'text/css'], ['page.mjs', 'text/javascript']]) {
    const response = await fetch(address + path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), type);
  }
  for (const path of ['page', '../run.mjs', '%2e%2e/run.mjs', 'toString']) assert.equal((await fetch(address + path)).status, 404, path);
  assert.equal((await fetch(address, { method: 'PUT' })).status, 405);
});

test('who calls it by another name is sent away', async () => {
  const status = await new Promise((resolve) => get(address, { headers: { Host: 'evil.example' } }, (response) => resolve(response.statusCode)));
  assert.equal(status, 403);
});

test('keys go down and up, and the light follows', async () => {
  assert.equal(await post('key/a/down'), 204);
  session.run(5);
  assert.equal(session.board.light, 1);
  assert.equal(await post('key/a/up'), 204);
  session.run(5);
  assert.equal(session.board.light, 0);
  assert.equal(session.latency.summary().keys, 1);
  for (const path of ['key/q/down', 'key/a/sideways', 'key/toString/down', 'command/dance', 'battery/x', 'x']) assert.equal(await post(path), 404, path);
});

test('commands reset, cut the power, plug USB in and out, and set the battery', async () => {
  assert.equal(await post('command/reset'), 204);
  session.run(1);
  assert.equal(await post('command/power'), 204);
  assert.deepEqual(session.machine.restarts.map(({ cause }) => cause), ['it was reset by hand', 'power came back']);
  assert.equal(await post('command/usb'), 204);
  assert.equal(host.plugged, true);
  assert.equal(await post('command/usb'), 204);
  assert.equal(host.plugged, false);
  assert.equal(await post('battery/3.3'), 204);
  assert.equal(session.board.volts, 3.3);
});

test('the picture can be had as bytes and as a file', async () => {
  const response = await fetch(`${address}picture`);
  assert.equal(response.headers.get('x-size'), '240x240');
  assert.equal((await response.arrayBuffer()).byteLength, 240 * 240 * 3);
  const file = Buffer.from(await (await fetch(`${address}screen.png`)).arrayBuffer());
  assert.deepEqual(decodePng(file).width, 240);
});

test('events tell what board it is, the log so far and from now on, and that the picture changed', async () => {
  page.hearLog('before');
  const reader = (await fetch(`${address}events`)).body.getReader();
  let text = '';
  const until = async (part) => {
    while (!text.includes(part)) text += Buffer.from((await reader.read()).value).toString();
  };
  await until('"before"');
  assert.match(text, /event: hello\ndata: \{"title":"Waveshare Pico-LCD-1\.3 on a Pico","keys":\["up"/);
  page.hearLog('two\nlines');
  await until('event: log\ndata: "two\\nlines"\n\n');
  session.press('a');
  session.run(1);
  session.release('a');
  await until('event: picture');
  await until('event: status');
  await reader.cancel();
});

test('a port in use is refused with a sentence', async () => {
  const second = new WebPage(session, host);
  await assert.rejects(second.listen(Number(new URL(address).port)), /cannot be served at port \d+ \(EADDRINUSE\)/);
  second.close();
});

test('a live run keeps to real time, and ends when it is over', async () => {
  const start = performance.now();
  const nanos = session.machine.clock.nanos;
  await runLive(session, { ms: 60 });
  assert.ok(performance.now() - start >= 55);
  assert.ok(Math.abs(session.machine.clock.nanos - nanos - 60e6) < 1e5);
  let looks = 0;
  await runLive(session, { isOver: () => ++looks > 3 });
  assert.ok(session.machine.clock.nanos - nanos < 100e6);
});
