/**
 * The language of scripts: what a player does, and what must be seen. The simulator reads the same.
 *
 *     # lines; a number sign starts a comment
 *     press a                    down for 80 ms, then up; `press a 3` three times
 *     hold a                     down for 800 ms, then up
 *     keydown left               only down; also `down left`
 *     keyup left                 only up; also `up left`
 *     wait 200ms                 or 2s, 1.5s
 *     wait idle                  until the chip has slept and the lit screen been still for 300 ms, at most 20 s
 *     screenshot name.png
 *     expect text "White is dead"
 *     expect no text "Thinking"
 *     expect screen name.png     every pixel
 *     seed 7                     where the trainer's chance comes from; only as the first step
 *
 * And what only a device has:
 *
 *     expect text "Stopped" within 50ms
 *     power cycle                off and on again: only flash remembers
 *     poke SHIKATSU_FAULT 1      writes into a variable, as a debugger does
 *
 * A script is read as a whole before anything is done, and every mistake in it is reported.
 */

export const KEYS = ['up', 'down', 'left', 'right', 'press', 'a', 'b', 'x', 'y'];

const COMMANDS = { hold: 'hold', keydown: 'keydown', keyup: 'keyup', down: 'keydown', up: 'keyup' };
const UNITS = { ms: 1, s: 1000 };

/** What is wrong with a script, or with what it saw: a sentence with file and line. */
export class ScriptError extends Error {}

/**
 * @typedef {object} Step
 * @property {number} line counted from 1
 * @property {string} source the line as written, without comment
 * @property {'press' | 'hold' | 'keydown' | 'keyup' | 'wait' | 'idle' | 'screenshot' | 'text' | 'no text' | 'screen' | 'seed' | 'poke' | 'power'} command
 * @property {string} [key]
 * @property {number} [times]
 * @property {number} [ms]
 * @property {string} [name] of a picture or a variable
 * @property {string} [text]
 * @property {number} [value]
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
  if (word === 'press') return parsePress(rest);
  if (Object.hasOwn(COMMANDS, word)) return { command: COMMANDS[word], key: parseKey(rest) };
  if (word === 'wait') return rest === 'idle' ? { command: 'idle' } : { command: 'wait', ms: parseTime(rest) };
  if (word === 'screenshot') return { command: 'screenshot', name: parsePicture(rest) };
  if (word === 'expect') return parseExpectation(rest);
  if (word === 'seed') return { command: 'seed', value: parseNumber('seed', rest) };
  if (word === 'poke') return parsePoke(rest);
  if (code === 'power cycle') return { command: 'power' };
  throw new ScriptError(`there is no command "${word}"`);
}

function parsePress(rest) {
  const [key, times] = split(rest);
  return { command: 'press', key: parseKey(key), times: times === '' ? 1 : parseNumber('press', times) };
}

function parsePoke(rest) {
  const [name, value] = split(rest);
  if (!/^\w+$/.test(name)) throw new ScriptError('poke wants a variable and a number, such as SHIKATSU_FAULT 1');
  return { command: 'poke', name, value: parseNumber('poke', value) };
}

function parseNumber(word, text) {
  if (!/^\d+$/.test(text)) throw new ScriptError(`${word} wants a whole number, not "${text}"`);
  return Number(text);
}

function parseExpectation(rest) {
  const [what, value = ''] = split(rest);
  if (what === 'screen') return { command: 'screen', name: parsePicture(value) };
  if (what === 'no' && split(value)[0] === 'text') return { command: 'no text', text: parseText(split(value)[1]) };
  if (what !== 'text') throw new ScriptError('expect wants "text", "no text" or "screen"');
  const [, text, time] = /^(".*")\s+within\s+(\S+)$/.exec(value) ?? [null, value];
  return { command: 'text', text: parseText(text), ...(time ? { ms: parseTime(time) } : {}) };
}

function parseText(quotedText) {
  const quoted = /^"([^"]+)"$/.exec(quotedText);
  if (!quoted) throw new ScriptError('expect text wants a text in double quotes');
  return quoted[1];
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
