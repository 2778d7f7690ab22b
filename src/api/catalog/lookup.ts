/** `POST /v1/lookup`: the rows of a list become cards, printings and prices. */

import Type, { type Static } from 'typebox';
import { numberedPrinting } from '../../catalog/changes.ts';
import { closedObject, doc, nullable, objectOf, text, textOrNull } from '../../catalog/field-shapes.ts';
import { CONDITIONS } from '../../catalog/price-rows.ts';
import {
  EurPrice,
  NumberedPrinting,
  type Product,
  ProductEurPrice,
  ProductUsdPrice,
  UsdPrice,
} from '../../catalog/records.ts';
import { requireShape } from '../../catalog/words/required-shape.ts';
import { Failure } from '../../failure.ts';
import type { ListedRow } from '../../lookup/listed-row.ts';
import { CANDIDATES_MAX, type Found, lookUp, type Match, ROWS_MAX } from '../../lookup/lookup.ts';
import type { CatalogSearch } from '../../search/catalog-search.ts';
import { readSheet } from '../../sheets/sheet.ts';
import { SheetFault } from '../../sheets/sheet-fault.ts';
import type { Store } from '../../store/store.ts';
import type { InLanguages } from '../answer/answer.ts';
import { holdsMoreCells, holdsMoreLines, holdsMoreValues } from '../body/count-marks.ts';
import { jsonIn } from '../body/upload.ts';
import type { RouteRequest } from '../request.ts';
import {
  cardAndPlace,
  cardRowsIn,
  expansionNamesIn,
  langParameter,
  namingIn,
  readLang,
  type ServedGames,
  type Speaking,
} from './in-language.ts';

const MEGABYTE = 1024 * 1024;
/** Room for every row that is allowed: eight texts at their longest, each letter an escape of six bytes, and their names. */
const BYTES_MAX = 3 * MEGABYTE;
/** In a list as text a letter has three bytes at most. */
const TEXT_BYTES_MAX = 1.5 * MEGABYTE;
const tooMuch = (bytes: number) => `The body may hold at most ${bytes / MEGABYTE} MB.`;
/** A row has 19 names and values at most; what has a few rows too many is told how many. */
const VALUES_MAX = ROWS_MAX * 50;
/** Rows may be of several lines, with empty ones and remarks between them. */
const LINES_MAX = ROWS_MAX * 50;
const CELLS_MAX = ROWS_MAX * 200;

/** Null says as little as a field that is left out. */
const asked = (description: string, example: string) => Type.Optional(textOrNull(description, example));

/** A row of a list; whatever it does not say is left out, null, or empty text. */
const LookupRow = Type.Object(
  {
    name: asked('Name of the card, as the list writes it', 'Vultwick'),
    number: asked('Collector number in any printed form', '2/38'),
    expansion: asked("Its expansion: name, printed code, id, or a marketplace's spelling", 'Harbour of Wicks'),
    game: asked('Its game: by its name here, or as shops call it', 'game'),
    lang: asked('Language that the name is in', 'en'),
    printing: asked("The printing in the list's words", 'Reverse Holo'),
    condition: asked("The condition in the list's words; without one NM", 'Near Mint'),
    quantity: Type.Optional(
      nullable(Type.Number(), 'How many, a whole number; 1 without it, or where it is null. Given back', 2),
    ),
    external_id: asked(
      'An id: tcgplayer:42382, cardmarket:8211, of a catalog that /v1/resolve knows, or of a card here',
      'tcgplayer:42382',
    ),
  },
  { additionalProperties: false, ...doc('A row of a list') },
);

export const LookupBody = closedObject({
  rows: Type.Array(LookupRow, { minItems: 1, maxItems: ROWS_MAX, ...doc(`The rows, at most ${ROWS_MAX}`) }),
});

export const lookupBodies = {
  'application/json': LookupBody,
  'text/plain': Type.String(
    doc('A list as text: lines of a deck builder, bare names, or a file of an app', '2 Vultwick HOW 2'),
  ),
};

const confidence = Type.Number({ minimum: 0, maximum: 1, ...doc('How sure it is that this card is meant', 0.9931) });

const match = {
  confidence,
  card: objectOf('The card', { game: text('Game that it is of', 'game'), ...cardAndPlace }),
  variant: nullable(NumberedPrinting, 'The printing; null where the card has none'),
  usd_market: nullable(
    UsdPrice,
    'The newest USD amounts of the condition, or of NM where that has none; null where neither has',
  ),
  eur_market: nullable(EurPrice, 'The newest EUR amounts, which know no condition; null where there are none'),
};
const Candidate = Type.Object(match, doc('What the row may mean'));

const DIFFERENCES = ['game', 'name', 'number', 'expansion', 'rarity', 'printing'] as const;

