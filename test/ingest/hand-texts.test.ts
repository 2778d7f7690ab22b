/** Texts in other languages of a catalog by hand: what is told of them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gameRows } from '../../src/store/catalog/game-versions.ts';
import { addGame } from '../../src/store/games.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

test('texts of a language that comes for the first time change no read and tell nothing; later ones tell their cards', async () => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-hand-texts-'));
  using _ = { [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using here = await newStore('sqlite');
  const write = (name: string, ...rows: object[]) =>
    writeFileSync(join(path, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const file = (entity: string) => ({ name: `${entity}.ndjson`, entity, game: 'game' });
  const files = ['series', 'expansions', 'cards'].map(file);
  write('series.ndjson', { id: 's', name: 'First' });
  write('expansions.ndjson', { id: 'a', series_id: 's', name: 'Alpha' });
  write(
    'cards.ndjson',
    ...[1, 2].map((at) => ({ id: `a-${at}`, expansion_id: 'a', number: `${at}`, name: `Card ${at}` })),
  );
  const told = async (...listed: object[]) => {
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 1, files: listed }));
    await here.store.write((writes) => writes.deleteFrom('events').execute());
    const [report] = await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(path).href } });
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    const bodies = (await here.store.reads.selectFrom('events').select('body').execute()).map(({ body }) => body);
    return ['a-1', 'a-2'].filter((id) => bodies.some((body) => body.includes(`"${id}"`)));
  };
  assert.deepEqual(await told(...files), ['a-1', 'a-2']);
  const text = (at: number, name: string) => ({ kind: 'card', id: `a-${at}`, language: 'fr', name });
  write('texts.ndjson', text(1, 'Un'), text(2, 'Deux'));
  assert.deepEqual(await told(...files, file('texts')), []);
  write('texts.ndjson', text(1, 'Un'), text(2, 'Second'));
  assert.deepEqual(await told(...files, file('texts')), ['a-2']);
});

test('a name that changes by hand is searched anew; an amount of a file of one day is taken, and moves no names', async () => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-hand-names-'));
  using _ = { [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using here = await newStore('sqlite');
  await here.store.write((writes) => addGame(writes, { name: 'game', id_prefix: '' }));
  const rows = (...some: object[]) => some.map((row) => `${JSON.stringify(row)}\n`).join('');
  const names = ['series.ndjson', 'expansions.ndjson', 'cards.ndjson', 'prices.csv'];
  const files = names.map((name) =>
    name === 'prices.csv'
      ? { name, entity: 'card_prices', game: 'game', day: '2026-03-01' }
      : { name, entity: name.split('.')[0], game: 'game' },
  );
  const moved: string[] = [];
  const state = async () => (await gameRows(here.store.reads))[0] ?? { version: 0, names: 0 };
  for (const [name, market] of [
    ['First', 1],
    ['Second', 1],
    ['Second', 2],
  ] as const) {
    const before = await state();
    writeFileSync(join(path, 'series.ndjson'), rows({ id: 's', name: 'Series' }));
    writeFileSync(join(path, 'expansions.ndjson'), rows({ id: 'a', series_id: 's', name: 'Alpha' }));
    writeFileSync(join(path, 'cards.ndjson'), rows({ id: 'a-1', expansion_id: 'a', number: '1', name }));
    writeFileSync(join(path, 'prices.csv'), `card_id,observed_on,market\na-1,2026-03-01,${market}\n`);
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 1, files }));
    const [report] = await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(path).href } });
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    const after = await state();
    moved.push(after.names > before.names ? 'names' : after.version > before.version ? 'prices' : 'nothing');
  }
  assert.deepEqual(moved, ['names', 'names', 'prices']);
});

test('one price that changes early in a file of many cards is counted, and moves what is served', async () => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-hand-prices-'));
  using _ = { [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using here = await newStore('sqlite');
  await here.store.write((writes) => addGame(writes, { name: 'game', id_prefix: '' }));
  const ids = Array.from({ length: 250 }, (_, at) => `a-${1000 + at}`);
  const write = (name: string, rows: readonly object[]) =>
    writeFileSync(join(path, `${name}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  write('series', [{ id: 's', name: 'Series' }]);
  write('expansions', [{ id: 'a', series_id: 's', name: 'Alpha' }]);
  write(
    'cards',
    ids.map((id) => ({ id, expansion_id: 'a', number: id, name: id })),
  );
  const records = ['series', 'expansions', 'cards'].map((entity) => ({
    name: `${entity}.ndjson`,
    entity,
    game: 'game',
  }));
  const prices = { name: 'prices.csv', entity: 'card_prices', game: 'game', day: '2026-03-01' };
  writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 1, files: [...records, prices] }));
  const priced = async (first: number) => {
    const lines = ids.map((id, at) => `${id},2026-03-01,${at === 0 ? first : 500}\n`);
    writeFileSync(join(path, 'prices.csv'), `card_id,observed_on,market\n${lines.join('')}`);
    const before = (await gameRows(here.store.reads))[0]?.version ?? 0;
    const [report] = await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(path).href } });
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    const after = (await gameRows(here.store.reads))[0]?.version ?? 0;
    return [report.counts.price_rows_changed !== 0, after > before];
  };
  assert.deepEqual(await priced(400), [true, true]);
  assert.deepEqual(await priced(450), [true, true]);
});
