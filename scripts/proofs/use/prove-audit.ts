/** Proves the mapping audit on a whole catalog: contradictory ids price nobody, and no good mapping is lost. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/proofs/use/prove-audit.ts

import assert from 'node:assert/strict';
import type { Marketplace } from '../../../src/catalog/claims.ts';
import { auditReport } from '../../../src/ingest/audit/audit-report.ts';
import { type CurrentCardPrice, currentCardPrices } from '../../../src/store/prices/current-prices.ts';
import { fixturesMissing, startFixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';
import { marketFolder } from '../../../test/support/sources/tiny-market.ts';
import { GAME } from '../../../test/support/stages/game.ts';
import { runAll, runCatalog } from '../../../test/support/stages/ingest.ts';
import { newStore } from '../../../test/support/stages/stores.ts';

interface RawIds {
  thirdParty?: Partial<Record<Marketplace, number>>;
}
interface RawCard extends RawIds {
  id: string;
  name: string;
  variants_detailed?: (RawIds & { type: string; subtype?: string; size?: string; stamp?: string[]; foil?: string })[];
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const MARKETPLACES = ['tcgplayer', 'cardmarket'] as const;
const SUB_TYPES: Readonly<Record<string, string>> = {
  normal: 'Normal',
  holo: 'Holofoil',
  reverse: 'Reverse Holofoil',
};
/** Every amount is its marketplace product's id times this, in cents: a price served tells which row it was read from. */
const STEP = 4;
const priceOf = (id: number) => (id * STEP) / 100;

/** What the upstream's records say, counted here from the files alone. */
class Claims {
  readonly ids = new Map<string, Set<number>>();
  readonly claimants = new Map<number, RawCard[]>();

  constructor(cards: readonly RawCard[], market: Marketplace) {
    for (const card of cards) {
      const written = [card, ...(card.variants_detailed ?? [])].map(({ thirdParty }) => thirdParty?.[market]);
      const ids = new Set(written.filter((id) => id !== undefined));
      this.ids.set(card.id, ids);
      for (const id of ids) this.claimants.set(id, [...(this.claimants.get(id) ?? []), card]);
    }
  }

  get shared(): number[] {
    return [...this.claimants].filter(([, cards]) => cards.length > 1).map(([id]) => id);
  }

  isContradictory(id: number): boolean {
    return new Set(this.claimants.get(id)?.map(({ name }) => name)).size > 1;
  }

  /** The one id of a card that is beyond doubt: one ordinary printing, one id, and no other card names it. */
  goodId({ id, variants_detailed: printings = [] }: RawCard): number | undefined {
    const [only, another] = printings;
    const isPlain =
      only && !only.subtype && !only.stamp?.length && !only.foil && (only.size ?? 'standard') === 'standard';
    if (!isPlain || another || !(only.type in SUB_TYPES)) return undefined;
    const [product, second] = this.ids.get(id) ?? [];
    if (product === undefined || second !== undefined) return undefined;
    return this.claimants.get(product)?.length === 1 ? product : undefined;
  }
}

const isOf = (market: Marketplace) => (price: CurrentCardPrice) =>
  (price.market === 'usd') === (market === 'tcgplayer');
const productOf = (price: CurrentCardPrice) =>
  Math.floor(((price.market === 'usd' ? price.amounts.market : price.amounts.trend) ?? Number.NaN) / STEP);

async function prove(cards: readonly RawCard[], files: string): Promise<void> {
  await using place = await newStore('sqlite');
  const { store } = place;
  const catalog = await runCatalog(store, files);
  assert.equal(catalog.outcome, 'succeeded', catalog.reason ?? '');
  const claims = { tcgplayer: new Claims(cards, 'tcgplayer'), cardmarket: new Claims(cards, 'cardmarket') };
  const subTypeOf = new Map(
    cards.flatMap((card) => {
      const good = claims.tcgplayer.goodId(card);
      return good === undefined ? [] : [[good, SUB_TYPES[card.variants_detailed?.[0]?.type ?? ''] ?? '']];
    }),
  );
  await using market = await marketFolder();
  const row = { lowPrice: null, highPrice: null };
  await market.write({
    day: '2026-03-01',
    usd: [...claims.tcgplayer.claimants.keys()].flatMap((productId) => {
      const own = subTypeOf.get(productId);
      const subTypes = own === undefined ? Object.values(SUB_TYPES) : [own];
      return subTypes.map((subTypeName) => ({ ...row, productId, subTypeName, marketPrice: priceOf(productId) }));
    }),
    eur: [...claims.cardmarket.claimants.keys()].map((idProduct) => {
      const amount = priceOf(idProduct);
      return { idProduct, avg: amount, low: amount, trend: amount, 'avg-holo': 0, 'low-holo': 0, 'trend-holo': 0 };
    }),
  });
  const reports = await runAll(store, market.sources);
  for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);

  const audit = await auditReport(store.reads, [GAME]);
  const prices = await currentCardPrices(
    store.reads,
    cards.map(({ id }) => id),
  );
  for (const name of MARKETPLACES) {
    const own = claims[name];
    const contradictory = own.shared.filter((id) => own.isContradictory(id));
    const found = audit.markets.find(({ market: one }) => one === name);
    assert.deepEqual([found?.shared_ids, found?.contradictory_ids], [own.shared.length, contradictory.length]);
    say(
      `${name}: ${own.claimants.size} ids, ${own.shared.length} on several cards, ${contradictory.length} of them contradictory, as the audit counts`,
    );
    let served = 0;
    for (const [card, rows] of prices) {
      for (const price of rows.filter(isOf(name))) {
        const product = productOf(price);
        assert.ok(own.ids.get(card)?.has(product), `${card} has a price of ${product}, which it does not claim`);
        assert.ok(!own.isContradictory(product), `${card} is priced by ${product}, which contradicts itself`);
        served += 1;
      }
    }
    say(`  ${served} prices served, each of an article that the card claims, none of a contradictory one`);
    const good = cards.flatMap((card) => {
      const product = own.goodId(card);
      return product === undefined ? [] : [{ card: card.id, product }];
    });
    const lost = good.filter(
      ({ card, product }) =>
        !(prices.get(card) ?? []).some((price) => isOf(name)(price) && productOf(price) === product),
    );
    assert.deepEqual(lost, [], 'a mapping beyond doubt has its price');
    say(`  control: ${good.length} mappings beyond doubt, ${lost.length} lost`);
  }
}

if (fixturesMissing) say(`left out: ${fixturesMissing}`);
else {
  await using upstream = await startFixtureUpstream('full');
  await prove(await upstream.json(`${upstream.files}/cards.json`), upstream.files);
}
