/**
 * What the tests of the handheld at a computer's port have in common. `cargo xtask test` runs them. They need the image in SHIKATSU_IMAGE, packs in the
 * folder SHIKATSU_PACKS (two revisions of one, `1.pack` and `2.pack`, the first of them as `1.uf2` too, one of thousands of problems, `many.pack`, one on
 * the book's word, `book.pack`, and a language, `ja.lang`), and the program in SHIKATSU.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';

/** Where the packs are. */
export const folder = process.env.SHIKATSU_PACKS;
export const [first, second, many] = ['1.pack', '2.pack', 'many.pack'].map((name) => readFileSync(join(folder, name)));
/** Where packs lie in the flash, and how much a slot takes. */
export const PACKS = 0x100000;
export const SLOT = 32 * 1024;

/** What was measured, told at the end. */
export const figures = [];
after(() => figures.forEach((line) => console.log(`figure: ${line}`)));

/** What became of it: still well, and nothing went wrong on the way. */
export function check(session) {
  assert.equal(session.machine.halted, null);
  assert.deepEqual(
    session.machine.restarts.filter(({ cause }) => !cause.includes('power')),
    [],
  );
}

/** The device answers keys: the menu opens. */
export function checkKeys(session) {
  const before = session.board.panel.pixels;
  session.press('y');
  session.run(100);
  session.release('y');
  session.run(300);
  assert.ok(session.board.panel.pixels > before, 'a key is answered');
}

/** The welcome, where one stands, and the first lesson. */
export const PAST_THE_FIRST_PAGES = ['b', 'b', 'b'];
/** From a problem: the menu, across its line to the packs, and the last of them. */
export const TO_THE_LAST_PACK = ['y', 'right', 'a', 'up'];

export const revisions = (client) => client.packs().map(({ revision }) => revision);
