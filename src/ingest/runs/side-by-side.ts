/** Whose turn it is: runs come one after the other, but one that takes long holds up no game and no host that is not its own. */
import type { Time } from '../../time.ts';
import { MEMORY_MB } from '../../upstream/size-limit.ts';
import type { Source } from '../source.ts';

/** A run that takes longer goes on beside those of other games. */
const PATIENCE_MS = 10_000;
/** Runs share the memory of one: each further one has to have so many megabytes of it. */
const RUN_MB = 256;

/** A run that has begun, or waits for those of its game and its host; `ended` never rejects. */
interface Turn {
  source: Source;
  ended: Promise<void>;
}

const hostOf = ({ probe: { address } }: Source): string => (URL.canParse(address) ? new URL(address).host : '');

/** A game's sources build on each other, and a host is asked at one pace, whoever asks. */
const shareTurns = (a: Source, b: Source): boolean => a.scope.game === b.scope.game || hostOf(a) === hostOf(b);

/** Runs all in their order, as far as none fails. @throws what the first failed with, when none is under way any more */
export async function sideBySide(
  sources: readonly Source[],
  { sleep }: Pick<Time, 'sleep'>,
  run: (source: Source) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Turn>();
  const faults: unknown[] = [];
  const games = () => new Set([...underWay].map(({ source }) => source.scope.game)).size;
  const end = (turns: Iterable<Turn>) => [...turns].map(({ ended }) => ended);
  for (const source of sources) {
    const before = [...underWay].filter((turn) => shareTurns(source, turn.source));
    const running = Promise.all(end(before)).then(() => (faults.length === 0 ? run(source) : undefined));
    const ended = running.catch((error) => void faults.push(error)).finally(() => underWay.delete(turn));
    const turn = { source, ended };
    underWay.add(turn);
    if (before.length === 0) await within(PATIENCE_MS, ended, sleep);
    const gamesMax = Math.max(1, Math.floor((source.crawlPolicy.memoryMb ?? MEMORY_MB) / RUN_MB));
    while (games() >= gamesMax) await Promise.race(end(underWay));
  }
  await Promise.all(end(underWay));
  if (faults.length > 0) throw faults[0];
}

async function within(ms: number, work: Promise<void>, sleep: Time['sleep']): Promise<void> {
  const late = new AbortController();
  const patience = sleep(ms, late.signal).catch(() => undefined);
  await Promise.race([work, patience]).finally(() => late.abort());
}
