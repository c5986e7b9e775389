/** The compiled module: fetched and compiled once, and given to every worker. */

import { compileModule, startWorker } from './parts.mjs';

export const module = compileModule();

/** Asks a workshop one thing and ends it. */
export async function ask(task, wanted) {
  const worker = startWorker('workshop-worker');
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.type === 'failed') reject(new Error(data.words));
        if (data.type === wanted) resolve(data);
      };
      worker.onerror = (event) => reject(new Error(event.message));
      module.then((compiled) => worker.postMessage({ ...task, module: compiled }), reject);
    });
  } finally {
    worker.terminate();
  }
}
