// Run inside a page: what of the stage is not seen well, as sentences.
//   [data-whole]   must be seen whole: inside the stage, covered by nothing, over nothing else that must be seen whole
//   [data-fan]     things in it may lie over one another; [data-fan=small] in a small window alone, which is wider than high
//   [data-mark]    is laid over a thing, and leaves its words free
//   [data-ground]  pieces stand on it: while it is disabled, they are touched in its place and may cover it
// Whatever can be touched, the name plates and all text count as well. Where a sheet or a dialog is open, only it counts.
// What may be chosen next (`chosen` below, as in web/src/lib/place.ts) is large enough for a finger.
() => {
  const SMALLEST = 12; // CSS pixels
  const FINGER = 33; // what may be chosen is at least as wide and as high: six cards for each of five on a small phone leave no more
  const STRIP = 24; // so much of a card lies free among others, and everything that can be touched is as large (WCAG 2.5.8)
  const chosen = '.stage :is(.open, :not([data-spot], [data-figure], [data-card], [data-ground], [data-explains])):is(button:enabled)';
  const FAN = matchMedia('(max-width: 720px) and (max-height: 450px)').matches ? '[data-fan]' : '[data-fan=""]';
  const troubles = new Set();
  const stage = document.querySelector('.stage');
  if (!stage) return ['There is no stage.'];
  const frame = stage.getBoundingClientRect();
  const sheets = [...document.querySelectorAll('dialog[open], [role=dialog], .veil')].filter((one) => one.getClientRects().length > 0);
  const top = sheets.at(-1) ?? null;
  const name = (element) => {
    const words = element.dataset.whole || element.getAttribute('aria-label') || element.textContent || '';
    return `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').replace(/svelte-\S+/g, '').trim().replace(/\s+/g, '.')} “${words.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  };
  const shown = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && !element.closest('.heard, .skip');
  };
  // Asked often of the same elements, and nothing changes meanwhile.
  const once = (find) => {
    const found = new Map();
    return (element) => {
      if (!found.has(element)) found.set(element, find(element));
      return found.get(element);
    };
  };
  const box_of = once((element) => element.getBoundingClientRect());
  // Whether a box cuts what is larger than it; what can be scrolled is not cut.
  const clipping = once((element) => {
    const style = getComputedStyle(element);
    return style.clipPath === 'inset(50%)' ? 'heard' : /(hidden|clip)/.test(style.overflow) ? 'cuts' : 'none';
  });
  const counts = once((element) => (top === null || top.contains(element)) && !element.closest('[inert]') && shown(element));
  const say = (text) => troubles.add(text);

  // Everything is where it can be seen: the window on a page that does not scroll, the stage, nothing in front of it.
  const whole = [...stage.querySelectorAll('button, .plate, [data-whole]')].filter((one) => counts(one) && !one.matches('[data-ground]:disabled'));
  const within = top && stage.contains(top) ? top.getBoundingClientRect() : frame;
  for (const element of whole) {
    const box = box_of(element);
    const out = [within.left - box.left, box.right - within.right, within.top - box.top, box.bottom - within.bottom].map(Math.round);
    if (Math.max(...out) > 2 && element.matches('[data-whole]')) say(`Cut by the stage (by ${Math.max(...out)}): ${name(element)}.`);
    covered(element, box);
  }
  for (const element of whole.filter((one) => one.matches('button:enabled'))) {
    const box = box_of(element);
    const fan = element.closest(FAN);
    const size = [fan ? box.width * free(element, box) : box.width, box.height].map(Math.round);
    const least = [fan || !element.matches(chosen) ? STRIP : FINGER, element.matches(chosen) ? FINGER : STRIP];
    if (size.some((one, i) => one < least[i])) say(`Too small for a finger (${size.join(' × ')}): ${name(element)}.`);
  }
  /** How much of a card's width is not below other cards. */
  function free(element, box) {
    const steps = Array.from({ length: 16 }, (_, i) => (i + 0.5) / 16);
    return Math.max(...[0.2, 0.8].map((y) => steps.filter((x) => element.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))).length)) / 16;
  }
  function covered(element, box) {
    for (const [x, y] of [[0.5, 0.5], [0.15, 0.15], [0.85, 0.15], [0.15, 0.85], [0.85, 0.85]]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      if (at[0] < 0 || at[1] < 0 || at[0] >= innerWidth || at[1] >= innerHeight) continue; // the page may scroll
      const first = document.elementFromPoint(...at);
      if (first === element || element.contains(first)) continue; // most lie on top, and this is found out much sooner
      const there = document.elementsFromPoint(...at);
      const own = there.findIndex((one) => one === element || element.contains(one));
      const fan = element.closest(FAN);
      const over = there.slice(0, Math.max(own, 0)).find((one) => counts(one) && !see_through(one) && !one.contains(element) && !fan?.contains(one));
      if (over) return say(`Covered by ${name(over)}: ${name(element)}.`);
    }
  }
  function see_through(element) {
    const style = getComputedStyle(element);
    if (element.namespaceURI.endsWith('svg')) return style.fill === 'none' && style.stroke === 'none';
    return style.backgroundColor === 'rgba(0, 0, 0, 0)' && style.backgroundImage === 'none' && !element.matches('svg, img, canvas') && ![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  }
  for (let i = 0; i < whole.length; i++) {
    for (let k = i + 1; k < whole.length; k++) {
      const [a, b] = [whole[i], whole[k]];
      const [p, q] = [box_of(a), box_of(b)];
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide <= 3 || high <= 3 || a.contains(b) || b.contains(a)) continue;
      const fan = a.closest(FAN);
      if (fan && fan.contains(b)) continue;
      if (a.matches('[data-whole], .plate') || b.matches('[data-whole], .plate')) say(`One over the other by ${Math.round(wide)} × ${Math.round(high)}: ${name(a)} and ${name(b)}.`); // two buttons: measure.js
    }
  }
  // A sheet that lets the pointer through is not found at any point, and covers all the same.
  for (const sheet of [...stage.querySelectorAll('.sheet')].filter((one) => counts(one) && getComputedStyle(one).pointerEvents === 'none')) {
    const p = box_of(sheet);
    for (const element of whole.filter((one) => one.matches('[data-whole]') && !sheet.contains(one))) {
      const q = box_of(element);
      if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 3 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3) say(`Covered by ${name(sheet)}: ${name(element)}.`);
    }
  }

  // What one may do is read without scrolling, as far as there is room for three lines of it.
  const [status, room] = ['.status', '.said'].map((one) => document.querySelector(`.prompter ${one}`));
  if (status && room && counts(status) && box_of(status).bottom > box_of(room).bottom + 2) say(`The status line is cut (by ${Math.round(box_of(status).bottom - box_of(room).bottom)}): ${name(status)}.`);

  // Text can be read and is not cut, not even where it would end in dots: nobody is called “B…”.
  const written = [];
  for (const element of [...document.querySelectorAll('.plate .name, .tile .name')].filter(counts)) {
    if (element.scrollWidth > element.clientWidth + 1) say(`A name that is cut: ${name(element)}.`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element || element.closest('script, style, noscript, option') || !counts(element)) continue;
    const drawn = element instanceof SVGElement ? (element.getScreenCTM()?.a ?? 1) : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.abs(drawn);
    if (size < SMALLEST - 0.01) say(`Text of ${size.toFixed(1)} px: ${name(element)}.`);
    if (/(^|[\s(:])-\d/.test(node.textContent)) say(`A hyphen for a minus: ${name(element)}.`);
    if (!stage.contains(element) || element instanceof SVGElement) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!only_heard(element)) written.push([element, [...range.getClientRects()]]); // line by line
    const sideways = Math.max(within.left - text.left, text.right - within.right);
    const upright = Math.max(within.top - text.top, text.bottom - within.bottom);
    if (Math.max(sideways, upright) > 2 && !scrolls(element) && !only_heard(element)) say(`Text cut by the stage: ${name(element)}.`);
    else if (getComputedStyle(element).textOverflow !== 'ellipsis' && cut(element, text)) say(`Text cut by what it lies in: ${name(element)}.`);
  }
  // What is laid over things (points, a count, a call) leaves their words free, and no words lie over others.
  const over = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 3 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 5;
  for (const mark of [...stage.querySelectorAll('[data-mark]')].filter(counts)) {
    for (const [element, text] of written) {
      if (!mark.contains(element) && text.some((one) => over(box_of(mark), one))) say(`Words below ${name(mark)}: ${name(element)}.`);
    }
  }
  for (let i = 0; i < written.length; i++) {
    for (let k = i + 1; k < written.length; k++) {
      const [a, b] = [written[i], written[k]];
      if (a[0].contains(b[0]) || b[0].contains(a[0]) || !a[1].some((p) => b[1].some((q) => over(p, q))) || scrolls(a[0]) || a[0].closest(FAN) || layer(a[0]) !== layer(b[0])) continue;
      say(`Words over words: ${name(a[0])} and ${name(b[0])}.`);
    }
  }
  // A sheet lies over what is below it on purpose.
  function layer(element) {
    return element.closest('.sheet, [role=dialog], .veil');
  }
  function cut(element, text) {
    for (let one = element; one !== stage; one = one.parentElement) {
      const style = clipping(one);
      if (style === 'none') continue;
      if (style === 'heard') return false;
      const box = box_of(one);
      if (Math.max(box.left - text.left, text.right - box.right, box.top - text.top, text.bottom - box.bottom) > 2) return true;
    }
    return false;
  }
  function only_heard(element) {
    for (let one = element; one !== stage; one = one.parentElement) if (getComputedStyle(one).clipPath === 'inset(50%)') return true;
    return false;
  }
  function scrolls(element) {
    return element.closest('.content, .moves, .veil, .figures');
  }
  return [...troubles];
};
