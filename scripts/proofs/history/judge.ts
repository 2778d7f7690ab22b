/** An outside judge of a recorded history: it knows what callers were promised and what they saw, and nothing of the service. */
// Usage: judge.ts FILE, whose lines are the operations below, as JSON; prints each anomaly and exits with 1 where there is one.
// What is asked is what Jepsen's checkers ask of a log and of registers: no loss, no invention, an order that all agree on,
// and for each session reads that never go back. See https://jepsen.io/consistency (session guarantees).
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What another process is told within: a revocation, and a catalog version (docs/keys.md, docs/reliability.md). */
const TOLD_WITHIN_MS = 5000;

interface Seen {
  /** Who asked: its operations follow one another. */
  session: string;
  /** The process that answered. */
  node: string;
  /** Milliseconds on the recorder's clock: when it was sent, and when the whole answer was there. */
  from: number;
  to: number;
  /** Of HTTP; 0 where no whole answer came, so that nobody knows whether it was done. */
  status: number;
  /** What an answer of 500 or more said. */
  said?: string;
}

/** An event as a reader of the feed or a subscriber got it. */
export interface Told {
  id: string;
  digest: string;
}

/** A line of the history. */
export type Operation =
  | (Seen & { op: 'read'; version: number; states: number[] })
  | (Seen & { op: 'walk'; ids: string[]; whole: number })
  | (Seen & { op: 'feed'; events: Told[] })
  | (Seen & { op: 'key.made' | 'key.used' | 'key.revoked'; key: string })
  | (Seen & { op: 'spent'; key: string; aMinute: number })
  | ({ op: 'delivered'; at: number } & Told)
  /** Once, when everything is at rest: all events from the first on, and what the last of each card says. */
  | { op: 'end'; feed: Told[]; cards: Record<string, number>; published: number }
  /** What the recorder did to the service. */
  | { op: 'fault'; kind: string; from: number; to: number };

type Of<Kind extends Operation['op']> = Extract<Operation, { op: Kind }>;

/** Which promise was broken, and by what. */
export interface Anomaly {
  promise: string;
  by: string;
}

const of = <Kind extends Operation['op']>(history: readonly Operation[], ...kinds: Kind[]) =>
  history.filter((each): each is Of<Kind> => (kinds as string[]).includes(each.op));
const ok = <Line extends Seen>(lines: readonly Line[]) => lines.filter(({ status }) => status >= 200 && status < 300);
const byEnd = <Line extends Seen>(lines: readonly Line[]) => lines.toSorted((a, b) => a.to - b.to);
const tell = ({ session, node, from, to }: Seen) =>
  `${session} at ${node}, ${Math.round(from)} to ${Math.round(to)} ms`;

/** A version is one state for everybody, a later one never an older state, and no answer mixes two. */
function* oneOrder(history: readonly Operation[]): Generator<Anomaly> {
  const stateOf = new Map<number, number>();
  for (const read of ok(of(history, 'read'))) {
    const [state, ...others] = new Set(read.states);
    if (state === undefined) continue;
    if (others.length > 0) yield { promise: 'an answer is of one version', by: `${tell(read)}: ${read.states}` };
    const known = stateOf.get(read.version) ?? state;
    if (known !== state) {
      yield {
        promise: 'a version is one state',
        by: `${tell(read)}: version ${read.version} is ${known} and ${state}`,
      };
    }
    stateOf.set(read.version, known);
  }
  const line = [...stateOf].sort(([a], [b]) => a - b);
  for (const [at, [version, state]] of line.entries()) {
    const [before, older] = line[at - 1] ?? [0, 0];
    if (older > state) {
      yield { promise: 'states never go back', by: `version ${before} is ${older}, ${version} is ${state}` };
    }
  }
}

/** In a session no read is of an older version, and nobody reads what others had left behind for longer than is promised. */
function* readsGoOn(history: readonly Operation[]): Generator<Anomaly> {
  const reads = byEnd(ok(of(history, 'read')));
  for (const own of Map.groupBy(reads, ({ session }) => session).values()) {
    for (const [at, read] of own.entries()) {
      const before = own[at - 1];
      if (before && before.version > read.version) {
        yield { promise: 'monotonic reads', by: `${tell(read)}: ${read.version} after ${before.version}` };
      }
    }
  }
  let settled = 0;
  let newest = 0;
  for (const read of reads.toSorted((a, b) => a.from - b.from)) {
    for (let other = reads[settled]; other && other.to < read.from - TOLD_WITHIN_MS; other = reads[++settled]) {
      newest = Math.max(newest, other.version);
    }
    if (read.version < newest) {
      yield {
        promise: 'a version shows everywhere in time',
        by: `${tell(read)}: ${read.version} long after ${newest}`,
      };
    }
  }
}

/** Only while what lies beneath is away, and for a moment after, an answer may be a fault (500: try again). */
function* noFaults(history: readonly Operation[]): Generator<Anomaly> {
  const away = of(history, 'fault');
  for (const each of history) {
    if (!('status' in each) || each.status < 500) continue;
    if (away.some(({ from, to }) => each.to >= from && each.from <= to + TOLD_WITHIN_MS)) continue;
    yield { promise: 'no answer is a fault', by: `${tell(each)}: ${each.op} ${each.status} ${each.said}` };
  }
}

/** A walk through pages has every row once, whatever is published meanwhile. */
function* walksAreWhole(history: readonly Operation[]): Generator<Anomaly> {
  for (const walk of ok(of(history, 'walk'))) {
    const once = new Set(walk.ids).size;
    if (once === walk.whole && walk.ids.length === walk.whole) continue;
    yield {
      promise: 'a walk has every row once',
      by: `${tell(walk)}: ${walk.ids.length} rows, ${once} of ${walk.whole}`,
    };
  }
}

