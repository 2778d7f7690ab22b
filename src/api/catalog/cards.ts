/** The card list and the card detail. */
import Type from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import type { CardExplanation } from '../../catalog/provenance/card-explanation.ts';
import type { Card, CardSummary } from '../../catalog/records.ts';
import { pricedCardText } from '../../catalog/served-prices.ts';
import { Failure } from '../../failure.ts';
import { aliasTargets, currentExpansionId } from '../../store/catalog/aliases.ts';
import { type CardPosition, cardPageText } from '../../store/catalog/catalog-pages.ts';
import { expansionIdsOfSeries, expansionIdsOfTotals } from '../../store/catalog/expansions.ts';
import { sameArtwork } from '../../store/pictures/same-artworks.ts';
import { cardWithPrices } from '../../store/prices/card-with-prices.ts';
import { storedPrices } from '../../store/prices/stored-prices.ts';
import { cardSummariesByIds, cardSummariesByKeys, type StoredSummary } from '../../store/shown/card-summaries.ts';
import { NO_ENTRIES } from '../../store/shown/put-entries.ts';
import { InLanguages } from '../answer/answer.ts';
import type { ApiContext, RequestContext, RouteRequest } from '../context.ts';
import { includes, type Query, readFilter, readLimit, readSearch, requireText } from '../parameters.ts';
import { askedPage } from './asked/asked-list.ts';
import { type Asked, cardFilterParameters, readAsked } from './asked/filters.ts';
import { idsParameter, readListIds, severalPage } from './asked/several.ts';
import { cardRowsIn, cardsIn, langParameter, readLang, spokenPage } from './in-language.ts';
import { inLang, listParameters, ofGame, type Page, searchPage } from './list.ts';

export const cardListParameters = {
  ...listParameters,
  ...langParameter,
  ...cardFilterParameters,
  ...idsParameter,
  expansion_id: Type.Optional(Type.String(doc('Only cards of this expansion; an unknown one has none.', 'fl1'))),
  include: Type.Optional(Type.String(doc('Comma-separated extras: prices. Others are dropped.', 'prices'))),
};

/** A row of a list, found by a search where it has a score. */
type ListedCard = StoredSummary & { score?: number };

/** A page of cards, its rows as JSON. */
type JoinedPage = Omit<Page<never>, 'items'> & { items: string };

/** Gives the page's JSON. */
export async function listCards({ query }: RouteRequest, context: RequestContext): Promise<string | InLanguages> {
  const lang = readLang(query, context);
  const { items, ...rest } = await cardRows(query, context);
  if (lang !== undefined) {
    const page = { items: JSON.parse(`[${items}]`) as CardSummary[], ...rest };
    return spokenPage(lang, page, (language, rows) => cardRowsIn(context, language, rows));
  }
  return `{"items":[${items}],${JSON.stringify(rest).slice(1)}`;
}

const joined = ({ items, ...rest }: Page<ListedCard>): JoinedPage => ({ ...rest, items: items.map(rowText).join(',') });

/** The stored text with what is not stored behind it: parsing and writing 50 of them took as long as all else of a list. */
function rowText({ text, score, entries }: ListedCard): string {
  if (score === undefined && entries === undefined) return text;
  const scored = score === undefined ? '' : `,"score":${score}`;
  const priced = entries === undefined ? '' : `,"prices":${entries ?? NO_ENTRIES}`;
  return `${text.slice(0, -1)}${scored}${priced}}`;
}

async function cardRows(query: Query, context: RequestContext): Promise<JoinedPage> {
  const game = readFilter(query, 'game');
  const isPriced = includes(query, 'prices');
  const ids = readListIds(query, cardListParameters);
  if (ids !== undefined) return joined(severalPage(ids, await summariesOf(context, ids, isPriced), game));
  const given = readFilter(query, 'expansion_id');
  const expansion_id = given && (await currentExpansionId(context.reads, given));
  const series = readFilter(query, 'series_id');
  if (expansion_id === given && series === undefined) context.isOf(game);
  const { lang } = query;
  const q = readSearch(query);
  const asked = readAsked(query, cardFilterParameters);
  const rowsByIds = (ids: readonly string[]) => cardSummariesByIds(context.reads, ids, isPriced);
  const search =
    q === undefined ? undefined : { list: 'cards' as const, q, group: expansion_id, game, lang, rowsByIds };
  const scope = ['cards', expansion_id, ...(q === undefined ? [] : [q]), ...ofGame(game), ...inLang(lang)];
  if (asked !== undefined) {
    const expansions = await expansionsOf(context, series, expansion_id);
    const rowsByKeys = (keys: readonly number[]) => cardSummariesByKeys(context.reads, keys, isPriced);
    const page = await askedPage<ListedCard>(context, query, {
      list: 'cards',
      asked: { ...asked, filter: { ...asked.filter, expansionsOfNumber: await placesOf(context, asked) } },
      expansions,
      game,
      scope,
      rowsByKeys,
      search,
    });
    return joined(page);
  }
  if (search !== undefined) return joined(await searchPage(context, query, search));
  const after = context.cursors.open(scope, query.cursor) as CardPosition | undefined;
  const page = { after, limit: readLimit(query), expansion_id, game, isPriced };
  const { items, last } = await cardPageText(context.reads, page);
  return { items, next_cursor: last ? context.cursors.seal(scope, last) : null };
}

