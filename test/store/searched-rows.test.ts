/** Cards and their printings as they are read for the search, among those of other games, however keys and ids lie. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { seeded } from '../../demo/random.ts';
import type { Store } from '../../src/store/store.ts';
import type { DictionaryColumn } from '../../src/store/views/search-rows/dictionary-column.ts';
import { searchableCards, searchablePrintings } from '../../src/store/views/search-rows/search-rows.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const valueAt = <Value>({ values, codes }: DictionaryColumn<Value>, row: number) => values[codes[row] ?? 0];

/** Another one for each place below 10,007. */
const number = (at: number) => (at * 7919) % 10_007;

/** Cards of two games in turns, some thousand keys apart, with no to three printings each; as many of them as are told. */
async function filled(store: Store, idOf: (at: number, game: string) => string) {
  const random = seeded(5);
  const cards = Array.from({ length: 2400 }, (_, at) => {
    const game = at % 300 < 150 ? 'one' : 'two';
    const key = 1 + at + 1500 * Math.floor(at / 400);
    const printings = Array.from({ length: Math.floor(random() * 4) }, () => `["p${Math.floor(random() * 5)}"]`);
    return { key, game, id: idOf(at, game), name: `Name ${at % 700}`, printings };
  });
  await store.write(async (writes) => {
    for (const { key, game, id, name } of cards) {
      const places = {
        expansion_id: `set${key % 3}`,
        sort_date: '2026',
        number_sort: '1',
        number: key % 5 ? '1' : null,
      };
      const records = { summary: '{}', body: '{"rarity":"Told"}', digest: '' };
      await writes
        .insertInto('cards')
        .values({ key, game, id, name, ...places, ...records })
        .execute();
      const facts = JSON.stringify([[`Rarity ${key % 4}`], [], [], key % 2 ? ['Ada'] : []]);
      if (key % 11) await writes.insertInto('card_facts').values({ key, name, facts, changed_at: 0 }).execute();
    }
    const rows = cards.flatMap(({ id, printings }) =>
      printings.map((identity, ordinal) => ({ card_id: id, identity, ordinal })),
    );
    for (let at = 0; at < rows.length; at += 500) {
      await writes
        .insertInto('variants')
        .values(rows.slice(at, at + 500))
        .execute();
    }
  });
  return cards;
}

for (const [engine, missing] of ENGINES) {
  suite(`what is read for the search, on ${engine}`, { skip: missing }, () => {
    const mixed = (at: number) => `${at % 2 ? '\u{1d516}' : '\uffee'}${number(at)}`;
    for (const [kind, idOf] of [
      ['digits', (at: number, game: string) => `${game === 'one' ? '' : 'm-'}x${number(at)}`],
      ['letters beyond the first plane', (at: number, game: string) => `${game === 'one' ? '' : 'm-'}${mixed(at)}`],
      [
        'such letters in one game alone',
        (at: number, game: string) => `${game === 'one' ? '\uff11' : '\u{1f0a1}'}${number(at)}`,
      ],
    ] as const) {
      test(`ids of ${kind}: each game has its cards, each card its printings`, async () => {
        await using place = await newStore(engine);
        const cards = await filled(place.store, idOf);
        for (const game of ['one', 'two']) {
          const own = new Map(cards.filter((card) => card.game === game).map((card) => [card.id, card]));
          const found = await searchableCards(place.store.reads, game);
          assert.deepEqual(new Set(found.ids), new Set(own.keys()));
          for (const [row, id] of found.ids.entries()) {
            const { key = 0, name } = own.get(id) ?? {};
            assert.equal(valueAt(found.names, row), name);
            assert.equal(valueAt(found.numbers, row), key % 5 ? '1' : null);
            assert.equal(valueAt(found.expansions, row), `set${key % 3}`);
            assert.equal(valueAt(found.rarities, row), key % 11 ? `Rarity ${key % 4}` : 'Told');
            assert.equal(valueAt(found.illustrators, row), key % 11 && key % 2 ? 'Ada' : null);
          }
          const ids = found.ids.toSorted();
          const printings = await searchablePrintings(place.store.reads, ids);
          for (const [row, id] of ids.entries()) {
            assert.deepEqual(valueAt(printings, row)?.toSorted(), own.get(id)?.printings.toSorted(), id);
          }
        }
        assert.deepEqual((await searchableCards(place.store.reads, 'none')).ids, []);
        assert.deepEqual((await searchablePrintings(place.store.reads, [])).codes.length, 0);
      });
    }
  });
}
