import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UsageError } from '../src/options.mjs';
import { openBridge, parseBridge } from '../src/usb-bridge.mjs';

const folder = mkdtempSync(join(tmpdir(), 'shikatsu-usb-'));
after(() => rmSync(folder, { recursive: true }));

/** Stands in for the emulated computer; remembers what is asked of it. */
class Host {
  constructor() {
    this.calls = [];
    this.outgoing = Buffer.alloc(0);
  }

  attach() {
    this.calls.push('attach');
  }

  open() {
    this.calls.push('open');
  }

  close() {
    this.calls.push('close');
    this.outgoing = Buffer.alloc(0);
  }

  write(bytes) {
    this.outgoing = Buffer.concat([this.outgoing, bytes]);
  }
}

const event = (emitter, name) => new Promise((resolve) => emitter.once(name, resolve));
async function becomes(condition) {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(condition());
}

for (const where of [{ port: 0 }, { path: join(folder, 'usb.sock') }]) {
  test(`a program talks to the device through ${Object.keys(where)[0]}`, async () => {
    const host = new Host();
    const bridge = await openBridge(host, where);
    const socket = where.path ? connect(where.path) : connect(Number(bridge.address.split(':')[1]), '127.0.0.1');
    await event(socket, 'connect');
    socket.write('hello');
    await becomes(() => host.outgoing.toString() === 'hello');
    assert.deepEqual(host.calls, ['attach', 'open']);
    host.onData(Buffer.from('HELLO'));
    assert.equal((await event(socket, 'data')).toString(), 'HELLO');

    const second = where.path ? connect(where.path) : connect(Number(bridge.address.split(':')[1]), '127.0.0.1');
    await event(second, 'close');
    assert.deepEqual(host.calls, ['attach', 'open'], 'one program at a time');

    socket.end();
    await becomes(() => host.calls.includes('close'));
    bridge.close();
    if (where.path) assert.equal(existsSync(where.path), false);
  });
}

test('a device that takes nothing makes the program wait, and a pulled cable ends it', async () => {
  const host = new Host();
  const bridge = await openBridge(host, { port: 0 });
  const socket = connect(Number(bridge.address.split(':')[1]), '127.0.0.1');
  await event(socket, 'connect');
  socket.on('error', () => {}); // what it had still to send is lost
  socket.write(Buffer.alloc(4 << 20));
  await becomes(() => host.outgoing.length > 1 << 16);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const held = host.outgoing.length;
  assert.ok(held < 1 << 20, `${held} bytes were taken`);
  host.outgoing = Buffer.alloc(0);
  host.onSent();
  await becomes(() => host.outgoing.length > 0);
  host.onState('detached');
  await event(socket, 'close');
  bridge.close();
});

test('the place is tcp or unix, and one in use is refused with a sentence', async () => {
  assert.deepEqual(parseBridge('tcp:4040'), { port: 4040 });
  assert.deepEqual(parseBridge('unix:/tmp/x'), { path: '/tmp/x' });
  for (const text of ['tcp:', 'tcp:x', 'tcp:70000', 'pty', 'unix:']) assert.throws(() => parseBridge(text), UsageError);
  const bridge = await openBridge(new Host(), { port: 0 });
  await assert.rejects(openBridge(new Host(), { port: Number(bridge.address.split(':')[1]) }), /cannot listen at port \d+ \(EADDRINUSE\)/);
  bridge.close();
});
