/** Documents of a crawl that are not those that were asked for: nothing of them is published in the place of another. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { cardOf } from '../support/stages/catalog-stage.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

/** The small catalog by REST, with documents at the addresses of others. */
function documentsOf(misplaced: Record<string, string> = {}): Map<string, unknown> {
  const { series, sets, cards } = tinyCatalog(CARDS / 3);
  const documents = new Map<string, unknown>([
    ['series', series],
    ['sets', sets],
    ...sets.map((set): [string, unknown] => [
      `sets/${set.id}`,
      { ...set, cards: cards.filter((card) => card.set.id === set.id).map(({ id }) => ({ id })) },
    ]),
    ...cards.map((card): [string, unknown] => [`cards/${card.id}`, card]),
  ]);
  for (const [place, other] of Object.entries(misplaced)) documents.set(place, documents.get(other));
  return documents;
}

for (const [engine, skip] of ENGINES) {
  suite(`a document of another record on ${engine}`, { skip }, () => {
    const misplaced: [place: string, other: string, says: RegExp][] = [
      ['cards/ember1-3', 'cards/ember1-4', /1 records quarantined; .*cards\/ember1-3 holds ember1-4/],
      ['sets/ember1', 'sets/ember2', /expansions left out until they can be read: 1 × .*sets\/ember1 holds ember2/],
    ];
    for (const [place, other, says] of misplaced) {
      test(`is left out by itself and told: ${place}`, async () => {
        await using stored = await newStore(engine);
        const run = async (documents: Map<string, unknown>) => {
          const demo = (path: string) => JSON.stringify(documents.get(path.replace('rest/en/', '')));
          const [report] = await runAll(stored.store, { catalog: { adapter: 'tcgdex', url: 'demo:rest' } }, { demo });
          assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
          return report;
        };
        await run(documentsOf());
        const shown = async () =>
          Promise.all(['ember1-3', 'ember1-4', 'ember2-3'].map((id) => cardOf(stored.store, id)));
        const before = await shown();
        const { reason, counts } = await run(documentsOf({ [place]: other }));
        assert.match(reason ?? '', says);
        assert.deepEqual([await shown(), counts.cards_changed, counts.expansions_changed], [before, 0, 0]);
      });
    }
  });
}
