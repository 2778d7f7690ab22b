/** The files that collectors' apps and marketplaces write: how each is recognised by its head line, and what its columns say. */
import type { Field } from './heads.ts';

/** Files of one kind; heads are listed with commas between them, as in `name, set code`. */
export interface Dialect {
  name: string;
  /** Columns that only its files have together. */
  head: string;
  /** Where its columns say something else than their names do, or one counts before another. */
  columns?: Readonly<Partial<Record<Field, string>>>;
  /** Columns that it has and that say nothing of the card; `*` stands for anything. */
  aside?: string;
  /** Columns that say yes or no, and what a yes says of the printing. */
  flags?: Readonly<Record<string, string>>;
  /** What counts all copies, where those of some finishes are counted beside it: the rest is normal. */
  total?: string;
  /** What stands before its numbers and is none of them. */
  beforeNumbers?: RegExp;
  /** Columns that say that the row is four of each. */
  fourfold?: string;
  /** The column that holds the rows of an order as lines of text, with bars between them. */
  lines?: string;
  /** Conditions that it calls what others call another one, by its small letters. */
  conditions?: Readonly<Record<string, string>>;
}

/** Cardmarket's `LP` is worse than America's; files of its stock number the conditions from mint to poor. */
const CARDMARKET = {
  fourfold: 'playset, isplayset',
  flags: {
    ...{ foil: 'foil', isfoil: 'foil', 'reverse holo': 'reverse', isreverseholo: 'reverse' },
    ...{ 'first edition': 'first edition', isfirsted: 'first edition', 'first ed': 'first edition' },
  },
  conditions: {
    ...{ lp: 'Light Played', 1: 'Mint', 2: 'Near Mint', 3: 'Excellent', 4: 'Good' },
    ...{ 5: 'Light Played', 6: 'Played', 7: 'Poor' },
  },
};

/** `Played` stands between `Good (Lightly Played)` and `Heavily Played`. */
const DECK_SITE = { conditions: { played: 'Moderately Played' } };
/** Columns that apps have and that say nothing of which card it is, nor of its printing: prices, notes, facts of cards, numbers of their own. */
const ASIDE = `*price, price*, acquired *, added, alteration, annotation, artic*, artist, asin, author, average cost paid, avg, binder, binder name, binder type,
  board, card text, cardsphere id, cardtype, city, cmc, collected, collection, collection status, color, color category, color identity, colors,
  comment, comments, commission, converted mana cost, cost, cost-basis, country, creation date, currency, currency code, current price *, custom,
  date acquired, date added, date bought, date of purchase, date-entered, deck count, decks count *, echo_inventory_id, echoid, epid, flavor,
  folder, folder name, for trade count, format, gatherer id, genre, gtin, haves, id, id #, idarticle, identities, image back url, image url, in
  use, ink, internalid, is professional, is_pinned, isfullart, isuberrare, iswithdie, json id, label, last modified, last updated, list *,
  localized product name, low, mana cost, mana value, manabox id, marked as trade, market, market price (as of *, maybeboard, merchandise value,
  mid, mtgo id, multiverse id, mvid, my store *, note, notes, onsale, oracle_id, orderid, pack, parent list *, photo url, portfolio name, power,
  print_id, printing id, printing note, promo, purchase price currency, purchasedate, rarity, release-date, retail-*, riotid, sales-volume, salt,
  scryfall oracle id, secondary categories, shipment costs, shipment nr, sideboarded, signing, sku, status, street, sub-types, super-types, tags,
  tcg low, tcg market, tcgid, text, textless, to buy count, to trade, total, total value, toughness, trade quantity, tradelist count, trend, type,
  type line, types, upc, username, vat number, voucher, wanted, wants, watchlist`;

/** What a line of the table has no room for. */
const BESIDE: Readonly<Record<string, Partial<Dialect>>> = {
  Cardmarket: CARDMARKET,
  'Cardmarket stock': CARDMARKET,
  Deckbox: DECK_SITE,
  Moxfield: DECK_SITE,
  "Urza's Gatherer": { total: 'count' },
  DotGG: { beforeNumbers: /^\d{3}-(?=\d{3}$)/ },
};

/**
 * Name, head, columns, what is left aside though others mean something by it; the first whose head is there is meant. TCGplayer's
 * sellers have as `TCGplayer Id` that of a price list's line, not of a product; Cardmarket's stock has no names. Sorted came after
 * Dragon Shield, whose web pages end in prices in USD, in EUR, or none. EchoMTG's files are Delver Lens' too.
 */
