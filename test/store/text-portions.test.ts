/** Texts of files come in portions: none is left out, wherever a portion ends. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { putTexts } from '../../src/store/catalog/translations.ts';
import { shownTextRows } from '../../src/store/sources/mirror-relations.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  suite(`texts of files on ${engine}`, { skip }, () => {
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
