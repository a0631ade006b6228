// Hints at a table. One is asked for by whoever is to move, and is shown only while the position is the one that it is for;
// it outlives the menu that shows it, so that nobody asks twice for the same.
import * as api from './api';
import { tokensFor } from './keys';
import type { Hint } from './protocol';
import type { Table } from './table.svelte';

/** A question and what became of it. `match` and `at` name the position: `at` alone starts again with every match. */
interface Asked {
  match: string | null;
  at: number;
  seat: number;
  answer: Hint | null;
  trouble: string;
}

export class Hints {
  private asked: Asked | null = $state.raw(null);

  constructor(
    private readonly table: Table,
    private readonly fetchHint: typeof api.hint = api.hint,
  ) {}

  /** The seat that may ask for a hint at this screen now, if any. Who may act out of turn gets none. */
  get seat(): number | null {
    const { table, eyes, moves, scene, showing } = this.table;
    return table?.hints && !showing.untold && eyes !== null && moves.length > 0 && scene?.turn === eyes ? eyes : null;
  }

  get thinking(): boolean {
    const now = this.now;
    return now !== null && !now.answer && !now.trouble;
  }

  get given(): Hint | null {
    return this.now?.answer ?? null;
  }

  get trouble(): string {
    return this.now?.trouble ?? '';
  }

  /** Asks, unless the answer for this position is there or under way. */
  async ask(): Promise<void> {
    const { seat } = this;
    const { match, scene } = this.table;
    if (seat === null || !scene || this.thinking || this.given) return;
    const asked: Asked = { match, at: scene.at, seat, answer: null, trouble: '' };
    this.asked = asked;
    const answered = await this.fetchHint(this.table.id, seat, tokensFor(this.table.id).slice(0, 9)).then(
      // The house may have been a position ahead of this page: the answer says which one it is for.
      (answer) => ({ ...asked, at: answer.at, answer }),
      (error: unknown) => ({ ...asked, trouble: error instanceof Error ? error.message : String(error) }),
    );
    if (this.asked === asked) this.asked = answered;
  }

  /** What was asked in the position that is shown. */
  private get now(): Asked | null {
    const { asked, seat } = this;
    const { match, scene } = this.table;
    return asked && asked.seat === seat && asked.match === match && asked.at === scene?.at ? asked : null;
  }
}
