/** What a game is to the rest of the service: all that only its folder knows, as data and small functions. */
import type { TObject } from 'typebox';
import type { Marketplace } from '../catalog/claims.ts';
import type { RegionalPrint } from '../catalog/languages/regional-prints.ts';
import type { Field } from '../catalog/listing/fields.ts';
import type { Card, Expansion, Printing } from '../catalog/records.ts';
import type { CatalogScope } from '../catalog/scope.ts';
import type { SearchWords } from '../catalog/words/search-words.ts';
import type { CatalogDelivery, HeldDocuments } from '../upstream/catalog-delivery.ts';
import type { Read } from '../upstream/document.ts';
import type { Fields, PlainRow } from '../upstream/markets/plain-rows.ts';
import type { SourceClock } from '../upstream/source-clock.ts';
import type { SourceSettings } from '../upstream/source-fields.ts';

export interface CatalogReading {
  read: Read;
  /** Judges the days that documents and records state. */
  clock: SourceClock;
  scope: CatalogScope;
  /** Whether only texts are wanted, of cards whose place is known in another language: a list that lacks it is no fault. */
  isTranslation: boolean;
  /** What the last publish left. */
  held: HeldDocuments;
  /** Requests in flight at once. */
  connections: number;
  /** Whether prices that stand in its records are wanted: some market has no source of its own. */
  prices: boolean;
  onProgress(step: string, done: number, total: number | undefined): void;
}

export interface PlacedCard {
  number: string | null;
  expansion: Pick<Expansion, 'id' | 'name' | 'series_id' | 'region'>;
  series: string;
}

/** Reads a game's catalog from one kind of source. `Settings` are those that passed its schema. */
export interface CatalogAdapter<Settings extends SourceSettings = SourceSettings> {
  title: string;
  /** What the configuration may tell it; closed, so that a misspelling is a fault. */
  settings: TObject;
  /** The address that is asked, which decides how politely. */
  address(settings: Settings): string;
  /** The small document that `sources test` reads. */
  probe(settings: Settings, scope: CatalogScope): string;
  /**
   * What keeps the source, as it is configured, from being read in these languages, the first as its own; null where nothing
   * does. Absent where the adapter reads one.
   */
  severalLanguages?(settings: Settings, languages: readonly string[]): string | null;
  /** Where a language's cards are printed, in expansions of that region; absent where all languages share theirs. */
  regionOf?(language: string): string;
  /** Where its project keeps a card, in that project's own layout; absent where nobody can mend it there. */
  fileOf?(card: PlacedCard, idPrefix: string): string | null;
  /** Whether whoever serves its pictures forbids or discourages pages that show them from there: they are kept here unless the source says no. */
  keepsPictures?: true;
  hasPrices: boolean;
  /** The prices in one of them by the plain rules of its format, which its reader has no part in; absent where they do not tell. */
  plainPrices?(record: Fields): PlainRow[];
  /** Raised by a release that takes more of the same documents, or takes it otherwise: they are all read anew then, once. */
  revision: number;
  /** Whether it gives a game as another Cardstock has it, prices and all: `ingest/origin` reads it then, and `open` is not asked. */
  isOrigin?: true;
  /** Its pace where the source names none; undefined leaves it to what is usual. */
  every?(settings: Settings): string | undefined;
  /**
   * Makes the part that reads, loaded only then: answering needs none of it.
   * @throws Outage from what it returns, where the source cannot be believed
   */
  open(settings: Settings): Promise<(reading: CatalogReading) => Promise<CatalogDelivery>>;
}

/** How a game's printings stand at the marketplaces. */
export interface PrintingRules {
  /** The sub types under which TCGplayer may sell a printing. */
  subTypesOf(printing: Printing): readonly string[];
  /** Whether a marketplace product without further words may mean this printing. */
  isBare(printing: Printing): boolean;
  /** What is out of the ordinary beside size, subtype, stamps and foil, the weightiest first; smaller is plainer. */
  oddities(printing: Printing): readonly number[];
  /** Whether a EUR row speaks for this printing with its second side; `sharers` are all the printings that the row is of. */
  readsSecondSide(printing: Printing, sharers: readonly Printing[]): boolean;
}

/** A single card as a marketplace's list describes it. */
export interface MarketplaceCard {
  name: string;
  /** As the marketplace writes it; null where it states none. */
  rarity: string | null;
  /** Name of its group there; null where the list knows none. */
  group: string | null;
}

