// Run inside a page: what is wrong with its geometry, as sentences.
() => {
  const troubles = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) troubles.push(`The page scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}.`);
  const seen = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && style.visibility !== 'hidden' && style.opacity !== '0' && !element.closest('.heard, [aria-hidden=true], .skip');
  };
  const name = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${(element.getAttribute('aria-label') || element.textContent || '').trim().slice(0, 40)}”`;
  const scrolls = (element) => element.closest('.content, .moves, .veil, .figures');

  // Text that is cut: wider or higher than its box, unless it is meant to end with an ellipsis.
  for (const element of document.querySelectorAll('p, h1, h2, h3, button, a, label, span, b, li, dt, dd, legend')) {
    if (!seen(element) || ![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const style = getComputedStyle(element);
    if (style.textOverflow === 'ellipsis' || element.closest('svg')) continue;
    if (style.overflow !== 'visible' && (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 2)) troubles.push(`Cut text: ${name(element)}.`);
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    if ((text.right > innerWidth + 1 || text.left < -1) && !scrolls(element)) troubles.push(`Text beyond the window: ${name(element)}.`);
  }
  // Things to touch: large enough, inside the window sideways, and not over one another.
  const things = [...document.querySelectorAll('button, a[href], select, input:not([type=radio]):not([type=checkbox])')].filter((element) => seen(element) && !element.disabled && !element.closest('[inert]'));
  const boxes = things.map((element) => element.getBoundingClientRect());
  things.forEach((element, i) => {
    const box = boxes[i];
    if (scrolls(element)) return;
    if (box.left < -1 || box.right > innerWidth + 1) troubles.push(`Beyond the window: ${name(element)}.`);
    const prose = element.matches('p a, h2 a, li a:not(.paper):not(.ticket)');
    if (!prose && !element.closest('.stage') && Math.min(box.width, box.height) < 43) troubles.push(`Too small to touch (${Math.round(box.width)} × ${Math.round(box.height)}): ${name(element)}.`);
  });
  for (let i = 0; i < things.length; i++) {
    for (let k = i + 1; k < things.length; k++) {
      const a = boxes[i];
      const b = boxes[k];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide <= 3 || high <= 3 || things[i].contains(things[k]) || things[k].contains(things[i])) continue;
      if (Boolean(things[i].closest('.sheet, dialog, .veil')) !== Boolean(things[k].closest('.sheet, dialog, .veil'))) continue;
      if (things[i].closest('[data-fan=""]') && things[k].closest('[data-fan=""]')) continue;
      troubles.push(`One over the other by ${Math.round(wide)} × ${Math.round(high)}: ${name(things[i])} and ${name(things[k])}.`);
    }
  }
  // A sheet is as wide as what is on it: nothing has to be looked for by moving it sideways.
  for (const element of document.querySelectorAll('dialog, form, .sheet, .prompter')) {
    if (seen(element) && element.scrollWidth > element.clientWidth + 1) troubles.push(`Wider than its sheet (${element.scrollWidth} > ${element.clientWidth}): ${name(element)}.`);
  }
  // The stage shows everything that is on it: no scroll bar, nothing touchable cut off.
  const stage = document.querySelector('.stage');
  if (stage) {
    const frame = stage.getBoundingClientRect();
    for (const element of stage.querySelectorAll('button, .plate, [data-spot]')) {
      if (!seen(element)) continue;
      const box = element.getBoundingClientRect();
      if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) troubles.push(`Cut by the stage: ${name(element)}.`);
    }
    for (const element of stage.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      if (/(auto|scroll)/.test(style.overflowY + style.overflowX) && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)) troubles.push(`A scroll bar on the stage: ${name(element)}.`);
    }
  }
  return [...new Set(troubles)];
};
