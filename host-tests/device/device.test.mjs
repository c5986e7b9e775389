/**
 * The firmware as it is flashed, with a computer at its USB port: packs are loaded, listed and deleted, cables pulled and the power
 * cut. `cargo xtask test` runs it; it needs the image in SHIKATSU_IMAGE, packs in the folder SHIKATSU_PACKS (two revisions of one, `1.pack`
 * and `2.pack`, the first of them as `1.uf2` too, one of thousands of problems, `many.pack`, one on the book's word, `book.pack`, and a
 * language, `ja.lang`), and the program in SHIKATSU.
 */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { poke } from '../../emulator/src/poke.mjs';
import { makeRandom } from '../../emulator/src/random.mjs';
import { Session } from '../../emulator/src/session.mjs';
import { TEARS } from '../../emulator/src/tearing.mjs';
import { UsbHost } from '../../emulator/src/usb-host.mjs';
import { atThePort, boot, differing, hold, image, readPicture, say, saying, standBefore, start, strike } from './handheld.mjs';
import { Client, crc32, requests, Silence } from './link.mjs';

const folder = process.env.SHIKATSU_PACKS;
const [first, second, many] = ['1.pack', '2.pack', 'many.pack'].map((name) => readFileSync(join(folder, name)));
const PACKS = 0x100000;
const SLOT = 32 * 1024;

const figures = [];
after(() => figures.forEach((line) => console.log(`figure: ${line}`)));

/** What became of it: still well, and nothing went wrong on the way. */
function check(session) {
  assert.equal(session.machine.halted, null);
  assert.deepEqual(
    session.machine.restarts.filter(({ cause }) => !cause.includes('power')),
    [],
  );
}

/** The device answers keys: the menu opens. */
function checkKeys(session) {
  const before = session.board.panel.pixels;
  session.press('y');
  session.run(100);
  session.release('y');
  session.run(300);
  assert.ok(session.board.panel.pixels > before, 'a key is answered');
}

/** The welcome, where one stands, and the first lesson. */
const PAST_THE_FIRST_PAGES = ['b', 'b', 'b'];
/** From a problem: the menu, across its line to the packs, and the last of them. */
const TO_THE_LAST_PACK = ['y', 'right', 'a', 'up'];

const revisions = (client) => client.packs().map(({ revision }) => revision);

test('computers of every kind can tell a handheld, and one handheld from another', () => {
  const { client } = start();
  // Linux and Macs ask for the name, Windows for the number, which ends with that of the flash.
  assert.deepEqual(client.host.identity, { maker: 'Shikatsu', name: 'Shikatsu', number: 'SHIKATSU-A0A1A2A3A4A5A6A7' });
});

test('a pack is loaded, listed, replaced and deleted while the trainer stays usable', () => {
  const { session, client } = start();
  assert.equal(client.ask(requests.hello()).board, 'Pico-LCD-1.3');
  const begun = session.machine.clock.nanos;
  assert.equal(client.load(first).kind, 'done');
  const seconds = (session.machine.clock.nanos - begun) / 1e9;
  figures.push(`loading: ${(first.length / 1024 / seconds).toFixed(1)} KB/s of device time, ${first.length} bytes`);
  const [pack] = client.packs();
  assert.deepEqual([pack.revision, pack.length, pack.name], [1, first.length, 'A test pack']);

  // Keys while the next one comes, at no moment in particular.
  const { clock } = session.machine;
  for (let at = 31; at < 290; at += 97) {
    clock.at(clock.nanos + at * 1e6, () => session.press('y'));
    clock.at(clock.nanos + (at + 60) * 1e6, () => session.release('y'));
  }
  assert.deepEqual([client.load(second).kind, revisions(client)], ['done', [2]]);
  session.run(300);
  const { latency } = session.summary();
  assert.ok(latency.keys >= 3 && latency.unanswered === 0 && latency.longestMs < 150, JSON.stringify(latency));
  figures.push(`keys while a pack is written are answered after ${latency.longestMs} ms at the most`);

  assert.equal(client.ask(requests.remove(pack.id)).kind, 'done');
  assert.equal(client.ask(requests.remove(pack.id)).kind, 'no');
  assert.deepEqual(client.packs(), []);
  check(session);
});

