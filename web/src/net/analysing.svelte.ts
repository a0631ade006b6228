// The analysis of a match, asked for once: it takes some seconds, so it is kept as long as its record is shown.
import * as api from './api';
import type { MatchAnalysis } from './protocol';

export class Analysing {
  found: MatchAnalysis | null = $state.raw(null);
  thinking = $state(false);
  trouble = $state('');
  private record: unknown = null;

  constructor(private readonly fetchAnalysis: typeof api.analysis = api.analysis) {}

  /** Asks, unless the analysis of this record is there or under way; one that failed is asked for again. */
  async ask(record: unknown): Promise<void> {
    if (record === this.record && (this.found || this.thinking)) return;
    this.record = record;
    this.found = null;
    this.thinking = true;
    this.trouble = '';
    const [found, trouble] = await this.fetchAnalysis(record).then(
      (analysed) => [analysed, ''] as const,
      (error: unknown) => [null, error instanceof Error ? error.message : String(error)] as const,
    );
    if (record !== this.record) return; // another match is shown by now
    this.found = found;
    this.trouble = trouble;
    this.thinking = false;
  }
}
