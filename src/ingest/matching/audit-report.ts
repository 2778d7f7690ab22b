/** What the mapping audit and the matching leave without a price, and why: the material of `cardstock audit`. */
import { MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';
import type { DeployedGame } from '../../games/game.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
import { type WithheldText, withheldTexts } from '../../store/catalog/translations.ts';
import { articleSubTypes, type HeldAmountRow, heldAmounts } from '../../store/prices/market-knowledge.ts';
import { tasks } from '../../store/runs.ts';
import type { Reads } from '../../store/store.ts';
import type { SharedId } from './mapping-audit.ts';
import { marketView } from './market-view.ts';
import { matchPrintings } from './match-printings.ts';
import { KnownSubTypes } from './sub-types.ts';

export interface MarketSummary {
  game: string;
  market: Marketplace;
  /** Ids that more than one card claims, and those cards. */
  shared_ids: number;
  shared_cards: number;
  /** Those of them that differently named cards claim: their prices are withheld. */
  contradictory_ids: number;
  contradictory_cards: number;
  printings_matched: number;
  /** Printings without a row by the reason for it. */
  unmatched: Record<string, number>;
}

export interface AuditReport {
  markets: MarketSummary[];
  /** Every contradictory id with the cards that claim it. */
  withheld: ({ game: string } & Pick<SharedId, 'market' | 'id' | 'cards'>)[];
  /** Amounts that moved 50-fold and wait for a second day. */
  held: HeldAmountRow[];
  /** Texts in other languages that are not believed to be their cards'. */
  texts: WithheldText[];
  sealed: { products: number; without_expansion: number; linked: number };
}

/** What is withheld in each of the games. */
export async function auditReport(reads: Reads, games: readonly DeployedGame[]): Promise<AuditReport> {
  const parts: Omit<AuditReport, 'held'>[] = [];
  for (const game of games) parts.push(await auditOf(reads, game));
  const sum = (field: keyof AuditReport['sealed']) => parts.reduce((total, { sealed }) => total + sealed[field], 0);
  const sources = await tasks(reads);
  return {
    markets: parts.flatMap(({ markets }) => markets),
    withheld: parts.flatMap(({ withheld }) => withheld),
    texts: parts.flatMap(({ texts }) => texts),
    held: (await Promise.all(sources.map(({ name }) => heldAmounts(reads, name)))).flat(),
    sealed: { products: sum('products'), without_expansion: sum('without_expansion'), linked: sum('linked') },
  };
}

async function auditOf(reads: Reads, game: DeployedGame): Promise<Omit<AuditReport, 'held'>> {
  const { cards, shared, withheld } = await marketView(reads, game);
  const sub_types = new KnownSubTypes(await articleSubTypes(reads));
  const { usd, eur, unmatched } = matchPrintings(cards, { printings: game.printings, sub_types, withheld });
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
        contradictory_ids: contradictory.length,
        contradictory_cards: cardCount(contradictory),
        printings_matched: matched[market],
        unmatched: countBy(unmatched.filter((entry) => entry.market === market).map(({ reason }) => reason)),
      };
    }),
    withheld: shared
      .filter((entry) => entry.contradictory)
      .map(({ market, id, cards }) => ({ game: game.name, market, id, cards })),
    texts: await withheldTexts(reads, game.name),
    sealed: {
      products: products.length,
      without_expansion: products.filter(({ expansions }) => expansions.length === 0).length,
      linked: (await sealedLinks(reads, game.name)).length,
    },
  };
}

const cardCount = (ids: readonly SharedId[]) => new Set(ids.flatMap(({ cards }) => cards.map(({ id }) => id))).size;

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]));