test('a language is loaded, chosen and remembered, and English when it is gone', () => {
  const { session, client } = start();
  const japanese = readFileSync(join(folder, 'ja.lang'));
  strike(session, ...PAST_THE_FIRST_PAGES);
  assert.equal(client.load(japanese).kind, 'done');
  const [pack] = client.packs();
  assert.deepEqual([pack.name, pack.length, pack.problems], ['日本語', japanese.length, 0]);
  figures.push(`a language is ${japanese.length} bytes`);
  // It is no pack to choose problems from.
  strike(session, ...TO_THE_LAST_PACK);
  assert.doesNotMatch(session.words.newest, /日本語/);
  strike(session, 'b', 'b');
  // The front page at Continue, More, Settings, and the last of them.
  strike(session, 'b', 'up', 'up', 'a', 'a', 'up');
  assert.match(session.words.newest, /Settings \| Language/);
  strike(session, 'right');
  assert.match(session.words.newest, /設定 \| 言語 Language/);
  strike(session, 'b', 'b');
  assert.match(session.words.newest, /その他/);
  session.run(2000);

  const later = start(session.flashContents());
  strike(later.session, 'y');
  assert.match(later.session.words.newest, /メニュー|次の問題/, 'it is remembered');
  const shown = later.session.board.panel.pixels;
  assert.equal(later.client.ask(requests.remove(pack.id)).kind, 'done');
  later.client.wait(() => /menu/i.test(later.session.words.newest), 3000);
  assert.ok(later.session.board.panel.pixels > shown, 'it is drawn again');
  assert.equal(later.client.load(japanese).kind, 'done');
  later.client.wait(() => /メニュー/.test(later.session.words.newest), 3000);
  const { latency } = later.session.summary();
  assert.ok(latency.unanswered === 0 && latency.longestMs < 150, JSON.stringify(latency));
  check(session);
  check(later.session);
});

test('a computer that is there from the start gets to know the handheld', () => {
  // At every moment of the start, the writing of the first progress included.
  for (let at = 300; at < 560; at += 13) {
    const session = new Session(image);
    const host = new UsbHost(session.machine);
    session.run(at);
    const begun = session.machine.clock.nanos;
    const client = new Client(session, host);
    assert.equal(client.ask(requests.hello()).kind, 'hello');
    assert.ok(session.machine.clock.nanos - begun < 1e9, `plugged in after ${at} ms`);
    check(session);
  }
});

test('a key that is pressed and let go while a sector is erased is not lost', () => {
  // Nothing runs on the chip then, not even an interrupt: the pins remember. With another key down or none, awake or asleep.
  for (const held of [undefined, 'left']) {
    const { session, client } = start();
    const { clock, flash } = session.machine;
    strike(session, ...PAST_THE_FIRST_PAGES);
    session.run(1000);
    assert.doesNotMatch(session.words.newest, /Menu/);
    let taps = 0;
    flash.onOperation = ({ kind }) => {
      if (kind !== 'erase' || taps++) return;
      const begun = clock.nanos;
      clock.at(begun + 10e6, () => session.press('y'));
      clock.at(begun + 30e6, () => session.release('y'));
      clock.at(begun + 44e6, () => assert.doesNotMatch(session.words.newest, /Menu/, 'it is erased for 45 ms'));
    };
    if (held) session.press(held);
    assert.equal(client.load(first).kind, 'done');
    if (held) session.release(held);
    session.run(300);
    assert.ok(taps > 0);
    assert.match(session.words.newest, /Menu/, `${held}`);
    // Once is once.
    strike(session, 'b');
    assert.doesNotMatch(session.words.newest, /Menu/);
    check(session);
  }
});

test('other packs wake the trainer at once', () => {
  const { session, client } = start();
  client.load(first);
  // The list of packs is open, and the trainer asleep.
  strike(session, ...PAST_THE_FIRST_PAGES, ...TO_THE_LAST_PACK);
  session.run(3000);
  assert.match(session.words.newest, /A test pack/);
  const [{ id }] = client.packs();
  session.run(500);
  const begun = session.machine.clock.nanos;
  assert.equal(client.ask(requests.remove(id)).kind, 'done');
  client.wait(() => !/A test pack/.test(session.words.newest), 3000);
  const ms = (session.machine.clock.nanos - begun) / 1e6;
  figures.push(`a deleted pack is gone from the screen after ${ms.toFixed(0)} ms`);
  assert.ok(ms < 150, `${ms} ms`);
  check(session);
});

