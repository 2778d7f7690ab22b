/** The records of a Cardstock service as they stand on the wire. Money is integer cents, a day is `YYYY-MM-DD`. */

/** Two renditions of one picture; `low` may equal `high`. */
export interface Image {
  low: string;
  high: string;
}

/** Ids at the marketplaces; null where none is known. */
export interface ExternalIds {
  tcgplayer: number | null;
  cardmarket: number | null;
}

export interface UsdAmounts {
  market: number | null;
  low: number | null;
  high: number | null;
}

export interface EurAmounts {
  avg: number | null;
  low: number | null;
  trend: number | null;
  avg_holo: number | null;
  low_holo: number | null;
  trend_holo: number | null;
}

/** Which half of the six EUR columns speaks for a printing. */
export type PriceKind = 'plain' | 'holo' | null;

/** What names a printing within its card. */
export interface Printing {
  type: string;
  subtype: string | null;
  size: string;
  stamps: string[];
  foil: string | null;
}

/** The newest USD amounts of one condition of a printing. */
export interface UsdPrice extends UsdAmounts {
  condition: string;
  currency: 'USD';
  observed_on: string;
}

/** The newest EUR amounts of a printing; all null where nothing is known. */
export interface EurPrice extends EurAmounts {
  price_kind: PriceKind;
  currency: 'EUR';
  observed_on: string | null;
}

/** A printing of a card with its stable id and its current prices. */
export interface Variant extends Printing {
  id: number;
  external_ids: ExternalIds;
  usd_market: UsdPrice[];
  eur_market: EurPrice;
}

export interface CardMetadata {
  hp: number | null;
  types: string[];
  dex_numbers: number[];
  stage: string | null;
  evolve_from: string | null;
  description: string | null;
  effect: string | null;
  trainer_type: string | null;
  energy_type: string | null;
  retreat: number | null;
  abilities: { kind: string; name: string; text: string }[];
  attacks: { name: string; cost: string[]; damage: string; text: string }[];
  weaknesses: { type: string; modifier: string }[];
  resistances: { type: string; modifier: string }[] | null;
  legality: { expanded: boolean; standard: boolean };
  /** What else the game prints on its cards, in the game's own terms; absent without any. */
  attributes?: Record<string, unknown>;
  /** Where it may be played, by format; absent where the game has no such list. */
  legalities?: Record<string, 'legal' | 'not_legal' | 'banned' | 'restricted'>;
}

export interface Card {
  /** The game that it is of, as its events are named. */
  game: string;
  id: string;
  expansion_id: string;
  /** As printed. */
  number: string | null;
  name: string;
  rarity: string | null;
  illustrator: string | null;
  image: Image | null;
  category: string | null;
  metadata: CardMetadata;
  variants: Variant[];
  /** Language that the name is in; only under `lang`. */
  lang?: string;
  /** What it is called in each language that it is shown in; only under `lang`, and in events of a game of several. */
  names?: Record<string, string>;
  /** Ids of the cards that show the same artwork; only with `include: 'same_artwork'`, and absent where its picture was not read yet. */
  same_artwork?: string[];
}

/** A price of one printing and condition in a card summary; `variant` names the printing within its card. */
export interface UsdPriceEntry extends UsdAmounts {
  variant: string;
  condition: string;
  currency: 'USD';
}

export interface EurPriceEntry extends EurAmounts {
  variant: string;
  currency: 'EUR';
  price_kind: PriceKind;
}

/** A row of the card list. */
export interface CardSummary {
  /** The game that it is of, as its events are named. */
  game: string;
  id: string;
  expansion_id: string;
  number: string | null;
  name: string;
  rarity: string | null;
  image: Image | null;
  /** Plain string order of it is the printed order. */
  number_normalized: string | null;
  /** Only with `include: 'prices'`. */
  prices?: (UsdPriceEntry | EurPriceEntry)[];
  /** The name in another language that `q` fits better; only where there is one. */
  matched_name?: string;
  /** Similarity from 0 to 1; only under `q`. */
  score?: number;
  /** Language that the name is in; only under `lang`. */
  lang?: string;
}

export interface Expansion {
  /** The game that it is of, as its events are named. */
  game: string;
  id: string;
  series_id: string;
  name: string;
  logo: Image | null;
  symbol: string | null;
  release_date: string | null;
  card_count_total: number;
  card_count_official: number;
  legal_standard: boolean;
  legal_expanded: boolean;
  /** Region that it was printed for, with numbers of its own; absent in the catalog's own. */
  region?: string;
  /** What else its source says of it, in the game's own terms. */
  attributes?: Record<string, unknown>;
  /** Language that the name is in; only under `lang`. */
  lang?: string;
}

export type SeriesExpansion = Pick<Expansion, 'id' | 'name' | 'logo' | 'symbol' | 'release_date' | 'card_count_total'>;

export interface Series {
  /** The game that it is of, as its events are named. */
  game: string;
  id: string;
  name: string;
  logo: Image | null;
  expansions: SeriesExpansion[];
  /** Language that the name is in; only under `lang`. */
  lang?: string;
}

export interface ProductUsdPrice extends UsdAmounts {
  condition: string;
  variant: string;
  currency: 'USD';
  observed_on: string;
}

