/** Puts the emulator into one file for the page: `node bundle.mjs FOLDER`. What it reads from disk in Node is put in here. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [folder] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The only file that the emulator reads by itself describes the boards. */
const boards = {
  name: 'boards',
  setup(build) {
    build.onResolve({ filter: /^node:fs$/ }, () => ({ path: 'boards', namespace: 'boards' }));
    build.onLoad({ filter: /.*/, namespace: 'boards' }, () => ({
      contents: `export const readFileSync = () => ${JSON.stringify(readFileSync(here('../boards.json'), 'utf8'))};`,
    }));
  },
};

await build({
  entryPoints: [here('emulator/worker.mjs')],
  outfile: `${folder}/emulator-worker.mjs`,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'inline',
  plugins: [boards],
  logLevel: 'warning',
});