const TABLE = `
TCGplayer app | simple name, set code | name: name, simple name; expansion: set, set code; tcgplayer: product id | external id
TCGplayer seller | tcgplayer id, product line, product name | name: product name; number: number; quantity: total quantity, add to quantity;
    tcgplayer: product id | tcgplayer id, title, tcg *
Cardmarket | idproduct, english name | name: english name, local name; expansion: exp name, exp; quantity: amount
Cardmarket orders | orderid, description, localized product name | lines: description | name, product id
Cardmarket purchases | product id, localized product name | name: localized product name; cardmarket: product id; quantity: amount | category
Cardmarket stock | idproduct, groupcount | lang: idlanguage; quantity: groupcount
ManaBox | set code, set name, collector number, foil, quantity | expansion: set name, set code
Dragon Shield web | folder name, trade quantity, card name | expansion: set name, set code
Dragon Shield app | cardnumber, expansion code, expansion name | expansion: expansion name, expansion code; printing: foil, printing
Sorted | list type, list name, card name | expansion: set name, set code
Deckbox | tradelist count, edition, card number | expansion: edition, edition code; quantity: count
Moxfield | tradelist count, edition, collector number | quantity: count
Cardsphere | tradelist count, edition, scryfall id, last modified | quantity: count
Cardsphere | cardsphere id | expansion: edition, edition code, set, set code
Archidekt | edition name, edition code, finish | expansion: edition name, edition code
Archidekt deck | edition name, edition code, modifier | expansion: edition name, edition code; printing: modifier | category
Collectr | product name, card number, variance | name: product name; printing: variance; condition: card condition
TopDecked | setcode, setname, finish | expansion: setname, setcode; catalog: id
Dreamborn | normal, foil, card number, color
LigaMagic | edicao (sigla), card (en) | name: card (en), card (pt); expansion: edicao (en), edicao (sigla), edicao (ptbr); condition: qualidade
    (m nm sp mp hp d); lang: idioma (br en de es fr it jp ko ru tw); printing: extras (foil promo assinada tapped pre-release) | cor *, raridade *
DotGG | normal, foil, set | expansion: set name, set; number: card id, number
Delver Lens | quantity x, collector's number | expansion: edition, edition code
MTGO | card name, id #, premium
MTGGoldfish | card, set id, quantity, foil | expansion: set name, set id; printing: foil, variation
PSA | cert number, item, grade | name: item | my *
PSA | cert number, subject, grade | expansion: brand, brand/title | year
PriceCharting | console-name, product-name | name: product-name; expansion: console-name; condition: include-string, condition-string; tcgplayer:
    tcg-id
YGOPRODeck | cardname, cardq, cardcode | name: cardname; number: cardcode; expansion: cardset; printing: cardrarity, card_edition; condition:
    cardcondition; quantity: cardq | cardid
Pocket tracker | id, cardname, numberowned | card: id; name: cardname; quantity: numberowned
CardNexus | totalqtyowned, name, finish | number: printnumber; quantity: totalqtyowned; printing: finish, variant
CubeCobra | cmc, color category, maybeboard
Helvault | extras, scryfall_id | expansion: set_name, set_code; printing: extras
Deckstats | amount, card_name, is_foil | expansion: set_name, set_code | set_id
Urza's Gatherer | foil count, special foil count | expansion: set, set code; tcgplayer: tcg id; lang: languages
TappedOut | qty, set number, alter, proxy | number: set number; lang: languange, language
CardCastle | card name, set name, json id
Decked Builder | total qty, reg qty, foil qty | name: card | total qty
EchoMTG | reg qty, foil qty, acquired | expansion: set, set code
columns by name`;

/** All that are known; the last is any other. */
export const DIALECTS: readonly Dialect[] = TABLE.trim()
  .split(/\n(?! )/)
  .map((line) => {
    const [name = '', head = '', said = '', aside = ''] = line.replace(/\n +/g, ' ').split(/ \| ?/);
    const own = said
      .split('; ')
      .filter(Boolean)
      .map((each) => each.split(': '));
    const { lines, ...columns } = Object.fromEntries(own);
    return { name, head, columns, aside: head && `${aside}, ${ASIDE}`, ...(lines && { lines }), ...BESIDE[name] };
  });
