/** The sounds of the handheld: tones in hertz and milliseconds, as `src/hw/speaker.rs` plays them. */

const TONES = {
  stone: [[1200, 12]],
  no: [[200, 60]],
  wrong: [[300, 90], [220, 160]],
  right: [[660, 80], [880, 140]],
};
const LOUD = 0.08;

let audio;

export function play(name) {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  let at = audio.currentTime + 0.005;
  for (const [hertz, ms] of TONES[name] ?? []) {
    const [tone, gain, end] = [audio.createOscillator(), audio.createGain(), at + ms / 1000];
    tone.type = 'square';
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(LOUD, at);
    gain.gain.setTargetAtTime(0, end - 0.004, 0.002);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(end + 0.02);
    at = end;
  }
}
