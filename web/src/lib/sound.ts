// All that is heard, made on the spot by WebAudio: Papageno's pipes, a glockenspiel, a low string, paper, wood, a coin.
import { settings } from './settings.svelte';

export type Sound = 'turn' | 'card' | 'flip' | 'wood' | 'flute' | 'good' | 'bad' | 'coin' | 'clack' | 'win' | 'croak' | 'spell';

let context: AudioContext | null = null;
let out: GainNode | null = null;

function studio(): { audio: AudioContext; out: GainNode } | null {
  // Browsers allow sound only after the user has interacted with the page.
  if (!settings.sound || typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return null;
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    const soft = context.createDynamicsCompressor();
    out.connect(soft).connect(context.destination);
  }
  if (context.state === 'suspended') void context.resume();
  out!.gain.value = settings.volume * settings.volume;
  return { audio: context, out: out! };
}

/** One voice: when (seconds from now), which pitch, how long, which shape, how loud, where from −1 to 1. */
export function tone(at: number, pitch: number, length: number, shape: OscillatorType, loud: number, attack = 0.005, place = 0): void {
  const room = studio();
  if (!room) return;
  const { audio } = room;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  const pan = audio.createStereoPanner();
  voice.type = shape;
  voice.frequency.value = pitch;
  pan.pan.value = place;
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0008, start + length);
  voice.connect(gain).connect(pan).connect(room.out);
  voice.start(start);
  voice.stop(start + length + 0.05);
}

/** A breath of noise around a pitch. */
export function noise(at: number, length: number, pitch: number, width: number, loud: number, place = 0): void {
  const room = studio();
  if (!room) return;
  const { audio } = room;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  const pan = audio.createStereoPanner();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = width;
  gain.gain.value = loud;
  pan.pan.value = place;
  source.connect(filter).connect(gain).connect(pan).connect(room.out);
  source.start(audio.currentTime + at);
}

/** A pan pipe. */
export function pipe(at: number, pitch: number, length: number, loud: number): void {
  tone(at, pitch, length, 'triangle', loud, 0.03);
  tone(at, pitch * 2, length * 0.8, 'sine', loud * 0.22, 0.04);
  noise(at, Math.min(length, 0.12), pitch * 2, 6, loud * 0.5);
}

/** A bar of a glockenspiel. */
export function bell(at: number, pitch: number, loud: number): void {
  tone(at, pitch, 1.1, 'sine', loud);
  tone(at, pitch * 2.76, 0.5, 'sine', loud * 0.35);
  tone(at, pitch * 5.4, 0.22, 'sine', loud * 0.16);
}

const G = 783.99, A = 880, B = 987.77, C = 1046.5, D = 1174.66;

/** Make a sound; `place` is where it is heard, from −1 (left) to 1 (right). */
export function sound(name: Sound, place = 0): void {
  if (!settings.sound) return;
  switch (name) {
    case 'turn':
      [G, A, B, C, D].forEach((pitch, i) => pipe(i * 0.105, pitch, i === 4 ? 0.42 : 0.13, 0.22));
      return;
    case 'flute':
      [D, C, B, A, G].forEach((pitch, i) => pipe(i * 0.09, pitch, 0.16, 0.2));
      return;
    case 'good':
      bell(0, 1567.98, 0.2);
      bell(0.09, 2093, 0.2);
      return;
    case 'win':
      [1046.5, 1318.5, 1567.98, 2093, 1567.98, 2093].forEach((pitch, i) => bell(i * 0.13, pitch, 0.22));
      return;
    case 'bad':
      tone(0, 98, 0.7, 'sawtooth', 0.09, 0.06);
      tone(0, 92.5, 0.7, 'sawtooth', 0.06, 0.06);
      return;
    case 'coin':
      bell(0, 2637, 0.16);
      bell(0.06, 3136, 0.16);
      return;
    case 'wood':
      noise(0, 0.05, 420, 3, 0.9, place);
      tone(0, 210, 0.08, 'sine', 0.25, 0.002, place);
      return;
    case 'clack':
      noise(0, 0.04, 1500, 5, 1.4, place);
      tone(0, 640, 0.05, 'square', 0.12, 0.001, place);
      noise(0.07, 0.03, 1100, 5, 0.8, place);
      return;
    case 'croak':
      for (const start of [0, 0.16]) for (let i = 0; i < 5; i++) tone(start + i * 0.022, 150 - i * 9, 0.05, 'sawtooth', 0.12, 0.004, place);
      return;
    case 'spell':
      [2093, 1760, 1397, 1175, 932].forEach((pitch, i) => bell(i * 0.07, pitch, 0.12));
      tone(0.3, 110, 0.8, 'triangle', 0.16, 0.1, place);
      return;
    case 'flip':
      noise(0, 0.06, 2600, 1, 0.3, place);
      noise(0.05, 0.05, 1500, 1, 0.3, place);
      return;
    case 'card':
      noise(0, 0.11, 1800, 0.7, 0.35, place);
  }
}