/** The feed is one line: whoever reads it gets a piece of it without a gap, and nothing that was told is lost. */
function* feedIsOneLine(history: readonly Operation[], whole: readonly Told[]): Generator<Anomaly> {
  const placeOf = new Map(whole.map(({ id }, at) => [id, at]));
  if (placeOf.size !== whole.length) yield { promise: 'an event is told once', by: 'the feed at the end' };
  for (const [session, pages] of Map.groupBy(byEnd(ok(of(history, 'feed'))), ({ session }) => session)) {
    let next = 0;
    for (const { id, digest } of pages.flatMap(({ events }) => events)) {
      const place = placeOf.get(id);
      if (place === undefined) yield { promise: 'nothing that was told is lost', by: `${session}: ${id}` };
      else if (place !== next)
        yield { promise: 'the feed has no gap', by: `${session}: ${id} is ${place}, not ${next}` };
      if (place !== undefined && whole[place]?.digest !== digest) {
        yield { promise: 'an event keeps its bytes', by: `${session}: ${id}` };
      }
      next = (place ?? next) + 1;
    }
  }
}

/** Every event reaches the subscriber, and nothing else does. */
function* allIsDelivered(history: readonly Operation[], whole: readonly Told[]): Generator<Anomaly> {
  const got = Map.groupBy(of(history, 'delivered'), ({ id }) => id);
  const known = new Map(whole.map(({ id, digest }) => [id, digest]));
  for (const [id, digest] of known) {
    const attempts = got.get(id) ?? [];
    if (attempts.length === 0) yield { promise: 'delivered at least once', by: id };
    if (attempts.some((one) => one.digest !== digest)) yield { promise: 'delivered as it is told', by: id };
  }
  for (const id of got.keys()) if (!known.has(id)) yield { promise: 'nothing is delivered that is not told', by: id };
}

/** Whose events alone are read has what is published last. */
function* copyIsWhole({ cards, published }: Of<'end'>): Generator<Anomaly> {
  for (const [card, state] of Object.entries(cards)) {
    if (state === published) continue;
    yield { promise: 'the events lead to what is read', by: `${card} is ${state}, not ${published}` };
  }
}

/** A key opens from the moment that it was given, and not once it was revoked. */
function* keysAreKept(history: readonly Operation[]): Generator<Anomaly> {
  const lines = of(history, 'key.made', 'key.used', 'key.revoked');
  for (const [key, own] of Map.groupBy(lines, ({ key }) => key)) {
    const made = ok(own).find(({ op }) => op === 'key.made');
    // One whose answer was lost may be revoked or not.
    const asked = own.filter(({ op }) => op === 'key.revoked');
    const revoked = ok(asked)[0];
    for (const use of own) {
      if (use.op !== 'key.used' || use.status === 0 || use.status >= 500) continue;
      const isOpen = use.status !== 401;
      const mayBeOver = asked.some(({ from }) => from < use.to);
      if (!isOpen && made && use.from > made.to && !mayBeOver) {
        yield { promise: 'a key that was given opens', by: `${tell(use)}: ${key}` };
      }
      const over = revoked && revoked.to + (revoked.node === use.node ? 0 : TOLD_WITHIN_MS);
      if (isOpen && over !== undefined && use.from > over) {
        yield { promise: 'a revoked key opens nothing', by: `${tell(use)}: ${key}` };
      }
    }
  }
}

/** Never more in any stretch of time than the budget gives: all of it at once, and what is regained meanwhile. */
function* budgetsHold(history: readonly Operation[]): Generator<Anomaly> {
  for (const [key, spent] of Map.groupBy(byEnd(ok(of(history, 'spent'))), ({ key }) => key)) {
    for (const [first, { from, aMinute }] of spent.entries()) {
      const many = spent.findIndex(
        ({ to }, at) => at >= first && at - first + 1 > aMinute + Math.ceil(((to - from) / 60_000) * aMinute) + 1,
      );
      if (many < 0) continue;
      yield {
        promise: 'a budget holds over all processes',
        by: `${key}: ${many - first + 1} of ${aMinute} from ${from}`,
      };
      break;
    }
  }
}

/** Every promise that the history breaks. */
export function judge(history: readonly Operation[]): Anomaly[] {
  const [end] = of(history, 'end');
  const unended = { promise: 'the history has its end', by: 'no such line' };
  return [
    ...oneOrder(history),
    ...readsGoOn(history),
    ...noFaults(history),
    ...walksAreWhole(history),
    ...keysAreKept(history),
    ...budgetsHold(history),
    ...(end
      ? [...feedIsOneLine(history, end.feed), ...allIsDelivered(history, end.feed), ...copyIsWhole(end)]
      : [unended]),
  ];
}

/** How much of each kind was seen: a history in which nothing happened proves nothing. */
export const counted = (history: readonly Operation[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(history, ({ op }) => op)].map(([op, lines]) => [op, lines.length]));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lines = readFileSync(process.argv[2] ?? '', 'utf8')
    .trim()
    .split('\n');
  const history = lines.map((line) => JSON.parse(line) as Operation);
  const anomalies = judge(history);
  process.stdout.write(`${JSON.stringify(counted(history))}\n${anomalies.length} anomalies\n`);
  for (const { promise, by } of anomalies.slice(0, 50)) process.stdout.write(`  ${promise}: ${by}\n`);
  if (anomalies.length > 0) process.exitCode = 1;
}
