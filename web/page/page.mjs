/** The page: puts its parts together. Everything that takes long happens in workers. */

import { element, notice } from './dom.mjs';
import { ownProblems } from './files.mjs';
import { firmware } from './firmware.mjs';
import { handheld } from './handheld.mjs';
import { listen } from './input.mjs';
import { offline } from './offline.mjs';
import { isOneFile } from './parts.mjs';
import { progress } from './progress.mjs';
import { play } from './sound.mjs';
import { Stage } from './stage.mjs';

const stage = new Stage(element('canvas'));

function fit() {
  const isWide = matchMedia('(min-width: 56rem)').matches;
  const width = isWide ? document.body.clientWidth * 0.55 : document.body.clientWidth - 32;
  // On a phone the keys stay in sight, too. A desk has a keyboard.
  const height = Math.max(240, window.innerHeight - (isWide ? 140 : 300));
  stage.fit(Math.max(240, width), height);
}

stage.addEventListener('words', ({ detail }) => {
  element('words').textContent = detail.words;
  element('said').textContent = detail.news;
});
// For programs that drive the page: set while nothing is being thought, to the number of pictures so far.
let pictures = 0;
stage.addEventListener('picture', () => {
  pictures++;
  delete document.documentElement.dataset.rests;
});
stage.addEventListener('happens', () => delete document.documentElement.dataset.rests);
stage.addEventListener('rest', () => {
  document.documentElement.dataset.rests = String(pictures);
});
stage.addEventListener('sound', ({ detail }) => play(detail.sound));
stage.addEventListener('trouble', ({ detail }) => notice(detail.words));
stage.addEventListener('failed', ({ detail }) => notice(`The trainer could not start: ${detail.words}`));
stage.addEventListener('open', ({ detail }) => {
  document.documentElement.dataset.ready = 'yes';
  if (detail.trouble) notice(detail.trouble);
});

element('new-problem').addEventListener('click', () => {
  stage.tell({ type: 'edit', fromNothing: true });
  element('screen').focus();
});

/** The letters of a problem in the address, if there are some. */
const letters = () => new URLSearchParams(location.hash.slice(1)).get('p') ?? undefined;

element('share').addEventListener('click', async () => {
  stage.tell({ type: 'share' });
  const { link, place } = await stage.next('share');
  const said = element('shared');
  if (!link) {
    said.textContent = 'This problem cannot be shared.';
    return;
  }
  const address = new URL(`#p=${link}`, location.href.replace(/[?#].*/, '')).href;
  try {
    await navigator.clipboard.writeText(address);
    said.textContent = `A link to ${place} is copied.`;
  } catch {
    said.textContent = address;
  }
});

addEventListener('hashchange', () => letters() && stage.reopen({ link: letters() }));
addEventListener('resize', fit);
fit();
listen(stage, element('screen'), element('canvas'));
ownProblems(stage);
progress(stage);
handheld();
firmware(stage);
stage.open({ link: letters() });
if (!isOneFile) offline();
