/** Progress to a file and back. */

import { element, save } from './dom.mjs';
import { ask } from './module.mjs';
import * as store from './store.mjs';

const ASIDE = 'progress.before-import';

export function progress(stage) {
  const say = (words) => {
    element('progress-said').textContent = words;
  };

  element('export').addEventListener('click', async () => {
    stage.tell({ type: 'flush' });
    await stage.next('flushed');
    const bytes = await store.get('progress');
    if (!bytes) return say('There is nothing to save yet.');
    save('shikatsu-progress.json', bytes, 'application/json');
    return say('Saved.');
  });

  /** Puts other progress in the place of what is there, which is kept aside. */
  async function exchange(bytes, aside) {
    await stage.reopen({}, async () => {
      await store.put(aside, (await store.get('progress')) ?? new Uint8Array());
      await store.put('progress', bytes);
      store.news.postMessage('progress');
    });
  }

  element('import').addEventListener('change', async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    target.value = '';
    try {
      const { words } = await ask({ type: 'check', bytes }, 'checked');
      await exchange(bytes, ASIDE);
      say(`Your progress is now that of ${file.name}: ${words}.`);
      element('undo-import').hidden = false;
    } catch (error) {
      say(error.message);
    }
  });

  element('undo-import').addEventListener('click', async () => {
    const before = await store.get(ASIDE);
    await stage.reopen({}, async () => {
      if (before?.length) await store.put('progress', before);
      else await store.remove('progress');
      store.news.postMessage('progress');
    });
    element('undo-import').hidden = true;
    say('Your progress is as it was before.');
  });
}
