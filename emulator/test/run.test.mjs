import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeImage } from './support/firmware.mjs';
import { LAMP } from './support/lamp.mjs';

const RUN = fileURLToPath(new URL('../run.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shikatsu-emulator-'));
after(() => rmSync(folder, { recursive: true }));

function run(source, ...options) {
  const path = join(folder, 'image.elf');
  writeFileSync(path, makeImage(source));
  return spawnSync(process.execPath, [RUN, path, ...options], { encoding: 'utf8' });
}

const SAY_A = 'ldr r1, =0x20000000\n movs r0, #65\n strb r0, [r1, #0]\n movs r0, #3\n bkpt #0xab\n';

test('firmware that is still well at the end is a success, with a picture', () => {
  const png = join(folder, 'screen.png');
  const { status, stdout } = run('loop:\n wfe\n b loop', '--ms', '50', '--png', png, '--json');
  assert.equal(status, 0);
  const summary = JSON.parse(stdout);
  assert.ok(summary.deviceMs >= 50 && summary.deviceMs < 51);
  assert.equal(summary.halted, null);
  assert.equal(summary.firstPictureMs, null);
  assert.equal(readFileSync(png).toString('latin1', 1, 4), 'PNG');
});

test('a crash is a failure that says where', () => {
  const { status, stdout } = run('udf #0');
  assert.equal(status, 1);
  assert.match(stdout, /HALTED +undefined instruction.*\n.*pc 0x10000200 in program/);
});

test('the firmware\'s console and exit code are passed on', () => {
  const { status, stdout } = run(`${SAY_A}movs r0, #0x18\n movs r1, #0\n bkpt #0xab`, '--quiet');
  assert.equal(stdout, 'A');
  assert.equal(status, 1);
});

test('--until ends at the text, and not seeing it is a failure', () => {
  const forever = `${SAY_A}loop:\n b loop`;
  const seen = run(forever, '--until', 'A', '--json', '--ms', '1000');
  assert.equal(seen.status, 0);
  assert.ok(JSON.parse(seen.stdout.slice(1)).deviceMs < 1);
  const unseen = run(forever, '--until', 'B', '--ms', '1');
  assert.equal(unseen.status, 1);
  assert.match(unseen.stderr, /"B" was not seen/);
});

test('--exits makes it a failure not to end', () => {
  const ends = `${SAY_A}movs r0, #0x18\n ldr r1, =0x20026\n bkpt #0xab`;
  assert.equal(run(ends, '--exits', '--quiet').status, 0);
  const endless = run('loop:\n b loop', '--exits', '--quiet', '--ms', '1');
  assert.equal(endless.status, 1);
  assert.match(endless.stderr, /had not ended after 1/);
});

test('a script is played, its steps are counted, and its failure is the run\'s', () => {
  const script = join(folder, 'a.script');
  const pictures = join(folder, 'new', 'folder');
  writeFileSync(script, 'press a\nscreenshot lit.png\n');
  const good = run(LAMP, '--script', script, '--png', pictures, '--json');
  assert.equal(good.status, 0);
  const summary = JSON.parse(good.stdout);
  assert.deepEqual(summary.steps.map(({ line }) => line), [1, 2]);
  assert.equal(summary.scriptError, null);
  assert.ok(summary.latency.longestMs < 1);
  assert.equal(readFileSync(join(pictures, 'lit.png')).toString('latin1', 1, 4), 'PNG');

  writeFileSync(script, 'press a\nexpect text "x"\n');
  const bad = run(LAMP, '--script', script);
  assert.equal(bad.status, 1);
  assert.match(bad.stderr, /a\.script:2: "x" was not seen/);

  writeFileSync(script, 'press q\n');
  assert.equal(run(LAMP, '--script', script).status, 2);
});

test('flash lasts from run to run, and a cut run comes back', () => {
  const flash = join(folder, 'flash.bin');
  writeFileSync(flash, Buffer.alloc(2 << 20, 0x5a));
  run('loop:\n b loop', '--flash', flash);
  const kept = readFileSync(flash);
  assert.equal(kept.length, 2 << 20);
  assert.equal(kept[0x180000], 0x5a);
  assert.notEqual(kept[0], 0x5a, 'the image is in it');
  const erase = `
    ldr r1, =${'R'.charCodeAt(0) | ('E'.charCodeAt(0) << 8)}
    movs r2, #0x14
    ldrh r0, [r2, #0]
    ldrh r2, [r2, #4]
    blx r2
    mov r7, r0
    ldr r0, =0x180000
    ldr r1, =4096
    movs r2, #0
    blx r7
  loop:
    b loop`;
  const summary = JSON.parse(run(erase, '--flash', flash, '--cut', '1:nothing', '--json').stdout);
  assert.deepEqual(summary.restarts.map(({ cause }) => cause), ['the power failed, and came back']);
  assert.equal(summary.flashOperations, 2);
  assert.equal(readFileSync(flash)[0x180000], 0xff);
});

test('a wrong command gets a sentence and exit code 2', () => {
  const text = join(folder, 'text');
  writeFileSync(text, 'hello');
  for (const [args, sentence] of [
    [[], /Name one image/],
    [['missing.elf'], /missing\.elf cannot be read/],
    [[text], /this is not an ELF file/],
    [[text, '--ms', 'soon'], /--ms wants a number/],
    [[text, '--frobnicate'], /frobnicate/],
    [[text, '--board', 'pico'], /--board wants pico-lcd or picosystem, not "pico"/],
    [[text, '--cut', '0:half'], /--cut wants/],
    [[text, '--cut', '3:sideways'], /--cut wants/],
    [[text, '--script', 'missing.script'], /missing\.script cannot be read/],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /\.mjs:\d/);
  }
});