test('in the safe mode packs and progress are looked at only when a computer asks for them', () => {
  const { session, client } = start();
  client.load(first);
  const logs = [];
  session.onLog = (line) => logs.push(line);
  for (let crash = 0; crash < 3; crash++) {
    poke(session, 'SHIKATSU_FAULT', 1);
    session.run(2000);
  }
  assert.match(session.words.newest, /safe mode/);
  const before = session.machine.flash.operations;
  client.connect();
  const about = client.ask(requests.hello());
  assert.deepEqual([about.packs, about.isClosed], [0, true]);
  // The pack that makes it crash can be taken away.
  const [{ id }] = client.packs();
  assert.equal(client.ask(requests.hello()).isClosed, false);
  assert.equal(session.machine.flash.operations, before);
  assert.equal(client.ask(requests.remove(id)).kind, 'done');
  assert.deepEqual(client.packs(), []);
});

test('progress of a newer firmware is left alone, and that is said', () => {
  const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
  const [save, page] = [flash.length - 64 * 1024, Buffer.from([0, 99])];
  // A sector of the log with one item: the player's page, of version 99.
  const sector = Buffer.alloc(32, 0xff);
  sector.write('SKL1');
  sector.writeUInt32LE(1, 4);
  sector.writeUInt32LE(crc32(sector.subarray(0, 8)), 8);
  sector.writeUInt16LE(128, 12);
  sector.writeUInt16LE(page.length, 14);
  sector.writeUInt32LE(crc32(Buffer.concat([sector.subarray(12, 16), page])), 16);
  page.copy(sector, 20);
  flash.set(sector, save);
  const { session, client } = start(flash);
  assert.match(session.words.newest, /newer firmware/);
  strike(session, 'a', 'b', 'b', 'y', 'b');
  session.run(2000);
  assert.equal(session.machine.flash.operations, 0);
  assert.equal(client.ask(requests.hello()).isNewer, true);
  assert.equal(client.ask(requests.backup(128)).kind, 'no');
  assert.equal(client.ask(requests.beginRestore()).kind, 'no');
  check(session);
});

test('progress that any firmware wrote since the first is kept', () => {
  const records = new URL('../fixtures/records/', import.meta.url);
  for (let version = 1; existsSync(new URL(`log-${version}.hex`, records)); version++) {
    const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
    const log = readFileSync(new URL(`log-${version}.hex`, records), 'utf8').replace(/\s/g, '');
    flash.set(Buffer.from(log, 'hex'), flash.length - 64 * 1024);
    const { session } = start(flash);
    // Past the lesson, and from the menu upwards to the statistics.
    strike(session, 'b', 'y', 'up', 'a');
    assert.match(session.words.newest, /Statistics \| Rating 1234/, `version ${version}`);
    check(session);
    if (version > 1) continue;
    // Another place is remembered, in today's version; then off and on.
    strike(session, 'b', 'b', 'y', 'a');
    session.run(6000);
    assert.ok(session.machine.flash.operations > 0, `version ${version}`);
    const later = start(session.flashContents()).session;
    strike(later, 'b', 'y', 'up', 'a');
    assert.match(later.words.newest, /Statistics \| Rating 1234/, 'written anew');
    check(later);
  }
});

test('a loaded pack is told about and deleted with the keys', () => {
  const { session, client } = start();
  const before = client.packs().length;
  client.load(first);
  // Past the first pages and the first lesson, into the menu, to the packs, to the last of them.
  strike(session, ...PAST_THE_FIRST_PAGES, ...TO_THE_LAST_PACK, 'x');
  assert.match(session.words.newest, /Loaded from a computer: revision 1, \d+ KB/);
  strike(session, 'x');
  assert.match(session.words.newest, /Delete A test pack\?/);
  strike(session, 'right', 'a');
  assert.match(session.words.newest, /Packs/);
  assert.doesNotMatch(session.words.newest, /A test pack/);
  assert.equal(client.packs().length, before);
  check(session);
});

