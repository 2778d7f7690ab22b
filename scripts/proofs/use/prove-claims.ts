/** Measures on a whole catalog whose the products are that several cards of one name claim, and proves that nothing else is lost. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/proofs/use/prove-claims.ts [sample|full] [last day]

import assert from 'node:assert/strict';
import { type ClaimingCard, MARKETPLACES, type Marketplace } from '../../../src/catalog/claims.ts';
import { addDays } from '../../../src/catalog/days.ts';
import { auditReport } from '../../../src/ingest/audit/audit-report.ts';
import { type Days, pairedByAmounts } from '../../../src/ingest/matching/claims/judge-claims.ts';
import { type MarketView, marketView } from '../../../src/ingest/matching/links/market-view.ts';
import { matchesIn } from '../../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../../src/ingest/prices/sub-types.ts';
import { marketplaceRow } from '../../../src/store/marketplace-products/priced-printing.ts';
import { rowDays } from '../../../src/store/marketplace-products/row-series.ts';
import { marketplaceSubTypes, priceLinks } from '../../../src/store/prices/market-knowledge.ts';
import type { Reads } from '../../../src/store/store.ts';
import { fixturesMissing, startFixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';
import { GAME } from '../../../test/support/stages/game.ts';
import { runAll } from '../../../test/support/stages/ingest.ts';
import { newStore } from '../../../test/support/stages/stores.ts';

const [data = 'sample', last = data === 'full' ? '2026-11-18' : '2026-08-05'] = process.argv.slice(2);
const DAYS = 3;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Printings whose product no other card has on a printing; with `isOnly` no other printing has it either. */
function alone(cards: readonly ClaimingCard[], market: Marketplace, isOnly = false): Set<number> {
  const claims = cards.flatMap(({ id, variants }) =>
    variants.map(({ id: variant, external_ids }) => ({ card: id, variant, product: external_ids[market] })),
  );
  const byProduct = Map.groupBy(
    claims.filter(({ product }) => product !== null),
    ({ product }) => product,
  );
  return new Set(
    [...byProduct.values()].flatMap((sharers) => {
      const of = new Set(sharers.map(({ card, variant }) => (isOnly ? variant : card)));
      return of.size === 1 ? sharers.map(({ variant }) => variant) : [];
    }),
  );
}

/** As the matching was before several cards of one name contested a product. */
const uncontested = (view: MarketView): MarketView => {
  const contested = new Set(
    view.claims.shared.flatMap(({ market, id, contested }) => (contested ? [`${market}/${id}`] : [])),
  );
  const productOf: MarketView['claims']['productOf'] = (printing, market) => {
    const product_id = printing.external_ids[market];
    return contested.has(`${market}/${product_id}`) ? { product_id } : view.claims.productOf(printing, market);
  };
  return { ...view, claims: { ...view.claims, productOf } };
};

async function counts(reads: Reads, view: MarketView): Promise<void> {
  const known = new KnownSubTypes(await marketplaceSubTypes(reads));
  const [before, after] = [matchesIn(uncontested(view), known), matchesIn(view, known)];
  for (const market of ['usd', 'eur'] as const) {
    const rows = await rowDays(
      reads,
      market === 'usd' ? before.usd : before.eur.map((link) => ({ ...link, part: '' })),
    );
    const isPriced = (link: (typeof before)['usd'][number]) =>
      rows.get(marketplaceRow(market, link.product_id, market === 'usd' ? link.part : ''))?.has(last);
    const only = alone(view.cards, market === 'usd' ? 'tcgplayer' : 'cardmarket');
    const had = before[market].filter((link) => only.has(link.variant_id) && isPriced(link));
    const has = new Set(after[market].map(({ variant_id }) => variant_id));
    const lost = had.filter(({ variant_id }) => !has.has(variant_id));
    say(`${market}: ${before[market].length} printings matched before, ${after[market].length} after`);
    say(`  their card alone on a product with a row on ${last}: ${had.length}, of them lost: ${lost.length}`);
    assert.deepEqual(lost, []);
    const rowsRead = Map.groupBy(after[market], ({ product_id }) => product_id);
    const shared = [...rowsRead.values()].filter((links) => new Set(links.map(({ card_id }) => card_id)).size > 1);
    say(`  products read by several cards: ${shared.length}`);
  }
}

