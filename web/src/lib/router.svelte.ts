// Where one is: the address, read as a page with its parts, and going elsewhere without loading the house anew.

export type Place =
  | { page: 'front' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'replays' }
  | { page: 'replay'; id: string; at: number | null; seat: number | null }
  | { page: 'lost' };

export function read(path: string, query = ''): Place {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (rest.length > 0) return { page: 'lost' };
  const asked = new URLSearchParams(query);
  const number = (name: string) => (asked.has(name) && /^\d+$/.test(asked.get(name)!) ? Number(asked.get(name)) : null);
  if (first === '') return { page: 'front' };
  if (first === 'new' && second) return { page: 'new', game: second };
  if (first === 'table' && second) return { page: 'table', id: second };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 'replays' && !second) return { page: 'replays' };
  if (first === 'replay' && second) return { page: 'replay', id: second, at: number('at'), seat: number('seat') };
  return { page: 'lost' };
}

class Router {
  place: Place = $state({ page: 'front' });

  start(): () => void {
    const look = () => {
      this.place = read(location.pathname, location.search);
    };
    look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }

  go(address: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.place = read(location.pathname, location.search);
    scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }
}

export const router = new Router();

/** For the house's links: `<a href="/rules/magi" use:walk>` goes there without a reload. */
export function walk(link: HTMLAnchorElement): { destroy: () => void } {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.go(link.pathname + link.search + link.hash);
  };
  link.addEventListener('click', click);
  return { destroy: () => link.removeEventListener('click', click) };
}
