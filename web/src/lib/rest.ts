// Endless animations (a twinkling sky, a turning wheel) stop when nobody has touched the page for a while and resume at
// the first touch, so that ornaments do not drain the battery of a phone lying on the table.

const AFTER = 12_000; // milliseconds without a touch
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'focusin'];

/** The ornaments: animations that have no end. All others tell something, and are never held up. */
function endless(): Animation[] {
  return document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations === Infinity);
}

/** Watch over the page as long as it is open. */
export function restWhenIdle(): void {
  let touched = performance.now();
  let resting = false;
  const touch = () => {
    touched = performance.now();
    if (!resting) return;
    resting = false;
    for (const one of endless()) one.play();
  };
  for (const kind of TOUCHES) addEventListener(kind, touch, { capture: true, passive: true });
  setInterval(() => {
    resting ||= performance.now() - touched > AFTER;
    if (resting) for (const one of endless()) one.pause(); // again and again: others may have come since
  }, AFTER / 4);
}
