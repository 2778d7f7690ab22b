/** Texts in other languages at rest: whose they are, and that none is left out of what goes in portions. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import {
  cardNames,
  deleteTexts,
  followAliases,
  putTexts,
  shownTexts,
  storedTexts,
  TEXT_KINDS,
} from '../../src/store/catalog/translations.ts';
import { shownTextRows } from '../../src/store/sources/mirror-relations.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  suite(`texts at rest on ${engine}`, { skip }, () => {
    test("a text under an id that stands for another game's record is not that record's", async () => {
      await using place = await newStore(engine);
      const { reads } = place.store;
      const row = { kind: 'card' as const, id: 'a-1', language: 'fr', facts: '{}', digest: '' };
      await place.store.write((writes) =>
        putTexts(writes, [{ ...row, game: 'one', name: 'Un', body: '{"name":"Un"}' }]),
      );
      const shown = async (game: string) => [
        (await shownTexts<{ name: string }>(reads, 'fr', 'card', [{ id: 'a-1', game }])).get('a-1')?.name,
        (await cardNames(reads, [{ id: 'a-1', game }])).get('a-1')?.fr,
      ];
      assert.deepEqual(
        [await shown('one'), await shown('two')],
        [
          ['Un', 'Un'],
          [undefined, undefined],
        ],
      );
    });

    test('with the text of a card goes no text of a series or expansion of its id', async () => {
      await using place = await newStore(engine);
      const rest = { id: 'a', game: 'game', language: 'fr', name: 'Un', body: '{}', facts: '{}', digest: '' };
      await place.store.write(async (writes) => {
        await putTexts(
          writes,
          TEXT_KINDS.map((kind) => ({ kind, ...rest })),
        );
        await deleteTexts(writes, rest, 'card', ['a']);
      });
      const left = (await storedTexts(place.store.reads, rest)).map(({ kind }) => kind);
      assert.deepEqual(left.sort(), ['expansion', 'series']);
    });

    test('a text under a former id goes to the id of today, once', async () => {
      await using place = await newStore(engine);
      const rest = { game: 'game', language: 'fr', name: 'Un', body: '{}', facts: '{}', digest: '' };
      const moved = await place.store.write(async (writes) => {
        await putTexts(writes, [{ kind: 'card', id: 'former', ...rest }]);
        await addAliases(writes, 'card', new Map([['former', 'today']]));
        return [await followAliases(writes, 'game'), await followAliases(writes, 'game')].map(({ card }) => card);
      });
      assert.deepEqual(moved, [['today'], []]);
      assert.deepEqual(
        (await storedTexts(place.store.reads, rest)).map(({ id }) => id),
        ['today'],
      );
    });

    test('each text of each language is among them once, also where a portion ends between two of one card', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const texts = Array.from({ length: 600 }, (_, at) => ({
        ...{
          kind: 'card' as const,
          id: `card-${1000 + Math.floor(at / 3)}`,
          language: ['de', 'fr', 'ja'][at % 3] ?? '',
        },
        ...{ game: 'game', name: `Text ${at}`, body: '{}', facts: '{}', digest: '' },
      }));
      await store.write((writes) => putTexts(writes, texts));
      const names: string[] = [];
      for await (const rows of shownTextRows(store.reads, 'game'))
        names.push(...rows.map(({ text }) => JSON.parse(text).name));
      assert.deepEqual(
        names,
        texts.map(({ name }) => name),
      );
    });
  });
}
