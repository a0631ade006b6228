// The router: parses the address into a page with its parts, and navigates without reloading.
import { to, within } from './root';

export type Place =
  | { page: 'front' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'replays' }
  | { page: 'replay'; id: string; at: number | null; eyes: string | null; analysed: boolean }
  | { page: 'lost' };

export function read(path: string, query = ''): Place {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [first = '', second = '', third = ''] = parts;
  const asked = new URLSearchParams(query);
  const at = asked.get('at');
  if (parts.length === 0) return { page: 'front' };
  if (parts.length === 1 && first === 'replays') return { page: 'replays' };
  if (parts.length === 2 && first === 'new') return { page: 'new', game: second };
  if (parts.length === 2 && first === 't') return { page: 'table', id: second };
  if (parts.length === 2 && first === 'rules') return { page: 'rules', game: second };
  if (first === 'replay' && parts.length <= 3 && second) {
    const id = third ? `${second}.${third}` : second;
    return { page: 'replay', id, at: at !== null && /^\d+$/.test(at) ? Number(at) : null, eyes: asked.get('eyes'), analysed: asked.has('analysis') };
  }
  return { page: 'lost' };
}

/** The address of a match's replay; a match is called `table.1`, and addresses with a dot are taken for files. */
export const replayAddress = (match: string): string => `/replay/${match.replace('.', '/')}`;

const here = (): Place => read(within(location.pathname), location.search);

class Router {
  /** Read before the first render, or the front page would flash up whatever the address. */
  place: Place = $state(typeof location === 'undefined' ? { page: 'front' } : here());

  start(): () => void {
    const look = () => {
      this.place = here();
    };
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }

  /** Go to one of the house's own addresses. */
  go(address: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to(address));
    this.place = here();
    scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }
}

export const router = new Router();

/** For the house's links: `<a href={to('/rules/magi')} use:walk>` goes there without a reload. */
export function walk(link: HTMLAnchorElement): { destroy: () => void } {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.go(within(link.pathname) + link.search + link.hash);
  };
  link.addEventListener('click', click);
  return { destroy: () => link.removeEventListener('click', click) };
}
