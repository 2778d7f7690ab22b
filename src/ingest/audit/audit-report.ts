/** What the mapping audit and the matching leave without a price, and why: the material of `cardstock audit`. */
import { MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';
import type { DeployedGame } from '../../games/game.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
import { withheldTexts } from '../../store/catalog/translations.ts';
import { pendingPrices } from '../../store/prices/market-knowledge.ts';
import { tasks } from '../../store/runs.ts';
import { allHeld } from '../../store/sources/held-parts.ts';
import type { Reads } from '../../store/store.ts';
import type { SharedId } from '../matching/claims/mapping-audit.ts';
import { type MarketView, marketView } from '../matching/links/market-view.ts';
import { claimedProducts, matchesIn } from '../matching/links/match-printings.ts';
import { KnownSubTypes } from '../prices/sub-types.ts';

export async function auditReport(reads: Reads, games: readonly DeployedGame[]) {
  const parts: Awaited<ReturnType<typeof auditOf>>[] = [];
  for (const game of games) parts.push(await auditOf(reads, game));
  const sum = (field: 'products' | 'without_expansion' | 'linked') =>
    parts.reduce((total, { sealed }) => total + sealed[field], 0);
  const sources = await tasks(reads);
  return {
    markets: parts.flatMap(({ markets }) => markets),
    /** Every id that prices nobody, why, and the cards that claim it. */
    withheld: parts.flatMap(({ withheld }) => withheld),
    /** Every id that several cards of one name claim and evidence gives to one, or to each of them. */
    settled: parts.flatMap(({ settled }) => settled),
    /** Texts in other languages that may belong to another card. */
    texts: parts.flatMap(({ texts }) => texts),
    parts: (await allHeld(reads)).filter(({ guard }) => guard !== 'amount'),
    /** Amounts that moved 50-fold and wait for a second day. */
    held: (await Promise.all(sources.map(({ name }) => pendingPrices(reads, name)))).flat(),
    sealed: { products: sum('products'), without_expansion: sum('without_expansion'), linked: sum('linked') },
  };
}

async function auditOf(reads: Reads, game: DeployedGame) {
  const view = await marketView(reads, game);
  const { shared } = view.claims;
  const settled = shared.flatMap((entry) => settledOn(entry, view));
  const isSettled = ({ market, id }: SharedId) => settled.some((one) => one.market === market && one.id === id);
  const known = new KnownSubTypes();
  await known.lookUp(reads, claimedProducts(view));
  const { usd, eur, unmatched } = matchesIn(view, known);
  const matched: Record<Marketplace, number> = { tcgplayer: usd.length, cardmarket: eur.length };
  const products = await allProducts(reads, game.name);
  return {
    markets: MARKETPLACES.map((market) => {
      const ids = shared.filter((entry) => entry.market === market);
      const contradictory = ids.filter((entry) => entry.contradictory);
      return {
        game: game.name,
        market,
        shared_ids: ids.length,
        shared_cards: cardCount(ids),
        /** Those of them that differently named cards claim: their prices are withheld. */
        contradictory_ids: contradictory.length,
        contradictory_cards: cardCount(contradictory),
        /** Those that printings of several cards of one name claim; of them those that evidence gives to a card, and to each of them. */
        contested_ids: ids.filter((entry) => entry.contested).length,
        settled_ids: settled.filter((one) => one.market === market && one.settled_on.length === 1).length,
        joint_ids: settled.filter((one) => one.market === market && one.settled_on.length > 1).length,
        printings_matched: matched[market],
        /** Printings without a row by the reason for it. */
        unmatched: countBy(unmatched.filter((entry) => entry.market === market).map(({ reason }) => reason)),
      };
    }),
    withheld: shared
      .filter((entry) => entry.contradictory || (entry.contested && !isSettled(entry)))
      .map(({ market, id, cards, contradictory }) => {
        const reason = contradictory ? 'contradictory-id' : 'claimed-by-several';
        return { game: game.name, market, id, cards, reason } as const;
      }),
    settled,
    texts: await withheldTexts(reads, game.name),
    sealed: {
      products: products.length,
      without_expansion: products.filter(({ expansions }) => expansions.length === 0).length,
      linked: (await sealedLinks(reads, game.name)).length,
    },
  };
}

/** The cards that the id is given to, and by what; none where it is not. */
function settledOn({ market, id, cards }: SharedId, { game, settled }: MarketView) {
  const given = [...settled.values()].flat().filter((claim) => claim.market === market && claim.product_id === id);
  const [first] = given;
  if (first === undefined) return [];
  const settled_on = [...new Set(given.map(({ card_id }) => card_id))].sort();
  return [{ game: game.name, market, id, cards, settled_on, settled_by: first.settled_by }];
}

const cardCount = (ids: readonly SharedId[]) => new Set(ids.flatMap(({ cards }) => cards.map(({ id }) => id))).size;

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]));
