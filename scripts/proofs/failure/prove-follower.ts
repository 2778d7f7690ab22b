/** Proves that a follower killed while it takes what is new comes to equal its origin in every answer, with nothing newer to help. */
// Usage: prove-follower.ts [SEED] [KILLS = 12].
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../demo/random.ts';
import { newWorkplace, run, startServer, type Workplace } from '../../../test/support/processes/command.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../../../test/support/sources/tiny-market.ts';

const KILLS = Number(process.argv[3] ?? 12);
/** What is new at the origin is here after less than this: kills fall before it, amidst it and behind it. */
const TAKING_MS = 1000;
const SETTLE_MS_MAX = 120_000;
const DAYS = 12;
const PRICED = 36;

const print = (line: string) => process.stdout.write(`${line}\n`);
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface Reader {
  base: string;
  key: string;
}

async function keyOf(place: Workplace): Promise<string> {
  const made = await run(place, ['keys', 'create', '--name', 'proof', '--rate', '0', '--json']);
  assert.equal(made.code, 0, made.stderr);
  return (JSON.parse(made.stdout) as { key: string }).key;
}

async function answer({ base, key }: Reader, path: string): Promise<string> {
  const reply = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const text = await reply.text();
  assert.equal(reply.status, 200, `${path}: ${text}`);
  return text.replaceAll(base, '');
}

/** What a reader can see: each kind of record, and every card's history in both currencies. */
async function answers(reader: Reader): Promise<Map<string, string>> {
  const lists = ['/v1/series', '/v1/expansions', '/v1/products', '/v1/cards?limit=200&include=prices'];
  const found = new Map<string, string>();
  for (const path of lists) found.set(path, await answer(reader, path));
  const cards = JSON.parse(found.get(lists.at(-1) ?? '') ?? '') as { data: { items: { id: string }[] } };
  for (const { id } of cards.data.items) {
    const path = `/v1/cards/${id}/prices?from=${dayBefore(DAYS)}&to=${dayBefore(0)}`;
    found.set(path, await answer(reader, path));
  }
  return found;
}

/** The state number `at` of the origin's sources: other amounts each time, another day every third, a card that comes and goes. */
async function publish(
  at: number,
  catalog: Awaited<ReturnType<typeof catalogFolder>>,
  market: Awaited<ReturnType<typeof marketFolder>>,
): Promise<void> {
  const content = tinyCatalog();
  for (const [place, card] of content.cards.entries()) {
    card.rarity = `State ${at}`;
    card.thirdParty = { tcgplayer: place + 1, cardmarket: 1001 + place };
  }
  if (at % 4 === 1) content.cards.splice(5, 1);
  await catalog.write(content);
  const day = tinyMarket(dayBefore(Math.max(0, DAYS - 1 - Math.floor(at / 3))), PRICED);
  const usd = day.usd.map((row) => ({ ...row, marketPrice: Number(row.marketPrice) + at / 100 }));
  const eur = day.eur.map((row) => ({ ...row, trend: Number(row.trend) + at / 100 }));
  await market.write({ ...day, usd, eur });
}

/** Waits until both answer alike, which the origin's rest makes come. */
async function settled(origin: Reader, follower: Reader): Promise<{ answers: number; days: number }> {
  const until = performance.now() + SETTLE_MS_MAX;
  for (;;) {
    const [there, here] = [await answers(origin), await answers(follower)];
    const differing = [...there.keys()].filter((path) => here.get(path) !== there.get(path));
    if (differing.length === 0 && here.size === there.size) {
      const told = [...there.values()].join('');
      const days = new Set(told.match(/"observed_on":"[^"]+"/g));
      return { answers: there.size, days: days.size };
    }
    if (performance.now() > until) assert.deepEqual(here, there);
    await sleep(200);
  }
}

const seed = Number(process.argv[2] ?? randomInt(2 ** 31));
print(`seed ${seed}`);
await using place = await newWorkplace();
await using elsewhere = await newWorkplace();
await using catalog = await catalogFolder(tinyCatalog());
await using market = await marketFolder();
const random = seeded(seed);
let state = 0;
await publish(state, catalog, market);
const every = { every: '1s' };
const sources = {
  catalog: { adapter: 'tcgdex', files: catalog.files, give_up_after: '1s', ...every },
  usd: { ...market.sources.usd, ...every },
  eur: { ...market.sources.eur, ...every },
};
await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
await using first = await startServer(place);
const origin = { base: first.announced.listening, key: await keyOf(place) };
const args = ['--follow', origin.base];
const follow = () => startServer(elsewhere, args, { CARDSTOCK_FOLLOW_KEY: origin.key });
let follower = await follow();
const key = await keyOf(elsewhere);
let equal = await settled(origin, { base: follower.announced.listening, key });
for (let kill = 0; kill < KILLS; kill += 1) {
  state += 1;
  await publish(state, catalog, market);
  while (!(await answer(origin, '/v1/cards?limit=1')).includes(`State ${state}`)) await sleep(20);
  const afterMs = random() * TAKING_MS;
  await sleep(afterMs);
  await follower.stop('SIGKILL');
  print(`kill ${kill + 1}, ${afterMs.toFixed(0)} ms after the origin had something new`);
  follower = await follow();
  equal = await settled(origin, { base: follower.announced.listening, key });
}
await follower.stop();
assert.ok(equal.days > 1, 'a history of one day proves little');
print(`${KILLS} kills, ${equal.answers} answers equal after each, over ${equal.days} days`);
