// A throw by hand: press, drag and let go. A mere tap is a click and needs nothing of this.
const FAR = 14; // pixels from which a movement is a throw

export function flick(node: HTMLElement, thrown: () => void) {
  let from: { x: number; y: number } | null = null;
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    node.setPointerCapture(event.pointerId);
  };
  const up = (event: PointerEvent) => {
    const moved = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR;
    from = null;
    if (!moved) return;
    // The click that may follow belongs to this throw.
    node.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    thrown();
  };
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointerup', up);
  return {
    destroy() {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointerup', up);
    },
  };
}
