/**
 * What this browser keeps: IndexedDB, the same for the page and its workers.
 *
 *     kept    progress (the bytes of the progress file), own (an SGF), and copies of progress that were put aside
 *     packs   { id, name, problems, bytes }
 *
 * A change reads and writes in one transaction, and of these only one runs at a time, whatever tab it is from.
 */

const NAME = 'shikatsu';
const VERSION = 1;

/** Tells other tabs and workers what changed: 'progress', 'own' or 'packs'. */
export const news = new BroadcastChannel('shikatsu');

let opening;
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('kept');
      request.result.createObjectStore('packs', { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Runs one transaction; `work` is given the store and may set the result. */
async function transact(store, mode, work) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode);
    const result = {};
    transaction.oncomplete = () => resolve(result.value);
    transaction.onabort = () => reject(result.error ?? transaction.error);
    work(transaction.objectStore(store), result, transaction);
  });
}

const take = (request, result) => {
  request.onsuccess = () => {
    result.value = request.result;
  };
};

export const get = (key) => transact('kept', 'readonly', (store, result) => take(store.get(key), result));
export const put = (key, value) => transact('kept', 'readwrite', (store) => store.put(value, key));
export const remove = (key) => transact('kept', 'readwrite', (store) => store.delete(key));

/** Puts what `make` makes of the value in its place; if it throws, everything stays as it was. */
export const change = (key, make) =>
  transact('kept', 'readwrite', (store, result, transaction) => {
    const request = store.get(key);
    request.onsuccess = () => {
      try {
        store.put(make(request.result), key);
      } catch (error) {
        result.error = error;
        transaction.abort();
      }
    };
  });

export const packs = () => transact('packs', 'readonly', (store, result) => take(store.getAll(), result));
export const putPack = (pack) => transact('packs', 'readwrite', (store) => store.put(pack));
export const removePack = (id) => transact('packs', 'readwrite', (store) => store.delete(id));
