/** `POST /v1/lookup`: the rows of a list become cards, printings and prices. */
import Type, { type Static } from 'typebox';
import { Errors } from 'typebox/value';
import { doc, imageOrNull, nullable, text, textOrNull } from '../../catalog/field-shapes.ts';
import { EurPrice, Printing, UsdPrice } from '../../catalog/records.ts';
import { Failure } from '../../failure.ts';
import { CONDITIONS } from '../../lookup/conditions.ts';
import type { ListedRow } from '../../lookup/listed-row.ts';
import { CANDIDATES_MAX, type Found, lookUp, type Match, ROWS_MAX } from '../../lookup/lookup.ts';
import type { InLanguages } from '../answer/answer.ts';
import type { RequestContext, RouteRequest } from '../context.ts';
import { cardRowsIn, expansionNamesIn, langParameter, namingIn, readLang, type Speaking } from './in-language.ts';

/** Room for every row that is allowed: eight texts at their longest, each letter an escape of six bytes, and their names. */
const BYTES_MAX = 3 * 1024 * 1024;
const TOO_MUCH = `The body may hold at most ${BYTES_MAX / 1024 / 1024} MB.`;

const asked = (description: string, example: string) => Type.Optional(Type.String(doc(description, example)));

/** A row of a list; whatever it does not say is left out, or empty text. */
const LookupRow = Type.Object(
  {
    name: asked('Name of the card, as the list writes it', 'Vultwick'),
    number: asked('Collector number in any printed form', '2/38'),
    expansion: asked("Its expansion: name, printed code, id, or a marketplace's spelling", 'Harbour of Wicks'),
    game: asked('Its game: by its name here, or as shops call it', 'game'),
    lang: asked('Language that the name is in', 'en'),
    printing: asked("The printing in the list's words", 'Reverse Holo'),
    condition: asked("The condition in the list's words; without one NM", 'Near Mint'),
    quantity: Type.Optional(Type.Number(doc('How many, a whole number; 1 without it. Given back', 2))),
    external_id: asked(
      'An id: tcgplayer:42382, cardmarket:8211, of a catalog that /v1/resolve knows, or of a card here',
      'tcgplayer:42382',
    ),
  },
  { additionalProperties: false, ...doc('A row of a list') },
);

/** The rows that are asked. */
export const LookupBody = Type.Object(
  {
    rows: Type.Array(LookupRow, { minItems: 1, maxItems: ROWS_MAX, ...doc(`The rows, at most ${ROWS_MAX}`) }),
  },
  { additionalProperties: false },
);

/** The bodies it takes. */
export const lookupBodies = { 'application/json': LookupBody };

const confidence = Type.Number({ minimum: 0, maximum: 1, ...doc('How sure it is that this card is meant', 0.9931) });

const match = {
  confidence,
  card: Type.Object(
    {
      game: text('Game that it is of', 'game'),
      id: text('Id of the card', 'fl1-2'),
      name: text('Name of the card', 'Vultwick'),
      number: textOrNull('Collector number as printed', '2'),
      rarity: textOrNull('Rarity in the words of the source', 'Luminous Rare'),
      image: imageOrNull('Picture of the card'),
      expansion: Type.Object(
        { id: text('Id of the expansion', 'fl1'), name: text('Name of the expansion', 'Harbour of Wicks') },
        doc('The expansion of the card'),
      ),
      lang: Type.Optional(text('Language that the name of the card is in; only under lang', 'en')),
    },
    doc('The card'),
  ),
  variant: nullable(
    Type.Object({ id: Type.Integer(doc('Id of the printing', 812)), ...Printing.properties }),
    doc('The printing; null where the card has none'),
  ),
  usd_market: nullable(
    UsdPrice,
    doc('The newest USD amounts of the condition, or of NM where that has none; null where neither has'),
  ),
  eur_market: nullable(EurPrice, doc('The newest EUR amounts, which know no condition; null where there are none')),
};
const Candidate = Type.Object(match, doc('What the row may mean'));

const DIFFERENCES = ['game', 'name', 'number', 'expansion', 'rarity', 'printing'] as const;

