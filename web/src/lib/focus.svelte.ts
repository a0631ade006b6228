// Whoever plays by keys keeps the focus: what had it may be gone after a move, and then its place has it.
import { tick } from 'svelte';

export class KeptFocus {
  /** What had the focus last; null when the pointer was used since, which needs none. */
  last: HTMLElement | null = null;

  /** `changes`: what may take the focused thing away; `place`: where to go instead of what is gone, as a selector. */
  constructor(changes: () => unknown, place: (lost: HTMLElement) => string) {
    $effect(() => {
      changes();
      void tick().then(() => {
        const { last } = this;
        if (document.activeElement !== document.body || !last || document.querySelector('dialog[open], .curtain[role=dialog]')) return;
        const next = last.isConnected ? last : document.querySelector<HTMLElement>(place(last));
        next?.focus({ preventScroll: true });
      });
    });
  }
}
