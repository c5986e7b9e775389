/** The firmware as it is flashed, with a computer at its USB port: it plays Go, plays by the book, is a member of a team, and gives away problems that were made on it. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeRandom } from '../../emulator/src/random.mjs';
import { atThePort, boot, differing, hold, readPicture, say, saying, standBefore, start, strike } from './handheld.mjs';
import { requests } from './link.mjs';
import { check, checkKeys, figures, folder, PAST_THE_FIRST_PAGES } from './trial.mjs';

/** Speaks the Go Text Protocol: what comes back for a command, without sign and end. */
function playGo(client, command, milliseconds = 3000) {
  client.came = Buffer.alloc(0);
  client.host.write(Buffer.from(`${command}\n`));
  client.wait(() => client.came.includes('\n\n'), milliseconds);
  const answer = client.came.toString();
  assert.match(answer, /^=/, `${command}: ${answer}`);
  return answer.slice(1).trim();
}

test('a program plays Go at the same port, and keys are answered while the handheld thinks', () => {
  const { session, client } = start();
  const { clock } = session.machine;
  assert.equal(playGo(client, 'name'), 'Shikatsu');
  assert.equal(playGo(client, 'list_commands').split('\n').includes('genmove'), true);
  playGo(client, 'boardsize 9');
  playGo(client, 'play black E5');
  playGo(client, 'level 1');
  for (let at = 31; at < 290; at += 97) {
    clock.at(clock.nanos + at * 1e6, () => session.press('y'));
    clock.at(clock.nanos + (at + 60) * 1e6, () => session.release('y'));
  }
  const begun = clock.nanos;
  const chosen = playGo(client, 'genmove white');
  const seconds = (clock.nanos - begun) / 1e9;
  figures.push(`${(100 / seconds).toFixed(0)} playouts a second on 9 lines, keys pressed meanwhile`);
  assert.equal(playGo(client, 'list_stones white'), chosen);
  session.run(300);
  const { latency } = session.summary();
  assert.ok(latency.keys >= 3 && latency.unanswered === 0 && latency.longestMs < 50, JSON.stringify(latency));
  // The largest board, and the time that a move may take.
  playGo(client, 'boardsize 13');
  playGo(client, 'time_settings 0 1 1');
  const late = clock.nanos;
  playGo(client, 'genmove black');
  assert.ok((clock.nanos - late) / 1e6 < 1000, 'a second is not used up');
  check(session);
});

test('a cable pulled in a command or in a thought leaves the game as it was, and frames are understood again', () => {
  const { session, client } = start();
  const { host } = client;
  playGo(client, 'boardsize 5');
  playGo(client, 'play black C3');
  for (const half of ['play white D', 'level 10\ngenmove white\n', 'showboard\nlist_commands\nlist_commands\n']) {
    host.write(Buffer.from(half));
    session.run(30);
    host.detach();
    session.run(30);
    client.connect();
    assert.equal(playGo(client, 'list_stones white'), '', half);
    assert.equal(playGo(client, 'list_stones black'), 'C3', half);
    host.close();
    session.run(30);
    client.connect();
    assert.equal(client.ask(requests.hello()).board, 'Pico-LCD-1.3');
    host.close();
    session.run(30);
    client.connect();
  }
  // Noise is answered, and does no harm.
  const random = makeRandom(21);
  host.write(Buffer.from([65, ...Array.from({ length: 3000 }, () => 1 + (random.bits(8) % 255))]));
  session.run(2000);
  host.write(Buffer.from('\n'));
  session.run(100);
  assert.equal(playGo(client, 'list_stones black'), 'C3');
  assert.equal(client.ask(requests.hello()).board, 'Pico-LCD-1.3', 'a zero leads back to frames');
  checkKeys(session);
  check(session);
});

