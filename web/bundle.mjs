/** Puts parts of the page together: `node bundle.mjs FOLDER`. Makes the emulator's file, and the whole page as one file beside the folder's others. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const [folder] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const made = (name) => `${folder}/${name}`;
const common = { bundle: true, minify: true, platform: 'browser', target: 'es2022', legalComments: 'inline', logLevel: 'warning' };

/** A module that is not a file. */
const provide = (filter, contents) => ({
  name: String(filter),
  setup({ onResolve, onLoad }) {
    onResolve({ filter }, ({ path }) => ({ path, namespace: String(filter) }));
    onLoad({ filter: /.*/, namespace: String(filter) }, () => ({ contents }));
  },
});

/** The only file that the emulator reads by itself describes the boards. */
const boards = provide(/^node:fs$/, `export const readFileSync = () => ${JSON.stringify(readFileSync(here('../boards.json'), 'utf8'))};`);

const emulator = here('emulator/worker.mjs');
const hasImage = existsSync(made('shikatsu.uf2'));
if (hasImage) await build({ ...common, entryPoints: [emulator], outfile: made('emulator-worker.mjs'), format: 'esm', plugins: [boards] });
await makeOneFile();

/** The page for those who open it from a disk, where browsers refuse to load modules, workers and data that lie beside it. */
async function makeOneFile() {
  const workers = {};
  for (const name of ['trainer-worker', 'workshop-worker']) workers[name] = await oneScript(made(`${name}.mjs`));
  if (hasImage) workers['emulator-worker'] = await oneScript(emulator, [boards]);
  const packed = (name) => gzipSync(readFileSync(made(name)), { level: 9 }).toString('base64');
  const contents = { workers, module: packed('shikatsu_bg.wasm'), image: hasImage ? packed('shikatsu.uf2') : '' };
  const inside = Object.entries(contents).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  const parts = {
    name: 'parts',
    setup: ({ onResolve }) => onResolve({ filter: /\/parts\.mjs$/ }, () => ({ path: here('one-file/parts.mjs') })),
  };
  const script = await oneScript(made('page.mjs'), [parts, provide(/^packed$/, inside.join('\n'))]);
  const style = readFileSync(made('style.css'), 'utf8');
  const icon = `data:image/svg+xml;base64,${readFileSync(made('icon.svg')).toString('base64')}`;
  const page = readFileSync(made('index.html'), 'utf8')
    .replace('{{CSP}}', policy(script, style))
    .replace(/ *<link rel="(manifest|modulepreload)".*\n/g, '')
    .replaceAll('"icon.svg"', `"${icon}"`)
    .replace(/<link rel="stylesheet".*>/, () => `<style>${style}</style>`)
    .replace(/ *<script.*\n/, '')
    .replace('</body>', () => `<script>${script}</script>\n</body>`);
  writeFileSync(made('shikatsu.html'), page);
}

/** A program and all that it imports as text that can stand in a page. */
async function oneScript(file, plugins = []) {
  // A program names its parts from its own address on. Nothing is fetched from there.
  const { outputFiles } = await build({ ...common, entryPoints: [file], format: 'iife', write: false, plugins, define: { 'import.meta.url': '"file:///"' } });
  return outputFiles[0].text.replaceAll('</script', '<\\/script');
}

/** Only the script and the style that are inside of the page, and workers that they make. */
function policy(script, style) {
  const sum = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${sum(script)} 'wasm-unsafe-eval' blob:`,
    `style-src ${sum(style)}`,
    'img-src data:',
    'media-src blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
