/** The player's own problems: files in, a report, training on them, proofs, packs. */

import { counted, element, notice, row, save } from './dom.mjs';
import { ask, module } from './module.mjs';
import { startWorker } from './parts.mjs';
import * as store from './store.mjs';

export function ownProblems(stage) {
  let files = [];
  let found;
  let proved;
  let worker;
  let journal = [];

  async function open(chosen) {
    files = [...chosen];
    if (files.length === 0) return;
    endProving();
    journal = [];
    element('own').open = true;
    element('proved').hidden = true;
    element('found').hidden = false;
    element('found-title').textContent = `Reading ${counted(files.length, 'file')} …`;
    element('found-lines').replaceChildren();
    try {
      found = await ask({ type: 'read', files }, 'found');
    } catch (error) {
      element('found-title').textContent = `That did not work: ${error.message}`;
      return;
    }
    const { problems, left_out: leftOut, notes } = found.found;
    element('found-title').textContent = `${found.name}: ${counted(problems, 'problem')}`;
    const items = [...notes, ...leftOut.map((sentence) => `left out: ${sentence}`)].map((sentence) => {
      const item = document.createElement('li');
      item.textContent = sentence;
      return item;
    });
    element('found-lines').replaceChildren(...items);
    element('train').disabled = !found.pack;
    element('prove').hidden = found.isPack || problems === 0;
    element('found-title').focus();
    if (found.pack) await keep(found);
  }

  async function keep({ about, pack }) {
    await store.putPack({ ...about, bytes: pack });
    store.news.postMessage('packs');
    await listPacks();
  }

  async function train(id) {
    await stage.reopen({ start: id });
    element('screen').focus();
    element('screen').scrollIntoView({ block: 'nearest' });
  }

  async function prove(stops) {
    element('proving').hidden = false;
    element('proved').hidden = true;
    element('stop').disabled = stops;
    element('prove').disabled = true;
    const mine = startWorker('workshop-worker');
    worker = mine;
    mine.onmessage = async ({ data }) => {
      if (data.type === 'learned') journal.push(data.line);
      if (data.type === 'proving' && !stops) showProving(data);
      if (data.type === 'failed') {
        endProving();
        notice(`That did not work: ${data.words}`);
      }
      if (data.type === 'proved') {
        endProving();
        await showProved(data, stops);
      }
    };
    mine.postMessage({ type: 'prove', files, journal: journal.join('\n'), stops, module: await module });
  }

  function showProving({ done, all }) {
    element('proving-bar').value = all ? done / all : 0;
    element('proving-words').textContent = `Proving: ${done} of ${all}`;
  }

  async function showProved(data, wasStopped) {
    proved = data;
    element('proved-title').textContent = wasStopped ? 'Stopped. What came of it so far' : 'What came of it';
    element('proved-lines').textContent = data.lines.join('\n');
    element('proved').hidden = false;
    for (const id of ['train-proved', 'save-pack', 'save-uf2']) element(id).disabled = !data.pack;
    if (data.pack) await keep(data);
    element('proved-title').focus();
  }

  function endProving() {
    worker?.terminate();
    worker = undefined;
    element('proving').hidden = true;
    element('prove').disabled = false;
  }

  async function listPacks() {
    const packs = await store.packs().catch(() => []);
    const rows = packs.map((pack) =>
      row(`${pack.name}, ${counted(pack.problems, 'problem')}`, [
        ['Train', pack.name, () => train(pack.id)],
        ['Save', pack.name, () => save(`${pack.name}.pack`, pack.bytes)],
        ['Delete', pack.name, async () => {
          await store.removePack(pack.id);
          store.news.postMessage('packs');
          await listPacks();
        }],
      ]));
    if (rows.length === 0) rows.push(row('None yet, besides the built-in ones.', []));
    element('packs').replaceChildren(...rows);
  }

  element('files').addEventListener('change', ({ target }) => {
    open(target.files);
    target.value = '';
  });
  element('train').addEventListener('click', () => train(found.about.id));
  element('prove').addEventListener('click', () => prove(false));
  element('stop').addEventListener('click', () => {
    worker?.terminate();
    element('proving-words').textContent = 'Stopping …';
    prove(true);
  });
  element('train-proved').addEventListener('click', () => train(proved.about.id));
  element('save-pack').addEventListener('click', () => save(`${proved.name}.pack`, proved.pack));
  element('save-uf2').addEventListener('click', async () => {
    try {
      save(`${proved.name}.uf2`, (await ask({ type: 'uf2', pack: proved.pack }, 'uf2')).bytes);
    } catch (error) {
      notice(`That did not work: ${error.message}`);
    }
  });
  element('save-own').addEventListener('click', async () => {
    const own = await store.get('own');
    if (own) save('mine.sgf', own, 'application/x-go-sgf');
    else notice('You have not made a problem yet. New problem opens the editor.');
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    open(event.dataTransfer.files);
  });
  stage.addEventListener('packs', listPacks);
  store.news.addEventListener('message', ({ data }) => data === 'packs' && listPacks());
  listPacks();
}
