// The house's HTTP interface, typed. A refusal comes as a Trouble with a sentence for the person who meets it.
import type {
  AnalysisProgress,
  EditionInfo,
  GameInfo,
  GamesInfo,
  Hint,
  HouseInfo,
  MatchAnalysis,
  NewTable,
  OwnEdition,
  Problem,
  PushKept,
  PushRequest,
  Replay,
  ReplayRequest,
  RulesInfo,
  TableList,
  TableMade,
  TableView,
  Verified,
} from './protocol';
import { to } from '../lib/root';
import { t } from '../words';

export class Trouble extends Error {
  constructor(
    sentence: string,
    readonly reason = '',
    /** The seat of a new table whose name is refused. */
    readonly seat: number | null = null,
  ) {
    super(sentence);
  }
}

async function answered(path: string, body?: unknown, signal: AbortSignal | null = null): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(to(path), body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });
  } catch {
    throw new Trouble(t('trouble.network'));
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    throw new Trouble(problem?.sentence ?? t('trouble.server', { number: answer.status }), problem?.reason, problem?.seat);
  }
  return answer;
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  return (await (await answered(path, body)).json()) as T;
}

let known: Promise<GameInfo[]> | null = null;

/** All games; asked once per visit. */
export function games(): Promise<GameInfo[]> {
  known ??= call<GamesInfo>('/api/games').then(
    (found) => found.games,
    (trouble: unknown) => {
      known = null;
      throw trouble;
    },
  );
  return known;
}

export const game = async (name: string): Promise<GameInfo | undefined> => (await games()).find((found) => found.name === name);
/** What all tables of the house share. */
export const house = (): Promise<HouseInfo> => call('/api/house');
/** A game's rules page as Markdown, and its words. */
export const rules = (name: string): Promise<RulesInfo> => call(`/api/games/${encodeURIComponent(name)}/rules`);
/** What an edition file holds, if it can be played. */
export const readEdition = (given: OwnEdition): Promise<EditionInfo> => call('/api/editions', given);
export const makeTable = (wanted: NewTable): Promise<TableMade> => call('/api/tables', wanted);
/** A table as everybody sees it. */
export const tableOf = (table: string): Promise<TableView> => call(`/api/tables/${table}`);
export const openTables = async (): Promise<TableView[]> => (await call<TableList>('/api/tables')).tables;
export const record = (match: string): Promise<unknown> => call(`/api/matches/${match}/record`);
export const verify = (match: string): Promise<Verified> => call(`/api/matches/${match}/verify`);
export const verifyRecord = (given: unknown): Promise<Verified> => call('/api/verify', { record: given });
/** The analysis of a match, which tells how far it is and ends when the signal says so. */
export async function analysis(given: unknown, onprogress: (progress: AnalysisProgress) => void, signal: AbortSignal): Promise<MatchAnalysis> {
  const answer = await answered('/api/analysis', { record: given }, signal);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const told = JSON.parse(line) as AnalysisProgress | MatchAnalysis | Problem;
        if ('seats' in told) return told;
        if ('sentence' in told) throw new Trouble(told.sentence);
        onprogress(told);
      }
    }
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble(t('trouble.network'));
  }
  throw new Trouble(t('trouble.network'));
}
export const hint = (table: string, seat: number, tokens: string[]): Promise<Hint> => call(`/api/tables/${table}/hint`, { seat, tokens });
/** Tell this browser, or no longer, when it is the turn of whoever holds these tokens. */
export const pushTo = (table: string, wanted: PushRequest): Promise<PushKept> => call(`/api/tables/${table}/push`, wanted);
export const replay = (wanted: ReplayRequest): Promise<Replay> => call('/api/replay', wanted);
