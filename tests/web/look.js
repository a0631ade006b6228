// Waits until there is something to do at the table, and tells what is seen. Nothing is polled: changes of the page wake it.
//   wanted: what could be touched on the stage, best first (none: the named moves count)
//   before: how it looked when one acted last; as long as it looks like that, the act is on its way
//   patience: how long to wait for something to do, in ms
([wanted, before, patience]) =>
  new Promise((tell) => {
    const began = performance.now();
    const on_its_way = 400; // ms after which what looks as before is a new question that looks the same
    const one = (selector) => document.querySelector(selector);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const look = () => {
      const buttons = all('[data-move]');
      const sight = {
        result: one('#result-title') !== null,
        curtain: one('.curtain[role=dialog] h2')?.textContent ?? '',
        sheet: one('.stage [role=dialog] .ticket') !== null,
        halt: one('.prompter [data-seen]') !== null,
        mine: one('.table.mine') !== null,
        moves: buttons.map((button) => button.dataset.move),
        touch: wanted.find((selector) => one(selector) !== null) ?? '',
      };
      const places = wanted.flatMap(all).map((place) => [place.getAttribute('class'), place.getAttribute('aria-label'), place.getAttribute('aria-pressed')]);
      const seen = JSON.stringify([sight, one('.prompter .said')?.textContent, one('.stage [role=dialog]')?.textContent, places]);
      const asked = sight.mine && (wanted.length > 0 ? sight.touch !== '' : buttons.length > 0 && !buttons.some((button) => button.disabled));
      const ready = sight.result || sight.curtain !== '' || sight.sheet || sight.halt || asked;
      return { ready: ready && (seen !== before || performance.now() - began >= on_its_way), ...sight, seen };
    };
    const first = look();
    if (first.ready || patience === 0) return tell(first);
    const end = (sight) => {
      watcher.disconnect();
      timers.forEach(clearTimeout);
      tell(sight);
    };
    const again = () => {
      const sight = look();
      if (sight.ready) end(sight);
    };
    const watcher = new MutationObserver(again);
    watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const timers = [setTimeout(again, on_its_way), setTimeout(() => end(look()), patience)];
  });
