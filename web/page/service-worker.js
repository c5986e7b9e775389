/** Keeps one version of the page whole, for use without a network. The build fills in which version, and which files. */

const VERSION = '{{VERSION}}';
const FILES = ['{{FILES}}'];
const CACHE = `shikatsu-${VERSION}`;

addEventListener('install', (event) => {
  // Past the browser's own cache: half of an old version would be worse than none.
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('shikatsu-') && name !== CACHE).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener('message', ({ data }) => {
  if (data === 'take over') skipWaiting();
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
