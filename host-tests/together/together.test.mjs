// Three people and an engine play together in a real browser, by clicks; one of them goes away.
//
// SHIKATSU is the program under test. Pictures go to SHIKATSU_PICTURES, if that is set. Without a Chromium the test is skipped by name.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { cable, serve } from './server.mjs';

const PROGRAM = process.env.SHIKATSU;
const PICTURES = process.env.SHIKATSU_PICTURES;
const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((place) => place && existsSync(place));
const skip = CHROMIUM ? false : 'there is no Chromium';
// Nothing here takes long; a busy computer may.
const PATIENCE = 120_000;
const DESK = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const NASTY = '<img src=x onerror="document.title=1">';

const text = (page, id) => page.locator(`#${id}`).innerText();
const until = (page, id, pattern) => page.waitForFunction(
  ([id, pattern]) => new RegExp(pattern).test(document.getElementById(id).innerText),
  [id, pattern.source], { timeout: PATIENCE });
const point = (page, name) => page.locator(`[data-at="${name}"]`);
const picture = (page, name) => PICTURES && page.screenshot({ path: path.join(PICTURES, `${name}.png`) });

test('three people and an engine play together in a browser, and one goes away', { skip, timeout: 600_000 }, async (t) => {
  const { chromium } = await import('playwright-core');
  const folder = mkdtempSync(path.join(tmpdir(), 'together-'));
  const engine = (name, seed) => `${name}=${PROGRAM} gtp --playouts 40 --threads 1 --seed ${seed}`;
  const server = await serve(PROGRAM, [
    '--log', path.join(folder, 'log.db'), '--sgf', folder,
    '--engine', engine('Robo', 1), '--engine', engine('Rival', 2),
  ], 'start a game');
  const link = new URL(server.said['start a game']);
  const wire = await cable(link.port);
  const at = (url) => url.replace(`:${link.port}/`, `:${wire.port}/`);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const complaints = [];
  t.after(async () => {
    await browser.close();
    wire.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const visit = async (url, look) => {
    const context = await browser.newContext(look);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // A cut cable is reported by the browser, and so it should be.
      if (message.type() === 'error' && !/WebSocket|ERR_/.test(message.text())) complaints.push(message.text());
    });
    await page.goto(url);
    return page;
  };
  const join = async (page, name) => {
    await page.locator('#name').fill(name);
    await page.locator('#join button').click();
    await page.locator('#leave').waitFor();
  };

  // Somebody starts the game.
  const host = await visit(at(link.href), DESK);
  await host.locator('#f-size').selectOption('5');
  await host.locator('#f-seconds').fill('60');
  await host.locator('#f-opponent').selectOption('engine:Rival');
  await host.locator('input[data-engine="Robo"]').fill('1');
  await picture(host, 'start');
  await host.locator('#form button').click();
  await host.locator('#links').waitFor();
  const room = await host.locator('#l-members').getAttribute('href');
  assert.match(room, /#room=[0-9a-f]{32}$/);

  await t.test('a link without the right secret leads nowhere', async () => {
    const stranger = await visit(`${at(link.origin + '/')}#room=${'0'.repeat(32)}`, DESK);
    await stranger.waitForFunction(() => document.getElementById('trouble').textContent === 'there is no such room');
    await stranger.context().close();
  });

  const ann = await visit(room, DESK);
  const bob = await visit(room, PHONE);
  const cai = await visit(room, DESK);
  await join(ann, 'Ann');
  await join(bob, 'Bob');
  await join(cai, NASTY);

  await t.test('a name with markup stays a name', async () => {
    await until(ann, 'members', /Robo/);
    assert.match(await text(ann, 'members'), /<img src=x onerror=/);
    assert.equal(await ann.locator('#members img').count(), 0);
    await ann.locator('#text').fill('<b>hello</b>');
    await ann.keyboard.press('Enter');
    await until(bob, 'chat', /<b>hello<\/b>/);
    await picture(ann, 'lobby');
  });

  await t.test('they propose, vote, and see why', async () => {
    await ann.locator('#begin').click();
    await until(bob, 'task', /Your proposal/);
    await picture(bob, 'phone-propose');
    await point(ann, 'B2').click();
    await ann.locator('#propose').click();
    await point(bob, 'D4').tap();
    await bob.locator('#propose').tap();
    await picture(ann, 'propose');
    await point(cai, 'B2').click();
    await point(cai, 'B2').click();
    await until(ann, 'task', /vote/);
    const choices = await text(ann, 'choices');
    assert.match(choices, /B2: [23] proposals/);
    assert.doesNotMatch(choices, /Ann|Bob/, 'proposals have no names');
    await picture(ann, 'vote');
    await picture(bob, 'phone-vote');
    await ann.locator('[data-vote="D4"]').click();
    await bob.locator('[data-vote="D4"]').tap();
    await cai.locator('[data-vote="D4"]').click();
    for (const page of [ann, bob, cai]) {
      await until(page, 'because', /^D4: [34] of 4 votes/);
      assert.match(await text(page, 'values'), /D4: \d proposals?, [34] votes/);
    }
    assert.ok(Number(await bob.locator('body').getAttribute('data-rings')) >= 2, 'it rings for a proposal and for a vote');
  });


  await t.test('one goes away, and the game goes on without', async () => {
    await cai.context().close();
    await until(ann, 'members', /gone: the connection was closed/);
    await until(ann, 'task', /Your proposal/);
    await picture(ann, 'gone');
    // Ann plays with keys.
    await ann.locator('#board').focus();
    await ann.keyboard.press('ArrowDown');
    for (let step = 0; step < 30 && await ann.locator('#propose').isVisible(); step++) {
      await ann.keyboard.press('Enter');
      await ann.waitForTimeout(300);
      if (!await ann.locator('#propose').isVisible()) break;
      await ann.keyboard.press(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'][step % 4]);
    }
    await until(ann, 'task', /proposes|vote/);
    await until(bob, 'task', /Your proposal/);
    await bob.locator('#pass').tap();
    await ann.waitForFunction(() => /vote|Your proposal|to move/.test(document.getElementById('task').innerText));
  });

  await t.test('a cut cable is mended, and everybody is who they were', async () => {
    const before = await text(ann, 'members');
    assert.match(before, /Ann \(you\)/);
    wire.cut();
    for (const page of [ann, bob]) {
      await page.waitForFunction(() => document.getElementById('line').textContent === 'connected', null, { timeout: PATIENCE });
      await page.locator('#leave').waitFor();
    }
    await until(ann, 'members', /Ann \(you\)/);
    await until(bob, 'members', /Bob \(you\)/);
    await bob.reload();
    await bob.locator('#leave').waitFor();
    await until(bob, 'members', /Bob \(you\)/);
  });

  await t.test('a second window cannot vote again', async () => {
    const twice = await bob.context().newPage();
    await twice.goto(room);
    await twice.locator('#join').waitFor();
    assert.equal(await twice.locator('#leave').isVisible(), false, 'another window is nobody until it joins');
    await twice.close();
  });

  await t.test('they pass to the end, chat on, and play it again move by move', async () => {
    // A pass takes all, so the engine plays on alone until it passes, too.
    for (let round = 0; round < 40; round++) {
      await ann.waitForFunction(() => /Your|over/.test(document.getElementById('task').innerText), null, { timeout: PATIENCE });
      if (/over/.test(await text(ann, 'task'))) break;
      for (const page of [ann, bob]) {
        const task = await text(page, 'task');
        if (/Your vote/.test(task)) {
          const vote = page.locator('#choices button').first();
          await vote.click({ timeout: 2000 }).catch(() => {});
        } else if (/Your proposal/.test(task)) {
          await page.locator('#pass').click({ timeout: 2000 }).catch(() => {});
        }
      }
    }
    await until(ann, 'task', /The game is over: [BW0]/);
    await until(bob, 'task', /The game is over/);
    await bob.locator('#text').fill('good game');
    await bob.keyboard.press('Enter');
    await until(ann, 'chat', /good game/);
    await picture(ann, 'over');
    await ann.locator('#review').click();
    await ann.locator('#replay').waitFor();
    await ann.locator('#r-first').click();
    await until(ann, 'task', /The start/);
    await ann.locator('#r-on').click();
    await until(ann, 'task', /Move 1: Black D4/);
    await until(ann, 'because', /^D4: [34] of 4 votes/);
    assert.equal(await ann.locator('#board circle.b').count(), 1);
    await picture(ann, 'replay');
    await bob.locator('#review').tap();
    await picture(bob, 'phone-replay');
    await ann.locator('#r-close').click();
    await until(ann, 'task', /The game is over/);
  });

  await t.test('the record has the proposals as comments', () => {
    const record = readdirSync(folder).find((name) => name.endsWith('.sgf'));
    const sgf = readFileSync(path.join(folder, record), 'utf8');
    assert.match(sgf, /;B\[db\]C\[[^\]]*D4: [34] of 4 votes/);
  });

  await t.test('the list has the game', async () => {
    await host.reload();
    await host.locator('#games button').first().click();
    await until(host, 'r-at', /of \d+/);
    await picture(host, 'list-replay');
  });

  assert.deepEqual(complaints, []);
});
