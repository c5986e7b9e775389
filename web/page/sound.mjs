/**
 * The sounds of the handheld: tones in hertz and milliseconds, as `src/hw/speaker.rs` plays them. They are made once, as small files in memory: an
 * element that plays one costs the page's thread nothing, while to open an audio device of its own takes a quarter of a second of it.
 */

const TONES = {
  stone: [[1200, 12]],
  no: [[200, 60]],
  wrong: [[300, 90], [220, 160]],
  right: [[660, 80], [880, 140]],
};
const RATE = 22050;
const LOUD = 0.12;
/** The middle of eight-bit samples, which is silence. */
const SILENCE = 128;

/** A square wave of some tones, as a WAV file. */
function wav(tones) {
  const lengths = tones.map(([, ms]) => Math.round((RATE * ms) / 1000));
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const bytes = new Uint8Array(44 + count).fill(SILENCE, 44);
  const view = new DataView(bytes.buffer);
  const text = (at, letters) => bytes.set(new TextEncoder().encode(letters), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + count, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // samples as they are
  view.setUint16(22, 1, true); // one channel
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, count, true);
  let at = 44;
  tones.forEach(([hertz], place) => {
    for (let sample = 0; sample < lengths[place]; sample++) {
      const isUp = Math.floor((2 * hertz * sample) / RATE) % 2 === 0;
      bytes[at++] = SILENCE + (isUp ? 1 : -1) * Math.round(LOUD * 127);
    }
  });
  return new Blob([bytes], { type: 'audio/wav' });
}

const made = new Map();

export function play(name) {
  if (!made.has(name)) made.set(name, new Audio(URL.createObjectURL(wav(TONES[name]))));
  const sound = made.get(name);
  sound.currentTime = 0;
  // A browser may want a click before it makes any sound.
  sound.play().catch(() => {});
}
