import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScript, ScriptError } from '../src/script.mjs';

test('a script is lines, without comments and blank ones', () => {
  const steps = parseScript('# all of it\n\npress a   # then\r\n  wait 1.5s\nwait 200ms\nwait idle\n', 'x');
  assert.deepEqual(steps, [
    { line: 3, source: 'press a', command: 'press', key: 'a', times: 1 },
    { line: 4, source: 'wait 1.5s', command: 'wait', ms: 1500 },
    { line: 5, source: 'wait 200ms', command: 'wait', ms: 200 },
    { line: 6, source: 'wait idle', command: 'idle' },
  ]);
});

test('keys go down and up by either word, even those called up and down', () => {
  const steps = parseScript('keydown left\nkeyup left\ndown up\nup down\nhold press', 'x');
  assert.deepEqual(
    steps.map(({ command, key }) => [command, key]),
    [['keydown', 'left'], ['keyup', 'left'], ['keydown', 'up'], ['keyup', 'down'], ['hold', 'press']],
  );
});

test('texts may hold number signs and spaces', () => {
  const [text, screen, shot] = parseScript('expect text "No. #3  is # dead" # yes\nexpect screen a-1.png\nscreenshot b.c.png', 'x');
  assert.equal(text.text, 'No. #3  is # dead');
  assert.deepEqual([screen.command, screen.name, shot.command, shot.name], ['screen', 'a-1.png', 'screenshot', 'b.c.png']);
});

for (const [line, mistake] of [
  ['prss a', 'there is no command "prss"'],
  ['press', 'there is no key ""; there are up, down, left, right, press, a, b, x, y'],
  ['press z', 'there is no key "z"'],
  ['press constructor', 'there is no key "constructor"'],
  ['wait', 'wait wants a time such as 200ms or 2s, or "idle", not ""'],
  ['wait 200', 'not "200"'],
  ['wait -1s', 'not "-1s"'],
  ['expect', 'expect wants "text", "no text" or "screen"'],
  ['expect no screen a.png', 'expect wants'],
  ['expect text "a" within soon', 'wait wants a time'],
  ['press a often', 'press wants a whole number, not "often"'],
  ['seed -1', 'seed wants a whole number, not "-1"'],
  ['poke X', 'poke wants a whole number, not ""'],
  ['poke 1+1 2', 'poke wants a variable and a number'],
  ['power off', 'there is no command "power"'],
  ['expect text White', 'expect text wants a text in double quotes'],
  ['expect text ""', 'expect text wants a text in double quotes'],
  ['expect text "open', 'expect text wants a text in double quotes'],
  ['screenshot ../x.png', '"../x.png" is no name for a picture'],
  ['screenshot x.jpg', '"x.jpg" is no name for a picture'],
]) {
  test(`"${line}" is refused by file and line`, () => {
    assert.throws(
      () => parseScript(`press a\n${line}`, 'dir/t.script'),
      (error) => error instanceof ScriptError && error.message.startsWith('dir/t.script:2: ') && error.message.includes(mistake),
    );
  });
}

test('steps for a device', () => {
  const steps = parseScript('press right 3\nexpect no text "a b"\nexpect text "c" within 50ms\nseed 7\npoke X_1 2\npower cycle', 'x');
  assert.deepEqual(
    steps.map(({ line, source, ...step }) => step),
    [
      { command: 'press', key: 'right', times: 3 },
      { command: 'no text', text: 'a b' },
      { command: 'text', text: 'c', ms: 50 },
      { command: 'seed', value: 7 },
      { command: 'poke', name: 'X_1', value: 2 },
      { command: 'power' },
    ],
  );
});

test('every mistake is reported at once', () => {
  assert.throws(() => parseScript('a\npress b\nc', 'x'), { message: 'x:1: there is no command "a"\nx:3: there is no command "c"' });
});
