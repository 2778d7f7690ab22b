/** What a follower takes over of prices: all that the origin has, nothing that it has no more, each under its own card. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { originOwners } from '../../src/ingest/origin/origin-prices.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { mirrorCurrent } from '../../src/store/sources/mirror-prices.ts';
import { aliasRows, mirrorAliases } from '../../src/store/sources/mirror-relations.ts';
import { current, PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  suite(`prices of an origin on ${engine}`, { skip }, () => {
    test('a current price that the origin has no more goes; those of the other currency stay', async () => {
      await using s = await stage(engine);
      await s.run('2026-03-01');
      const { owners } = await originOwners(s.store.reads, [DEFAULT_SCOPE.game], 'card_prices');
      const { before } = await s.store.write((writes) =>
        mirrorCurrent(writes, { owners, currency: 'usd' }, Readable.from([])),
      );
      assert.equal(before.size, owners.length);
      assert.deepEqual(Object.keys(await current(s.store)).sort(), ['normal eur', 'reverse eur']);
    });

    test('what an expansion is found by goes with the last code that the origin has of it', async () => {
      await using s = await stage(engine);
      const code = { kind: 'code' as const, id: 'EMB', target_id: 'ember1', since: null };
      const left: string[][] = [];
      for (const rows of [[code], []]) {
        await s.store.write((writes) => mirrorAliases(writes, DEFAULT_SCOPE.game, rows));
        const now = await aliasRows(s.store.reads, DEFAULT_SCOPE.game);
        left.push(now.flatMap(({ kind, id }) => (kind === 'code' ? [id] : [])));
      }
      assert.deepEqual(left, [['EMB'], []]);
    });

    test("an id that is a card's is that card's, though it is a former id of another too", async () => {
      await using s = await stage(engine);
      const moment = '2026-03-01T00:00:00.000Z';
      const former = new Map([PRICED_CARD, 'gone-1'].map((id) => [id, 'ember1-1']));
      await s.store.write((writes) => addAliases(writes, 'card', former, moment));
      const { ownerOf, of } = await originOwners(s.store.reads, [DEFAULT_SCOPE.game], 'card_prices');
      const cardOf = (id: string) => of.get(ownerOf.get(id) ?? 0)?.id;
      assert.deepEqual([cardOf(PRICED_CARD), cardOf('gone-1')], [PRICED_CARD, 'ember1-1']);
    });
  });
}
