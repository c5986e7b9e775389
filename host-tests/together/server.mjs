// The server under test, and a cable between it and the browsers that can be cut.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import readline from 'node:readline';

// Starts `shikatsu together serve`; `said` has the lines it prints, by what is before their first colon.
export const serve = async (program, options, wanted) => {
  const child = spawn(program, ['together', 'serve', '--port', '0', '--members-port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = {};
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const at = line.indexOf(': ');
    said[line.slice(0, at).trim()] = line.slice(at + 2);
    if (said[wanted]) break;
  }
  if (!said[wanted]) throw new Error(`the server did not start: ${JSON.stringify(said)}`);
  child.stdout.resume();
  return { child, said, stop: async () => { child.kill(); await once(child, 'exit'); } };
};

// A port that leads to another one, until it is cut. New connections are let through again.
export const cable = async (port) => {
  const open = new Set();
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => { open.delete(one); other.destroy(); });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    cut: () => { for (const socket of [...open]) socket.destroy(); },
    close: () => { server.close(); for (const socket of [...open]) socket.destroy(); },
  };
};