/** Whether a marketplace product may be this printing of a card, with which it has number or name in common. */
type IsProductOf = (product: MarketplaceCard, card: { name: string; expansion: string }, printing: Printing) => boolean;

/**
 * How printings are found at a marketplace whose products the catalog does not name. At TCGplayer a product bears the number
 * of the card, at Cardmarket its name in the expansion.
 */
export type MarketplaceProductRules = Readonly<Partial<Record<Marketplace, IsProductOf>>>;

/** The words of sealed products, folded. */
export interface SealedWords {
  /** Words that say nothing about which product it is. */
  empty: ReadonlySet<string>;
  /** Words that one marketplace may leave out where the other says them. */
  optional: ReadonlySet<string>;
  /** How the marketplaces call one kind of product; longer phrases first. */
  synonyms: readonly (readonly [RegExp, string])[];
  /** Kinds of product, one that goes on where another ends before it: marketplace products of different kinds are never one product. */
  kinds: readonly string[];
}

/** What collectors and shops say of a printing in words that no catalog has for it; those that no printing answers are told. */
export interface PrintingWord {
  /** In any case, apart or joined. */
  typed: readonly string[];
  is(printing: Printing): boolean;
  /** Whether it is the finish alone: what else is named of a printing outranks it. */
  isFinish?: boolean;
}

/** The finish of what does not shine. */
export const NORMAL_FINISH: PrintingWord = {
  typed: ['normal', 'regular', 'non holo', 'non foil', 'not foil', 'non holofoil', 'none'],
  is: ({ type }) => type === 'normal',
  isFinish: true,
};

/** How lists of collectors and shops write of a game: all text folded. */
export interface ListWords {
  /** What apps and shops call the game. */
  titles: readonly string[];
  /** Whether a number of an expansion is one card's: then words behind its name tell no other card. */
  isNumberOneCards: boolean;
  /** Beside the values that the catalog itself has for printings. */
  printings: readonly PrintingWord[];
  /** What a sign in names, as it is folded, is called at more length. */
  signs?: Readonly<Record<string, string>>;
  /** Words of names, without which a card is another one. */
  nameWords?: readonly string[];
  /** Words of expansions that stand beside others under their names, with cards and numbers of their own. */
  besideSets?: RegExp;
  /** Names of expansions at marketplaces that no rule leads to, each with the expansion's id, without prefix. */
  expansions: Readonly<Record<string, string>>;
}

/** What collectors' files hold of one game alone: data that a browser can have without the game. */
export interface SheetWords {
  /** Heads of columns of ids that other catalogs give its cards. */
  idHeads?: readonly string[];
  /** What letters in braces stand for within names, as in `Basic {R} Energy`. */
  symbols?: Readonly<Record<string, string>>;
  /** What deck builders put over a part of a list, beside how many cards are in it, in small letters. */
  sections?: string;
  /** Finishes whose copies apps count in a column each: by what is left of its head without words of counting, in list words. */
  countedFinishes?: Readonly<Record<string, string>>;
  /** Numbers that stand for several printings, each of a rarity: a column of rarities tells which. */
  numbersOfRarities?: RegExp;
  /** Decks of ids, one a line: what they are called, whose the ids are, and what stands in such a file alone. */
  deckOfIds?: Readonly<{ name: string; source: string; mark: RegExp }>;
}

/** A place in our catalog: an expansion and a collector number in any spelling. */
export interface CardPlace {
  expansion_id: string;
  number: string;
}

/** Another catalog whose ids `/v1/resolve` takes. */
export interface ExternalCatalog {
  /** Whether internal ids are theirs, so that one that is ours needs no place. */
  isInternal: boolean;
  /** Where a card of that id may stand here, the likeliest place first. */
  places(id: string): CardPlace[];
}

/** A set as clients of another service know it. */
export type DropInSet = Readonly<Record<string, unknown>> & {
  id: string;
  name: string;
  series: string;
  releaseDate: string;
};

