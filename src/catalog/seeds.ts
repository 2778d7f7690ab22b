/** Records as a source gives them: the wire's spelling, without what only the store knows (game, ids of printings, prices). */
import type { CardMetadata } from './card-metadata.ts';
import type { Marketplace } from './claims.ts';
import type { Card, Expansion, ExternalIds, Printing, Series } from './records.ts';

export interface PrintingSeed extends Printing {
  external_ids: ExternalIds;
}

export interface CardSeed extends Omit<Card, 'game' | 'variants'> {
  variants: PrintingSeed[];
  /** Marketplace ids written on the card as a whole, whether or not they are those of a printing. */
  external_ids: ExternalIds;
  /**
   * Whether an absent marketplace id means that there is none. A source that shows ids only beside prices has not taken
   * one back that is absent today. By marketplace where it names the ids of one only.
   */
  ids_complete: boolean | Readonly<Record<Marketplace, boolean>>;
  /** A printing of it could not be taken: those that are absent are none that upstream deleted. */
  lacks_printings?: true;
  /** Of a card read in a further language: those of its attributes that are texts, in that language. */
  attribute_texts?: CardMetadata['attributes'];
}

export interface ExpansionSeed extends Omit<Expansion, 'game'> {
  /** Codes that stand for it on cards and in deck lists, beside its id: what it is searched by. */
  codes?: readonly string[];
}

/** What an expansion has of which its source says nothing. */
export const UNSAID = {
  ...{ logo: null, symbol: null, release_date: null, card_count_official: 0 },
  ...{ legal_standard: false, legal_expanded: false },
};

export type SeriesSeed = Omit<Series, 'game' | 'expansions'>;

/** Rows of one kind that could not be taken, with why and one example. */
export interface Quarantined {
  reason: string;
  sample: string;
}

/**
 * Stable upstream ids of records, by the id that the source would give each of them today. A record keeps the id under which
 * it came first, answers to its stable upstream id too, and never takes over the id of another.
 */
export type StableIds = Readonly<Record<'card' | 'expansion', ReadonlyMap<string, string>>>;

/** Texts by id, in the order in which they came. */
export interface TextsById extends Iterable<[string, string]> {
  readonly size: number;
  has(id: string): boolean;
  get(id: string): string | undefined;
  set(id: string, text: string): unknown;
  delete(id: string): boolean;
  keys(): Iterable<string>;
}

export interface CatalogSeed {
  series: SeriesSeed[];
  expansions: ExpansionSeed[];
  /** Cards by id, each as JSON text: as objects they would take five times the memory. */
  cards: TextsById;
  /** Ids of cards that were asked for and have not changed since the last publish. */
  unchanged: Set<string>;
  /** Rows of each kind that came, those quarantined included: the measure of a shrunk list. */
  listed: Record<'series' | 'expansion' | 'card', number>;
  quarantined: Quarantined[];
  /** Fields that could not be taken, in place of which records that were taken have null or nothing. */
  left_out: Quarantined[];
  /** Words that stand in records as they came, for want of the one that we have for them. */
  unknown_words: Quarantined[];
  /** Ids of cards whose expansion the source does not list; they count as if they had not come. */
  unplaced: string[];
  /** Expansions, by id, whose documents cannot be had or read, and why: of their cards nothing is said. */
  unread: Quarantined[];
  /** Addresses that are not shown, in place of which the records have null. */
  refused: string[];
  /** Where the source's ids follow from what stands beside a record; then a rename is known by these alone. */
  stableIds?: StableIds;
  /**
   * Other ids that answer for cards that came, each with the card's id: its stable upstream id at the source, by which it is
   * known again under a new one, and ids that the source has merged into it.
   */
  aliases?: ReadonlyMap<string, string>;
  /** Cards that the settings leave out, counted by what they are; they count as if they had not come. */
  skipped?: ReadonlyMap<string, number>;
}
