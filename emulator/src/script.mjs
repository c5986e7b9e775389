/**
 * The language of scripts: what a player does, and what must be seen. The simulator reads the same.
 *
 *     # lines; a number sign starts a comment
 *     press a                    down for 80 ms, then up
 *     hold a                     down for 800 ms, then up
 *     keydown left               only down; also `down left`
 *     keyup left                 only up; also `up left`
 *     wait 200ms                 or 2s, 1.5s
 *     wait idle                  until the lit screen has been still for 300 ms, at most 20 s
 *     screenshot name.png
 *     expect text "White is dead"
 *     expect screen name.png     every pixel
 *
 * A script is read as a whole before anything is done, and every mistake in it is reported.
 */

export const KEYS = ['up', 'down', 'left', 'right', 'press', 'a', 'b', 'x', 'y'];

const COMMANDS = { press: 'press', hold: 'hold', keydown: 'keydown', keyup: 'keyup', down: 'keydown', up: 'keyup' };
const UNITS = { ms: 1, s: 1000 };

/** What is wrong with a script, or with what it saw: a sentence with file and line. */
export class ScriptError extends Error {}

/**
 * @typedef {object} Step
 * @property {number} line counted from 1
 * @property {string} source the line as written, without comment
 * @property {'press' | 'hold' | 'keydown' | 'keyup' | 'wait' | 'idle' | 'screenshot' | 'text' | 'screen'} command
 * @property {string} [key]
 * @property {number} [ms]
 * @property {string} [name] of a picture
 * @property {string} [text]
 */

/**
 * @param {string} source
 * @param {string} file for the error messages
 * @returns {Step[]}
 */
export function parseScript(source, file) {
  const steps = [];
  const mistakes = [];
  source.split(/\r?\n/).forEach((text, index) => {
    const code = withoutComment(text).trim();
    if (code === '') return;
    try {
      steps.push({ line: index + 1, source: code, ...parseLine(code) });
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      mistakes.push(`${file}:${index + 1}: ${error.message}`);
    }
  });
  if (mistakes.length) throw new ScriptError(mistakes.join('\n'));
  return steps;
}

/** A number sign inside quotes belongs to the text. */
function withoutComment(line) {
  return /^(?:[^"#]|"[^"]*"?)*/.exec(line)[0];
}

function parseLine(code) {
  const [word, rest = ''] = split(code);
  if (Object.hasOwn(COMMANDS, word)) return { command: COMMANDS[word], key: parseKey(rest) };
  if (word === 'wait') return rest === 'idle' ? { command: 'idle' } : { command: 'wait', ms: parseTime(rest) };
  if (word === 'screenshot') return { command: 'screenshot', name: parsePicture(rest) };
  if (word === 'expect') return parseExpectation(rest);
  throw new ScriptError(`there is no command "${word}"`);
}

function parseExpectation(rest) {
  const [what, value = ''] = split(rest);
  if (what === 'screen') return { command: 'screen', name: parsePicture(value) };
  if (what !== 'text') throw new ScriptError('expect wants "text" or "screen"');
  const quoted = /^"([^"]+)"$/.exec(value);
  if (!quoted) throw new ScriptError('expect text wants a text in double quotes');
  return { command: 'text', text: quoted[1] };
}

function split(code) {
  const [, word, rest] = /^(\S*)\s*(.*)$/.exec(code);
  return [word, rest];
}

function parseKey(key) {
  if (!KEYS.includes(key)) throw new ScriptError(`there is no key "${key}"; there are ${KEYS.join(', ')}`);
  return key;
}

function parseTime(text) {
  const match = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text);
  if (!match) throw new ScriptError(`wait wants a time such as 200ms or 2s, or "idle", not "${text}"`);
  return Number(match[1]) * UNITS[match[2]];
}

/** A plain name: a script writes pictures into one folder and nowhere else. */
function parsePicture(name) {
  if (!/^[\w-][\w.-]*\.png$/.test(name)) throw new ScriptError(`"${name}" is no name for a picture, such as first.png`);
  return name;
}
