/** The firmware as it is flashed, with a computer at its USB port: packs and languages are loaded, listed, told about and deleted while the trainer stays usable. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { poke } from '../../emulator/src/poke.mjs';
import { Session } from '../../emulator/src/session.mjs';
import { UsbHost } from '../../emulator/src/usb-host.mjs';
import { atThePort, boot, image, start, strike } from './handheld.mjs';
import { Client, crc32, requests } from './link.mjs';
import { check, figures, first, folder, many, PAST_THE_FIRST_PAGES, revisions, second, TO_THE_LAST_PACK } from './trial.mjs';

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
