// Run inside a page: lets things on the stage explain themselves, one after another, as a finger that stays does, and tells
// which explanation lies over something that may be chosen, over the tools, or beyond the window.
//   most: how many different things are asked, spread over the stage
async (most) => {
  const FREE = '.stage :is(.open, :not([data-spot], [data-figure], [data-card], [data-ground], [data-explains])):is(button:enabled), .prompter button:enabled';
  const frame = () => new Promise(requestAnimationFrame);
  if (document.querySelector('dialog[open], [role=dialog]')) return [];
  const troubles = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const kinds = new Map([...document.querySelectorAll('.stage [data-figure]')].filter(seen).map((one) => [one.dataset.figure, one]));
  const all = [...kinds.values()];
  const asked = all.filter((_, i) => i % Math.ceil(all.length / most) === 0);
  for (const element of asked) {
    const box = element.getBoundingClientRect();
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
    await frame();
    await frame();
    const name = `“${element.dataset.figure}”`;
    const sheet = document.querySelector('.beside.there:has(.explain)');
    if (!sheet) {
      troubles.push(`${name} does not explain itself.`);
      continue;
    }
    const p = sheet.getBoundingClientRect();
    if (p.left < 0 || p.top < 0 || p.right > innerWidth || p.bottom > innerHeight) troubles.push(`The explanation of ${name} reaches beyond the window.`);
    for (const other of document.querySelectorAll(FREE)) {
      const q = other.getBoundingClientRect();
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (seen(other) && other !== element && wide > 1 && high > 1) troubles.push(`The explanation of ${name} covers “${(other.getAttribute('aria-label') || other.textContent).trim()}” by ${Math.round(wide)} × ${Math.round(high)}.`);
    }
  }
  dispatchEvent(new PointerEvent('pointerdown'));
  await frame();
  return troubles;
};
