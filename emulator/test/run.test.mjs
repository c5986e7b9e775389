import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeImage } from './support/firmware.mjs';

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

test('a wrong command gets a sentence and exit code 2', () => {
  const text = join(folder, 'text');
  writeFileSync(text, 'hello');
  for (const [args, sentence] of [
    [[], /Name one image/],
    [['missing.elf'], /missing\.elf cannot be read/],
    [[text], /this is not an ELF file/],
    [[text, '--ms', 'soon'], /--ms wants a number/],
    [[text, '--frobnicate'], /frobnicate/],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /\.mjs:\d/);
  }
});