const LookedUp = Type.Object(
  {
    ...match,
    confidence: Type.Number({
      ...confidence,
      ...doc('How sure it is that the card is meant; 0 where none is likely', 0.9931),
    }),
    card: nullable(match.card, doc('The card; null where none is likelier than not')),
    is_certain: Type.Boolean(doc('Whether the row leaves no other card', true)),
    is_variant_certain: Type.Boolean(doc('Whether it leaves no other printing of a card that is certain either', true)),
    condition: nullable(
      Type.Enum([...CONDITIONS]),
      doc('The condition that was read; null where its words are not known, and then USD is null too'),
    ),
    quantity: nullable(
      Type.Integer({ minimum: 0 }),
      doc('How many, as given; null for what is no whole number from 0 to 1,000,000', 2),
    ),
    problem: textOrNull('What of the row could not be taken, and was left out', 'Its condition is not known.'),
    candidates: Type.Array(Candidate, {
      maxItems: CANDIDATES_MAX,
      ...doc('The likeliest cards, or printings of a card that is certain; empty where both are certain'),
    }),
    differ_in: Type.Array(Type.Enum([...DIFFERENCES]), {
      ...doc('What tells the candidates apart', ['expansion', 'number']),
    }),
  },
  doc('What a row means'),
);

/** What the rows mean, in their order. */
export const LookupAnswer = Type.Object({
  items: Type.Array(LookedUp, doc('One for each row, in the order of the rows')),
});
export type LookupAnswer = Static<typeof LookupAnswer>;

export const lookupParameters = langParameter;

/**
 * Looks the rows up.
 * @throws Failure bad_request, payload_too_large
 */
export async function lookUpRows(
  { upload, query }: RouteRequest,
  { store, search, games }: RequestContext,
): Promise<LookupAnswer | InLanguages> {
  const lang = readLang(query, { games });
  const body = await upload.read(BYTES_MAX, TOO_MUCH);
  const rows = readRows(body, upload.contentType ?? '', upload.contentCoding);
  const found = await lookUp(rows, { reads: store.reads, index: await search.index(), games });
  const answer = await answerIn(lang, lookupAnswer(found), { reads: store.reads, games });
  return namingIn(lang, answer, namedIn(answer));
}

/** The answer for what was found. */
export const lookupAnswer = (found: readonly Found[]): LookupAnswer => ({ items: found.map(asAnswered) });

/** The cards that stand in the answer. */
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
    items: answer.items.map((item) => ({
      ...item,
      card: item.card && spoken(item.card),
      candidates: item.candidates.map((each) => ({ ...each, card: spoken(each.card) })),
    })),
  };
}

function readRows(body: Buffer, contentType: string, coding = 'identity'): ListedRow[] {
  if (!/^application\/json *(?:;|$)/i.test(contentType)) {
    throw new Failure('bad_request', 'The body must be application/json.');
  }
  if (coding.toLowerCase() !== 'identity') throw new Failure('bad_request', 'The body must not be compressed.');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Failure('bad_request', 'The body is no JSON.', { cause });
  }
  const [fault] = Errors(LookupBody, value);
  if (fault !== undefined) {
    const place = fault.instancePath === '' ? 'The body' : fault.instancePath.slice(1).replaceAll('/', '.');
    // What a closed schema says of a field that it does not have.
    const said = fault.message === 'schema is false' ? 'is no field of a row' : fault.message;
    throw new Failure('bad_request', `${place} ${said}.`);
  }
  const { rows } = value as { rows: ListedRow[] };
  return rows;
}

function asAnswered({ best, isCertain, isPrintingCertain, candidates, condition, quantity, problems }: Found) {
  const none = { confidence: 0, card: null, variant: null, usd_market: null, eur_market: null };
  return {
    ...(best === undefined ? none : asMatch(best)),
    is_certain: isCertain,
    is_variant_certain: isPrintingCertain,
    condition,
    quantity,
    problem: problems.length === 0 ? null : problems.join(' '),
    candidates: candidates.map(asMatch),
    differ_in: candidates.length < 2 ? [] : DIFFERENCES.filter((name) => differ(candidates, name)),
  };
}

function asMatch({ confidence, card, expansion, variant, usd, eur }: Match) {
  const { game, id, name, number, rarity, image, expansion_id } = card;
  const printing = variant && {
    id: variant.id,
    type: variant.type,
    subtype: variant.subtype,
    size: variant.size,
    stamps: variant.stamps,
    foil: variant.foil,
  };
  return {
    confidence,
    card: { game, id, name, number, rarity, image, expansion: { id: expansion_id, name: expansion } },
    variant: printing,
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
