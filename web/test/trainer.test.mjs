/** The trainer on the page: pictures as in the simulator, keys, touch, words, a phone, and what the policy allows. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { decodePng } from '../../emulator/src/read-png.mjs';
import { parseScript } from '../../emulator/src/script.mjs';
import { launch, open, pixels, press, ready, ROOT, says, serve, TARGET, toBoard, words } from './support/browser.mjs';

const SCRIPTS = join(ROOT, 'emulator/scripts');
/** It pictures the settings: the page has a row for sounds there, which the simulator does not have. */
const WITHOUT_SPEAKER = ['settings'];
const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight', press: 'a', a: 'a', b: 'b', x: 'x', y: 'y' };

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

/** A browser that was never here. */
async function visit(address = server.address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  return open(context, address);
}

/** Nothing thinks, and the picture has been the same for a while. */
async function idle(page) {
  const rests = () => page.waitForFunction(() => document.documentElement.dataset.rests, undefined, { timeout: 60_000 });
  for (let before; ; ) {
    await rests();
    const now = await page.evaluate(() => document.documentElement.dataset.rests);
    if (now !== undefined && now === before) return;
    before = now;
    await page.waitForTimeout(350);
  }
}

async function play(page, steps, take) {
  for (const { command, key, times, ms, name } of steps) {
    if (command === 'press') {
      for (let count = 0; count < times; count++) {
        await page.keyboard.press(KEYS[key], { delay: 40 });
        await page.waitForTimeout(30);
      }
    } else if (command === 'hold') await page.keyboard.press(KEYS[key], { delay: 800 });
    else if (command === 'wait') await page.waitForTimeout(ms);
    else if (command === 'screenshot') await take(name);
    else if (command === 'idle') await idle(page);
  }
}

// One after the other: side by side on a busy computer, a key that is pressed looks like one that is held.
test('every picture of the scripts is the simulator\'s, pixel by pixel', { timeout: 600_000 }, async (t) => {
  const scripts = readdirSync(SCRIPTS).filter((name) => name.endsWith('.shk')).map((name) => basename(name, '.shk'));
  assert.ok(scripts.length >= 8, `${scripts.length} scripts`);
  for (const name of scripts.filter((name) => !WITHOUT_SPEAKER.includes(name))) {
    await t.test(name, async () => {
      const file = join(SCRIPTS, `${name}.shk`);
      const folder = mkdtempSync(join(tmpdir(), 'shikatsu-page-'));
      execFileSync(join(TARGET, 'debug', 'shikatsu'), ['sim', '--fresh', '--script', file, '--png', folder]);
      const steps = parseScript(readFileSync(file, 'utf8'), file);
      const seed = steps.find((step) => step.command === 'seed').value;
      const page = await visit(`${server.address}?seed=${seed}`);
      let taken = 0;
      await play(page, steps, async (picture) => {
        const { rgb: wanted } = decodePng(readFileSync(join(folder, picture)));
        let differing;
        // What a key did is there at once, but not in the same moment.
        for (let tries = 0; differing !== 0 && tries < 40; tries++) {
          await page.waitForTimeout(100);
          const seen = await pixels(page);
          differing = wanted.reduce((sum, value, place) => sum + (value !== seen[place]), 0);
        }
        assert.equal(differing, 0, `${picture}: ${differing} of ${wanted.length} values differ; the page says:\n${await words(page)}`);
        taken++;
      });
      assert.ok(taken > 0);
      assert.deepEqual(page.heard, []);
      rmSync(folder, { recursive: true });
      await page.context().close();
    });
  }
});

test('touch plays where it points, and the keys on the screen do what they say', async () => {
  const page = await visit(`${server.address}?seed=7`, { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true });
  const tap = (name) => page.getByRole('button', { name, exact: true }).tap();
  await says(page, 'Welcome');
  await tap('B back');
  await says(page, 'Where do you stand?');
  await tap('A play');
  await says(page, 'liberty');
  await tap('A play');
  await says(page, 'to capture');
  // The cursor begins on the key stone.
  const stone = await findStone(page);
  const cursor = /^Cursor, \S+ (\S+),/m.exec(await words(page))[1];
  await tap('Right');
  await page.waitForFunction((old) => !document.getElementById('words').textContent.includes(`: ${old},`), cursor);
  const box = await page.locator('#canvas').boundingBox();
  assert.equal((box.width * 3) % 240, 0, 'whole dots');
  // The one free neighbour of the key stone is the answer; the others are taken.
  for (const [x, y] of [[29, 0], [-29, 0], [0, 29], [0, -29]]) {
    if (/\[right\]/.test(await words(page))) break;
    const [left, top] = [stone[0] + x, stone[1] + y];
    await page.touchscreen.tap(box.x + (left * box.width) / 240, box.y + (top * box.height) / 240);
    await idle(page);
    await page.waitForTimeout(400);
  }
  await says(page, '[right]');
  await page.context().close();
});

/** The middle of the key stone: of its blue lozenge and the cursor around it. */
const findStone = (page) =>
  page.evaluate(() => {
    const { data } = document.getElementById('canvas').getContext('2d').getImageData(0, 60, 240, 180);
    let [sum, x, y] = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const isBlue = data[at + 2] > 120 && data[at] < 60;
      if (!isBlue) continue;
      sum++;
      x += (at / 4) % 240;
      y += Math.floor(at / 4 / 240) + 60;
    }
    return [Math.round(x / sum), Math.round(y / sum)];
  });

