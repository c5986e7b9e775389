/** The firmware as it is flashed, when things go wrong: cables are pulled in the middle of a load, the power is cut, and the flash holds anything. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poke } from '../../emulator/src/poke.mjs';
import { makeRandom } from '../../emulator/src/random.mjs';
import { TEARS } from '../../emulator/src/tearing.mjs';
import { start, strike } from './handheld.mjs';
import { crc32, requests, Silence } from './link.mjs';
import { check, checkKeys, figures, first, PACKS, revisions, second, SLOT } from './trial.mjs';

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
