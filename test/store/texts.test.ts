/** Texts in other languages at rest: whose they are, and that none is left out of what goes in portions. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cardNames, putTexts, shownTexts } from '../../src/store/catalog/translations.ts';
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
