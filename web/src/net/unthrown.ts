// What waits for a hand: a throw that this browser knows of and that has not been made here. It is offered again after a
// reload, after a break, and in a second window. What must be remembered can be looked up nowhere, so the table before
// the throw is kept here until it is made.
import type { Phrase } from '../lib/say';
import type { Scene } from './scene';

/** The view before what a match begins with, and its events; null if there is nothing to show of it. */
export type Opening = (view: unknown) => { view: unknown; events: readonly Phrase[] } | null;

interface Waiting {
  table: string;
  match: string;
  viewer: number | null;
  before: Scene;
  after: Scene;
}

interface Kept {
  /** The matches whose beginning has been seen here. */
  opened: string[];
  waiting: Waiting[];
}

const KEY = 'zauber.throws';
const MOST = 20;
let now: Kept = { opened: [], waiting: [] }; // also good without a storage

function read(): Kept {
  try {
    return { ...now, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return now;
  }
}

function write({ opened, waiting }: Kept): void {
  now = { opened: opened.slice(0, MOST), waiting: waiting.slice(0, MOST) };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Without storage a throw is offered as long as the page is open.
  }
}

/** Whether two scenes of a match show the same moment. */
const same = (one: Scene, other: Scene) => one.at === other.at && one.ply === other.ply;

export class Unthrown {
  opening: Opening = () => null;

  constructor(private readonly table: string) {}

  keep(match: string, viewer: number | null, before: Scene, after: Scene): void {
    const { opened, waiting } = read();
    const { table } = this;
    const others = waiting.filter((one) => one.table !== table || (one.viewer !== viewer && same(one.after, after)));
    write({ opened, waiting: [{ table, match, viewer, before, after }, ...others] });
  }

  /** The scene that a throw leads to, as it was told when it came. */
  scene(match: string, at: number, viewer: number | null): Scene | undefined {
    return read().waiting.find((one) => one.match === match && one.viewer === viewer && one.after.at === at)?.after;
  }

  /** The table before what is to be thrown for a scene, and the scene. */
  of(match: string, viewer: number | null, scene: Scene): { before: Scene; after: Scene } | null {
    const { opened, waiting } = read();
    const kept = waiting.find((one) => one.match === match && one.viewer === viewer && same(one.after, scene));
    if (kept) return kept;
    const opening = scene.ply === 0 && !opened.includes(match) ? this.opening(scene.view) : null;
    return opening && { before: { ...scene, view: opening.view, moves: [], events: [] }, after: { ...scene, events: opening.events } };
  }

  /** A scene has been seen to its end: what had to be thrown for it has been thrown. */
  thrown(match: string, scene: Scene): void {
    const { opened, waiting } = read();
    const opens = scene.ply === 0 && scene.events.length > 0 && !opened.includes(match);
    const left = waiting.filter((one) => one.match !== match || !same(one.after, scene));
    if (opens || left.length < waiting.length) write({ opened: opens ? [match, ...opened] : opened, waiting: left });
  }
}
