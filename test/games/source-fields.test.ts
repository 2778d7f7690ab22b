/** Every field that recorded sources send is in the tables of docs/source-fields.md: read to where, or left out and why. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { createGunzip } from 'node:zlib';
import {
  type FixtureUpstream,
  fixtureFolder,
  fixturesMissing,
  startFixtureUpstream,
} from '../support/sources/fixture-upstream.ts';

const HEADERS = { 'user-agent': 'cardstock-test (ops@example.com)', accept: 'application/json' };

/** The paths of each table, by its title. */
const TABLES = new Map(
  readFileSync('docs/source-fields.md', 'utf8')
    .split(/^## /m)
    .map((part) => {
      const [title = ''] = part.split('\n');
      const heads = part.split('\n').flatMap((line) => line.split(' | ')[0]?.match(/^\| (`.*`)$/)?.[1] ?? []);
      return [title, heads.flatMap((head) => head.split(' ').map((path) => path.replaceAll('`', '')))];
    }),
);

/** The paths of what a record holds; what is empty says nothing. */
function pathsOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, `${path}/*`));
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each, `${path}/${name}`));
}

const isKnown = (table: string, path: string): boolean =>
  (TABLES.get(table) ?? assert.fail(table)).some((known) =>
    known.endsWith('/…') ? path.startsWith(known.slice(0, -1)) : path === known,
  );

const unknown = (table: string, records: readonly unknown[]): string[] => [
  ...new Set(records.flatMap((record) => pathsOf(record)).filter((path) => !isKnown(table, path))),
];

test('a field that no table knows is noticed', () => {
  assert.deepEqual(unknown('lorcast: sets', [{ code: '1', name: 'A', mascot: { name: 'B' }, id: null }]), [
    '/mascot/name',
  ]);
  assert.ok(TABLES.size > 11);
});

type Row = Record<string, unknown>;
type Found = [table: string, records: readonly unknown[]];

/** Answers of a recorded upstream. */
function reader(upstream: FixtureUpstream) {
  const get = async (path: string) => {
    // A kept connection may be closed while a large document is parsed.
    const headers = { ...HEADERS, connection: 'close' };
    const answer = await fetch(path.startsWith('http') ? path : `${upstream.base}${path}`, { headers });
    assert.equal(answer.status, 200, path);
    return Buffer.from(await answer.arrayBuffer());
  };
  return { get, json: async <Shape>(path: string) => JSON.parse((await get(path)).toString()) as Shape };
}

async function tcgdex(upstream: FixtureUpstream, languages: readonly string[]): Promise<Found[]> {
  const { json } = reader(upstream);
  const found: Found[] = [];
  for (const language of languages) {
    for (const table of ['cards', 'sets', 'series']) {
      found.push([`tcgdex: ${table}`, await json<Row[]>(`/tcgdex/generated/${language}/${table}.json`)]);
    }
  }
  return found;
}

async function scryfall(upstream: FixtureUpstream): Promise<Found[]> {
  const { get, json } = reader(upstream);
  const bulk = await json<{ data: { type: string; jsonl_download_uri: string }[] }>('/scryfall/bulk-data');
  const file = bulk.data.find(({ type }) => type === 'default_cards')?.jsonl_download_uri ?? assert.fail();
  // A line at a time: all of them together are too long for one text.
  const lines = createInterface({ input: Readable.from([await get(file)]).pipe(createGunzip()) });
  const unknownOnes = new Set<string>();
  for await (const line of lines) {
    if (line !== '') for (const path of unknown('scryfall: cards', [JSON.parse(line)])) unknownOnes.add(path);
  }
  assert.deepEqual([...unknownOnes], [], file);
  return [['scryfall: sets', (await json<{ data: Row[] }>('/scryfall/sets')).data]];
}

async function otherGames(upstream: FixtureUpstream): Promise<Found[]> {
  const { json } = reader(upstream);
  const found: Found[] = [['ygoprodeck: sets', await json<Row[]>('/ygoprodeck/api/v7/cardsets.php')]];
  for (const language of ['', '&language=fr', '&language=de', '&language=it', '&language=pt']) {
    const { data } = await json<{ data: Row[] }>(`/ygoprodeck/api/v7/cardinfo.php?misc=yes${language}`);
    found.push(['ygoprodeck: cards', data]);
  }
  const { results: sets } = await json<{ results: Row[] }>('/lorcast/v0/sets');
  found.push(['lorcast: sets', sets]);
  for (const { code } of sets) found.push(['lorcast: cards', await json<Row[]>(`/lorcast/v0/sets/${code}/cards`)]);
  for (const category of [1, 2, 3, 68, 71]) {
    const { results: groups } = await json<{ results: Row[] }>(`/tcgcsv/tcgplayer/${category}/groups`);
    found.push(['tcgcsv_catalog: groups', groups]);
    for (const { groupId } of groups) {
      const { results } = await json<{ results: Row[] }>(`/tcgcsv/tcgplayer/${category}/${groupId}/products`);
      found.push(['tcgcsv_catalog: products', results]);
    }
  }
  return found;
}

function holdNone(found: readonly Found[]): void {
  for (const [table, records] of found) assert.deepEqual(unknown(table, records), [], table);
}

suite('recorded sources hold no field that the tables do not know', { skip: fixturesMissing }, () => {
  test('whole catalogs in three languages, and the other games', async (t) => {
    await using upstream = await startFixtureUpstream('full');
    const { json } = reader(upstream);
    const one = async (id: string): Promise<Found> => ['tcgdex: cards', [await json(`/tcgdex/v2/en/cards/${id}`)]];
    const found = [...(await tcgdex(upstream, ['en', 'fr', 'ja'])), await one('swsh3-136'), await one('base1-4')];
    found.push(...(await scryfall(upstream)), ...(await otherGames(upstream)));
    holdNone(found);
    t.diagnostic(`0 unknown in ${found.reduce((sum, [, { length }]) => sum + length, 0)} records and Magic's`);
  });

  test('the other languages, and what changed between two snapshots', async () => {
    for (const snapshot of ['2026-07-14', '2026-08-21']) {
      await using sample = await startFixtureUpstream('sample', ['--snapshot', snapshot]);
      holdNone(await tcgdex(sample, ['en', 'fr', 'de', 'ja', 'zh-tw']));
      await using churn = await startFixtureUpstream('churn', ['--snapshot', snapshot]);
      holdNone(await tcgdex(churn, ['en']));
    }
  });

  // Takes 2 GB and minutes.
  if (process.env.CARDSTOCK_WHOLE_MAGIC !== undefined) {
    test('Magic at its full size', async () => {
      await using upstream = await startFixtureUpstream('sample', ['--games', fixtureFolder('games-full')]);
      holdNone(await scryfall(upstream));
    });
  }
});
