/** Measures of each game and print line whose the products are that several cards of one name claim; proves that nothing else is lost. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/proofs/use/prove-claims.ts [sample|full] [last day]

import assert from 'node:assert/strict';
import { fiveGames } from '../../../bench/ingest/five-config.ts';
import { type ClaimingCard, MARKETPLACES, type Marketplace } from '../../../src/catalog/claims.ts';
import { addDays } from '../../../src/catalog/days.ts';
import { configuredGames } from '../../../src/config/games-section.ts';
import { gameOf } from '../../../src/games/games.ts';
import { auditReport } from '../../../src/ingest/audit/audit-report.ts';
import { type Days, pairedByAmounts } from '../../../src/ingest/matching/claims/judge-claims.ts';
import { type MarketView, marketView } from '../../../src/ingest/matching/links/market-view.ts';
import { matchesIn } from '../../../src/ingest/matching/links/match-printings.ts';
import { KnownSubTypes } from '../../../src/ingest/prices/sub-types.ts';
import type { ConfiguredGame } from '../../../src/ingest/source.ts';
import { regionsOf } from '../../../src/store/catalog/expansions.ts';
import { marketplaceRow, rowDays } from '../../../src/store/marketplace-products/marketplace-prices.ts';
import { marketplaceSubTypes, priceLinks } from '../../../src/store/prices/market-knowledge.ts';
import type { Reads } from '../../../src/store/store.ts';
import {
  type FixtureUpstream,
  fixturesMissing,
  startFixtureUpstream,
} from '../../../test/support/sources/fixture-upstream.ts';
import { runGames } from '../../../test/support/stages/ingest.ts';
import { newStore } from '../../../test/support/stages/stores.ts';

const [data = 'sample', last = data === 'full' ? '2026-11-18' : '2026-08-05'] = process.argv.slice(2);
const DAYS = 3;
const LANGUAGES = ['en', 'fr', 'ja'];
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

/** What a print line is called in the counts: its region, or the catalog's own. */
async function linesOf(reads: Reads, { cards }: MarketView): Promise<Map<string, string>> {
  const regions = await regionsOf(reads, [...new Set(cards.map(({ expansion_id }) => expansion_id))]);
  return new Map(cards.map(({ id, expansion_id }) => [id, regions.get(expansion_id) ?? 'own']));
}

async function counts(reads: Reads, view: MarketView): Promise<void> {
  const lines = await linesOf(reads, view);
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
    for (const line of new Set(lines.values())) {
      const ofLine = (links: readonly { card_id: string }[]) =>
        links.filter(({ card_id }) => lines.get(card_id) === line).length;
      say(
        `${market}, print line ${line}: ${ofLine(before[market])} printings matched before, ${ofLine(after[market])} after`,
      );
      say(`  their card alone on a product with a row on ${last}: ${ofLine(had)}, of them lost: ${ofLine(lost)}`);
    }
    assert.deepEqual(lost, []);
    const rowsRead = Map.groupBy(after[market], ({ product_id }) => product_id);
    const shared = [...rowsRead.values()].filter((links) => new Set(links.map(({ card_id }) => card_id)).size > 1);
    say(`  products read by several cards: ${shared.length}`);
  }
}

/** Groups whose truth is known: cards of one name and expansion, each with a product of its own at both markets. */
async function control(reads: Reads, { cards }: MarketView, game: string): Promise<void> {
  const links = { usd: await priceLinks(reads, 'usd', game), eur: await priceLinks(reads, 'eur', game) };
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

async function prove(upstream: FixtureUpstream, game: ConfiguredGame): Promise<void> {
  say(`== ${game.scope.game}`);
  await using place = await newStore('sqlite');
  for (let back = DAYS - 1; back >= 0; back -= 1) {
    const day = addDays(last, -back);
    await upstream.control({ day });
    for (const { source, outcome, reason, duration_ms } of await runGames(place.store, [game])) {
      assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
      say(`${day} ${source} ${duration_ms} ms`);
    }
  }
  const { reads } = place.store;
  const deployed = gameOf(game.sources, game.scope);
  const audit = await auditReport(reads, [deployed]);
  for (const market of MARKETPLACES) {
    const found = audit.markets.find((one) => one.market === market);
    const settled = audit.settled.filter((one) => one.market === market);
    const by = [...Map.groupBy(settled, (one) => one.settled_by)].map(([how, ids]) => `${how} ${ids.length}`);
    const withheld = audit.withheld.filter((one) => one.market === market && one.reason === 'claimed-by-several');
    say(
      `${market}: ${found?.contested_ids ?? 0} products claimed by several cards of one name: ${found?.settled_ids ?? 0} settled (${by}),`,
    );
    say(
      `  ${found?.joint_ids ?? 0} listed under each, ${withheld.length} withheld; ${found?.contradictory_ids ?? 0} contradictory`,
    );
  }
  const view = await marketView(reads, deployed);
  await counts(reads, view);
  // Amounts of the other games are drawn, each market's by itself: no market says anything of the other.
  if (deployed.name === 'pokemon') await control(reads, view, deployed.name);
}

if (fixturesMissing) say(`left out: ${fixturesMissing}`);
else {
  await using upstream = await startFixtureUpstream(data as 'full');
  // Of the sample Pokémon's own language alone, which is quick; of the whole all games, and every print line.
  const isWhole = data === 'full';
  const { games } = fiveGames(upstream.base, isWhole ? upstream.files.replace(/en$/, '{language}') : upstream.files);
  const proved = Object.entries(games)
    .filter(([name]) => isWhole || name === 'pokemon')
    .map(([name, game]) => [name, isWhole && name === 'pokemon' ? { ...game, languages: LANGUAGES } : game]);
  for (const game of configuredGames({ game: undefined, sources: undefined, games: Object.fromEntries(proved) }))
    await prove(upstream, game);
}
