/** Reads files and proves problems. It is stopped by ending it; what it proved was told as it came. */

import init, { Workshop, about_pack, check_progress, uf2_of } from './shikatsu.js';

/** How often the page is told how far it is, in milliseconds. */
const OFTEN = 100;

const stem = (name) => name.replace(/\.[^.]*$/, '');

async function read(files) {
  const shop = new Workshop();
  const packs = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (shop.add(file.name, bytes)) packs.push(bytes);
  }
  return { shop, packs };
}

const about = (pack) => pack && JSON.parse(about_pack(pack));

const nameOf = (files) => (files.length === 1 ? stem(files[0].name) : `${stem(files[0].name)} and more`);

const tasks = {
  async read({ files }) {
    const { shop, packs } = await read(files);
    const found = JSON.parse(shop.found());
    // A pack goes in as it is. What is proved later has the plain name, and stands beside this.
    const pack = packs.length === 1 && files.length === 1 ? packs[0] : found.problems > 0 ? shop.pack(`${nameOf(files)}, as read`) : undefined;
    postMessage({ type: 'found', found, name: nameOf(files), pack, about: about(pack), isPack: pack === packs[0] && pack !== undefined });
  },

  async prove({ files, journal, stops }) {
    const { shop } = await read(files);
    let told = 0;
    const proved = shop.prove(nameOf(files), journal, stops, (what, one, two) => {
      if (what === 'learned') return postMessage({ type: 'learned', line: one });
      const now = performance.now();
      if (now - told < OFTEN && one !== two) return undefined;
      told = now;
      return postMessage({ type: 'proving', done: one, all: two });
    });
    const pack = proved.pack();
    postMessage({ type: 'proved', lines: proved.lines(), pack, about: about(pack), name: nameOf(files) });
  },

  async check({ bytes }) {
    postMessage({ type: 'checked', words: check_progress(bytes) });
  },

  async uf2({ pack }) {
    postMessage({ type: 'uf2', bytes: uf2_of(pack, 0) });
  },
};

onmessage = async ({ data }) => {
  try {
    await init({ module_or_path: data.module });
    await tasks[data.type](data);
  } catch (error) {
    postMessage({ type: 'failed', words: String(error?.message ?? error) });
  }
};
