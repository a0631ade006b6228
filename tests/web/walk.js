// Run inside a page: what Tab has to reach, and what of it was not reached, as sentences.
//   walk('begin')  forgets the focus, counts the controls, and lets an explanation come at once where the focus comes
//   walk('end')    names the controls that the focus has not come to since, and what has a key that is not announced
(part) => {
  const EXPLAINED = 550; // milliseconds that the focus stays until a thing explains itself
  const name = (one) => `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') || one.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 50)}”`;
  const all = (root) => [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
  const top = document.querySelector('dialog[open]') ?? document;
  const chosen = (one) => one.type !== 'radio' || one.checked; // a group of radio buttons is one control
  const stops = () => all(top).filter((one) => one.tabIndex >= 0 && !one.disabled && chosen(one) && !one.closest('[inert]') && one.checkVisibility({ visibilityProperty: true }));
  if (part === 'begin') {
    const set = window.setTimeout;
    const came = new Set();
    const note = (event) => came.add(event.target);
    document.activeElement?.blur();
    document.addEventListener('focusin', note, true);
    window.setTimeout = (then, after, ...rest) => set(then, after === EXPLAINED ? 0 : after, ...rest);
    window.walked = { stops: stops(), came, set, note };
    return window.walked.stops.length;
  }
  const { stops: wanted, came, set, note } = window.walked;
  window.setTimeout = set;
  document.removeEventListener('focusin', note, true);
  const missed = wanted.filter((one) => one.isConnected && !came.has(one)).map((one) => `Tab does not reach ${name(one)}; it stays at ${name(document.activeElement)}.`);
  const keys = (one) => one.getAttribute('aria-keyshortcuts') ?? '';
  const silent = wanted.filter((one) => one.isConnected && one.matches('button, a') && one.querySelector('kbd') && one.querySelector('kbd').textContent !== keys(one)).map((one) => `The key of ${name(one)} is not announced.`);
  return [...missed, ...silent];
};
