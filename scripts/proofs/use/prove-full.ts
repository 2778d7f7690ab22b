/** Proves the whole catalog of 23,546 cards: served as upstream has it, left alone by a second run, walked while it changes. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/proofs/use/prove-full.ts
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Card, CardSummary } from '../../../src/catalog/records.ts';
import { catalogVersion } from '../../../src/store/meta.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Engine, StoreLocation } from '../../../src/store/store.ts';
import {
  expectedCard,
  expectedSummaries,
  type RawCard,
  type RawCatalog,
} from '../../../test/support/oracles/expected-catalog.ts';
import { RUN_TABLES, storedDigests } from '../../../test/support/oracles/stored.ts';
import { walkList } from '../../../test/support/oracles/walk.ts';
import { type IngestEnd, startIngest } from '../../../test/support/processes/ingest-process.ts';
import { fixturesMissing, startFixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';
import { apiOn, type TestApi } from '../../../test/support/stages/api.ts';
import { newLocation, postgresMissing } from '../../../test/support/stages/stores.ts';

const MEMORY_MB_MAX = 400;
const FILES_S_MAX = 60;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function ingest(files: string, location: StoreLocation): Promise<IngestEnd> {
  const end = await startIngest({ catalog: { adapter: 'tcgdex', files } }, location).ended;
  assert.equal(end.code, 0, end.said);
  assert.ok(end.memoryMb <= MEMORY_MB_MAX, `ingest took ${end.memoryMb.toFixed(0)} MB`);
  return end;
}

/** A folder with the catalog changed: every seventh card, and a new card in every twentieth place. */
async function changedFiles(catalog: RawCatalog): Promise<{ files: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-full-'));
  const cards = catalog.cards.flatMap((card, at): RawCard[] => {
    const now = at % 7 === 0 ? { ...card, illustrator: 'Somebody Else' } : card;
    return at % 20 === 0 ? [now, { ...card, id: `${card.id}-new`, name: 'Newcomer' }] : [now];
  });
  for (const [name, rows] of Object.entries({ ...catalog, cards })) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(rows));
  }
  return {
    files: pathToFileURL(folder).href,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function isServedAsUpstreamHasIt(api: TestApi, { cards }: RawCatalog): Promise<void> {
  for (const card of cards) {
    const { variants, ...record } = await api.data<Card>(`/v1/cards/${encodeURIComponent(card.id)}`);
    const printings = variants.map(({ id, usd_market, eur_market, ...printing }) => printing);
    assert.deepEqual({ ...record, variants: printings }, expectedCard(card));
  }
  say(`  every one of ${cards.length} cards is served and equals the upstream's data field by field`);
}

/** Walks until `busy` is over; every walk must show each of the `stable` cards once, in their order. */
async function walksRight(
  api: TestApi,
  limit: number,
  stable: readonly string[],
  busy: Promise<unknown>,
): Promise<void> {
  const isStable = new Set(stable);
  let isBusy = true;
  const over = busy.finally(() => {
    isBusy = false;
  });
  let walks = 0;
  let crossed = 0;
  do {
    const before = await catalogVersion(api.store.reads);
    const rows = await walkList<CardSummary>(api, '/v1/cards', limit);
    const ids = rows.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'no card is seen twice');
    assert.deepEqual(
      ids.filter((id) => isStable.has(id)),
      stable,
    );
    walks += 1;
    if ((await catalogVersion(api.store.reads)) !== before) crossed += 1;
  } while (isBusy);
  await over;
  say(
    `  ${limit} rows a page: ${walks} walks beside an ingest, ${crossed} across its publish, each card once in order`,
  );
}

async function prove(engine: Engine, catalog: RawCatalog, files: string): Promise<void> {
  say(`${engine}:`);
  await using place = await newLocation(engine);
  const first = await ingest(files, place.location);
  const { duration_ms = Number.NaN } = first.reports[0] ?? {};
  assert.ok(duration_ms <= FILES_S_MAX * 1000);
  say(`  ingest from the compiled files: ${(duration_ms / 1000).toFixed(1)} s, ${first.memoryMb.toFixed(0)} MB`);
  const store = await openStore(place.location);
  const before = await storedDigests(store, RUN_TABLES);
  await ingest(files, place.location);
  assert.deepEqual(await storedDigests(store, RUN_TABLES), before);
  say('  a second run on unchanged data writes nothing');

  {
    await using api = await apiOn(store);
    const order = expectedSummaries(catalog).map(({ id }) => id);
    const served = await walkList<CardSummary>(api, '/v1/cards', 200);
    assert.deepEqual(served, expectedSummaries(catalog));
    if (engine === 'sqlite') await isServedAsUpstreamHasIt(api, catalog);
    // First the changed catalog, then back to the old one: the newcomers stay, the others change again.
    await using changed = await changedFiles(catalog);
    await walksRight(api, 7, order, ingest(changed.files, place.location));
    await walksRight(api, 200, order, ingest(files, place.location));
  }
  await store.close();
}

if (fixturesMissing) say(`left out: ${fixturesMissing}`);
else {
  await using upstream = await startFixtureUpstream('full');
  const { files, json } = upstream;
  const catalog: RawCatalog = {
    series: await json(`${files}/series.json`),
    sets: await json(`${files}/sets.json`),
    cards: await json(`${files}/cards.json`),
  };
  await prove('sqlite', catalog, files);
  if (postgresMissing) say(`postgres: left out, ${postgresMissing}`);
  else await prove('postgres', catalog, files);
}
