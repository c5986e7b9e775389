/**
 * Lets a program on this computer talk to the emulated device's serial port, through a socket: TCP
 * at 127.0.0.1, or one in the file system. Connecting opens the port as opening it on a computer
 * would, disconnecting closes it. One program at a time.
 */

import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { UsageError } from './options.mjs';

/** Beyond this much that the device has not taken yet, the program is made to wait. */
const ENOUGH_BYTES = 1 << 16;

/**
 * @param {import('./usb-host.mjs').UsbHost} host
 * @param {{ port: number } | { path: string }} where
 * @returns {Promise<{ address: string, close(): void }>}
 */
export function openBridge(host, where) {
  let program = null;
  const server = createServer((socket) => {
    if (program) {
      socket.destroy();
      return;
    }
    program = socket;
    host.attach();
    host.open();
    socket.on('data', (bytes) => {
      host.write(bytes);
      if (host.outgoing.length > ENOUGH_BYTES) socket.pause();
    });
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => {
      program = null;
      host.close();
    });
  });
  host.onSent = () => {
    if (program?.isPaused() && host.outgoing.length <= ENOUGH_BYTES) program.resume();
  };
  host.onData = (bytes) => program?.write(bytes);
  // A pulled cable is an unplugged port: the program sees its connection end.
  host.onState = (state) => {
    if (state === 'detached') program?.destroy();
  };

  return new Promise((resolve, reject) => {
    server.on('error', (error) => reject(new UsageError(`The USB bridge cannot listen at ${describe(where)} (${error.code}).`)));
    server.listen(where.path ?? { port: where.port, host: '127.0.0.1' }, () => {
      const address = where.path ?? `127.0.0.1:${server.address().port}`;
      resolve({
        address,
        close() {
          program?.destroy();
          server.close();
          if (where.path) rmSync(where.path, { force: true });
        },
      });
    });
  });
}

function describe({ path, port }) {
  return path ?? `port ${port}`;
}

/** Reads `tcp:PORT` or `unix:PATH`. */
export function parseBridge(text) {
  const [, kind, rest] = /^(tcp|unix):(.+)$/.exec(text) ?? [];
  if (kind === 'unix') return { path: rest };
  if (kind === 'tcp' && /^\d+$/.test(rest) && Number(rest) < 65536) return { port: Number(rest) };
  throw new UsageError(`--usb wants tcp:PORT or unix:PATH, not "${text}".`);
}
