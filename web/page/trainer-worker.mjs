/**
 * The trainer's worker. It owns the session: keys and time go in, pictures, words and sounds come out, and what is to be remembered is
 * written here. It thinks in short slices and looks at its messages between two, so a key never waits for a thought.
 */

import init, { Trainer, is_damaged } from './shikatsu.js';
import * as store from './store.mjs';

/** Milliseconds of thinking between two looks at the messages. */
const BUDGET = 8;
const FRAME = 16;
/** The screen is put into words when it has been the same for so long. */
const SETTLED = 250;

let trainer;
let ticked = 0;
let timer;
let settling;
let isAwake = false;
/** The page knows that nothing is being thought. */
let isTold = false;
let saving;
/** What is not kept is told once. */
let complained = false;

/** Comes back after the messages that wait already. */
const later = new MessageChannel();
later.port1.onmessage = () => turn();

async function open({ module, start, link, seed }) {
  await init({ module_or_path: module });
  const [progress, own, packs] = await Promise.all([store.get('progress'), store.get('own'), store.packs()]).catch(() => {
    // Some browsers keep nothing in private windows.
    postMessage({ type: 'trouble', words: 'This browser keeps nothing here, so what you do is not remembered.' });
    complained = true;
    return [undefined, undefined, []];
  });
  const bytes = progress ?? new Uint8Array();
  if (is_damaged(bytes)) {
    await store.put(`progress.damaged-${new Date().toISOString()}`, bytes);
    await store.remove('progress');
  }
  trainer = new Trainer(bytes, own ?? '', packs.map((pack) => pack.bytes), start, link, seed);
  ticked = performance.now();
  postMessage({ type: 'open', trouble: trainer.trouble() });
  turn();
}

function turn() {
  clearTimeout(timer);
  isAwake = false;
  const now = performance.now();
  const elapsed = Math.min(65535, Math.floor(now - ticked));
  ticked = elapsed === 65535 ? now : ticked + elapsed;
  const rest = trainer.turn(elapsed, BUDGET);
  show();
  if (rest === 0) return wake();
  if (rest === 1) timer = setTimeout(turn, FRAME);
  if (!isTold) postMessage({ type: 'rest' });
  isTold = true;
}

function wake() {
  if (isAwake) return;
  isAwake = true;
  later.port2.postMessage(null);
}

function show() {
  const pixels = trainer.pixels();
  if (pixels) {
    isTold = false;
    postMessage({ type: 'picture', pixels }, [pixels.buffer]);
    clearTimeout(settling);
    settling = setTimeout(() => postMessage({ type: 'words', words: trainer.words(), news: trainer.news() }), SETTLED);
  }
  const sound = trainer.sound();
  if (sound) postMessage({ type: 'sound', sound });
  const deleted = trainer.deleted();
  if (deleted !== undefined) {
    store.removePack(deleted).then(() => {
      store.news.postMessage('packs');
      postMessage({ type: 'packs' });
    });
  }
  save();
}

/** Writes what is new; one write at a time. */
function save() {
  if (saving || !(trainer.has_progress() || trainer.has_own())) return;
  saving = write().finally(() => {
    saving = undefined;
  });
}

async function write() {
  if (trainer.has_progress()) {
    await kept('progress', (there) => trainer.progress_over(there ?? new Uint8Array()), (is) => trainer.progress_written(is));
  }
  if (trainer.has_own()) await kept('own', (there) => trainer.own_over(there ?? ''), (is) => trainer.own_written(is));
}

async function kept(key, make, written) {
  try {
    await store.change(key, make);
    written(true);
    store.news.postMessage(key);
    postMessage({ type: 'kept', key });
  } catch (error) {
    written(false);
    if (!complained) postMessage({ type: 'trouble', words: `What you did is not kept: ${error?.message ?? error}.` });
    complained = true;
    // It may be a full disk: another try, but not at once.
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/** Waits until all is written. */
async function flush() {
  while (saving) await saving;
  save();
  await saving;
  postMessage({ type: 'flushed' });
}

store.news.onmessage = async ({ data }) => {
  if (!trainer) return;
  if (data === 'progress') trainer.hear_progress((await store.get('progress')) ?? new Uint8Array());
  if (data === 'own') trainer.hear_own((await store.get('own')) ?? '');
  if (data === 'packs') {
    const packs = await store.packs();
    for (const pack of packs) trainer.put_pack(pack.bytes);
    trainer.keep_packs(new Uint32Array(packs.map((pack) => pack.id)));
  }
  wake();
};

onmessage = ({ data }) => {
  if (data.type === 'open') {
    open(data).catch((error) => postMessage({ type: 'failed', words: String(error?.message ?? error) }));
    return;
  }
  if (!trainer) {
    // What is not there has nothing to write.
    if (data.type === 'flush') postMessage({ type: 'flushed' });
    return;
  }
  isTold = false;
  if (data.type === 'on') trainer.on(data.what, data.one ?? 0, data.two ?? 0);
  if (data.type === 'edit') trainer.edit(data.fromNothing);
  if (data.type === 'flush') return void flush();
  if (data.type === 'share') return postMessage({ type: 'share', link: trainer.link(), place: trainer.place() });
  wake();
};
