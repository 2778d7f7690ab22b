/** A catalog that was written by hand: each kind of fault is told where it stands, and odd names of files are names. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { addGame } from '../../src/store/games.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { listening } from '../support/servers/listening.ts';
import { runAll, runGames } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const place = () => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-hand-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};

test('each kind of fault of a catalog by hand is told where it stands', async () => {
  const card = { id: 'a-1', expansion_id: 'a', name: 'One' };
  const priced = (row: string, more = '') => ({ 'prices.csv': `card_id,observed_on,market${more}\n${row}\n` });
  const listed = (more: object) => ({
    'manifest.json': { format: 1, files: [{ name: 'cards.ndjson', entity: 'cards', game: 'game', ...more }] },
  });
  const lines = (row: object, times: number) => `${JSON.stringify(row)}\n`.repeat(times);
  const two = [1, 2].map((at) => zstdCompressSync(`${JSON.stringify({ ...card, id: `b-${at}` })}\n`));
  const kinds: [files: Record<string, object | string>, told: RegExp][] = [
    [{ 'series.ndjson': { id: 's', name: ' ' } }, /series\.ndjson line 1 "name": must not be empty/],
    [
      { 'cards.ndjson': { ...card, image: { low: 'javascript:alert(1)', high: 'https://cards.example/1.png' } } },
      /line 1 "image\.low": must be an http: or https: address/,
    ],
    [priced('a-1,2026-03-01,5,Unopened', ',condition'), /"condition": must be one of NM, LP, MP, HP, DMG$/],
    [
      { 'expansions.ndjson': { id: 'a', name: 'A', series_id: 'x' } },
      /line 1 "series_id": x is no series that is listed/,
    ],
    [
      { 'expansions.ndjson': { id: 'a', name: 'A', series_id: 's', release_date: '2026-02-30' } },
      /"release_date": is no day/,
    ],
    [
      { 'expansions.ndjson': { id: 'a', name: 'A', series_id: 's', card_count_total: -1 } },
      /"card_count_total": must be >= 0/,
    ],
    [
      { 'cards.ndjson': { ...card, id: 'a/1' } },
      /cards\.ndjson line 1 "id": must be 1 to 200 signs without spaces and slashes/,
    ],
    [{ 'cards.ndjson': { ...card, name: 'a\u0000' } }, /"name": must be text without NUL/],
    [{ 'cards.ndjson': { ...card, game: 'other' } }, /"game": must be game, as its file is/],
    [{ 'cards.ndjson': { ...card, metadata: { hpp: 60 } } }, /"metadata\.hpp": is no field here/],
    [{ 'cards.ndjson': { ...card, variants: 'x' } }, /"variants": must be array/],
    [
      { 'cards.ndjson': { ...card, variants: [{ tpye: 'x' }, null] } },
      /"variants\.0\.tpye": is no field here.*"variants\.1": must be object/,
    ],
    [{ 'cards.ndjson': { ...card, variants: [{ id: 2 ** 52 }] } }, /"variants\.0\.id": must be <= 2147483647/],
    [
      { 'cards.ndjson': { ...card, variants: [{ id: 5 }, { id: 5 }] } },
      /"variants\.1\.id": 5 stands in cards\.ndjson line 1 already/,
    ],
    [
      { 'products.ndjson': { id: 3, name: 'B', expansions: [{ id: 'x', name: 'X' }] } },
      /"expansions\.0\.id": x is no expansion that is listed/,
    ],
    [
      { 'aliases.ndjson': { kind: 'crad', target_id: 'a-1' } },
      /"id": is missing; .*"kind": must be one of card, expansion/,
    ],
    [{ 'texts.ndjson': { kind: 'card', id: 'a-1', language: 'fr', name: 7 } }, /"name": must be string/],
    [
      { 'texts.ndjson': { kind: 'card', id: 'a-7', language: 'fr', name: 'Un' } },
      /texts\.ndjson line 1 "id": a-7 is no card that is listed/,
    ],
    [
      { 'texts.ndjson': lines({ kind: 'card', id: 'a-1', language: 'fr', name: 'Un' }, 2) },
      /line 2 "id": a-1 stands in texts\.ndjson line 1 already/,
    ],
    [{ 'aliases.ndjson': { kind: 'code', id: 'AA', target_id: 'b' } }, /"target_id": b is no expansion that is listed/],
    [{ 'aliases.ndjson': { kind: 'type', id: 'tin', target_id: 'x' } }, /"target_id": x is no product that is listed/],
    [
      { 'aliases.ndjson': { kind: 'cardmarket', id: 'x', target_id: '3' } },
      /"id": must be a number of at most 9 digits/,
    ],
    [
      { 'aliases.ndjson': lines({ kind: 'card', id: 'old', target_id: 'a-1' }, 2) },
      /line 2 "id": old stands in aliases\.ndjson line 1 already/,
    ],
    [{ 'aliases.ndjson': { kind: 'card', id: 'a\0', target_id: 'a-1' } }, /"id": must be text without NUL/],
    [{ 'prices.csv': 'card_id,observed_on,mraket\na-1,2026-03-01,5\n' }, /prices\.csv line 2 "mraket": is none of /],
    [priced('a-1,2026-03-01,5,5', ',market'), /prices\.csv line 1: names a field twice/],
    [priced('a-1,2026-03-01,5,gold', ',price_kind'), /"price_kind": /],
    [priced('a-1,2026-03-01,5,4711', ',variant_id'), /"variant_id": must be one of \d+/],
    [priced('a-1,2026-03-01,5\na-1,2026-03-01,6'), /line 3 "observed_on": has its price in line 2 already/],
    [listed({ name: 'cards.json' }), /"files\.0\.name" must be the name of a file that ends in one of \.ndjson/],
    [listed({ curency: 'eur' }), /"files\.0\.curency" is no field here/],
    [
      {
        'manifest.json': {
          format: 1,
          files: ['cards', 'expansions'].map((entity) => ({ name: 'cards.ndjson', entity, game: 'game' })),
        },
      },
      /"files\.1\.name" is listed twice/,
    ],
    [listed({ rows: 7 }), /cards\.ndjson has 1 rows, and the manifest says 7/],
    [{ 'manifest.json': 'null' }, /"format" is undefined, and this release reads 1/],
    [listed({ name: 'none.ndjson' }), /does not have none\.ndjson/],
    [{ 'cards.ndjson': Buffer.from(JSON.stringify({ ...card, name: 'Évoli' }), 'latin1') }, /line 1: is no UTF-8/],
    [{ 'cards.ndjson.zst': Buffer.concat(two) }, /cards\.ndjson\.zst: only its first frame can be read/],
    [priced('a-1,2026-03-01,"5"6'), /line 2 "market": must be whole cents or null/],
  ];
  await using here = await newStore('sqlite');
  for (const [files, told] of kinds) {
    using folder = place();
    const all: Record<string, object | string> = {
      'series.ndjson': { id: 's', name: 'S' },
      'expansions.ndjson': { id: 'a', name: 'A', series_id: 's' },
      'cards.ndjson': card,
      ...files,
    };
    const names = Object.keys(all).filter((name) => name !== 'manifest.json');
    const entityOf = (name: string) => (name === 'prices.csv' ? 'card_prices' : name.split('.')[0]);
    const manifest = { format: 1, files: names.map((name) => ({ name, entity: entityOf(name), game: 'game' })) };
    for (const [name, content] of Object.entries({ 'manifest.json': manifest, ...all }))
      writeFileSync(
        join(folder.path, name),
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
      );
    const [report] = await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(folder.path).href } });
    assert.match(report?.reason ?? 'nothing was told', told);
  }
  using folder = place();
  const odd = '100% of my cards #1?.ndjson';
  const files = ['series.ndjson', 'expansions.ndjson', odd].map((name) => ({
    ...{ name, entity: name === odd ? 'cards' : name.split('.')[0], game: 'game' },
  }));
  writeFileSync(join(folder.path, 'manifest.json'), JSON.stringify({ format: 1, files }));
  writeFileSync(join(folder.path, 'series.ndjson'), '{"id":"s","name":"S"}');
  writeFileSync(join(folder.path, 'expansions.ndjson'), '{"id":"a","name":"A","series_id":"s"}');
  // As a text editor of Windows writes it.
  writeFileSync(join(folder.path, odd), `\ufeff${JSON.stringify(card)}\r\n\r\n`);
  const [report] = await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(folder.path).href } });
  assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
});

for (const [engine, skip] of ENGINES) {
  test(`a printing that is spelled otherwise by hand keeps its id and its prices, which are read with their cards: ${engine}`, {
    skip,
  }, async () => {
    await using here = await newStore(engine);
    const followed = new FollowedStore(here.store);
    const files = ['series', 'expansions', 'cards', 'card_prices'].map((entity) => ({
      ...{ name: `${entity}.ndjson`, entity, game: 'game' },
    }));
    // A static host that packs what it sends.
    await using host = await listening(
      createServer((request, response) => {
        const text = documents[request.url?.slice(1) ?? ''];
        response.writeHead(text === undefined ? 404 : 200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(text ?? ''));
      }),
    );
    const cards = (...rows: object[]) =>
      rows
        .map((row, at) => JSON.stringify({ id: `a-${at + 1}`, expansion_id: 'a', name: `Card ${at + 1}`, ...row }))
        .join('\n');
    const documents: Record<string, string> = {
      'manifest.json': JSON.stringify({ format: 1, files }),
      'series.ndjson': '{"id":"s","name":"S"}',
      'expansions.ndjson': '{"id":"a","name":"A","series_id":"s"}',
      'cards.ndjson': cards({}, {}),
      'card_prices.ndjson': '{"card_id":"a-1","observed_on":"2026-03-01","market":500}',
    };
    const run = async (rows: string) => {
      documents['cards.ndjson'] = rows;
      const [report] = await runAll(here.store, {
        hand: { adapter: 'cardstock', url: host.base, give_up_after: '1s' },
      });
      assert.deepEqual(await followed.follow(), []);
      return report?.reason ?? report?.outcome;
    };
    const printings = () =>
      followed.state.cards.map(({ variants }) =>
        variants.map(({ id, type, usd_market }) => [id, type, usd_market[0]?.market]),
      );
    assert.equal(await run(cards({}, {})), 'succeeded');
    const [[[first]], [[second]]] = printings() as [[[number]], [[number]]];
    assert.equal(await run(cards({ variants: [{ type: 'holo' }] }, {})), 'succeeded');
    assert.deepEqual(printings(), [[[first, 'holo', 500]], [[second, 'normal', undefined]]]);
    const two = cards({ variants: [{ type: 'holo' }, { type: 'normal' }] }, {});
    assert.match(String(await run(two)), /line 1 "variant": must be one of holo, normal/);
    const anothers = cards({ variants: [{ id: second, type: 'holo' }] }, {});
    assert.match(String(await run(anothers)), new RegExp(`"variants": ${second} is a printing of a-2 here`));
  });

  test(`files of one game take nothing from another that has the same ids: ${engine}`, { skip }, async () => {
    await using here = await newStore(engine);
    const { store } = here;
    using folder = place();
    const write = (game: string, own: string, printing: number) => {
      const card = { expansion_id: own, name: 'Card', variants: [{ id: printing }] };
      const records = {
        series: [{ id: own, name: 'S' }],
        expansions: [{ id: own, series_id: own, name: 'A' }],
        cards: [
          { ...card, id: `${own}-1` },
          { ...card, id: `${game}-2`, variants: [] },
        ],
        products: [{ id: printing, name: 'Box' }],
      };
      return Object.entries(records).map(([entity, rows]) => {
        const name = `${game}-${entity}.ndjson`;
        writeFileSync(join(folder.path, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        return { name, entity, game };
      });
    };
    const url = pathToFileURL(folder.path).href;
    const games = ['one', 'two'].map((game, at) => ({
      scope: { game, idPrefix: at === 0 ? '' : `${game}-`, language: 'en' },
      sources: { [`${game}.hand`]: { adapter: 'cardstock', url, game } },
    }));
    await store.write(async (writes) => {
      for (const { scope } of games) await addGame(writes, { name: scope.game, id_prefix: scope.idPrefix });
    });
    const run = async (own: string, printing: number) => {
      const files = [...write('one', 'a', 5), ...write('two', own, printing)];
      writeFileSync(join(folder.path, 'manifest.json'), JSON.stringify({ format: 1, files }));
      return (await runGames(store, games)).map(({ reason }) => reason);
    };
    const kept = async () =>
      Promise.all(
        (['series', 'expansions', 'cards', 'products'] as const).map(async (table) =>
          (await store.reads.selectFrom(table).select('game').orderBy('game').execute()).map(({ game }) => game),
        ),
      );
    assert.deepEqual((await run('a', 5))[1]?.split('; '), [
      'two-series.ndjson line 1 "id": a is one of one here',
      'two-expansions.ndjson line 1 "id": a is one of one here',
      'two-cards.ndjson line 1 "id": a-1 is one of one here',
      'two-cards.ndjson line 1 "variants": 5 is a printing of a-1 here',
      'two-products.ndjson line 1 "id": 5 is one of one here',
    ]);
    assert.deepEqual(await kept(), [['one'], ['one'], ['one', 'one'], ['one']]);
    assert.deepEqual(await run('b', 6), [null, null]);
    assert.deepEqual(await kept(), [
      ['one', 'two'],
      ['one', 'two'],
      ['one', 'one', 'two', 'two'],
      ['one', 'two'],
    ]);
  });
}
