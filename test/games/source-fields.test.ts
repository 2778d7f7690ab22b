/** Every field that recorded sources send is in the tables of docs/source-fields.md: read to where, or left out and why. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';

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

suite('recorded sources', { skip: fixturesMissing }, () => {
  test('hold no field that the tables do not know', async () => {
    await using upstream = await startFixtureUpstream('full');
    const get = async (path: string) => {
      // A kept connection may be closed while a large document is parsed.
      const headers = { ...HEADERS, connection: 'close' };
      const answer = await fetch(path.startsWith('http') ? path : `${upstream.base}${path}`, { headers });
      assert.equal(answer.status, 200, path);
      return Buffer.from(await answer.arrayBuffer());
    };
    const json = async <Shape>(path: string) => JSON.parse((await get(path)).toString()) as Shape;
    type Row = Record<string, unknown>;
    const found: [string, unknown[]][] = [];
    for (const language of ['en', 'fr', 'ja']) {
      for (const [name, table] of Object.entries({ cards: 'cards', sets: 'sets', series: 'series' })) {
        found.push([`tcgdex: ${table}`, await json<Row[]>(`/tcgdex/generated/${language}/${name}.json`)]);
      }
    }
    found.push([
      'tcgdex: cards',
      [await json('/tcgdex/v2/en/cards/swsh3-136'), await json('/tcgdex/v2/en/cards/base1-4')],
    ]);
    const bulk = await json<{ data: { type: string; jsonl_download_uri: string }[] }>('/scryfall/bulk-data');
    const file = bulk.data.find(({ type }) => type === 'default_cards')?.jsonl_download_uri ?? assert.fail();
    const lines = gunzipSync(await get(file))
      .toString()
      .split('\n')
      .filter(Boolean);
    found.push(['scryfall: cards', lines.map((line) => JSON.parse(line))]);
    found.push(['scryfall: sets', (await json<{ data: Row[] }>('/scryfall/sets')).data]);
    found.push(['ygoprodeck: cards', (await json<{ data: Row[] }>('/ygoprodeck/api/v7/cardinfo.php?misc=yes')).data]);
    found.push(['ygoprodeck: sets', await json<Row[]>('/ygoprodeck/api/v7/cardsets.php')]);
    const { results: sets } = await json<{ results: Row[] }>('/lorcast/v0/sets');
    found.push(['lorcast: sets', sets]);
    for (const { code } of sets) found.push(['lorcast: cards', await json<Row[]>(`/lorcast/v0/sets/${code}/cards`)]);
    for (const category of [1, 2, 3, 68, 71]) {
      const { results: groups } = await json<{ results: Row[] }>(`/tcgcsv/tcgplayer/${category}/groups`);
      found.push(['tcgcsv_catalog: groups', groups]);
      for (const { groupId } of groups.slice(0, 12)) {
        const { results } = await json<{ results: Row[] }>(`/tcgcsv/tcgplayer/${category}/${groupId}/products`);
        found.push(['tcgcsv_catalog: products', results]);
      }
    }
    for (const [table, records] of found) assert.deepEqual(unknown(table, records), [], table);
  });
});
