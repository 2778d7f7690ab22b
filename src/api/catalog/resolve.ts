/** Finds what an external id stands for: the resolver for callers who come from other services. */
import Type, { type Static } from 'typebox';
import { numberedPrinting } from '../../catalog/changes.ts';
import { MARKETPLACES, NUMBERED_IDS, type NumberedId, PRINTED_IDS } from '../../catalog/claims.ts';
import { numberNormalized } from '../../catalog/collector-number.ts';
import { doc, optionalText, text, textOr, texts } from '../../catalog/field-shapes.ts';
import type { RegionalPrint } from '../../catalog/languages/regional-prints.ts';
import { type Card, NumberedPrinting } from '../../catalog/records.ts';
import { Failure } from '../../failure.ts';
import type { CardPlace, ExternalCatalog } from '../../games/game.ts';
import { EXTERNAL_CATALOGS } from '../../games/games.ts';
import { currentId } from '../../store/catalog/aliases.ts';
import { cardsAt } from '../../store/catalog/cards.ts';
import { cardById } from '../../store/catalog/catalog-records.ts';
import type { Reads } from '../../store/store.ts';
import { cardsByExternalId, productsByExternalId } from '../../store/views/external-ids.ts';
import type { InLanguages } from '../answer/answer.ts';
import { type Query, readFilter, requireText } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import { cardOrProduct, langParameter, namingIn, namingRowsIn, readLang, type Speaking } from './in-language.ts';
import { gameParameter, wholeList } from './list.ts';
import { readIds } from './query/batch-read.ts';

const ID_LENGTH_MAX = 100;
const EXTERNAL_ID_MAX = 2 ** 31 - 1;

/** A card or a sealed product that an external id stands for. */
const Resolved = Type.Object({
  ...cardOrProduct,
  number: textOr('Collector number as printed', 'for a product and where the card has none', '2'),
  variants: Type.Array(
    NumberedPrinting,
    doc('The printings that carry the id; all of the card where the id is of the card as a whole'),
  ),
  foreign_id: Type.Optional(text('The id that it was found by; only under ids', '42382')),
});
type Resolved = Static<typeof Resolved>;

export const ResolvedList = Type.Object({
  ...wholeList(Resolved, 'What carries the id; empty where nothing does').properties,
  missing: Type.Optional(texts('Ids that nothing carries; only under ids', '999999')),
});

/** Finds records by an id; `prefix` is what ids of that catalog's game begin with here. */
type Resolver = (
  reads: Reads,
  id: string,
  prefix: string,
  lines: readonly RegionalPrint[],
) => Promise<(Resolved & { game: string })[]>;

function byNumber(source: NumberedId): [string, Resolver] {
  return [source, (reads, id) => byExternalId(reads, source, id)];
}

/** Whose ids are known: the marketplaces', those that are printed on cards, and those of the catalogs that the games name. */
const RESOLVERS = new Map<string, Resolver>([
  ...MARKETPLACES.map(byNumber),
  ...Object.entries(EXTERNAL_CATALOGS).map(([name, catalog]): [string, Resolver] => [name, inCatalog(catalog)]),
  ...PRINTED_IDS.map(byNumber),
]);
const sourceNames = [...RESOLVERS.keys()];

export const resolveParameters = {
  source: Type.String({ enum: sourceNames, ...doc('Whose id it is.') }),
  id: optionalText('The id there; padded numbers or not. This or ids must be given.', '42382', {
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
  }),
  ids: optionalText('Up to 200 ids there, divided by commas, instead of one.', '42382,42383'),
  ...langParameter,
  ...gameParameter,
};

/**
 * What the id stands for: several records where several carry it, none where none does.
 * @throws Failure bad_request for a source that is not known and text that is no id of it
 */
export async function resolveExternalId(
  { query }: RouteRequest,
  context: Speaking,
): Promise<Static<typeof ResolvedList> | InLanguages> {
  const lang = readLang(query, context);
  const { items: found, ...page } = await resolved(query, context);
  const items = (await namingRowsIn(context, lang, found)).map(({ game: _, ...item }) => item);
  return namingIn(lang, { items, ...page }, items);
}