export interface ProductEurPrice extends EurAmounts {
  currency: 'EUR';
  observed_on: string;
}

/** A sealed product. */
export interface Product {
  /** The game that it is of, as its events are named. */
  game: string;
  id: number;
  name: string;
  clean_name: string;
  number: string | null;
  image: Image | null;
  usd_market_url: string | null;
  external_ids: ExternalIds;
  expansions: { id: string; name: string }[];
  usd_market: ProductUsdPrice[];
  eur_market: ProductEurPrice | null;
}

export interface UsdDay extends UsdAmounts {
  observed_on: string;
}

export interface EurDay extends EurAmounts {
  observed_on: string;
}

/** One per condition that was observed in the window. */
export interface UsdHistory {
  condition: string;
  currency: 'USD';
  history: UsdDay[];
}

/** Every printing of a card over a window of days; days without an observation are absent. */
export interface CardPriceHistory {
  /** The game of the record, as its events are named. */
  game: string;
  from: string;
  to: string;
  variants: {
    variant: Printing;
    usd_market: UsdHistory[];
    eur_market: { currency: 'EUR'; price_kind: PriceKind; history: EurDay[] };
  }[];
}

/** As a card's; `variant` is the sub-type. */
export interface ProductPriceHistory {
  /** The game of the record, as its events are named. */
  game: string;
  from: string;
  to: string;
  variants: {
    variant: string;
    usd_market: UsdHistory[];
    eur_market: { currency: 'EUR'; history: EurDay[] };
  }[];
}

/** A game of the deployment. */
export interface Game {
  /** What its records, events and `game` call it. */
  name: string;
  /** What people call it. */
  title: string;
  /** What `lang` takes for it, the catalog's own first; none for a game that is read no more. */
  languages: string[];
  /** What it calls facts of its cards whose field says otherwise, by the field in `metadata` or its `attributes`. */
  facts: Record<string, string>;
}

/** What a photo may show: best match first; no match is an answer, not a failure. */
export interface ScanResult {
  analysis: { game: string | null };
  matches: ScanMatch[];
  /** Stands where the photo shows several cards; `matches` then is the one nearest the middle. */
  several?: true;
  /** With `cards: 'all'`: each card that is sure enough, as one reads a page. */
  cards?: PlacedCard[];
  /** Stands where the photo shows more cards than `cards` holds. */
  more?: true;
}

export interface ScanMatch {
  score: number;
  card: ScannedCard;
}

/** One of several cards on a photo. */
export interface PlacedCard {
  /** Corners from its own top left clockwise, each x and y, as shares of the photo. */
  corners: number[][];
  matches: ScanMatch[];
}

export interface ScannedCard {
  id: string;
  name: string;
  category: string | null;
  rarity: string | null;
  number: string | null;
  image: Image | null;
  expansion: { id: string; name: string };
  /** Language that the name is in; only under `lang`. */
  lang?: string;
}

/** A card or a sealed product that a foreign id stands for; of `card_id` and `product_id` one is null. */
export interface Resolved {
  card_id: string | null;
  product_id: number | null;
  name: string;
  /** What a card's name is in, where a language was asked for. */
  lang?: string;
  expansion_id: string | null;
  number: string | null;
  /** The printings that carry the id; all of the card where the id is of the card as a whole. */
  variants: ResolvedVariant[];
  /** The id that it was found by, where several were asked for. */
  foreign_id?: string;
}

/** What a price was, or is. */
export interface MovedAmount {
  observed_on: string;
  /** Cents. */
  amount: number;
}

/** A card or a sealed product whose price moved. */
export interface Mover {
  game: string;
  card_id: string | null;
  product_id: number | null;
  name: string;
  /** What a card's name is in, where a language was asked for. */
  lang?: string;
  expansion_id: string | null;
  number: string | null;
  image: Image | null;
  /** Short name of the printing, or sub type of the product. */
  variant: string;
  currency: string;
  from: MovedAmount;
  to: MovedAmount;
  /** By how much, of what it was; negative where it fell. */
  percent: number;
}

export interface ResolvedVariant extends Printing {
  id: number;
}

/** Whether every task is on time. */
export interface Health {
  status: 'ok' | 'degraded';
  tasks: {
    name: string;
    status: 'ok' | 'late';
    /** Told with a key, like all that follows. */
    last_success_at?: string | null;
    /** Seconds since the last success. */
    age_s?: number | null;
    window_s?: number;
    last_error?: string | null;
    /** What the last run that read anything withheld, quarantined or left out. */
    notice?: string | null;
  }[];
  /** Pictures that are kept on the machine that answers. */
  pictures?: {
    files: number;
    bytes: number;
    limit_bytes: number;
    under_way: number;
    fetched: number;
    pause_ms: number;
    last_error: string | null;
  };
  /** Of a service that follows another, and only to an admin key. */
  follow?: { origin: string; position: number | null; lag_s: number | null; heard_at: string | null };
}

/** A record that upstream calls otherwise now: it keeps its id here, `from`, and answers under both. */
export interface Migration {
  kind: 'card' | 'expansion' | 'series';
  from: string;
  to: string;
  /** When the rename was found, ISO 8601 in UTC. */
  at: string;
}
