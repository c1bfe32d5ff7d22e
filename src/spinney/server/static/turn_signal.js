// A sign that it has become the reader's turn: a notification, words for a screen reader, a soft sound.

import { announce } from "./announce.js";
import { notify } from "./notify.js";

let before = ""; // whether it was the reader's turn; empty: the page is new

/** Tell that it has become the reader's turn, if it has. */
export function tellTurn() {
  const { turn, title } = document.getElementById("table").dataset;
  if (turn === "yes" && before === "no") {
    notify(title);
    announce(document.getElementById("headline").textContent);
    if (document.getElementById("sound")?.checked) playSound();
  }
  before = turn;
}

let audio = null;

/** Play two soft tones. */
export function playSound() {
  audio ??= new AudioContext();
  for (const [i, pitch] of [392, 523.25].entries()) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + 0.14 * i;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.08, start + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.8);
  }
}
