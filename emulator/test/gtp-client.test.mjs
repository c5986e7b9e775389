/**
 * `shikatsu gtp` with the client that Sabaki, a board for the desktop, talks to engines with.
 */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import gtp from '@sabaki/gtp';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const engine = ['debug', 'release'].map((profile) => join(target, profile, 'shikatsu')).find(existsSync);

test('Sabaki plays a game with the engine', { skip: engine ? false : 'shikatsu is not built: cargo build -p shikatsu-host' }, async () => {
  const controller = new gtp.Controller(engine, ['gtp', '--playouts', '20', '--threads', '1', '--seed', '1']);
  controller.start();
  const ask = async (name, ...args) => {
    const answer = await controller.sendCommand({ name, args });
    assert.equal(answer.error, false, `${name}: ${answer.content}`);
    return answer.content;
  };
  try {
    assert.equal(await ask('name'), 'Shikatsu');
    assert.equal(await ask('protocol_version'), '2');
    const commands = (await ask('list_commands')).split('\n');
    assert.ok(commands.includes('genmove') && commands.includes('loadsgf'));
    await ask('boardsize', 5);
    await ask('komi', '0.5');
    let color = 'b';
    let passes = 0;
    for (let number = 0; number < 200 && passes < 2; number++) {
      const chosen = await ask('genmove', color);
      if (chosen === 'resign') break;
      passes = chosen === 'PASS' ? passes + 1 : 0;
      color = color === 'b' ? 'w' : 'b';
    }
    assert.match(await ask('final_score'), /^([BW]\+\d+(\.5)?|0)$/);
    const refused = await controller.sendCommand({ name: 'play', args: ['b', 'Z9'] });
    assert.deepEqual([refused.error, refused.content], [true, 'syntax error']);
    // Several at once are answered in their order, each under its number.
    const answers = await Promise.all([7, 8, 9].map((id) => controller.sendCommand({ id, name: 'query_boardsize' })));
    assert.deepEqual(answers.map((answer) => [answer.id, answer.content]), [[7, '5'], [8, '5'], [9, '5']]);
  } finally {
    await controller.stop(5000);
  }
});
