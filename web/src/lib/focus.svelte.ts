// Keeps the focus for keyboard players: a move may remove the focused element, and without this the focus would fall to
// the body and the next Tab would start at the top of the page.
import { tick } from 'svelte';

export class KeptFocus {
  /** The element that was focused last; null after a pointer was used, since then nobody misses the focus. */
  last: HTMLElement | null = null;

  /** `changes` reads whatever may remove the focused element; `place` gives the selector of what to focus instead. */
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