/** What is done with the second problem of `book.pack`, each with the words that follow it. */
const BY_THE_BOOK = [
  [[], /White to live \[by the book\]/],
  // A move that is not in the author's lines is taken back. Then his right one; then a wrong one, and why.
  [['up', 'up', 'right', 'right', 'a'], /White to live \[by the book\]/],
  [['left', 'a'], /Right by the book \[right\] \[by the book\]/],
  [['b', 'left', 'a'], /Wrong by the book \[wrong\] \[by the book\]/],
  [['x'], /Wrong by the book/],
];

test("problems on the book's word are played as in the simulator", async () => {
  // The simulator first: the same keys, and a picture after each group of them.
  const [script, pictures] = [join(folder, 'book.shk'), join(folder, 'book')];
  const steps = BY_THE_BOOK.flatMap(([keys], at) => [...keys.map((key) => `press ${key}`), 'wait 8s', `screenshot ${at}.png`]);
  writeFileSync(script, `${steps.join('\n')}\n`);
  mkdirSync(pictures, { recursive: true });
  const pack = join(folder, 'book.pack');
  await say('sim', pack, '--problem', '2', '--script', script, '--png', pictures);

  const handheld = start();
  const { session } = handheld;
  assert.equal(handheld.client.load(readFileSync(pack)).kind, 'done');
  await standBefore(handheld, { pack: 0x8000b00c, problem: 2 }, join(folder, 'book.json'));
  for (const [at, [keys, words]] of BY_THE_BOOK.entries()) {
    strike(session, ...keys);
    session.run(8000);
    assert.match(session.words.newest, words);
    assert.equal(differing(session, readPicture(join(pictures, `${at}.png`))), 0, `picture ${at} is the simulator's`);
  }
  // The one restart is that of the restore.
  assert.deepEqual([session.machine.halted, session.machine.restarts.length], [null, 1]);
  const { latency } = session.summary();
  // A cursor at the edge stays where it is, so a key may change nothing.
  assert.ok(latency.keys > 8 && latency.longestMs < 50, JSON.stringify(latency));
  figures.push(`keys on the book's word are answered after ${latency.longestMs} ms at the most`);
});

/** The note that was chosen for it. */
const NOTE = /The middle of the shape is the key\./;

/** A handheld on which a problem was made, with keys only. */
function withAProblem() {
  const { session, host } = boot();
  const keys = (words) => strike(session, ...words.split(' '));
  // Past the first pages and the first lesson; nothing is turned from now on.
  strike(session, ...PAST_THE_FIRST_PAGES);
  keys('b up up a a down down down down down a b b y');
  // More for this problem, make a problem, an empty board.
  keys('y down down a up a');
  assert.match(session.words.newest, /A puts a stone/);
  keys('y up up up up a');
  assert.match(session.words.newest, /No key stones yet/);
  // The corner, and a group with three points in it.
  hold(session, 'left', 3000);
  hold(session, 'down', 3000);
  keys('up a right a right a right a down a');
  keys('x right a up a up left a left a left a left a');
  keys('down');
  hold(session, 'a', 900);
  assert.match(session.words.newest, /Black to live/);
  session.run(1500);
  assert.match(session.words.newest, /Unsettled: Black lives by B1/);
  // A note, and it is kept.
  keys('y down down down down down down down down down down right');
  assert.match(session.words.newest, /Note/);
  keys('up up up up a');
  session.run(1500);
  const kept = session.words.newest;
  assert.match(kept, /Kept in Mine, 1 in all/);
  // Nothing is left to ask about: the problem lies there to be solved.
  hold(session, 'b', 900);
  assert.match(session.words.newest, /Black to live/);

  return { session, host, keys };
}

