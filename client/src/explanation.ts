/** Where each price of a card comes from, and why the others are not there, as the service tells it. */
import type { EurPrice, UsdPrice } from './records.ts';

/** Why a marketplace's row speaks for a printing. */
export type MatchRule = 'sub-type' | 'bare-of-sub-type' | 'only-sub-type' | 'alone' | 'pair' | 'plainest';

/** Why there is no price. */
export type NoPriceReason =
  | 'no-id'
  | 'no-longer-comes'
  | 'contradictory-id'
  | 'claimed-by-several'
  | 'another-cards-article'
  | 'article-never-priced'
  | 'no-row-of-its-sub-type'
  | 'several-rows-fit'
  | 'row-of-a-plainer-printing'
  | 'row-fits-several-printings'
  | 'amount-held-back'
  | 'row-without-price'
  | 'no-price-run-yet';

/** An amount that moved 50-fold, and is not served until a second day confirms it. */
export interface HeldBack {
  condition: string | null;
  amount: string;
  /** Cents: the last amount that was believed, and the one that is held back since `observed_on`. */
  previous: number;
  held: number;
  observed_on: string;
  source: string;
}

/** The source that told a price, and the document that said it; null where none is known. */
export interface PriceOrigin {
  source: string;
  document: { day: string; address: string; sha256: string } | null;
}

/** What one market has of a printing: `rule` says why it has its row, `reason` why there is no price. */
export interface MarketExplanation<Price> {
  marketplace: 'tcgplayer' | 'cardmarket';
  external_id: number | null;
  row: string | null;
  rule: MatchRule | null;
  reason: NoPriceReason | null;
  /** The reason, or else the rule, in words. */
  meaning: string;
  prices: Price[];
  held: HeldBack[];
  /** Other cards that claim the marketplace product. */
  other_cards: { id: string; name: string }[];
}

export interface CardExplanation {
  card_id: string;
  name: string;
  variants: {
    variant_id: number;
    variant: string;
    usd_market: MarketExplanation<UsdPrice & PriceOrigin>;
    eur_market: MarketExplanation<Omit<EurPrice, 'observed_on'> & { observed_on: string } & PriceOrigin>;
  }[];
}
