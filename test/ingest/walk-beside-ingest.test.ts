/** A walk of the card list while ingest runs publish beside it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CardSummary } from '../../src/catalog/records.ts';
import type { Engine } from '../../src/store/store.ts';
import { catalogFolder, tinyCard, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const SETS = ['ember1', 'ember2', 'frost1'];

for (const [engine, skip] of [
  ['sqlite', false],
  ['postgres', postgresMissing],
] as const satisfies [Engine, string | false][]) {
  suite(`a walk of /v1/cards by cursor on ${engine}`, { skip }, () => {
    for (const limit of [7, 200]) {
      test(`at ${limit} rows a page sees each card once in catalog order while an ingest changes others`, async () => {
        await using place = await newStore(engine);
        const catalog = tinyCatalog(150);
        await using folder = await catalogFolder(catalog);
        await runCatalog(place.store, folder.files);
        await using api = await apiOn(place.store);
        const seen: string[] = [];
        let cursor: string | null = null;
        let pages = 0;
        do {
          const from: string = cursor === null ? '' : `&cursor=${cursor}`;
          const page: { items: CardSummary[]; next_cursor: string | null } = await api.data(
            `/v1/cards?limit=${limit}${from}`,
          );
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.next_cursor;
          pages += 1;
          if (pages > 3) continue;
          // Beside the first pages: cards before and behind the walk change, and new ones come among them.
          for (const card of catalog.cards) if (Number(card.localId) % 3 === pages % 3) card.rarity = `Rare ${pages}`;
          catalog.cards.push(...SETS.map((set) => ({ ...tinyCard(set, pages * 40), id: `${set}-new${pages}` })));
          await folder.write(catalog);
          const report = await runCatalog(place.store, folder.files);
          assert.equal(report.counts.cards_new, SETS.length);
        } while (cursor !== null);
        assert.ok(pages >= 3);
        const stable = (id: string) => !id.includes('new');
        // Frost Gate came out first; numbers run within each expansion.
        const order = ['frost1', 'ember1', 'ember2'].flatMap((set) =>
          Array.from({ length: 150 }, (_, at) => `${set}-${at + 1}`),
        );
        assert.deepEqual(seen.filter(stable), order);
        assert.equal(new Set(seen).size, seen.length);
      });
    }
  });
}
