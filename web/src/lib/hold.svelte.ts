// A stage may wait for the player before it shows what has happened: a die to be thrown, an arrow to be spun. Until then
// the house reveals only the first events of the scene and offers that one action instead of the moves.
import type { Phrase } from './say';

export const hold: { after: number | null; label: Phrase | null; go: () => void } = $state({ after: null, label: null, go: () => {} });

/** Tell no more than so many events; with a label, wait for a hand: `go` is what it does. */
export function wait(after: number, label: Phrase | null = null, go: () => void = () => {}): void {
  hold.after = after;
  hold.label = label;
  hold.go = go;
}

/** Everything is told, and one thing is to be done before the moves, such as to put a counted round away. */
export function first(label: Phrase, go: () => void): void {
  hold.after = null;
  hold.label = label;
  hold.go = go;
}

export function release(): void {
  hold.after = null;
  hold.label = null;
  hold.go = () => {};
}
