// Keeps the focus for keyboard players: a move, or a sheet that is put away, may remove the focused element, and without
// this the focus would fall to the body and the next Tab would start at the top of the page.

export class KeptFocus {
  /** The element that was focused last; null after a pointer was used, since then nobody misses the focus. */
  last: HTMLElement | null = null;

  /** `place` gives the selector of what to focus instead of an element that is gone. */
  constructor(place: (lost: HTMLElement) => string) {
    $effect(() => {
      const watcher = new MutationObserver(() => {
        const { last } = this;
        if (document.activeElement !== document.body || !last || document.querySelector('dialog[open], .curtain[role=dialog]')) return;
        const next = last.isConnected ? last : document.querySelector<HTMLElement>(place(last));
        next?.focus({ preventScroll: true });
      });
      watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'inert'] });
      return () => watcher.disconnect();
    });
  }
}
