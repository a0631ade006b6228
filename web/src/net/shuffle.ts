// Takes part in the shuffle for this browser's seats, as frames come in: pledges missing entropy and reveals it on
// request.
import { makePart, noteShown, toPledge, toShow } from './chance';
import type { TableView } from './protocol';
import type { Answer, Wish } from './wire';

export class Shuffle {
  private readonly asked = new Set<string>();

  constructor(private readonly ask: (wish: Wish) => Promise<Answer>) {}

  /** Does what is due at the table as it is now; `coming`: this browser has just come in. */
  async attend(table: TableView, yours: readonly number[], coming: boolean): Promise<void> {
    const commitment = table.next_commitment;
    if (!commitment) return;
    const pledging = toPledge(table, yours, coming).map((seat) =>
      this.once(`pledge ${commitment} ${seat}`, async () => {
        await this.ask({ type: 'pledge', seat, pledge: await makePart(commitment, seat) });
      }),
    );
    const showing = toShow(table, yours).map(({ seat, entropy }) =>
      this.once(`reveal ${commitment} ${seat}`, async () => {
        const answer = await this.ask({ type: 'reveal', seat, entropy });
        if (answer.type === 'ack') noteShown(commitment, seat);
      }),
    );
    await Promise.all([...pledging, ...showing]);
  }

  /** One at a time. */
  private async once(name: string, work: () => Promise<void>): Promise<void> {
    if (this.asked.has(name)) return;
    this.asked.add(name);
    try {
      await work();
    } finally {
      this.asked.delete(name);
    }
  }
}
