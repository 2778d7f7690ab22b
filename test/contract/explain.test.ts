/** `/v1/cards/{id}/explain`: where each price of a card comes from, and why the others are not there. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CardExplanation } from '../../src/catalog/provenance/card-explanation.ts';
import { REASONS, RULES } from '../../src/catalog/provenance/reasons.ts';
import { marketView } from '../../src/ingest/matching/links/market-view.ts';
import { matchPrintings } from '../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../src/ingest/prices/sub-types.ts';
import { marketplaceSubTypes } from '../../src/store/prices/market-knowledge.ts';
import type { Engine } from '../../src/store/store.ts';
import { apiOn } from '../support/stages/api.ts';
import { GAME } from '../support/stages/game.ts';
import { PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';

/** A priced catalog behind the API: `explain` gives the printing named of a card. */
async function explainStage(engine: Engine) {
  const s = await stage(engine);
  const api = await apiOn(s.store);
  const explain = async (id = PRICED_CARD, variant = 'normal') => {
    const { variants } = await api.data<CardExplanation>(`/v1/cards/${id}/explain`);
    const found = variants.find((one) => one.variant === variant);
    assert.ok(found, `${id} has no printing ${variant}`);
    return found;
  };
  const close = async () => {
    await api[Symbol.asyncDispose]();
    await s[Symbol.asyncDispose]();
  };
  return { ...s, api, explain, [Symbol.asyncDispose]: close };
}

