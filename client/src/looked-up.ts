/** A collector's list row by row, and the cards that it means. */
import type { EurPrice, Image, ProductEurPrice, ProductUsdPrice, ResolvedVariant, UsdPrice } from './records.ts';

/** A row of a list, in the list's own words; what it does not say is left out, or null. */
export interface ListedRow {
  name?: string | null;
  /** In any printed form: `4`, `004`, `4/102`. */
  number?: string | null;
  /** Its name, printed code, id, or a marketplace's spelling. */
  expansion?: string | null;
  game?: string | null;
  lang?: string | null;
  printing?: string | null;
  /** Without one NM. */
  condition?: string | null;
  quantity?: number | null;
  /** `tcgplayer:42382`, `cardmarket:8211`, an id of another catalog, or of a card here. */
  external_id?: string | null;
}

export interface LookedUpCard {
  game: string;
  id: string;
  name: string;
  number: string | null;
  rarity: string | null;
  image: Image | null;
  expansion: { id: string; name: string };
  /** Language that the name is in; only under `lang`. */
  lang?: string;
}

/** What a row may mean. */
export interface LookupCandidate {
  /** 0 to 1. */
  confidence: number;
  card: LookedUpCard;
  variant: ResolvedVariant | null;
  /** Of the row's condition, or of NM where that has none. */
  usd_market: UsdPrice | null;
  eur_market: EurPrice | null;
}

/** A sealed product that a row means. */
export interface LookedUpProduct {
  game: string;
  id: number;
  name: string;
  prices: (ProductUsdPrice | ProductEurPrice)[];
}

/** What a row means. */
export interface LookedUp {
  confidence: number;
  /** Null where none is likelier than not. */
  card: LookedUpCard | null;
  /** The sealed product that the row means, and then no card. */
  product: LookedUpProduct | null;
  variant: ResolvedVariant | null;
  usd_market: UsdPrice | null;
  eur_market: EurPrice | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  /** Null where its words are not known. */
  condition: 'NM' | 'LP' | 'MP' | 'HP' | 'DMG' | 'Unopened' | null;
  quantity: number | null;
  /** What of the row could not be taken. */
  problem: string | null;
  /** At most three, the best first; empty where card and printing are certain. */
  candidates: LookupCandidate[];
  /** The fields in which the candidates differ. */
  differ_in: ('game' | 'name' | 'number' | 'expansion' | 'rarity' | 'printing')[];
}