/** Summaries by the ids that they are asked for under, which may be given up. */
async function summariesOf(
  { reads }: RequestContext,
  ids: readonly string[],
  isPriced: boolean,
): Promise<Map<string, StoredSummary>> {
  if (ids.length === 0) return new Map();
  const targets = await aliasTargets(reads, 'card', ids);
  const found = await cardSummariesByIds(reads, [...new Set([...ids, ...targets.values()])], isPriced);
  return new Map(
    ids.flatMap((id) => {
      const row = found.get(id) ?? found.get(targets.get(id) ?? '');
      return row === undefined ? [] : [[id, row]];
    }),
  );
}

/** The expansions that cards are asked of; undefined where neither a series nor an expansion is. */
async function expansionsOf({ reads }: RequestContext, series: string | undefined, expansion: string | undefined) {
  if (series === undefined) return expansion === undefined ? undefined : new Set([expansion]);
  const asked = [...new Set(series.split(',').map((id) => id.trim()))];
  const targets = await aliasTargets(reads, 'series', asked);
  const ofSeries = await expansionIdsOfSeries(
    reads,
    asked.map((id) => targets.get(id) ?? id),
  );
  return new Set(ofSeries.filter((id) => expansion === undefined || id === expansion));
}

/** The expansions of each number that is asked with the count printed behind it; undefined where none is. */
async function placesOf({ reads }: RequestContext, { totals }: Asked): Promise<Map<string, Set<string>> | undefined> {
  if (totals.size === 0) return undefined;
  const expansions = await expansionIdsOfTotals(reads, [...new Set([...totals.values()].flat())]);
  return new Map(
    [...totals].map(([number, counts]) => [number, new Set(counts.flatMap((count) => expansions.get(count) ?? []))]),
  );
}

export const cardParameters = {
  ...langParameter,
  include: Type.Optional(Type.String(doc('Comma-separated extras: same_artwork. Others are dropped.', 'same_artwork'))),
};

/**
 * Gives the card's JSON.
 * @throws Failure not_found
 */
export async function getCard({ params, query }: RouteRequest, context: RequestContext): Promise<string | InLanguages> {
  const lang = readLang(query, context);
  const id = params.id ?? '';
  requireText('id', id);
  const found = await cardWithPrices(context.reads, id);
  if (!found) throw new Failure('not_found', 'There is no card with this id.');
  if (found.id === id) context.isOf(found.game);
  const text = includes(query, 'same_artwork') ? await withArtwork(context, found) : found.text;
  if (lang === undefined) return pricedCardText(text, storedPrices(found.prices));
  const [card] = await cardsIn(context, lang, [JSON.parse(text) as Card]);
  return new InLanguages(pricedCardText(JSON.stringify(card), storedPrices(found.prices)), card?.lang ?? lang);
}

async function withArtwork({ reads }: RequestContext, { id, text }: { id: string; text: string }): Promise<string> {
  const same_artwork = await sameArtwork(reads, id);
  return same_artwork === undefined ? text : JSON.stringify({ ...(JSON.parse(text) as Card), same_artwork });
}

/**
 * Tells where the card's prices come from, and why the others are not there. Not kept: what runs learn and hold back
 * changes without a new version of the catalog.
 * @throws Failure not_found
 */
export async function explainCard({ params }: RouteRequest, { store, explain }: ApiContext): Promise<CardExplanation> {
  const id = params.id ?? '';
  requireText('id', id);
  const { value } = await store.snapshot((reads) => explain(reads, id));
  if (!value) throw new Failure('not_found', 'There is no card with this id.');
  return value;
}
