/** What a game is to the rest of the service: all that only its folder knows, as data and small functions. */
import type { TObject } from 'typebox';
import type { Marketplace } from '../catalog/claims.ts';
import type { PrintLine } from '../catalog/languages/print-lines.ts';
import type { Printing } from '../catalog/records.ts';
import type { CatalogScope } from '../catalog/scope.ts';
import type { SearchWords } from '../catalog/words/search-words.ts';
import type { CatalogDelivery, HeldDocuments } from '../upstream/catalog-delivery.ts';
import type { Read } from '../upstream/document.ts';
import type { SourceSettings } from '../upstream/source-fields.ts';

/** What a catalog adapter reads with. */
export interface CatalogReading {
  read: Read;
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

/** Reads a game's catalog from one kind of source. `Settings` are those that passed its schema. */
export interface CatalogAdapter<Settings extends SourceSettings = SourceSettings> {
  /** What it reads, in words for people. */
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
  /** Whether its records can hold prices. */
  hasPrices: boolean;
  /** Raised by a release that takes more of the same documents, or takes it otherwise: they are all read anew then, once. */
  revision: number;
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
  /** Whether an article without further words may mean this printing. */
  isBare(printing: Printing): boolean;
  /** What is out of the ordinary about a printing, the weightiest first; smaller is plainer. */
  oddities(printing: Printing): readonly number[];
  /** Whether a EUR row speaks for this printing with its second half; `sharers` are all the printings that the row is of. */
  readsSecondHalf(printing: Printing, sharers: readonly Printing[]): boolean;
}

/** A single card as a marketplace's list describes it. */
export interface CardArticle {
  name: string;
  /** As the marketplace writes it; null where it states none. */
  rarity: string | null;
  /** Name of its group there; null where the list knows none. */
  group: string | null;
}

/** Whether an article may be this printing of a card, with which it has number or name in common. */
type IsArticleOf = (article: CardArticle, card: { name: string; expansion: string }, printing: Printing) => boolean;

/**
 * How printings are found at a marketplace whose articles the catalog does not name. At TCGplayer an article bears the number
 * of the card, at Cardmarket its name in the expansion.
 */
export type ArticleRules = Readonly<Partial<Record<Marketplace, IsArticleOf>>>;

/** The words of sealed products, folded. */
export interface SealedWords {
  /** Words that say nothing about which product it is. */
  empty: ReadonlySet<string>;
  /** Words that one marketplace may leave out where the other says them. */
  optional: ReadonlySet<string>;
  /** How the marketplaces call one kind of product; longer phrases first. */
  synonyms: readonly (readonly [RegExp, string])[];
  /** Kinds of product, one that goes on where another ends before it: articles of different kinds are never one product. */
  kinds: readonly string[];
}

/** What words of a list ask of a printing; null where the catalog tells nothing of it, so that no printing answers for sure. */
export type PrintingWord = readonly [words: RegExp, is: ((printing: Printing) => boolean) | null];

/** How lists of collectors and shops write of a game: all text folded. */
export interface ListWords {
  /** What apps and shops call the game. */
  titles: readonly string[];
  /** Whether a number of an expansion is one card's: then words behind its name tell no other card. */
  isNumberOneCards: boolean;
  /** What the words of a printing ask, those that hold others first: each is taken out of the text before the next is looked for. */
  printings: readonly PrintingWord[];
  /** Names of expansions at marketplaces that no rule leads to, each with the expansion's id, without prefix. */
  expansions: Readonly<Record<string, string>>;
}

/** A place in our catalog: an expansion and a collector number in any spelling. */
export interface CardPlace {
  expansion_id: string;
  number: string;
}

/** Another catalog whose ids `/v1/resolve` takes. */
export interface ForeignCatalog {
  /** Whether our ids are theirs, so that one that is ours needs no place. */
  isOurs: boolean;
  /** Where a card of that id may stand here, the likeliest place first. */
  places(id: string): CardPlace[];
}

/** A game, as its folder describes it. */
export interface Game {
  /** What people call it; absent where these rules are of any game. */
  title?: string;
  /** What it calls facts of its cards whose field says otherwise, by the field in `metadata` or its `attributes`. */
  facts?: Readonly<Record<string, string>>;
  /** Its catalog adapters, by the name that a source's `adapter` gives. */
  catalogs: Readonly<Record<string, CatalogAdapter>>;
  printings: PrintingRules;
  /** Only for the marketplaces whose articles no catalog of it names. */
  articles?: ArticleRules;
  sealed: SealedWords;
  /** What its collectors type; absent where nothing is known. */
  search?: SearchWords;
  lists: ListWords;
  /** Other catalogs, by the name that `source` of `/v1/resolve` gives. */
  foreign: Readonly<Record<string, ForeignCatalog>>;
  /** The sources it is usually read from, by their usual names: what `cardstock init` proposes. */
  sources: Readonly<Record<string, SourceSettings>>;
}

/** A game of this deployment. */
export interface DeployedGame extends Game {
  /** What it is called here: in its records, events and tasks. */
  name: string;
  /** What its ids begin with here. */
  idPrefix: string;
  /** The languages that it is shown in, its catalog's own first. */
  languages: readonly string[];
  /** Print lines beside the catalog's own. */
  lines?: readonly PrintLine[];
}
