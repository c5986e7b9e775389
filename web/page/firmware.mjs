/** The firmware in the emulator: it borrows the screen and the keys for as long as it runs. */

import { element } from './dom.mjs';
import { readImage, startWorker } from './parts.mjs';

const KEYS = ['up', 'down', 'left', 'right', 'a', 'b', 'x', 'y'];
/** How long a key is down that cannot be told when it comes up, in milliseconds; and one that is held. */
const PRESS = 80;
const HOLD = 800;

export function firmware(stage) {
  let worker;
  const say = (words) => {
    element('emulator-said').textContent = words;
  };

  function end(words) {
    worker?.terminate();
    worker = undefined;
    stage.lend();
    element('emulate').hidden = false;
    element('stop-emulator').hidden = true;
    delete document.documentElement.dataset.emulator;
    say(words);
  }

  /** What the page's keys are on the handheld. It has no pointer. */
  function hear(what, key) {
    const set = (isDown) => worker?.postMessage({ type: 'key', key: KEYS[key], isDown });
    if (what === 'down' || what === 'up') set(what === 'down');
    if (what === 'press' || what === 'hold') {
      set(true);
      setTimeout(() => set(false), what === 'press' ? PRESS : HOLD);
    }
  }

  element('emulate').addEventListener('click', async () => {
    say('Starting …');
    const uf2 = await readImage();
    if (!uf2) {
      say('This copy of the page was made without the emulator.');
      return;
    }
    worker = startWorker('emulator-worker');
    worker.onerror = (event) => end(`The emulator failed: ${event.message}`);
    worker.onmessage = ({ data }) => {
      if (data.type === 'picture') stage.draw(data.pixels);
      if (data.type === 'halted') end(`The chip stopped: ${data.words}.`);
      if (data.type === 'speed') {
        document.documentElement.dataset.emulator = JSON.stringify(data);
        const asleep = Math.round(data.asleep * 100);
        say(`${Math.round(data.speed * 100)} % of real time, the chip sleeps ${asleep} % of it.`);
      }
    };
    stage.lend(hear);
    worker.postMessage({ type: 'open', uf2 }, [uf2]);
    element('emulate').hidden = true;
    element('stop-emulator').hidden = false;
    element('screen').focus();
  });
  element('stop-emulator').addEventListener('click', () => end('The trainer has the screen again.'));
}
