// What is shown now and what waits to be shown: one scene after another, at the pace that was chosen. It can be paused,
// hurried and shown again, and it stops at events that the player must confirm. It also says how much has been seen so
// far: log, live regions, hints, named moves, prompter and title tell no more than that.
import { hold } from '../lib/hold.svelte';
import type { Phrase } from '../lib/say';
import type { Scene } from './scene';

const LONGEST_QUEUE = 40;
const LONGEST_FLOW = 80;
export const LONGEST_PAST = 60;

export class Showing {
  /** What is shown now; null before the first match. */
  scene: Scene | null = $state.raw(null);
  /** Counts what was shown. */
  step = $state(0);
  /** Older scenes are still to be shown before the newest. */
  lagging = $state(false);
  paused = $state(false);
  /** What happened is so big that somebody must say that they have seen it. */
  halt: Phrase | null = $state.raw(null);
  /** The stage shows something that is to be put away first, such as a counted round: what follows waits. */
  held = $state(false);
  /** What happened since one acted last is being shown once more. */
  again = $state(false);
  /** There is something that can be shown once more. */
  hasPast = $state(false);
  /** How long a scene stays before the next one comes; set by the page that draws it. */
  pacing: (scene: Scene) => number = () => 0;
  /** Whether a scene flows from the one before: one of many small actions in a row. */
  flows: (scene: Scene) => boolean = () => false;
  /** Whether a scene waits to be seen, and what is said of it. */
  halting: (scene: Scene) => Phrase | null = () => null;

  /** After how many milliseconds each event of a scene has been seen; empty: at once. */
  telling: (scene: Scene) => readonly number[] = () => [];
  /** The number of the newest change that has been shown, whatever is shown once more. */
  reached = $state(0);
  /** How many events of the scene have been seen to their end, unless the stage itself says so (`hold`). */
  private seen = $state(Infinity);

  private queue: Scene[] = [];
  /** What has happened since these eyes moved last, after what lay there before. */
  private past: readonly Scene[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private tellers: ReturnType<typeof setTimeout>[] = [];
  /** There is a stage to show it on. */
  private staged = true;

  /** `shown` is called whenever the scene has changed, `rests` when nothing is left to show. */
  constructor(
    private readonly shown: () => void,
    private readonly rests: () => void,
  ) {}

  get resting(): boolean {
    return this.queue.length === 0 && this.timer === null && this.halt === null && !this.held;
  }
  get waiting(): number {
    return this.queue.length;
  }
  /** How many events of the scene may be told. */
  get told(): number {
    return Math.min(hold.after ?? this.seen, this.scene?.events.length ?? 0);
  }
  /** The scene has not been seen to its end. */
  get untold(): boolean {
    return this.told < (this.scene?.events.length ?? 0);
  }
  /** The same, and it goes on by itself: nothing waits for a hand. */
  get playing(): boolean {
    return this.seen < (this.scene?.events.length ?? 0);
  }

  /** A new scene: shown at once if nothing else is on, else after the others; `past` can be shown once more, from what
   * lay there before. */
  add(scene: Scene, own = false, past: readonly Scene[] = []): void {
    this.keep(past);
    // What one does oneself in small strokes is seen at once.
    if (own && this.queue.length === 0 && this.flows(scene)) {
      this.show(scene);
      return;
    }
    this.queue.push(scene);
    this.lagging = this.timer !== null || this.paused || this.halt !== null || this.held || !this.staged;
    const longest = this.flows(scene) ? LONGEST_FLOW : LONGEST_QUEUE;
    if (this.paused || this.halt || this.held || !this.staged) return;
    if (this.queue.length > longest || this.pacing(scene) === 0) this.skip();
    else if (this.timer === null) this.next();
  }

  private next(): void {
    this.timer = null;
    const scene = this.queue.shift();
    if (!scene) {
      this.again = false;
      this.rests();
      return;
    }
    this.lagging = this.queue.length > 0;
    this.show(scene);
    this.halt = this.again ? null : this.halting(scene);
    if (this.halt || this.paused || this.held) return;
    const time = this.pacing(scene);
    // Whoever lags far behind sees things quicker.
    this.timer = setTimeout(() => this.next(), time / (1 + Math.max(0, this.queue.length - (this.flows(scene) ? 0 : 6)) / 8));
  }

  /** Show a scene now and let nothing wait. */
  show(scene: Scene): void {
    this.tell(this.scene === null ? [] : this.telling(scene));
    this.scene = scene;
    this.step += 1;
    this.reached = Math.max(this.reached, scene.n);
    this.shown();
  }

  /** Show a scene now; what is added next waits until it has been seen. */
  begin(scene: Scene): void {
    this.stop();
    this.show(scene);
    const time = this.pacing(scene);
    if (this.staged && time > 0) this.timer = setTimeout(() => this.next(), time);
  }

  /** There is a stage now, or there is none: meanwhile what comes waits. */
  stage(on: boolean): void {
    this.staged = on;
    this.stay(!on);
  }

  private tell(after: readonly number[]): void {
    for (const teller of this.tellers) clearTimeout(teller);
    this.seen = after.length > 0 ? 0 : Infinity;
    this.tellers = after.map((time, i) => setTimeout(() => (this.seen = i + 1), time));
  }

  /** Whoever acts does not wait for the past: the newest scene is shown at once, and told. */
  skip(): void {
    const newest = this.queue.at(-1);
    this.stop();
    if (newest) this.show(newest);
    else this.tell([]);
    this.rests();
  }

  /** On to the next scene, now; what halted has been seen. */
  hurry(): void {
    if (this.held) return;
    this.halt = null;
    this.tell([]);
    if (this.timer) clearTimeout(this.timer);
    this.next();
  }

  pause(on: boolean): void {
    this.paused = on;
    this.stay(on);
  }

  /** Something on the stage is to be put away first (or has been). */
  hold(on: boolean): void {
    if (on === this.held) return;
    this.held = on;
    if (!on) this.tell([]); // whoever puts something away has seen it
    this.stay(on);
  }

  private stay(on: boolean): void {
    if (on && this.timer) clearTimeout(this.timer);
    if (on) this.timer = null;
    else if (this.timer === null && !this.halt && !this.paused && !this.held && this.staged) this.next();
  }

  /** Everything since one acted last, once more. */
  recall(): void {
    const [before, ...past] = this.past;
    if (!before || past.length === 0 || this.held) return;
    const rest = this.queue.filter((scene) => !past.includes(scene));
    this.paused = false;
    this.begin({ ...before, moves: [], events: [] });
    this.queue = [...past, ...rest];
    this.again = this.lagging = true;
    if (this.timer === null) this.next();
  }

  /** Nothing waits any more. */
  stop(): void {
    this.queue = [];
    this.lagging = false;
    this.again = false;
    this.halt = null;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Another match, or other eyes: what was is not theirs, but what they have not seen. */
  forget(past: readonly Scene[] = []): void {
    this.stop();
    this.keep(past);
  }

  private keep(past: readonly Scene[]): void {
    this.past = past;
    this.hasPast = past.length > 1;
  }
}