const SealedProduct = objectOf('The sealed product', {
  game: text('Game that it is of', 'game'),
  id: Type.Integer(doc('Id of the product', 900_001)),
  name: text('Name of the product', 'Harbour of Wicks Booster Box'),
  prices: Type.Array(Type.Union([ProductUsdPrice, ProductEurPrice]), doc('Its newest amounts; empty without any')),
});

const LookedUp = objectOf('What a row means', {
  ...match,
  confidence: Type.Number({
    ...confidence,
    ...doc('How sure it is that the card is meant; 0 where none is likely', 0.9931),
  }),
  card: nullable(match.card, 'The card; null where none is likelier than not'),
  product: nullable(SealedProduct, 'The sealed product that the row means, and then no card; else null'),
  is_certain: Type.Boolean(doc('Whether the row leaves no other card', true)),
  is_variant_certain: Type.Boolean(doc('Whether it leaves no other printing of a card that is certain either', true)),
  condition: nullable(
    Type.Enum([...CONDITIONS]),
    'The condition that was read; of a sealed product Unopened where its row says no other; null where its words are not known, and then USD is null too',
  ),
  quantity: nullable(
    Type.Integer({ minimum: 0 }),
    'How many, as given; null for what is no whole number from 0 to 1,000,000',
    2,
  ),
  problem: textOrNull('What of the row could not be taken, and was left out', 'Its condition is not known.'),
  candidates: Type.Array(Candidate, {
    maxItems: CANDIDATES_MAX,
    ...doc('The likeliest cards, or printings of a card that is certain; empty where both are certain'),
  }),
  differ_in: Type.Array(Type.Enum([...DIFFERENCES]), {
    ...doc('The fields in which the candidates differ', ['expansion', 'number']),
  }),
});

/** What the rows mean, in their order. */
export const LookupAnswer = Type.Object({
  items: Type.Array(LookedUp, doc('One for each row, in the order of the rows')),
  unread: Type.Array(
    Type.String(),
    doc('Heads of a table as text that were not read, as written; else empty', ['Preis']),
  ),
});
export type LookupAnswer = Static<typeof LookupAnswer>;

export const lookupParameters = langParameter;

/** @throws Failure bad_request, payload_too_large */
export async function lookUpRows(
  { upload, query }: RouteRequest,
  { store, search, games, only }: ServedGames & { store: Store; search: CatalogSearch },
): Promise<LookupAnswer | InLanguages> {
  const lang = readLang(query, { games });
  const bytesMax = typeOf(upload.contentType) === 'text/plain' ? TEXT_BYTES_MAX : BYTES_MAX;
  const body = await upload.read(bytesMax, tooMuch(bytesMax));
  const list = readList(body, upload.contentType ?? '', upload.contentCoding);
  const found = await lookUp(list.rows, { reads: store.reads, index: await search.index(), games, only });
  const told = found.map((each, at) => inList(each, list, at));
  const answer = await answerIn(lang, lookupAnswer(told, list.unread), { reads: store.reads, games });
  return namingIn(lang, answer, namedIn(answer));
}

export const lookupAnswer = (found: readonly Found[], unread: readonly string[] = []): LookupAnswer => ({
  items: found.map(asAnswered),
  unread: [...unread],
});

const namedIn = ({ items }: LookupAnswer) =>
  items.flatMap(({ card, candidates }) => [...(card === null ? [] : [card]), ...candidates.map((each) => each.card)]);

type ShownCard = Static<typeof Candidate>['card'];

/** The answer with its cards and their expansions called as they are in the language, where one was asked for. */
export async function answerIn(
  lang: string | undefined,
  answer: LookupAnswer,
  context: Speaking,
): Promise<LookupAnswer> {
  if (lang === undefined) return answer;
  const named = namedIn(answer);
  const cards = [...new Map(named.map((card) => [card.id, { ...card, expansion_id: card.expansion.id }])).values()];
  const places = cards.map(({ game, expansion }) => ({ ...expansion, game }));
  const expansions = await expansionNamesIn(context, lang, places);
  const shown = new Map(
    (await cardRowsIn(context, lang, cards)).map(({ expansion_id: _, ...card }) => [card.id, card]),
  );
  const spoken = (card: ShownCard): ShownCard => {
    const { expansion, ...its } = shown.get(card.id) ?? card;
    return { ...its, expansion: { ...expansion, name: expansions.get(expansion.id) ?? expansion.name } };
  };
  return {
    ...answer,
    items: answer.items.map((item) => ({
      ...item,
      card: item.card && spoken(item.card),
      candidates: item.candidates.map((each) => ({ ...each, card: spoken(each.card) })),
    })),
  };
}

