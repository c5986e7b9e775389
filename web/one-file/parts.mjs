/** The page's other parts where the page is one file: inside of it, packed. It stands in for `page/parts.mjs`. */

import { image, module, workers } from 'packed';

export const isOneFile = true;

/** @returns {Promise<ArrayBuffer>} */
const unpack = (packed) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
};

/** A worker's program has an address of its own, since the browser gives files no workers. */
export const startWorker = (name) => new Worker(URL.createObjectURL(new Blob([workers[name]], { type: 'text/javascript' })));

export const compileModule = async () => WebAssembly.compile(await unpack(module));

export const readImage = async () => (image ? unpack(image) : undefined);