test('a cable pulled at any packet of a load changes nothing, and the load goes on', () => {
  const { session, client } = start();
  const { host } = client;
  const before = host.packets;
  client.load(second);
  const packets = host.packets - before;
  const [{ id }] = client.packs();
  let wentOn = 0;
  for (let packet = 1; packet < packets; packet++) {
    // One that is there would not have to come again.
    client.ask(requests.remove(id));
    host.detachAt = host.packets + packet;
    assert.throws(() => client.load(second), Silence, `packet ${packet}`);
    session.run(20);
    client.connect();
    assert.ok(revisions(client).length <= Number(packet > packets - 4), `packet ${packet}`);
    const loaded = client.load(second);
    assert.equal(loaded.kind, 'done', `packet ${packet}`);
    assert.deepEqual(revisions(client), [2], `packet ${packet}`);
    wentOn += loaded.from > 0;
  }
  assert.ok(wentOn > packets / 2, `${wentOn} of ${packets}`);
  figures.push(`a cable pulled at each of ${packets - 1} packets; ${wentOn} times the load went on, else it began anew`);
  checkKeys(session);
  check(session);
});

test('the power fails at any operation of a load, and the old or the new pack is there', () => {
  const { session, client } = start();
  client.load(first);
  const flash = session.flashContents().slice();
  const before = session.machine.flash.operations;
  client.load(second);
  const operations = session.machine.flash.operations - before;
  const tears = Object.keys(TEARS);
  const seen = { 1: 0, 2: 0 };
  for (let cut = 1; cut <= operations; cut++) {
    for (const tear of tears) {
      const { session, client } = start(flash);
      session.machine.flash.cutAt(session.machine.flash.operations + cut, tear);
      assert.throws(() => client.load(second), Silence, `${cut} ${tear}`);
      const later = start(session.flashContents());
      const [found, ...others] = revisions(later.client);
      assert.ok((found === 1 || found === 2) && !others.length, `${cut} ${tear}: ${found} ${others}`);
      seen[found]++;
      assert.equal(later.client.load(second).kind, 'done', `${cut} ${tear}`);
      assert.deepEqual(revisions(later.client), [2], `${cut} ${tear}`);
      check(later.session);
    }
  }
  assert.ok(seen[1] > 0 && seen[2] > 0);
  figures.push(
    `the power cut at each of ${operations} flash operations in ${tears.length} ways: ${seen[1]} times the old pack, ${seen[2]} times the new one`,
  );
});

test('whatever the flash holds, it starts and can be used', () => {
  const random = makeRandom(5);
  const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
  for (let at = PACKS; at < flash.length; at++) flash[at] = random.bits(8);
  // A slot that begins like a pack, and one whose pack would reach beyond the end.
  flash.set(first.subarray(0, 60), PACKS + SLOT);
  const header = Buffer.from(first.subarray(0, 80));
  header.writeUInt32LE(SLOT + 1, 12);
  header.writeUInt32LE(crc32(header.subarray(0, 76)), 76);
  flash.set(header, PACKS + 29 * SLOT);
  const { session, client } = start(flash);
  assert.deepEqual(client.packs(), []);
  checkKeys(session);
  assert.equal(client.load(first).kind, 'done');
  assert.deepEqual(revisions(client), [1]);
  check(session);
});

test('a pack that came by the boot drive is there', () => {
  const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
  const blocks = readFileSync(join(folder, '1.uf2'));
  // What the boot ROM does with such a file: each block says where its page goes.
  for (let at = 0; at < blocks.length; at += 512) {
    assert.equal(blocks.readUInt32LE(at), 0x0a324655);
    const [place, length] = [blocks.readUInt32LE(at + 12), blocks.readUInt32LE(at + 16)];
    flash.set(blocks.subarray(at + 32, at + 32 + length), place - 0x10000000);
  }
  const { session, client } = start(flash);
  assert.deepEqual(client.packs().map(({ name }) => name), ['A test pack']);
  assert.equal(client.load(second).kind, 'done');
  assert.deepEqual(revisions(client), [2]);
  check(session);
});

