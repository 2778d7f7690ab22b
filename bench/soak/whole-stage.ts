/** Everything at once: five recorded games on PostgreSQL, read by two processes (one from a stand-by), a follower, a subscriber, a watch. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWorkplace, run, type Server, startServer, untilLoaded } from '../../test/support/processes/command.ts';
import { newPostgresServer } from '../../test/support/servers/postgres-server.ts';
import { newStandby } from '../../test/support/servers/postgres-standby.ts';
import { type Receiver, startReceiver } from '../../test/support/servers/receiver.ts';
import { type FixtureUpstream, startFixtureUpstream } from '../../test/support/sources/fixture-upstream.ts';
import { SNAPSHOTS } from '../../test/support/sources/recorded-game.ts';
import { fiveGames } from '../ingest/five-config.ts';

const FIRST_DAY = '2026-05-10';
const EVERY = '15s';
const GAMES = ['pokemon', 'magic', 'yugioh', 'lorcana', 'one_piece'];
const RECORDED_GAMES = ['magic', 'yugioh', 'lorcana', 'onepiece'];
const SETTLED_LOOKS = 60;
const SETTLE_TRIES = 900;

export interface Member {
  name: 'worker' | 'reader' | 'follower';
  base: string;
  pid: number;
  key: string;
}

export interface WholeStage extends AsyncDisposable {
  members: Member[];
  receiver: Receiver;
  upstream: FixtureUpstream;
  /** The status and body of a request of a member; `body` is posted. */
  ask(member: Member, path: string, body?: { type: string; bytes: string | Uint8Array<ArrayBuffer> }): Promise<Asked>;
  /** The next day of all sources; every tenth the other snapshot of each catalog. */
  nextDay(): Promise<void>;
  /** Waits until no version moves any more, and the follower shows what the worker does. */
  settled(): Promise<void>;
}

export interface Asked {
  status: number;
  text: string;
  version: string | null;
}

/** Resident megabytes that are of no file, of a process and those that it started. */
export function anonymousMb(pid: number): number {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const own = (Number(/^RssAnon:\s+(\d+)/m.exec(read('status'))?.[1] ?? 0) * 1024) / 1e6;
  const children = read(`task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + anonymousMb(child), own);
}

async function configured(directory: string, upstream: FixtureUpstream): Promise<void> {
  const { games } = fiveGames(upstream.base, upstream.files);
  for (const game of Object.values(games)) {
    for (const source of Object.values(game.sources)) Object.assign(source, { every: EVERY, give_up_after: '5s' });
  }
  await writeFile(
    join(directory, 'cardstock.config.json'),
    JSON.stringify({ games, user_agent: 'soak/1 (a@b.example)' }),
  );
}

export async function wholeStage(): Promise<WholeStage> {
  const stack = new AsyncDisposableStack();
  const upstream = stack.use(await startFixtureUpstream('sample', ['--day', FIRST_DAY, '--snapshot', SNAPSHOTS[0]]));
  const primary = stack.use(await newPostgresServer());
  const place = stack.use(await newWorkplace());
  const elsewhere = stack.use(await newWorkplace());
  const receiver = stack.use(await startReceiver());
  await configured(place.directory, upstream);
  const env = { DATABASE_URL: primary.url };
  const told = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(place, args, env);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as { key: string };
  };
  const { key } = await told('keys', 'create', '--name', 'soak', '--rate', '0', '--scope', 'read,scan,admin', '--json');
  const replica = stack.use(await newStandby(primary.url));
  const start = async (directory: string, more: Record<string, string>, ...args: string[]) =>
    stack.use(await startServer({ directory }, args, { CARDSTOCK_LOG_LEVEL: 'error', ...more }));
  const worker = await start(place.directory, { ...env, CARDSTOCK_SCAN_PROCESSES: '1' });
  const reader = await start(place.directory, { ...env, DATABASE_READ_URL: replica.url }, '--no-work');
  const member = (name: Member['name'], { announced, child }: Server, of = key): Member => ({
    ...{ name, base: announced.listening, pid: child.pid ?? 0, key: of },
  });
  const members = [member('worker', worker), member('reader', reader)];
  const ask: WholeStage['ask'] = async ({ base, key: of }, path, body) => {
    const headers = { authorization: `Bearer ${of}`, ...(body && { 'content-type': body.type }) };
    const answer = await fetch(`${base}${path}`, { headers, ...(body && { method: 'POST', body: body.bytes }) });
    return { status: answer.status, text: await answer.text(), version: answer.headers.get('catalog-version') };
  };
  const [first] = members as [Member];
  const versionOf = async (of: Member) => (await ask(of, '/v1/expansions?limit=1')).version;
  const untilStill = async () => {
    let before: string | null = '';
    let still = 0;
    for (let tries = 0; still < SETTLED_LOOKS; tries += 1) {
      if (tries > SETTLE_TRIES) throw new Error('the catalog moves on');
      await sleep(1000);
      const now = await versionOf(first);
      still = now !== null && now === before && now !== '0' ? still + 1 : 0;
      before = now;
    }
  };
  const tasks = GAMES.flatMap((game) => ['catalog', 'usd_market', 'eur_market'].map((source) => `${game}.${source}`));
  await untilLoaded(first.base, key, tasks);
  const events = GAMES.map((game) => `${game}.*`).join(',');
  await told('subscriptions', 'create', '--url', receiver.url, '--events', events, '--allow-private', '--json');
  const rules = JSON.stringify([{ filter: 'usd>100', currency: 'usd', moved: { percent: 1, days: 7 } }]);
  await told('subscriptions', 'create', '--url', receiver.url, '--watch', rules, '--allow-private', '--json');
  const followed = await start(elsewhere.directory, { CARDSTOCK_FOLLOW_KEY: key }, '--follow', first.base);
  const own = await run(elsewhere, ['keys', 'create', '--name', 'soak', '--rate', '0', '--json']);
  const keyThere = (JSON.parse(own.stdout) as { key: string }).key;
  members.push(member('follower', followed, keyThere));
  await untilLoaded(
    followed.announced.listening,
    keyThere,
    GAMES.map((game) => `${game}.origin`),
  );
  let days = 0;
  return {
    members,
    receiver,
    upstream,
    ask,
    nextDay: async () => {
      days += 1;
      const snapshot = SNAPSHOTS[Math.floor(days / 10) % 2] ?? SNAPSHOTS[0];
      const day = new Date(Date.parse(FIRST_DAY) + days * 86_400_000).toISOString().slice(0, 10);
      const games = Object.fromEntries(RECORDED_GAMES.map((game) => [game, snapshot]));
      await upstream.control({ day, snapshot, games });
    },
    settled: untilStill,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