for (const [engine, skip] of ENGINES) {
  suite(`explain on ${engine}`, { skip }, () => {
    test('names per printing and market the marketplace id, the row, the rule that matched, the source and its day', async () => {
      await using s = await explainStage(engine);
      await s.run(DAY);
      const { usd_market, eur_market } = await s.explain();
      const documentAt = async (path: string) => {
        const address = `${s.market.place}/${path}`;
        const sha256 = createHash('sha256')
          .update(await readFile(fileURLToPath(address)))
          .digest('hex');
        return { day: DAY, address, sha256 };
      };
      assert.deepEqual(eur_market.prices[0]?.document, await documentAt('guide.json'));
      const document = await documentAt('now/3/7/prices');
      assert.deepEqual(usd_market, {
        ...{ marketplace: 'tcgplayer', external_id: 3, row: '3/Normal', rule: 'sub-type', reason: null },
        meaning: RULES['sub-type'],
        prices: [
          {
            condition: 'NM',
            currency: 'USD',
            market: 300,
            low: 150,
            high: 600,
            observed_on: DAY,
            source: 'usd',
            document,
          },
        ],
        ...{ held: [], other_cards: [] },
      });
      assert.deepEqual(
        { ...eur_market, prices: eur_market.prices.map(({ price_kind, source }) => [price_kind, source]) },
        {
          ...{ marketplace: 'cardmarket', external_id: 1003, row: '1003', rule: 'pair', reason: null },
          ...{ meaning: RULES.pair, prices: [['plain', 'eur']], held: [], other_cards: [] },
        },
      );
    });

    test('says before any price run that there was none', async () => {
      await using s = await explainStage(engine);
      const { usd_market, eur_market } = await s.explain();
      assert.deepEqual([usd_market.reason, usd_market.external_id], ['article-never-priced', 3]);
      assert.deepEqual([eur_market.reason, eur_market.row], ['no-price-run-yet', null]);
      assert.equal(eur_market.meaning, REASONS['no-price-run-yet']);
    });

    test('tells what is held back and since when, also where nothing else is served', async () => {
      await using s = await explainStage(engine);
      await s.run(DAY);
      await s.run('2026-03-02', ({ usd }) => {
        for (const row of usd) if (row.productId === 3 && row.subTypeName === 'Normal') row.marketPrice = 200;
      });
      const held = { condition: 'NM', amount: 'market', previous: 300, held: 20_000, observed_on: '2026-03-02' };
      const { usd_market } = await s.explain();
      assert.deepEqual(usd_market.held, [{ ...held, source: 'usd' }]);
      assert.deepEqual([usd_market.reason, usd_market.prices[0]?.market], [null, null]);
      assert.deepEqual((await s.explain(PRICED_CARD, 'reverse')).usd_market.held, []);
    });

    test('names the other cards that claim the marketplace product, and withholds the price of each', async () => {
      await using s = await explainStage(engine);
      await s.run(DAY);
      await s.relink(({ cards }) => {
        const other = cards.find(({ id }) => id === 'ember1-4');
        if (other) other.thirdParty = { tcgplayer: 3, cardmarket: 1004 };
      });
      await s.run('2026-03-02');
      const { usd_market, eur_market } = await s.explain();
      assert.deepEqual([usd_market.reason, usd_market.rule, usd_market.prices], ['contradictory-id', null, []]);
      assert.deepEqual(usd_market.other_cards, [{ id: 'ember1-4', name: 'Glimmer 4 of ember1' }]);
      assert.deepEqual([eur_market.reason, eur_market.other_cards], [null, []]);
      assert.deepEqual((await s.explain('ember1-4')).usd_market.other_cards, [
        { id: PRICED_CARD, name: 'Glimmer 3 of ember1' },
      ]);
    });

    test('gives for every printing the reason that the matching of the whole catalog has', async () => {
      await using s = await explainStage(engine);
      await s.relink(({ cards }) => {
        const [first, second, third, fourth] = cards;
        Object.assign(first ?? {}, { thirdParty: undefined });
        Object.assign(second ?? {}, { thirdParty: { tcgplayer: 3, cardmarket: 1003 } });
        Object.assign(third ?? {}, { variants_detailed: [{ type: 'holo' }, { type: 'normal', stamp: ['staff'] }] });
        Object.assign(fourth ?? {}, {
          variants_detailed: [{ type: 'normal' }, { type: 'normal', stamp: ['staff'] }, { type: 'holo' }],
        });
      });
      await s.run(DAY);
      await s.run('2026-03-02');
      const { cards, claims } = await marketView(s.store.reads, GAME);
      const sub_types = new KnownSubTypes(await marketplaceSubTypes(s.store.reads));
      const { printings } = GAME;
      const { unmatched } = matchPrintings(cards, { printings, sub_types, claims });
      const wanted = unmatched.map(({ variant_id, market, reason }) => `${variant_id} ${market} ${reason}`);
      const told: string[] = [];
      for (const { id } of cards) {
        const { variants } = await s.api.data<CardExplanation>(`/v1/cards/${id}/explain`);
        for (const { variant_id, usd_market, eur_market } of variants) {
          for (const { marketplace, reason } of [usd_market, eur_market]) {
            if (reason !== null) told.push(`${variant_id} ${marketplace} ${reason}`);
          }
        }
      }
      assert.ok(new Set(unmatched.map(({ reason }) => reason)).size >= 3, 'several reasons are met');
      assert.deepEqual(told.sort(), wanted.sort());
    });

    test('answers under an id that upstream gave up, and 404 for one that never was', async () => {
      await using s = await explainStage(engine);
      await s.run(DAY);
      const alias = { kind: 'card' as const, id: 'gone-3', target_id: PRICED_CARD };
      await s.store.write((writes) => writes.insertInto('aliases').values(alias).execute());
      assert.equal((await s.api.data<CardExplanation>('/v1/cards/gone-3/explain')).card_id, PRICED_CARD);
      const absent = await s.api.get('/v1/cards/nothing/explain');
      assert.deepEqual([absent.status, absent.body.error?.code], [404, 'not_found']);
    });

    test('answers 304 to whoever holds its bytes', async () => {
      await using s = await explainStage(engine);
      await s.run(DAY);
      const path = `/v1/cards/${PRICED_CARD}/explain`;
      const etag = String((await s.api.get(path)).headers.etag);
      const authorization = `Bearer ${s.api.key}`;
      assert.equal((await s.api.get(path, { authorization, 'if-none-match': etag })).status, 304);
      await s.run('2026-03-02');
      assert.equal((await s.api.get(path, { authorization, 'if-none-match': etag })).status, 200);
    });
  });
}
