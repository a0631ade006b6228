// A round's end, shown on the wires one thing after another: the hidden cards turn up, equal columns fall away, and then
// it is counted. The wires of the counted round stay until they are put away, whatever happens at the table meanwhile.
import type { Count } from './view';

/** Milliseconds at normal pace until the columns cancel, and until the points are told. */
export const CANCELS = 1300;
export const TOLD = 2600;

export class Counting {
  count: Count | null = $state.raw(null);
  /** The columns that cancel have done so. */
  cancelled = $state(false);
  /** The points are told. */
  told = $state(false);
  private timers: ReturnType<typeof setTimeout>[] = [];

  show(count: Count | null, pace: number): void {
    if (count === null || count === this.count) return;
    this.close();
    this.count = count;
    if (pace === 0) this.cancelled = this.told = true;
    else this.timers = [setTimeout(() => (this.cancelled = true), CANCELS * pace), setTimeout(() => (this.told = true), TOLD * pace)];
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.count = null;
    this.cancelled = this.told = false;
  }

  /** A wire as it is counted. */
  wire(seat: number): { values: readonly number[]; cancelled: readonly boolean[] } | null {
    if (this.count === null) return null;
    return { values: this.count.values[seat]!, cancelled: this.cancelled ? this.count.cancelled[seat]! : [] };
  }
}
