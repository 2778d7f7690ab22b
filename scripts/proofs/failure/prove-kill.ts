/** Proves that kill -9 during ingest, at random instants, leaves the catalog wholly old or wholly new, on both engines. */
// Usage: prove-kill.ts [SEED] [KILLS an engine = 8].
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../demo/random.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { recentRuns } from '../../../src/store/runs.ts';
import type { Engine, Store, StoreLocation } from '../../../src/store/store.ts';
import { storedDigests, UNSERVED_TABLES } from '../../../test/support/oracles/stored.ts';
import { type IngestProcess, startIngest } from '../../../test/support/processes/ingest-process.ts';
import {
  catalogFolder,
  tinyCard,
  tinyCatalog,
  type UpstreamCatalog,
} from '../../../test/support/sources/tiny-catalog.ts';
import { runCatalog } from '../../../test/support/stages/ingest.ts';
import { newLocation, postgresMissing } from '../../../test/support/stages/stores.ts';

const KILLS = Number(process.argv[3] ?? 8);
const CARDS_PER_SET = 600;

/** The catalog after a change of every kind: all cards, new ones, a renamed one, new and lost printings, a moved date. */
function changed(): UpstreamCatalog {
  const catalog = tinyCatalog(CARDS_PER_SET);
  for (const card of catalog.cards) card.rarity = 'Rare';
  catalog.cards.push(...Array.from({ length: 50 }, (_, at) => tinyCard('ember1', CARDS_PER_SET + 1 + at)));
  const [first, second, third] = catalog.cards;
  Object.assign(first ?? {}, { id: 'ember1-001', localId: '001' });
  Object.assign(second ?? {}, { variants_detailed: [{ type: 'holo' }, { type: 'normal' }, { type: 'reverse' }] });
  Object.assign(third ?? {}, { variants_detailed: [{ type: 'normal' }] });
  Object.assign(catalog.sets[2] ?? {}, { releaseDate: '2024-01-01', name: 'Frost Gates' });
  return catalog;
}

/** What is stored of the catalog; ids given out after `known` count as new, whatever number an undone run left free. */
async function catalogOf(store: Store, known: { card: number; variant: number }): Promise<Record<string, string>> {
  const fresh = (id: unknown, last: number) => (Number(id) > last ? 'new' : id);
  const withoutNewIds = (body: string) =>
    body.replace(/"id":(\d+)/g, (text, id: string) => (Number(id) > known.variant ? '"id":"new"' : text));
  return storedDigests(store, UNSERVED_TABLES, (table, row) => {
    if (table === 'variants') return { ...row, id: fresh(row.id, known.variant) };
    if (table !== 'cards') return row;
    return { ...row, key: fresh(row.key, known.card), body: withoutNewIds(String(row.body)) };
  });
}

async function withStore<T>(location: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(location);
  return work(store).finally(() => store.close());
}

/** The shortest run seen so far: on a busy machine one run may take twice as long as the next. */
interface Pace {
  totalMs: number;
  publishMs: number;
}

/** Kills at a random instant: every other time counted from the start of the process, else from that of the publish. */
async function killAtRandom(ingest: IngestProcess, kill: number, random: () => number, pace: Pace): Promise<string> {
  const fromStart = kill % 2 === 0;
  const instantMs = random() * (fromStart ? pace.totalMs : pace.publishMs);
  // Reading three files shows no progress: the first is that of the publish.
  if (!fromStart) await ingest.underWay;
  await Promise.race([sleep(instantMs), ingest.ended]);
  ingest.kill();
  await ingest.ended;
  return `kill ${kill + 1}, ${instantMs.toFixed(0)} ms into the ${fromStart ? 'process' : 'publish'}`;
}

/** A store filled with the old catalog, as a template for copies; `known` are its last ids. */
async function oldStore(location: StoreLocation, files: string) {
  return withStore(location, async (store) => {
    assert.equal((await runCatalog(store, files)).outcome, 'succeeded');
    const { card } = await store.reads
      .selectFrom('cards')
      .select(({ fn }) => fn.max('key').as('card'))
      .executeTakeFirstOrThrow();
    const { variant } = await store.reads
      .selectFrom('variants')
      .select(({ fn }) => fn.max('id').as('variant'))
      .executeTakeFirstOrThrow();
    return { card: Number(card), variant: Number(variant) };
  });
}

async function prove(engine: Engine, random: () => number): Promise<string> {
  await using folder = await catalogFolder(tinyCatalog(CARDS_PER_SET));
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files } } as const;
  await using template = await newLocation(engine);
  const known = await oldStore(template.location, folder.files);
  const read = async (location: StoreLocation) =>
    JSON.stringify(await withStore(location, (store) => catalogOf(store, known)));
  const old = await read(template.location);
  await folder.write(changed());

  const pace: Pace = { totalMs: Number.POSITIVE_INFINITY, publishMs: Number.POSITIVE_INFINITY };
  const finish = async (location: StoreLocation, isMeasure = false) => {
    const ingest = startIngest(sources, location);
    const [publishing, { code, said, ms }] = await Promise.all([ingest.underWay, ingest.ended]);
    assert.equal(code, 0, said);
    if (isMeasure) {
      pace.totalMs = Math.min(pace.totalMs, ms);
      pace.publishMs = Math.min(pace.publishMs, ms - publishing);
    }
    return read(location);
  };
  await using whole = await newLocation(engine, template.location);
  const fresh = await finish(whole.location, true);
  assert.notEqual(fresh, old);
  // A run after the whole one lets go of the printing that is missing for the second time.
  const later = await finish(whole.location);

  const left = { old: 0, new: 0, running: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using place = await newLocation(engine, template.location);
    const said = await killAtRandom(startIngest(sources, place.location), kill, random, pace);
    const stored = await read(place.location);
    assert.ok(stored === old || stored === fresh, `${said}: neither the old catalog nor the new one: ${stored}`);
    const isOld = stored === old;
    left[isOld ? 'old' : 'new'] += 1;
    const [run] = await withStore(place.location, ({ reads }) => recentRuns(reads, { limit: 1 }));
    if (run?.outcome === 'running') left.running += 1;
    const following = await finish(place.location, isOld);
    assert.equal(following, isOld ? fresh : later, `${said}: the following run does not bring the whole catalog`);
  }
  return (
    `${engine}: ${KILLS} kills, ${left.running} of them in the middle of a run; ` +
    `${left.old} left the old catalog, ${left.new} the new one, none anything else; each following run finished`
  );
}

const seed = Number(process.argv[2] ?? randomInt(2 ** 31));
process.stdout.write(`seed ${seed} (to repeat: scripts/proofs/failure/prove-kill.ts ${seed})\n`);
const random = seeded(seed);
for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && postgresMissing;
  process.stdout.write(`${skip ? `postgres: left out, ${skip}` : await prove(engine, random)}\n`);
}