test('what was seen is remembered when the power was off, up to the write in which it fails', () => {
  const welcome = /Welcome/;
  const { session } = start();
  assert.match(session.words.newest, welcome);
  const blank = session.flashContents().slice();
  strike(session, 'b');
  const { operations } = session.machine.flash;
  assert.doesNotMatch(start(session.flashContents()).session.words.newest, welcome);
  let lost = 0;
  for (let cut = 1; cut <= operations; cut++) {
    for (const tear of Object.keys(TEARS)) {
      const { session } = start(blank);
      session.machine.flash.cutAt(cut, tear);
      strike(session, 'b');
      const later = start(session.flashContents());
      lost += welcome.test(later.session.words.newest);
      strike(later.session, 'b');
      assert.doesNotMatch(start(later.session.flashContents()).session.words.newest, welcome, `${cut} ${tear}`);
      check(later.session);
    }
  }
  assert.ok(lost > 0, 'what is in flight may be lost');
  figures.push(`the power cut at each of ${operations} operations of a save: nothing but that save was lost`);
});

test('a pack of thousands of problems is loaded, and paged through without waiting', () => {
  const { session, client } = start();
  const { clock } = session.machine;
  const begun = clock.nanos;
  const pressSoon = () => {
    clock.at(clock.nanos + 20e6, () => session.press('b'));
    clock.at(clock.nanos + 80e6, () => session.release('b'));
  };
  assert.equal(client.load(many, pressSoon).kind, 'done');
  const seconds = (clock.nanos - begun) / 1e9;
  session.run(200);
  const { latency: meanwhile } = session.summary();
  assert.ok(meanwhile.keys === 1 && meanwhile.longestMs <= 50, JSON.stringify(meanwhile));
  figures.push(`a key while ${many.length} bytes are checked is answered after ${meanwhile.longestMs} ms`);
  // Whoever missed the last reply asks again: it is there, though there is no room for it twice.
  const again = client.load(many);
  assert.deepEqual([again.kind, again.from], ['done', many.length]);
  const [pack] = client.packs();
  // Past the first pages and the first lesson, into the list of packs, to the last one, through its problems from end to end.
  strike(session, ...PAST_THE_FIRST_PAGES.slice(1), ...TO_THE_LAST_PACK, 'a');
  assert.match(session.words.newest, /Very many/);
  strike(session, 'left', 'left', 'up', 'up', 'down', 'right', 'right', 'a');
  assert.match(session.words.newest, / to (live|kill)/);
  const { latency } = session.summary();
  assert.ok(latency.unanswered === 0 && latency.longestMs <= 50, JSON.stringify(latency));
  figures.push(
    `${pack.problems} problems, ${many.length} bytes: loaded in ${seconds.toFixed(1)} s, keys answered after ${latency.longestMs} ms at the most`,
  );
  check(session);
});

test('a restart that a restore asks for is not told as a crash, even after one', () => {
  const { session, client } = start();
  poke(session, 'SHIKATSU_FAULT', 2);
  session.run(7000);
  assert.match(session.words.newest, /It stopped answering/);
  strike(session, 'a');
  client.connect();
  const page = client.ask(requests.backup(0));
  assert.equal(page.kind, 'bytes');
  for (const request of [requests.beginRestore(), requests.restore(0, page.bytes), requests.finishRestore()]) {
    assert.equal(client.ask(request).kind, 'done');
  }
  session.run(2000);
  assert.equal(session.machine.restarts.length, 2);
  assert.doesNotMatch(session.words.newest, /It stopped answering/);
});

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

test('the program loads through a socket', async () => {
  const { session, host } = boot();
  await atThePort({ session, host }, async (ask) => {
    assert.match(await ask('load', join(folder, '1.pack')), /A test pack, revision 1, \d+ problems: loaded/);
    assert.match(await ask('device', 'packs'), /A test pack, revision 1/);
    host.detachAt = host.packets + 60; // It notices, looks for the device, and goes on.
    assert.match(await ask('load', join(folder, '2.pack')), /A test pack, revision 2, \d+ problems: loaded/);
    assert.match(await ask('device', 'info'), /1 pack, /);
    assert.match(await ask('device', 'delete', 'a test pack'), /is gone/);
    assert.match(await ask('device', 'packs'), /No packs/);
    assert.match(await ask('device', 'log'), /started/);
    const file = join(folder, 'progress.json');
    assert.match(await ask('device', 'backup', file, '--force'), /problems? saved/);
    assert.match(await ask('device', 'restore', file), /problems? restored/);
  });
  assert.equal(session.machine.halted, null);
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
