/** The files that collectors' apps and marketplaces write: how each is recognised by its head line, and what its columns say. */

/** What a column can say of a row. */
export type Field =
  | 'name'
  | 'number'
  | 'expansion'
  | 'game'
  | 'lang'
  | 'printing'
  | 'condition'
  | 'quantity'
  | 'tcgplayer'
  | 'cardmarket'
  | 'card'
  | 'grade';

/** Files of one kind; columns are named in small letters, without signs. */
export interface Dialect {
  name: string;
  /** Columns that only its files have together. */
  head: readonly string[];
  /** Where each field stands; the first that is there and says something. */
  columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** Columns that say yes or no, and what a yes says of the printing. */
  flags?: Readonly<Record<string, string>>;
  /** A column that says that the row is four of each. */
  fourfold?: string;
  /** Conditions that it calls what others call another one, by its small letters. */
  conditions?: Readonly<Record<string, string>>;
}

/** Cardmarket's `LP` is worse than America's; files of its stock number the conditions from mint to poor. */
const CARDMARKET_CONDITIONS = {
  lp: 'Light Played',
  1: 'Mint',
  2: 'Near Mint',
  3: 'Excellent',
  4: 'Good',
  5: 'Light Played',
  6: 'Played',
  7: 'Poor',
};

const cardmarketFlags = {
  foil: 'foil',
  isfoil: 'foil',
  'reverse holo': 'reverse',
  isreverseholo: 'reverse',
  'first edition': 'first edition',
  isfirsted: 'first edition',
};

/** `Played` stands between `Good (Lightly Played)` and `Heavily Played`. */
const DECK_SITE_CONDITIONS = { played: 'Moderately Played' };

const dragonShield = {
  name: ['card name'],
  number: ['card number', 'collector number'],
  expansion: ['set name', 'set code'],
  lang: ['language'],
  printing: ['printing'],
  condition: ['condition'],
  quantity: ['quantity'],
};

/** The first whose head is there is meant; the last is for any table with columns that speak for themselves. */
export const DIALECTS: readonly Dialect[] = [
  {
    name: 'TCGplayer app',
    head: ['simple name', 'set code'],
    columns: {
      name: ['name', 'simple name'],
      number: ['card number'],
      expansion: ['set', 'set code'],
      lang: ['language'],
      printing: ['printing'],
      condition: ['condition'],
      quantity: ['quantity'],
      tcgplayer: ['product id'],
    },
  },
  {
    // Its `TCGplayer Id` is that of a price list's line, not of an article.
    name: 'TCGplayer seller',
    head: ['tcgplayer id', 'product line', 'product name'],
    columns: {
      name: ['product name'],
      number: ['number'],
      expansion: ['set name'],
      game: ['product line'],
      printing: ['printing'],
      condition: ['condition'],
      quantity: ['total quantity', 'add to quantity'],
      tcgplayer: ['product id'],
    },
  },
  {
    name: 'Cardmarket',
    head: ['idproduct', 'english name'],
    columns: {
      name: ['english name', 'local name'],
      number: ['collector number', 'number'],
      expansion: ['exp name', 'exp'],
      lang: ['language'],
      condition: ['condition'],
      quantity: ['amount'],
      cardmarket: ['idproduct'],
    },
    flags: cardmarketFlags,
    fourfold: 'isplayset',
    conditions: CARDMARKET_CONDITIONS,
  },
  {
    // It has no names: the article's number says the card.
    name: 'Cardmarket stock',
    head: ['idproduct', 'groupcount'],
    columns: {
      lang: ['idlanguage'],
      condition: ['condition'],
      quantity: ['groupcount'],
      cardmarket: ['idproduct'],
    },
    flags: cardmarketFlags,
    fourfold: 'isplayset',
    conditions: CARDMARKET_CONDITIONS,
  },
  {
    name: 'ManaBox',
    head: ['set code', 'set name', 'collector number', 'foil', 'quantity'],
    columns: {
      name: ['name'],
      number: ['collector number'],
      expansion: ['set name', 'set code'],
      lang: ['language'],
      printing: ['foil'],
      condition: ['condition'],
      quantity: ['quantity'],
    },
  },
  // Of its web pages; behind these columns stand prices in USD (LOW, MID, MARKET), in EUR (AVG, LOW, TREND), or none.
  { name: 'Dragon Shield web', head: ['folder name', 'trade quantity', 'card name'], columns: dragonShield },
  {
    name: 'Dragon Shield app',
    head: ['cardnumber', 'expansion code', 'expansion name'],
    columns: {
      name: ['name', 'card name'],
      number: ['cardnumber'],
      expansion: ['expansion name', 'expansion code'],
      lang: ['language'],
      printing: ['foil', 'printing'],
      condition: ['condition'],
      quantity: ['quantity'],
    },
  },
  {
    name: 'Deckbox',
    head: ['tradelist count', 'edition', 'card number'],
    columns: {
      name: ['name'],
      number: ['card number'],
      expansion: ['edition', 'edition code'],
      lang: ['language'],
      printing: ['foil'],
      condition: ['condition'],
      quantity: ['count'],
    },
    conditions: DECK_SITE_CONDITIONS,
  },
  {
    name: 'Moxfield',
    head: ['tradelist count', 'edition', 'collector number'],
    columns: {
      name: ['name'],
      number: ['collector number'],
      expansion: ['edition'],
      lang: ['language'],
      printing: ['foil'],
      condition: ['condition'],
      quantity: ['count'],
    },
    conditions: DECK_SITE_CONDITIONS,
  },
  {
    name: 'Archidekt',
    head: ['edition name', 'edition code', 'finish'],
    columns: {
      name: ['name'],
      number: ['collector number'],
      expansion: ['edition name', 'edition code'],
      lang: ['language'],
      printing: ['finish'],
      condition: ['condition'],
      quantity: ['quantity'],
    },
  },
  {
    name: 'Collectr',
    head: ['product name', 'card number', 'variance'],
    columns: {
      name: ['product name'],
      number: ['card number'],
      expansion: ['set'],
      game: ['category'],
      printing: ['variance'],
      condition: ['card condition'],
      quantity: ['quantity'],
      grade: ['grade'],
    },
  },
  {
    name: 'columns by name',
    head: [],
    columns: {
      name: ['name', 'card name', 'card', 'product name', 'title'],
      number: ['number', 'collector number', 'card number', 'no', 'nr'],
      expansion: ['expansion', 'set', 'set name', 'edition', 'edition name', 'set code', 'expansion id'],
      game: ['game', 'category', 'product line'],
      lang: ['lang', 'language'],
      printing: ['printing', 'variant', 'finish', 'foil', 'variance'],
      condition: ['condition', 'card condition', 'cond'],
      quantity: ['quantity', 'qty', 'count', 'amount'],
      tcgplayer: ['tcgplayer product id', 'tcgplayer id', 'product id'],
      cardmarket: ['cardmarket id', 'idproduct'],
      card: ['external id', 'card id'],
      grade: ['grade'],
    },
  },
];
