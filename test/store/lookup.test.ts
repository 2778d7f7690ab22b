/** The look-up of lists over each engine: what it reads is found alike, by product, by place, by old ids and in other languages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { lookUp } from '../../src/lookup/lookup.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { putTexts } from '../../src/store/catalog/translations.ts';
import type { Store } from '../../src/store/store.ts';
import { cardsByExternalId, externalIds } from '../../src/store/views/external-ids.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { GAME } from '../support/stages/game.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { searchNow } from '../support/stages/search.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const inTwoLanguages = { ...GAME, languages: ['en', 'fr'] };

async function fill(store: Store): Promise<void> {
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  Object.assign(catalog.sets[0] ?? {}, { abbreviation: { official: 'EMD' } });
  await using folder = await catalogFolder(catalog);
  assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
  const text = { game: GAME.name, language: 'fr', body: '{}', facts: '{}', digest: '' };
  await store.write(async (writes) => {
    await addAliases(writes, 'card', new Map([['old-3', 'ember1-3']]));
    await putTexts(writes, [
      { ...text, kind: 'card', id: 'ember1-3', name: 'Lueur' },
      { ...text, kind: 'expansion', id: 'ember1', name: 'Aube de braise' },
    ]);
  });
}

for (const [engine, missing] of ENGINES) {
  suite(`the look-up of lists on ${engine}`, { skip: missing }, () => {
    test('finds a card by marketplace product, place, printed code, old id, and by its names in other languages', async () => {
      await using place = await newStore(engine);
      await fill(place.store);
      const parts = {
        reads: place.store.reads,
        index: await searchNow(place.store).index(),
        games: [inTwoLanguages],
      };
      const rows: ListedRow[] = [
        { external_id: 'tcgplayer:3' },
        { external_id: 'cardmarket:1003' },
        { external_id: 'old-3' },
        { name: 'Glimmer 3 of ember1', number: '3/12' },
        { number: '003', expansion: 'Ember Dawn' },
        { name: 'Lueur', number: '3', expansion: 'Aube de braise', lang: 'fr' },
        { name: 'Lueur', number: '3', expansion: 'ember1' },
        { name: 'Glimmer 3', number: '3', expansion: 'emd' },
      ];
      const found = await lookUp(rows, parts);
      for (const [at, { best, isCertain }] of found.entries()) {
        assert.equal(best?.card.id, 'ember1-3', JSON.stringify(rows[at]));
        assert.equal(isCertain, true, JSON.stringify(rows[at]));
      }
      const [german] = await lookUp([{ name: 'Lueur', number: '3', expansion: 'ember1', lang: 'de' }], parts);
      assert.equal(german?.isCertain, false, 'a name of a language is not one of another');
    });

    test('finds all cards that bear a number, and is certain of it where that is one card', async () => {
      await using place = await newStore(engine);
      await fill(place.store);
      const { reads } = place.store;
      await place.store.write(async (writes) => {
        for (const [id, passcode] of [
          ['ember1-3', 46986414],
          ['ember2-3', 46986414],
          ['frost1-5', 2511],
        ] as const) {
          const { body } = await writes
            .selectFrom('cards')
            .select('body')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const card = JSON.parse(body);
          card.metadata.attributes = { passcode };
          await writes
            .updateTable('cards')
            .set({ body: JSON.stringify(card) })
            .where('id', '=', id)
            .execute();
        }
        await externalIds.rebuild(writes);
      });
      const bearing = await cardsByExternalId(reads, 'passcode', 46986414);
      assert.deepEqual(
        bearing.map(({ id }) => id),
        ['ember1-3', 'ember2-3'],
      );
      assert.deepEqual(await cardsByExternalId(reads, 'tcgplayer', 46986414), []);
      const rows = ['00002511', '46986414', '46986415'].map((id) => ({ external_id: `passcode:${id}` }));
      const index = await searchNow(place.store).index();
      const [one, several, none] = await lookUp(rows, { reads, index, games: [GAME] });
      assert.deepEqual([one?.best?.card.id, one?.isCertain, one?.problems], ['frost1-5', true, []]);
      assert.equal(several?.isCertain, false);
      assert.deepEqual(
        several?.candidates.map(({ card }) => card.id),
        ['ember1-3', 'ember2-3'],
      );
      assert.match(none?.problems.join() ?? '', /leads to no card/);
      await place.store.write((writes) =>
        writes.updateTable('cards').set({ name: 'Glimmer' }).where('id', 'in', ['ember1-3', 'ember2-3']).execute(),
      );
      const [alike, settled] = await lookUp(
        [{}, { expansion: 'Ember Tide', number: '3' }].map((more) => ({ ...rows[1], ...more })),
        { reads, index, games: [GAME] },
      );
      assert.deepEqual([alike?.best, alike?.isCertain], [undefined, false]);
      assert.match(alike?.problems.join(' ') ?? '', /that of 2 cards, all called Glimmer: nothing says which/);
      assert.deepEqual([settled?.best?.card.id, settled?.isCertain, settled?.problems], ['ember2-3', true, []]);
    });

    test('a list of 200 rows takes few statements', async () => {
      await using place = await newStore(engine);
      await fill(place.store);
      let statements = 0;
      const counted = place.store.reads.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const index = await searchNow(place.store).index();
      const rows = Array.from({ length: 200 }, (_, at) => ({
        name: `Glimer ${(at % 12) + 1} of frost1`,
        number: `${(at % 12) + 1}`,
        expansion: at % 2 === 0 ? 'Frost Gate' : 'somewhere',
        external_id: `tcgplayer:${at}`,
      }));
      await lookUp(rows, { reads: counted, index, games: [GAME] });
      assert.ok(statements <= 20, `${statements} statements`);
    });
  });
}