/** The rows that are asked; of a list as text what is known beside them. */
interface QueriedList {
  rows: ListedRow[];
  unread: readonly string[];
  isUnsure: boolean;
  notes: readonly (string | null)[];
}

const typeOf = (contentType = ''): string => contentType.toLowerCase().split(/ *;/, 1)[0] ?? '';

function readList(body: Buffer, contentType: string, coding = 'identity'): QueriedList {
  const type = typeOf(contentType);
  if (!Object.hasOwn(lookupBodies, type)) {
    throw new Failure('bad_request', 'The body must be application/json or text/plain.');
  }
  if (coding.toLowerCase() !== 'identity') throw new Failure('bad_request', 'The body must not be compressed.');
  return type === 'text/plain' ? readText(body) : { rows: readRows(body), unread: [], isUnsure: false, notes: [] };
}

function readText(body: Buffer): QueriedList {
  if (holdsMoreLines(body, LINES_MAX) || holdsMoreCells(body, CELLS_MAX)) {
    throw new Failure(
      'bad_request',
      `A list may hold at most ${ROWS_MAX} rows, in ${LINES_MAX} lines and ${CELLS_MAX} cells.`,
    );
  }
  try {
    const { rows, unread, isUnsure } = readSheet(body, undefined, ROWS_MAX);
    if (rows.length === 0) throw new SheetFault('It has no rows.');
    return { rows: rows.map(({ asked }) => asked), unread, isUnsure, notes: rows.map(({ note }) => note) };
  } catch (fault) {
    if (fault instanceof SheetFault) throw new Failure('bad_request', fault.message, { cause: fault });
    throw fault;
  }
}

/** What a column that was not read may tell leaves no row certain. */
function inList(found: Found, { isUnsure, notes }: QueriedList, at: number): Found {
  const note = notes[at];
  const problems = note == null ? found.problems : [...found.problems, `${note}.`];
  return isUnsure ? { ...found, problems, isCertain: false, isPrintingCertain: false } : { ...found, problems };
}

function readRows(body: Buffer): ListedRow[] {
  if (holdsMoreValues(body, VALUES_MAX)) {
    throw new Failure('bad_request', `rows may hold at most ${ROWS_MAX} rows, and none a field that rows do not have.`);
  }
  const value = jsonIn(body);
  const asked = value !== null && typeof value === 'object' && 'rows' in value ? value.rows : undefined;
  const count = Array.isArray(asked) ? asked.length : 0;
  if (count > ROWS_MAX) throw new Failure('bad_request', `rows may hold at most ${ROWS_MAX} rows; these are ${count}.`);
  requireShape(LookupBody, value, 'is no field of a row');
  const { rows } = value as Static<typeof LookupBody>;
  return rows.map((row): ListedRow => Object.fromEntries(Object.entries(row).filter(([, said]) => said !== null)));
}

function asAnswered({ best, product, isCertain, isPrintingCertain, candidates, condition, quantity, problems }: Found) {
  const none = { confidence: 0, card: null, variant: null, usd_market: null, eur_market: null };
  return {
    ...(best === undefined ? none : asMatch(best)),
    ...(product === undefined ? { product: null } : asProduct(product)),
    is_certain: isCertain,
    is_variant_certain: isPrintingCertain,
    condition,
    quantity,
    problem: problems.length === 0 ? null : problems.join(' '),
    candidates: candidates.map(asMatch),
    differ_in: candidates.length < 2 ? [] : DIFFERENCES.filter((name) => differ(candidates, name)),
  };
}

function asProduct({ game, id, name, usd_market, eur_market }: Product) {
  const [usd = null] = usd_market;
  return {
    confidence: 1,
    product: { game, id, name, prices: [...usd_market, ...(eur_market === null ? [] : [eur_market])] },
    usd_market: usd && withoutVariant(usd),
    eur_market: eur_market && { ...eur_market, price_kind: 'plain' as const },
  };
}

const withoutVariant = ({ variant: _, ...usd }: Product['usd_market'][number]) => usd;

function asMatch({ confidence, card, expansion, variant, usd, eur }: Match) {
  const { game, id, name, number, rarity, image, expansion_id } = card;
  return {
    confidence,
    card: { game, id, name, number, rarity, image, expansion: { id: expansion_id, name: expansion } },
    variant: variant && numberedPrinting(variant),
    usd_market: usd,
    eur_market: eur,
  };
}

function differ(candidates: readonly Match[], name: (typeof DIFFERENCES)[number]): boolean {
  const isOneCard = new Set(candidates.map(({ card }) => card.id)).size === 1;
  // Printings of different cards are told apart by their cards.
  if (name === 'printing') return isOneCard;
  const values = candidates.map(({ card }) => (name === 'expansion' ? card.expansion_id : card[name]));
  return new Set(values).size > 1;
}
