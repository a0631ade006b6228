// The analysis of a match, asked for once: it takes some seconds, so it is kept as long as its record is shown. It says how
// far it is, and can be called off.
import * as api from './api';
import type { AnalysisProgress, MatchAnalysis } from './protocol';

export class Analysing {
  found: MatchAnalysis | null = $state.raw(null);
  thinking = $state(false);
  progress: AnalysisProgress | null = $state.raw(null);
  trouble = $state('');
  stopped = $state(false);
  private record: unknown = null;
  private running = new AbortController();

  constructor(private readonly fetchAnalysis: typeof api.analysis = api.analysis) {}

  /** Asks, unless the analysis of this record is there or under way; one that failed or was called off is asked for again. */
  async ask(record: unknown): Promise<void> {
    if (record === this.record && (this.found || this.thinking)) return;
    this.stop();
    const running = (this.running = new AbortController());
    this.record = record;
    this.found = null;
    this.thinking = true;
    this.stopped = false;
    this.progress = null;
    this.trouble = '';
    const [found, trouble] = await this.fetchAnalysis(record, (told) => running === this.running && (this.progress = told), running.signal).then(
      (analysed) => [analysed, ''] as const,
      (error: unknown) => [null, error instanceof Error ? error.message : String(error)] as const,
    );
    if (running !== this.running || running.signal.aborted) return; // another match is shown by now, or nobody waits
    this.found = found;
    this.trouble = trouble;
    this.thinking = false;
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.running.abort();
    this.stopped = this.thinking;
    this.thinking = false;
  }
}
