/** The upstream fixtures: a server that answers in the real upstreams' formats, over two snapshots and with faults. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Agent, fetch } from 'undici';

/** A connection for each request: the server closes one that was idle for 5 s, which may be while the next is on its way. */
const dispatcher = new Agent({ pipelining: 0 });

const FOLDER = process.env.CARDSTOCK_FIXTURES;

/** Why a test that reads the fixtures is left out, or false where they are there. */
export const fixturesMissing: string | false = FOLDER
  ? false
  : 'needs the upstream fixtures: set CARDSTOCK_FIXTURES to their folder';

/** The folder of the fixtures' own data. */
export function fixtureFolder(data: FixtureData): string {
  if (!FOLDER) throw new Error('CARDSTOCK_FIXTURES is not set');
  return `${FOLDER}/data/${data}`;
}

export type FixtureData = 'sample' | 'churn' | 'full' | 'games-full';

/** A fault on the requests whose path and query `match` (a regular expression); it stays without `times`. */
export interface Fault {
  match?: string;
  kind: string;
  times?: number;
}

/** A running fixture server. */
export interface FixtureUpstream extends AsyncDisposable {
  /** Address of the server itself. */
  base: string;
  /** Its process, for benches that tell its share of the time. */
  pid: number;
  /** Address of the compiled files, as the configuration takes it. */
  files: string;
  /** Address of the REST API with its version. */
  rest: string;
  /** Changes the server's state; `games` are the snapshots of the other games, by their names there. */
  control(change: {
    day?: string;
    snapshot?: string;
    faults?: Fault[];
    games?: Record<string, string>;
    scryfall?: 'jsonl' | 'both' | 'legacy';
  }): Promise<void>;
  /** Every kind of fault that the server knows. */
  faultKinds(): Promise<string[]>;
  /** The JSON document at `address`. */
  json<Value>(address: string): Promise<Value>;
}

/** The marketplaces refuse callers without a name or a key of their own. */
const CALLER = { 'user-agent': 'cardstock-test/1', 'x-api-key': 'test' };

/** Starts the server over `data`; without a snapshot in `args` it serves the newest. */
export async function startFixtureUpstream(data: FixtureData, args: readonly string[] = []): Promise<FixtureUpstream> {
  const program = ['server.mjs', '--port', '0', '--data', fixtureFolder(data), ...args];
  const child = spawn(process.execPath, program, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [first] = await Promise.race([
    line,
    ended.then(([code]) => Promise.reject(new Error(`the fixture server ended with ${code}`))),
  ]);
  const base = (JSON.parse(first) as { listening: string }).listening;
  const json = async <Value>(address: string): Promise<Value> => {
    const answer = await fetch(address, { headers: CALLER, dispatcher });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return (await answer.json()) as Value;
  };
  return {
    base,
    pid: child.pid ?? 0,
    files: `${base}/tcgdex/generated/en`,
    rest: `${base}/tcgdex/v2`,
    json,
    faultKinds: async () => (await json<{ kinds: string[] }>(`${base}/_control`)).kinds,
    control: async (change) => {
      const answer = await fetch(`${base}/_control`, { method: 'POST', body: JSON.stringify(change), dispatcher });
      if (!answer.ok) throw new Error(`the fixture server refused ${JSON.stringify(change)}: ${await answer.text()}`);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