/** Groups whose truth is known: cards of one name and expansion, each with a product of its own at both markets. */
async function control(reads: Reads, { cards }: MarketView): Promise<void> {
  const links = { usd: await priceLinks(reads, 'usd', GAME.name), eur: await priceLinks(reads, 'eur', GAME.name) };
  const only = { usd: alone(cards, 'tcgplayer', true), eur: alone(cards, 'cardmarket', true) };
  const days = await rowDays(reads, [...links.usd, ...links.eur.map((link) => ({ ...link, part: '' }))]);
  const of = (market: 'usd' | 'eur') => {
    const own = links[market].filter(({ variant_id }) => only[market].has(variant_id));
    return new Map(
      own.map((link) => [
        link.variant_id,
        days.get(marketplaceRow(market, link.product_id, market === 'usd' ? link.part : '')),
      ]),
    );
  };
  const [usd, eur] = [of('usd'), of('eur')];
  const told = cards.flatMap(({ name, expansion_id, variants }) => {
    const variant = variants.find(({ id }) => usd.get(id) && eur.get(id));
    return variant
      ? [{ key: `${expansion_id} ${name}`, usd: usd.get(variant.id) as Days, eur: eur.get(variant.id) as Days }]
      : [];
  });
  const groups = [...Map.groupBy(told, ({ key }) => key).values()].filter((group) => group.length > 1);
  let [settled, wrong, single, wrongSingle] = [0, 0, 0, 0];
  for (const group of groups) {
    const pairing = pairedByAmounts(
      group.map((one) => one.eur),
      group.map((one) => one.usd),
    );
    if (pairing) settled += 1;
    if (pairing?.some((card, product) => card !== product)) wrong += 1;
    for (const [at, { eur }] of group.entries()) {
      const [card] =
        pairedByAmounts(
          [eur],
          group.map((one) => one.usd),
        ) ?? [];
      if (card !== undefined) single += 1;
      if (card !== undefined && card !== at) {
        wrongSingle += 1;
        say(`  wrong: ${JSON.stringify(group.map((one) => [one.key, [...one.usd.values()], [...one.eur.values()]]))}`);
      }
    }
  }
  say(`control: ${groups.length} groups whose truth is known, ${settled} settled whole, ${wrong} of them wrong`);
  say(`  one product of each: ${single} of ${groups.flat().length} settled, ${wrongSingle} of them wrong`);
  assert.equal(wrong + wrongSingle, 0);
}

if (fixturesMissing) say(`left out: ${fixturesMissing}`);
else {
  await using upstream = await startFixtureUpstream(data as 'full');
  await using place = await newStore('sqlite');
  const { base, files } = upstream;
  for (let back = DAYS - 1; back >= 0; back -= 1) {
    await upstream.control({ day: addDays(last, -back) });
    const lists = ['singles', 'nonsingles'].map(
      (kind) => `${base}/cardmarket/productCatalog/productList/products_${kind}_6.json`,
    );
    const reports = await runAll(place.store, {
      ...(back === DAYS - 1 && { catalog: { adapter: 'tcgdex', files } }),
      usd: { adapter: 'tcgcsv', url: `${base}/tcgcsv/tcgplayer`, category: 3 },
      eur: {
        adapter: 'cardmarket',
        prices: `${base}/cardmarket/productCatalog/priceGuide/price_guide_6.json`,
        products: lists,
      },
    });
    for (const { source, outcome, reason, duration_ms } of reports) {
      assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
      say(`${addDays(last, -back)} ${source} ${duration_ms} ms`);
    }
  }
  const { reads } = place.store;
  const audit = await auditReport(reads, [GAME]);
  for (const market of MARKETPLACES) {
    const found = audit.markets.find((one) => one.market === market);
    say(
      `${market}: ${found?.contested_ids} products claimed by several cards of one name: ${found?.settled_ids} settled, ${found?.joint_ids} listed under each,`,
    );
    say(
      `  ${audit.withheld.filter((one) => one.market === market && one.reason === 'claimed-by-several').length} withheld; ${found?.contradictory_ids} contradictory`,
    );
    say(
      `  settled by ${JSON.stringify(
        Object.fromEntries(
          [
            ...Map.groupBy(
              audit.settled.filter((one) => one.market === market),
              (one) => one.settled_by,
            ),
          ].map(([by, ids]) => [by, ids.length]),
        ),
      )}`,
    );
  }
  const view = await marketView(reads, GAME);
  await counts(reads, view);
  await control(reads, view);
}
