/** Works without a network after the first visit. A new version is offered, and taken when the player wants it. */

import { element } from './dom.mjs';

export async function offline() {
  if (!('serviceWorker' in navigator)) return;
  const had = Boolean(navigator.serviceWorker.controller);
  let asked = false;
  const offer = (worker) => {
    element('update').hidden = false;
    element('use-update').onclick = () => {
      asked = true;
      worker.postMessage('take over');
    };
    element('later').onclick = () => {
      element('update').hidden = true;
    };
  };
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
  });
  const registration = await navigator.serviceWorker.register('service-worker.js');
  if (registration.waiting && had) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
}