test('a handheld is a member of a team', async () => {
  const { session, host } = boot();
  await atThePort({ session, host }, async (_, port) => {
    const log = join(mkdtempSync(join(tmpdir(), 'shikatsu-team-')), 'log.db');
    const team = ['together', 'serve', '--gtp', '--member', `Pocket=${port}`, '--size', '5', '--seconds', '600', '--port', '0', '--members-port', '0', '--log', log];
    assert.match(await saying('boardsize 5\nplay black C3\ngenmove white\nquit\n', ...team), /= [A-E][1-5]\n/);
    assert.match(await say('together', 'log', '--log', log, '--member', 'Pocket', '--kind', 'answer'), /Pocket: [A-E][1-5]/);
  });
  check(session);
});

/** Fetches the problem that was made, and says where it is. */
async function fetchMine(ask) {
  const sgf = join(folder, 'mine.sgf');
  rmSync(sgf, { force: true });
  assert.match(await ask('device', 'mine', '-o', sgf), /1 problem saved/);
  const written = readFileSync(sgf, 'utf8');
  assert.match(written, /Answer: alive B1/);
  assert.match(written, NOTE);
  return sgf;
}

test('a problem is made with keys only, and fetched', async () => {
  const { session, host } = withAProblem();
  await atThePort({ session, host }, fetchMine);
  check(session);
});

test('a problem of one\'s own is changed, sent back and solved', async () => {
  const { session, host, keys } = withAProblem();
  await atThePort({ session, host }, async (ask) => {
    const sgf = await fetchMine(ask);
    // Not waited for in one go: the handheld must go on meanwhile.
    const words = await saying('side white\nkeep\nquit\n', 'edit', sgf, '--text', '--fresh');
    assert.match(words, /Kept in mine, 1 in all/);
    assert.match(await ask('load', sgf), /Mine, revision 2, 1 problem: loaded/);
    assert.match(await ask('device', 'packs'), /Mine, revision 2, 1 problem/);
  });
  // What was on the table is gone from its pack, so another one lies there, perhaps with its lesson.
  session.run(500);
  if (/^First steps/.test(session.words.newest)) keys('a');
  // Packs, the last of them, its only problem: White kills.
  keys('y right a up a a');
  assert.match(session.words.newest, /White to kill/);
  hold(session, 'left', 3000);
  hold(session, 'down', 3000);
  keys('right a');
  session.run(3000);
  assert.match(session.words.newest, /Black is dead/);
  keys('x');
  assert.match(session.words.newest, NOTE);
  check(session);
});

test('what is kept on the handheld by two keys is exported', async () => {
  const { session, host } = boot();
  strike(session, ...PAST_THE_FIRST_PAGES, 'y', 'x');
  assert.match(session.words.newest, /Kept, 1 in all/);
  session.run(1500);
  await atThePort({ session, host }, async (ask) => {
    const sgf = join(folder, 'kept.sgf');
    rmSync(sgf, { force: true });
    assert.match(await ask('device', 'export', '-o', sgf, '--only', 'kept'), /1 problem saved/);
    assert.match(readFileSync(sgf, 'utf8'), /Answer: /);
  });
  check(session);
});

test('a set of one\'s own on the handheld is exported by its name', async () => {
  const { session, host } = boot();
  // More for this problem, keep it, the second set, which is called B; and back to put the problem in.
  strike(session, ...PAST_THE_FIRST_PAGES, 'y', 'down', 'down', 'a', 'up', 'up', 'a', 'down', 'down', 'x', 'up', 'up', 'a', 'a');
  assert.match(session.words.newest, /Kept in B, 1 in all/);
  session.run(1500);
  await atThePort({ session, host }, async (ask) => {
    const sgf = join(folder, 'set.sgf');
    rmSync(sgf, { force: true });
    await assert.rejects(ask('device', 'export', '-o', sgf, '--set', 'C'), /there is no set 'C'; there are 1, 2 \(B\), 3, 4/);
    assert.match(await ask('device', 'export', '-o', sgf, '--set', 'b'), /1 problem saved/);
    assert.match(readFileSync(sgf, 'utf8'), /Answer: /);
  });
  check(session);
});
