/** Life with everything at once, and whether nothing failed, nothing grew and all members say the same in the end. */
// Usage: CARDSTOCK_FIXTURES=FOLDER node scripts/node24.mjs bench/soak/whole.ts [MINUTES, 60]; exits 1 where something does not hold.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '../../src/files/manifest.ts';
import { partOf } from '../../src/files/manifest.ts';
import { form } from '../../test/support/stages/scan-api.ts';
import { line } from '../report.ts';
import { anonymousMb, type Member, type WholeStage, wholeStage } from './whole-stage.ts';

const minutes = Number(process.argv[2] ?? 60);
const DAY_EVERY_MS = 45_000;
const LOOK_EVERY_MS = 5000;
const PAUSE_MS = { read: 40, lookup: 1000, scan: 3000, download: 3000 };
/** What a process may weigh more in the last quarter than in the third. */
const GROWTH_MAX = 1.05;
const COMPARED = 400;
/** An answer to say that there is too much to do, or that an index is not there yet: no failure. */
const SHED = new Set([429, 503]);

interface Card {
  game: string;
  id: string;
  image: { high: string } | null;
  name: string;
  number: string | null;
  expansion_id: string;
}

const counts: Record<string, number> = {};
const failures: string[] = [];
let isOver = false;

const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

async function always(pauseMs: number, act: () => Promise<void>): Promise<void> {
  while (!isOver) {
    await act().catch((error: Error) => failures.push(error.message));
    await sleep(pauseMs);
  }
}

const one = <Value>(of: readonly Value[]): Value => of[Math.floor(Math.random() * of.length)] as Value;

/** Asks, and counts what came; undefined where it was not answered. */
async function asked(stage: WholeStage, of: Member, path: string, body?: Parameters<WholeStage['ask']>[2]) {
  const { status, text } = await stage.ask(of, path, body);
  count(SHED.has(status) ? 'shed' : `${of.name} answered`);
  if (status === 200) return text;
  if (!SHED.has(status)) failures.push(`${of.name} ${path} answered ${status}: ${text.slice(0, 200)}`);
  return undefined;
}

/** Every item of a list of a member. */
async function everyItem<Item>(stage: WholeStage, of: Member, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, text } = await stage.ask(of, `${path}limit=200${more}`);
    if (status !== 200) throw new Error(`${of.name} ${path} answered ${status}`);
    const { data } = JSON.parse(text) as { data: { items: Item[]; next_cursor: string | null } };
    items.push(...data.items);
    cursor = data.next_cursor;
  }
  return items;
}

const READS: ((card: Card) => string)[] = [
  ({ id }) => `/v1/cards/${encodeURIComponent(id)}`,
  ({ id }) => `/v1/cards/${encodeURIComponent(id)}/prices`,
  ({ id }) => `/v1/cards/${encodeURIComponent(id)}/stats`,
  ({ id }) => `/v1/cards/${encodeURIComponent(id)}/chart?currency=usd`,
  ({ id }) => `/v1/cards/${encodeURIComponent(id)}/explain`,
  ({ name }) => `/v1/cards?q=${encodeURIComponent(name.slice(0, 9))}&include=prices`,
  ({ expansion_id }) => `/v1/cards?expansion_id=${encodeURIComponent(expansion_id)}&include=prices&limit=50`,
  ({ expansion_id }) => `/v1/expansions/${encodeURIComponent(expansion_id)}/stats`,
  () => '/v1/cards?sort=-usd&limit=50',
  () => '/v1/cards?game=pokemon&filter=hp%3E100%20usd%3E5&sort=-eur',
  () => '/v1/products?limit=50',
  () => '/v1/movers',
  () => '/v1/events?limit=20',
  () => '/compat/pokemontcg/v2/cards?q=name:char*&pageSize=20',
];

function traffic(stage: WholeStage, cards: readonly Card[], photo: Uint8Array): Promise<void>[] {
  const [worker] = stage.members as [Member];
  const readers = stage.members.flatMap((of) =>
    [1, 2].map(() =>
      always(PAUSE_MS.read, async () => {
        await asked(stage, of, one(READS)(one(cards)));
      }),
    ),
  );
  const lookup = always(PAUSE_MS.lookup, async () => {
    const rows = Array.from({ length: 50 }, () => one(cards)).map(({ name, number }) => ({ name, number }));
    await asked(stage, one(stage.members), '/v1/lookup', { type: 'application/json', bytes: JSON.stringify({ rows }) });
  });
  const { body, headers } = form({ name: 'image', filename: 'photo.png', bytes: photo });
  const scan = always(PAUSE_MS.scan, async () => {
    const bytes = Uint8Array.from(body);
    await asked(stage, worker, '/v1/scan', { type: headers['content-type'], bytes });
    count('scans');
  });
  const download = always(PAUSE_MS.download, async () => {
    const of = one(stage.members);
    const text = await asked(stage, of, '/export/manifest.json');
    if (text === undefined) return;
    const { name } = one((JSON.parse(text) as Manifest).files);
    const { status } = await stage.ask(of, `/export/files/${name}`);
    // Rows may have moved between the list and the file.
    if (status !== 200 && status !== 410 && !SHED.has(status)) failures.push(`${of.name} ${name} answered ${status}`);
    count('files');
  });
  const day = always(DAY_EVERY_MS, async () => {
    await stage.nextDay();
    count('days');
  });
  return [...readers, lookup, scan, download, day];
}

