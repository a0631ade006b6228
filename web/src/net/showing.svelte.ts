// What is shown now and what waits to be shown: one scene after another, at the pace that was chosen. It can be paused,
// hurried and shown again, and it stops at events that the player must confirm.
import type { Phrase } from '../lib/say';
import type { Scene } from './scene';

const LONGEST_QUEUE = 40;
const LONGEST_FLOW = 80;
const LONGEST_PAST = 60;

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

  private queue: Scene[] = [];
  private past: Scene[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

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

  /** A new scene: shown at once if nothing else is on, else after the others; `once`: not to be shown again. */
  add(scene: Scene, own: boolean, once = false): void {
    if (own || once) this.past = [];
    else if (!scene.undone) this.past = [...this.past, scene].slice(-LONGEST_PAST);
    this.hasPast = this.past.length > 0;
    // What one does oneself in small strokes is seen at once.
    if (own && this.queue.length === 0 && this.flows(scene)) {
      this.show(scene);
      return;
    }
    this.queue.push(scene);
    this.lagging = this.timer !== null || this.paused || this.halt !== null || this.held;
    const longest = this.flows(scene) ? LONGEST_FLOW : LONGEST_QUEUE;
    if (this.paused || this.halt || this.held) return;
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
    this.scene = scene;
    this.step += 1;
    this.shown();
  }

  /** Whoever acts does not wait for the past: the newest scene is shown at once. */
  skip(): void {
    const newest = this.queue.at(-1);
    this.stop();
    if (newest) this.show(newest);
    this.rests();
  }

  /** On to the next scene, now; what halted has been seen. */
  hurry(): void {
    if (this.held) return;
    this.halt = null;
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
    this.stay(on);
  }

  private stay(on: boolean): void {
    if (on && this.timer) clearTimeout(this.timer);
    if (on) this.timer = null;
    else if (this.timer === null && !this.halt && !this.paused && !this.held) this.next();
  }

  /** Everything since one acted last, once more. */
  recall(): void {
    if (this.past.length === 0 || this.held) return;
    const newest = this.past.at(-1)!;
    const rest = this.queue.filter((scene) => !this.past.includes(scene));
    this.stop();
    this.queue = [...this.past, ...rest];
    this.again = this.queue.length > 1 || newest !== this.scene;
    this.paused = false;
    this.next();
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

  /** Another match, or other eyes: what was is not theirs. */
  forget(): void {
    this.stop();
    this.past = [];
    this.hasPast = false;
  }
}
