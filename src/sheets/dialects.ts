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
    ...{ 'first edition': 'first edition', isfirsted: 'first edition' },
  },
  conditions: {
    ...{ lp: 'Light Played', 1: 'Mint', 2: 'Near Mint', 3: 'Excellent', 4: 'Good' },
    ...{ 5: 'Light Played', 6: 'Played', 7: 'Poor' },
  },
};

/** `Played` stands between `Good (Lightly Played)` and `Heavily Played`. */
const DECK_SITE = { conditions: { played: 'Moderately Played' } };
const PRICES = 'price, prices, purchase price, market price';
const COPY = 'tags, notes, note, comments, comment';
/** Facts of cards that say nothing of which one it is. */
const FACTS =
  'rarity, type, types, sub-types, super-types, type line, color, colors, color identity, identities, mana cost, mana value, cmc, cost';

/** What a line of the table has no room for. */
const BESIDE: Readonly<Record<string, Partial<Dialect>>> = {
  Cardmarket: CARDMARKET,
  'Cardmarket stock': CARDMARKET,
  Deckbox: DECK_SITE,
  Moxfield: DECK_SITE,
  "Urza's Gatherer": { total: 'count' },
};

/**
 * Name, head, columns, what is left aside; the first whose head is there is meant. TCGplayer's sellers have as `TCGplayer Id` that of a price list's line, not of
 * a product; Cardmarket's stock has no names. Sorted came after Dragon Shield, whose web pages end in prices in USD, in EUR, or none. EchoMTG's files are Delver
 * Lens' too.
 */
const TABLE = `
TCGplayer app | simple name, set code | name: name, simple name; expansion: set, set code; tcgplayer: product id | rarity, sku, price, price each,
    external id
TCGplayer seller | tcgplayer id, product line, product name | name: product name; number: number; quantity: total quantity, add to quantity;
    tcgplayer: product id | tcgplayer id, title, rarity, tcg *, photo url, my store *
Cardmarket | idproduct, english name | name: english name, local name; expansion: exp name, exp; quantity: amount | ${COPY}, idarticle, price,
    onsale, rarity, currency code
Cardmarket orders | orderid, description, localized product name | lines: description | orderid, username, name, street, city, country,
    is professional, vat number, date of purchase, artic*, merchandise value, shipment costs, total value, commission, currency, product id,
    localized product name
Cardmarket purchases | product id, localized product name | name: localized product name; cardmarket: product id; quantity: amount | shipment nr,
    date of purchase, artic*, category, total, currency, comments
Cardmarket stock | idproduct, groupcount | lang: idlanguage; quantity: groupcount | price, isfullart, isuberrare, iswithdie, comments,
    idarticle, currency code
ManaBox | set code, set name, collector number, foil, quantity | expansion: set name, set code | ${COPY}, binder name, binder type, rarity,
    manabox id, purchase price, purchase price currency, added
Dragon Shield web | folder name, trade quantity, card name | expansion: set name, set code | folder name, trade quantity, price bought, date
    bought, low, mid, market, avg, trend
Dragon Shield app | cardnumber, expansion code, expansion name | expansion: expansion name, expansion code; printing: foil, printing |
    purchaseprice, purchasedate, single current price, total current price
Sorted | list type, list name, card name | expansion: set name, set code | list *, collection, format, board, rarity, price bought, date bought,
    parent list *, current price *
Deckbox | tradelist count, edition, card number | expansion: edition, edition code; quantity: count | ${COPY}, ${PRICES}, ${FACTS}, tradelist
    count, decks count *, textless, promo, printing id, printing note, my price, last updated, image url
Moxfield | tradelist count, edition, collector number | quantity: count | ${COPY}, tradelist count, last modified, purchase price
Cardsphere | tradelist count, edition, scryfall id, last modified | quantity: count | ${COPY}, tradelist count, last modified
Cardsphere | cardsphere id | expansion: edition, edition code, set, set code | ${COPY}, ${PRICES}, cardsphere id, tradelist count, wants, haves,
    last modified
Archidekt | edition name, edition code, finish | expansion: edition name, edition code | ${COPY}, ${PRICES}, ${FACTS}, date added, multiverse id,
    mtgo id, scryfall oracle id, price (*
Archidekt deck | edition name, edition code, modifier | expansion: edition name, edition code; printing: modifier | ${PRICES}, ${FACTS}, category,
    secondary categories, label, salt, collection status, card text
Collectr | product name, card number, variance | name: product name; printing: variance; condition: card condition | portfolio name, rarity,
    average cost paid, market price (as of *, market price, price override, watchlist, date added, notes
TopDecked | setcode, setname, finish | expansion: setname, setcode; catalog: id | price, price sale, rarity, acquired *, purchase price, signing,
    alteration, notes, tags
Dreamborn | normal, foil, card number, color |  | color, rarity, price, foil price
DotGG | normal, foil, set | expansion: set name, set; number: card id, number | color, rarity, price, foil price, type, cost, ink
Delver Lens | quantity x, collector's number | expansion: edition, edition code | ${COPY}, ${PRICES}, list name, creation date, rarity, tradelist
    count, acquired price, currency
MTGO | card name, id #, premium |  | id #, rarity, sideboarded, annotation
MTGGoldfish | card, set id, quantity, foil | expansion: set name, set id; printing: foil, variation
PriceCharting | console-name, product-name | name: product-name; expansion: console-name; condition: include-string, condition-string; tcgplayer:
    tcg-id | id, *price, price-in-pennies, retail-*, cost-basis, date-entered, folder, notes, sku, genre, release-date, upc, gtin, asin, epid,
    sales-volume
YGOPRODeck | cardname, cardq, cardcode | name: cardname; number: cardcode; expansion: cardset; printing: cardrarity, card_edition; condition:
    cardcondition; quantity: cardq | cardid, print_id
Pocket tracker | id, cardname, numberowned | card: id; name: cardname; quantity: numberowned | rarity, pack, cardtype, internalid, collected
CardNexus | totalqtyowned, name, finish | number: printnumber; quantity: totalqtyowned; printing: finish, variant | ${PRICES}, ${FACTS}, notes,
    riotid
CubeCobra | cmc, color category, maybeboard |  | ${FACTS}, ${COPY}, color category, status, board, maybeboard, image url, image back url, mtgo id,
    custom, voucher, artist
Helvault | extras, scryfall_id | expansion: set_name, set_code; printing: extras | ${FACTS}, estimated_price, oracle_id, binder
Deckstats | amount, card_name, is_foil | expansion: set_name, set_code | ${COPY}, is_pinned, set_id, added
Urza's Gatherer | foil count, special foil count | expansion: set, set code; tcgplayer: tcg id; lang: languages | ${FACTS}, ${COPY}, author,
    power, toughness, converted mana cost, price, foil price, deck count, in use, text, flavor, id, multiverse id, for trade count, to buy count,
    to trade, wanted, gatherer id
TappedOut | qty, set number, alter, proxy | number: set number; lang: languange, language | ${COPY}
CardCastle | card name, set name, json id |  | multiverse id, json id, price usd
Decked Builder | total qty, reg qty, foil qty | name: card | ${FACTS}, total qty, card type, mvid, single price, single foil price, total price,
    price source, notes
EchoMTG | reg qty, foil qty, acquired | expansion: set, set code | rarity, acquired, date acquired, marked as trade, note, echo_inventory_id,
    tcgid, echoid, tcg market, tcg low, scryfall oracle id
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
    return { name, head, columns, aside, ...(lines && { lines }), ...BESIDE[name] };
  });