/** What the members say where they should say the same: pages of all, details and histories of some, and their files. */
async function compare(stage: WholeStage, cards: readonly Card[]): Promise<string[]> {
  const wrong: string[] = [];
  const [worker, ...others] = stage.members as [Member, ...Member[]];
  const plain = (of: Member, text: string) => text.replaceAll(of.base, 'BASE');
  for (const path of ['/v1/series?', '/v1/expansions?', '/v1/products?', '/v1/cards?include=prices&']) {
    const wanted = plain(worker, JSON.stringify(await everyItem(stage, worker, path)));
    for (const of of others) {
      const got = plain(of, JSON.stringify(await everyItem(stage, of, path)));
      if (got !== wanted) wrong.push(`${of.name} differs at ${path}`);
    }
  }
  for (let at = 0; at < COMPARED; at += 1) {
    const { id } = one(cards);
    for (const path of [`/v1/cards/${encodeURIComponent(id)}`, `/v1/cards/${encodeURIComponent(id)}/prices?days=90`]) {
      const wanted = plain(worker, (await stage.ask(worker, path)).text);
      for (const of of others)
        if (plain(of, (await stage.ask(of, path)).text) !== wanted) wrong.push(`${of.name} ${path}`);
    }
  }
  const listed = async (of: Member) => {
    const { files } = JSON.parse((await stage.ask(of, '/export/manifest.json')).text) as Manifest;
    const all = files.filter(({ name, day }) => name.endsWith('.ndjson.gz') && day === undefined);
    return new Map(all.map((file) => [partOf(file), file.sha256]));
  };
  const wanted = await listed(worker);
  for (const of of others) {
    const got = await listed(of);
    for (const [part, sha256] of wanted) if (got.get(part) !== sha256) wrong.push(`${of.name} has another ${part}`);
  }
  return wrong;
}

await using stage = await wholeStage();
const [worker] = stage.members as [Member];
const cards = await everyItem<Card>(stage, worker, '/v1/cards?');
line('cards', String(cards.length));
const pictured = cards.find(({ game, image }) => game === 'pokemon' && image !== null);
if (!pictured?.image) throw new Error('no card has a picture');
const photo = new Uint8Array(await (await fetch(pictured.image.high)).arrayBuffer());
const weights = stage.members.map((): number[] => []);
const working = traffic(stage, cards, photo);
const until = performance.now() + minutes * 60_000;
while (performance.now() < until) {
  await sleep(LOOK_EVERY_MS);
  for (const [at, { pid }] of stage.members.entries()) weights[at]?.push(anonymousMb(pid));
}
isOver = true;
await Promise.all(working);
await stage.settled();
const wrong = await compare(stage, cards);
const ids = new Set(stage.receiver.received.map(({ headers }) => headers['webhook-id']));
line('done', JSON.stringify(counts));
line('deliveries, different ones', `${stage.receiver.received.length}, ${ids.size}`);
const holds = [
  [`failures: ${[failures.length, ...failures.slice(0, 5)].join('; ')}`, failures.length === 0],
  [`members that differ: ${[wrong.length, ...wrong.slice(0, 5)].join('; ')}`, wrong.length === 0],
  ...stage.members.map(({ name }, at): [string, boolean] => {
    const own = weights[at] ?? [];
    const quarter = Math.floor(own.length / 4);
    const mean = (from: number) => own.slice(from * quarter, (from + 1) * quarter).reduce((a, b) => a + b, 0) / quarter;
    const means = [0, 1, 2, 3].map(mean);
    const says = means.map((mb) => mb.toFixed(0)).join(', ');
    return [`${name}, megabytes by quarters: ${says}`, (means[3] ?? 0) <= (means[2] ?? 0) * GROWTH_MAX];
  }),
] as const;
for (const [what, isSo] of holds) line(what, isSo ? 'holds' : 'DOES NOT HOLD');
process.exitCode = holds.every(([, isSo]) => isSo) ? 0 : 1;
