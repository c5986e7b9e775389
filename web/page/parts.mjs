/** Where the page's other parts come from: the files beside it. In the page that is one file they are inside of it, see `one-file/parts.mjs`. */

export const isOneFile = false;

export const startWorker = (name) => new Worker(new URL(`./${name}.mjs`, import.meta.url), { type: 'module' });

export const compileModule = () => WebAssembly.compileStreaming(fetch(new URL('./shikatsu_bg.wasm', import.meta.url)));

/** The firmware's image, if this copy of the page has one. @returns {Promise<ArrayBuffer | undefined>} */
export async function readImage() {
  const answer = await fetch(new URL('./shikatsu.uf2', import.meta.url)).catch(() => undefined);
  return answer?.ok ? answer.arrayBuffer() : undefined;
}