test('a phone shows board and keys without scrolling', async () => {
  const page = await visit(server.address, { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true });
  const lowest = await page.locator('.pad').boundingBox();
  assert.ok(lowest.y + lowest.height <= 740, `the keys end at ${lowest.y + lowest.height}`);
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(widest <= 360, `the page is ${widest} wide`);
  for (const button of await page.locator('.pad button').all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, 'large enough for a thumb');
  }
  await page.context().close();
});

test('a screen reader hears what is new, in the words of the text mode', async () => {
  const page = await visit(`${server.address}?seed=7`);
  const said = page.locator('#said');
  assert.match(await said.textContent(), /Welcome/);
  assert.equal(await said.getAttribute('aria-live'), 'polite');
  await toBoard(page);
  assert.match(await words(page), /^ +[A-G] +[A-G] +[A-G]/m, 'lines are named in words');
  await press(page, 'ArrowRight');
  await page.waitForFunction(() => /^Cursor, (Black|White): [A-Z]\d+, \S+$/.test(document.getElementById('said').textContent));
  await page.context().close();
});

test('axe finds nothing, with every part of the page open', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark']) {
    const page = await visit(server.address, { colorScheme, bypassCSP: true });
    await page.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)));
    await page.addScriptTag({ content: axe });
    const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
    assert.ok(passes.length > 20);
    await page.context().close();
  }
});

test('everything can be reached by keyboard alone', async () => {
  const page = await visit();
  const reached = new Set();
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim()));
  }
  for (const wanted of ['screen', 'new-problem', 'share', 'Your own problems', 'Your progress', 'Your handheld', 'The real thing']) {
    assert.ok(reached.has(wanted), `${wanted} is not among ${[...reached].join(', ')}`);
  }
  await page.context().close();
});

test('nothing from elsewhere, and no code from text', async () => {
  const context = await browser.newContext();
  const asked = [];
  context.on('request', (request) => asked.push(request.url()));
  const page = await open(context, server.address);
  assert.ok(asked.every((url) => url.startsWith(server.address)), asked.join('\n'));
  const answer = await context.request.get(server.address);
  const policy = answer.headers()['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  assert.equal(await page.locator('meta[http-equiv]').getAttribute('content'), policy);
  // In a task of its own: what the test itself evaluates is exempt.
  const evaluated = await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(new Function('return 1')());
          } catch (error) {
            resolve(error.name);
          }
        });
      }),
  );
  assert.equal(evaluated, 'EvalError');
  assert.ok(page.heard.every((words) => /unsafe-eval/.test(words)), page.heard.join('\n'));
  await context.close();
});

test('a link shows its problem ready to play, and a damaged one says so', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await open(context, `${server.address}?seed=7`);
  await toBoard(page);
  await page.getByRole('button', { name: 'Share this problem' }).click();
  await page.waitForFunction(() => document.getElementById('shared').textContent.includes('is copied'));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#p=[\w-]+$/);
  const other = await open(await browser.newContext(), link);
  await toBoard(other);
  assert.match(await words(other), /to capture +1\/1/);
  const broken = await open(await browser.newContext(), link.slice(0, -9));
  await broken.waitForFunction(() => document.getElementById('notice').textContent.includes('damaged'));
  await context.close();
});

test('the links of the command line, which are those of the QR codes, open in a browser and show their problems', async () => {
  const shapes = join(ROOT, 'problems/shapes');
  // What asks for a move shows a cursor; the others ask how somebody stands.
  const asksForMove = (name) => /Answer: \w+ [A-T]\d/.test(readFileSync(join(shapes, name), 'utf8'));
  const files = readdirSync(shapes).filter((name) => name.endsWith('.txt') && asksForMove(name)).slice(0, 3);
  assert.equal(files.length, 3);
  for (const file of files) {
    const path = join(shapes, file);
    const shikatsu = (...more) => execFileSync(join(TARGET, 'debug', 'shikatsu'), more, { encoding: 'utf8' });
    const said = shikatsu('show', '--link', '--page', server.address, path);
    const [link] = /http:\S+#p=[\w-]+/.exec(said) ?? [];
    assert.ok(link?.startsWith(server.address), said);
    const page = await open(await browser.newContext(), link);
    await toBoard(page);
    const seen = await words(page);
    // The position is the one of the file, whichever way it lies and whoever has which colour: as many stones, and the only problem there.
    const board = readFileSync(path, 'utf8').split('\n').filter((line) => /^[xo*-]+$/.test(line)).join('');
    const stones = [...board.matchAll(/[xo]/g)].length;
    const shown = seen.split('\n').filter((line) => /^ *[A-T0-9]* (?=.*[XO.])[ XO.^()<:!?=*0-9]*$/.test(line)).join('');
    assert.match(seen, / 1\/1/, seen);
    assert.equal([...shown.matchAll(/[XO]/g)].length, stones, `${file}\n${seen}`);
    assert.deepEqual(page.heard, []);
    await page.context().close();
  }
});

test('the editor and Row Go are there, because they are activities', async () => {
  const page = await visit();
  await toBoard(page);
  await page.getByRole('button', { name: 'New problem' }).click();
  await page.waitForFunction(() => /edit|stone/i.test(document.getElementById('words').textContent));
  await ready(page);
  assert.deepEqual(page.heard, []);
  await page.context().close();
});