async function resolved(query: Query, { reads, games }: Speaking) {
  const { source = '' } = query;
  const resolver = RESOLVERS.get(source);
  if (resolver === undefined) throw new Failure('bad_request', `source must be one of ${sourceNames.join(', ')}.`);
  const asked = readFilter(query, 'game');
  const known = games.find(({ external }) => source in external);
  const { idPrefix: prefix = '', name: owner, regionalPrints: lines = [] } = known ?? {};
  const isOfAnyGame = NUMBERED_IDS.some((each) => each === source);
  // A catalog has ids of its own game alone: those of another may look the same, or begin with that game's prefix.
  const ofGame = (found: Awaited<ReturnType<Resolver>>) =>
    found.filter(({ game }) => (isOfAnyGame || game === owner) && (asked === undefined || game === asked));
  const next_cursor = null;
  const ids = readIds(query);
  if (ids === undefined) return { items: ofGame(await resolver(reads, readId(query.id), prefix, lines)), next_cursor };
  const found = await Promise.all(ids.map(async (id) => ofGame(await resolver(reads, readId(id), prefix, lines))));
  const items = found.flatMap((each, at) => each.map((item) => ({ ...item, foreign_id: ids[at] ?? '' })));
  return { items, next_cursor, missing: ids.filter((_, at) => found[at]?.length === 0) };
}

function readId(id = ''): string {
  requireText('id', id);
  if (id.trim() === '' || id.length > ID_LENGTH_MAX) {
    throw new Failure('bad_request', `id must hold 1 to ${ID_LENGTH_MAX} characters.`);
  }
  return id.trim();
}

async function byExternalId(reads: Reads, source: NumberedId, text: string): ReturnType<Resolver> {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= EXTERNAL_ID_MAX)) throw new Failure('bad_request', `An id of ${source} is a whole number.`);
  const cards = await cardsByExternalId(reads, source, id);
  const market = MARKETPLACES.find((each) => each === source);
  const products = market === undefined ? [] : await productsByExternalId(reads, market, id);
  return [
    ...cards.map((card) => {
      const carrying = card.variants.filter(({ external_ids }) => market && external_ids[market] === id);
      return asResolved(card, carrying.length > 0 ? carrying : card.variants);
    }),
    ...products.map(({ id: product_id, game, name }) => {
      return { game, card_id: null, product_id, name, expansion_id: null, number: null, variants: [] };
    }),
  ];
}

/** Cards by an id of another catalog: ours, where its ids are, else the card at the first place that has one. */
function inCatalog({ isInternal, places }: ExternalCatalog): Resolver {
  return async (reads, id, prefix, lines) => {
    const card = isInternal ? await cardById(reads, prefix + id) : undefined;
    const own = card ? [asResolved(card)] : await atFirstPlace(reads, places(id), prefix);
    // A set id that two print lines use bears the further one's mark.
    const marked = lines.map(async ({ language }) => {
      const inLine = places(id).map((place) => ({ ...place, expansion_id: `${place.expansion_id}.${language}` }));
      return atFirstPlace(reads, inLine, prefix);
    });
    return [...own, ...(await Promise.all(marked)).flat()];
  };
}

/** The cards at the first of the places that has any. */
async function atFirstPlace(reads: Reads, places: readonly CardPlace[], prefix: string): ReturnType<Resolver> {
  for (const { expansion_id, number } of places) {
    const expansion = await currentId(reads, 'expansion', prefix + expansion_id);
    const cards = await cardsAt(reads, expansion, numberNormalized(number) ?? '');
    if (cards.length > 0) return cards.map((card) => asResolved(card));
  }
  return [];
}

const asResolved = ({ game, id: card_id, name, expansion_id, number, variants }: Card, carrying = variants) => {
  return { game, card_id, product_id: null, name, expansion_id, number, variants: carrying.map(numberedPrinting) };
};
