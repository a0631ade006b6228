// Keeps the focus for keyboard players: a move, or a sheet that is put away, may remove the focused element, and without
// this the focus would fall to the body and the next Tab would start at the top of the page.

export class KeptFocus {
  /** The element that was focused last; null after its reader left it by pointer or Tab, since then it is not missed. */
  last: HTMLElement | null = null;

  /** `place` gives the selector of what to focus instead of an element that is gone. */
  constructor(place: (lost: HTMLElement) => string) {
    $effect(() => {
      let later: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        later = undefined;
        const { last } = this;
        if (document.activeElement !== document.body || !last || document.querySelector('dialog[open], .curtain[role=dialog]')) return;
        const next = last.isConnected ? last : document.querySelector<HTMLElement>(place(last));
        next?.focus({ preventScroll: true });
      };
      // Between the element that the focus leaves and the one it comes to, the body has it: whatever vanishes with the first
      // (an explanation) would call the focus back for ever. So the look is taken when the focus has arrived.
      const watcher = new MutationObserver(() => (later ??= setTimeout(look)));
      watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'inert'] });
      // Whoever touches something, or presses Tab, leaves on purpose, also where nothing on the page comes next.
      const leave = (event: Event) => {
        if (!(event instanceof KeyboardEvent) || event.key === 'Tab') this.last = null;
      };
      for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, leave, true);
      return () => {
        watcher.disconnect();
        clearTimeout(later);
        for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, leave, true);
      };
    });
  }
}