/** Another service whose clients are answered from our records, in its own terms. */
export interface DropIn {
  /** Where it is mounted; the rest of the path is its own. */
  path: string;
  /** What the setting `pocket` adds is not listed otherwise. */
  isListed(expansion: Expansion, prefix: string): boolean;
  /** Their id of an expansion without its prefix: of several that are one set there the same. */
  setIdOf(id: string): string;
  /** @param of what its series is called, how many cards of it are listed, the formats that one may be played in, and when one changed last */
  setOf(
    id: string,
    expansions: readonly Expansion[],
    of: { series: string; total: number; legal: ReadonlySet<string>; changed: Date },
  ): DropInSet;
  cardOf(card: Card, set: DropInSet, prefix: string): Record<string, unknown>;
  /** Whether the service itself has sets of this kind: those come first. */
  isOwn(set: DropInSet): boolean;
  /** Values beside those shown by which cards are found, by the path of the field in small letters. */
  further(card: Card, expansion: Expansion, prefix: string): Readonly<Record<string, readonly string[]>>;
  /** Lists of the distinct values of a field, by the last part of their path. */
  lists: Readonly<Record<string, string>>;
}

export interface Game {
  /** What people call it; absent where these rules are of any game. */
  title?: string;
  /** What it calls facts of its cards whose field says otherwise, by the field in `metadata` or its `attributes`. */
  facts?: Readonly<Record<string, string>>;
  /** What its cards can be asked for beside what those of every game can. */
  fields?: readonly Field[];
  /** Its catalog adapters, by the name that a source's `adapter` gives. */
  catalogs: Readonly<Record<string, CatalogAdapter>>;
  printings: PrintingRules;
  /** Only for the marketplaces whose products no catalog of it names. */
  marketplaceProducts?: MarketplaceProductRules;
  sealed: SealedWords;
  /** What its collectors type; absent where nothing is known. */
  search?: SearchWords;
  lists: ListWords;
  /** Other catalogs, by the name that `source` of `/v1/resolve` gives. */
  external: Readonly<Record<string, ExternalCatalog>>;
  /** Services whose clients are answered here, by the name that the configuration's `compat` gives. */
  compat?: Readonly<Record<string, DropIn>>;
  /** The sources it is usually read from, by their usual names: what `cardstock init` proposes. */
  sources: Readonly<Record<string, SourceSettings>>;
}

export interface DeployedGame extends Game {
  /** What it is called here: in its records, events and tasks. */
  name: string;
  /** What its ids begin with here. */
  idPrefix: string;
  /** The languages that it is shown in, its catalog's own first. */
  languages: readonly string[];
  /** Regional prints beside the catalog's own. */
  regionalPrints?: readonly RegionalPrint[];
}

/** What keeps an adapter that is in English, and has texts in `known` beside it, from these languages. */
export const englishBeside =
  (adapter: string, known: readonly string[]) =>
  (_: unknown, [own = '', ...further]: readonly string[]): string | null => {
    const [all, unknown] = [known.join(', '), further.filter((language) => !known.includes(language))];
    if (own !== 'en') return `"adapter": ${adapter} reads English and, beside it, ${all}, not ${own} alone`;
    return unknown.length === 0 ? null : `"adapter": ${adapter} has ${all}, not ${unknown.join(', ')}`;
  };

/** What is holographic beside its picture. */
export const REVERSE_FINISH: PrintingWord = {
  typed: [
    ...['reverse', 'reversed', 'rev', 'rh', 'reverse holo', 'rev holo', 'reverse foil', 'rev foil', 'reverse holofoil'],
    ...['holo reverse', 'inverse', 'holo inversee', 'mirror', 'mirror holo', 'ミラー'],
  ],
  is: ({ type }) => type === 'reverse',
  isFinish: true,
};

/** The first edition, as Germany, France, Italy and Spain write it too. */
export const FIRST_EDITION: readonly string[] = [
  ...['1st', 'first', '1', '1a', '1e', '1re', '1ere', 'prima', 'primera'].flatMap((first) =>
    ['edition', 'edicion', 'edizione', 'auflage', 'ed'].map((edition) => `${first} ${edition}`),
  ),
  ...['1st', '1e', 'edition 1', 'ed 1', 'erstausgabe', 'erstauflage', '初版'],
];

const GUIDES = 'https://downloads.s3.cardmarket.com/productCatalog';

/** The marketplaces that price a game, by the numbers that it has there. */
export const marketSources = (tcgplayer: number, cardmarket: number) => ({
  usd_market: { adapter: 'tcgcsv', url: 'https://tcgcsv.com/tcgplayer', category: tcgplayer },
  eur_market: {
    ...{ adapter: 'cardmarket', prices: `${GUIDES}/priceGuide/price_guide_${cardmarket}.json` },
    products: ['singles', 'nonsingles'].map((kind) => `${GUIDES}/productList/products_${kind}_${cardmarket}.json`),
  },
});
