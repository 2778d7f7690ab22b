/** The card list and the card detail. */

import { optionalText } from '../../catalog/field-shapes.ts';
import type { CardExplanation } from '../../catalog/provenance/card-explanation.ts';
import type { Card, CardSummary } from '../../catalog/records.ts';
import { pricedCard, pricedCardText } from '../../catalog/served-prices.ts';
import { Failure } from '../../failure.ts';
import { aliases, byAskedIds, currentId } from '../../store/catalog/aliases.ts';
import { expansionIdsOfSeries, expansionIdsOfTotals } from '../../store/catalog/expansions.ts';
import { sameArtwork } from '../../store/pictures/same-artworks.ts';
import { cardPricesIn, cardWithPrices } from '../../store/prices/current-prices.ts';
import type { Reads, Store } from '../../store/store.ts';
import { FieldQuery } from '../../store/views/listing/field-query.ts';
import {
  cardSummariesByIds,
  cardSummariesByKeys,
  type StoredSummary,
} from '../../store/views/priced/card-summaries.ts';
import { type CardPosition, cardPageText } from '../../store/views/priced/catalog-pages.ts';
import { NO_ENTRIES } from '../../store/views/priced/put-entries.ts';
import { InLanguages } from '../answer/answer.ts';
import { includes, type Query, readFilter, readLimit, readSearch, wantsTotal } from '../parameters.ts';
import type { CatalogReads, RouteRequest } from '../request.ts';
import {
  cardRowsIn,
  cardsIn,
  cardsNamed,
  hasLanguages,
  langParameter,
  pageIn,
  readLang,
  type ServedGames,
} from './in-language.ts';
import { inLang, listParameters, ofGame, type Page, type Paging, searchPage } from './list.ts';
import { idsParameter, readListIds, severalPage } from './query/batch-read.ts';
import { columnPage, countRows } from './query/filtered-page.ts';
import { cardFilterParameters, type ListQuery, readListQuery } from './query/filters.ts';
import { matchedNames } from './query/matched-names.ts';

export const cardListParameters = {
  ...listParameters,
  ...langParameter,
  ...cardFilterParameters,
  ...idsParameter,
  expansion_id: optionalText('Only cards of this expansion; an unknown one has none.', 'fl1'),
  include: optionalText('Comma-separated extras: prices. Others are dropped.', 'prices'),
};

/** A row of a list, found by a search where it has a score. */
type ListedCard = StoredSummary & { score?: number; matched?: string | undefined };

/** A page of cards, its rows as JSON. */
type JoinedPage = Omit<Page<never>, 'items'> & { items: string };

type Listing = CatalogReads & Paging & ServedGames;

/** Gives the page's JSON. */
export async function listCards({ query }: RouteRequest, context: Listing): Promise<string | InLanguages> {
  const lang = readLang(query, context);
  const { items, ...rest } = await cardRows(query, context);
  if (lang === undefined) return `{"items":[${items}],${JSON.stringify(rest).slice(1)}`;
  const page = { items: JSON.parse(`[${items}]`) as CardSummary[], ...rest };
  return pageIn(context, lang, page, cardRowsIn<CardSummary>) as Promise<InLanguages>;
}

const joined = ({ items, ...rest }: Page<ListedCard>): JoinedPage => ({ ...rest, items: items.map(rowText).join(',') });

/** Where cards have names in several languages, those by which they were found stand beside their own. */
async function found(context: Listing, q: string | undefined, page: Page<ListedCard>): Promise<JoinedPage> {
  if (q === undefined || context.games.every(({ languages }) => languages.length < 2)) return joined(page);
  const names = await matchedNames(context.reads, page.items, q);
  return joined({ ...page, items: page.items.map((row) => ({ ...row, matched: names.get(row.id) })) });
}

/** The stored text with what is not stored behind it: parsing and writing 50 of them took as long as all else of a list. */
function rowText({ text, score, matched, entries }: ListedCard): string {
  if (score === undefined && entries === undefined) return text;
  const named = matched === undefined ? '' : `,"matched_name":${JSON.stringify(matched)}`;
  const scored = score === undefined ? '' : `${named},"score":${score}`;
  const priced = entries === undefined ? '' : `,"prices":${entries ?? NO_ENTRIES}`;
  return `${text.slice(0, -1)}${scored}${priced}}`;
}

async function cardRows(query: Query, context: Listing): Promise<JoinedPage> {
  const game = readFilter(query, 'game');
  const isPriced = includes(query, 'prices');
  const ids = readListIds(query, cardListParameters);
  if (ids !== undefined)
    return joined(severalPage(ids, await summariesOf(context, ids, isPriced), game, wantsTotal(query)));
  const given = readFilter(query, 'expansion_id');
  const expansion_id = given && (await currentId(context.reads, 'expansion', given));
  const series = readFilter(query, 'series_id');
  if (expansion_id === given && series === undefined) context.isOf(game);
  const { lang } = query;
  const q = readSearch(query);
  const asked = readListQuery(query, cardFilterParameters);
  const rowsByIds = (ids: readonly string[]) => cardSummariesByIds(context.reads, ids, isPriced);
  const search =
    q === undefined ? undefined : { list: 'cards' as const, q, group: expansion_id, game, lang, rowsByIds };
  const scope = ['cards', expansion_id, ...(q === undefined ? [] : [q]), ...ofGame(game), ...inLang(lang)];
  if (asked !== undefined) {
    const expansions = await expansionsOf(context, series, expansion_id);
    const ofGames = context.games.filter(({ name }) => name === (game ?? name));
    const rowsByKeys = (keys: readonly number[]) => cardSummariesByKeys(context.reads, keys, isPriced);
    const page = await columnPage<ListedCard>(context, query, {
      list: 'cards',
      asked: { ...asked, filter: { ...asked.filter, expansionsOfNumber: await placesOf(context, asked) } },
      expansions,
      game,
      scope,
      rowsByKeys,
      fields: new FieldQuery(ofGames, { filter: asked.terms, sort: asked.sort }),
      search,
    });
    return found(context, q, page);
  }
  if (search !== undefined) return found(context, q, await searchPage(context, query, search));
  const after = context.cursors.open(scope, query.cursor) as CardPosition | undefined;
  const page = { after, limit: readLimit(query), expansion_id, game, isPriced };
  const { items, last } = await cardPageText(context.reads, page);
  const total = wantsTotal(query) ? { total: await countRows(context, 'cards', { game, expansion_id }) } : {};
  return { items, next_cursor: last ? context.cursors.seal(scope, last) : null, ...total };
}

const summariesOf = ({ reads }: CatalogReads, ids: readonly string[], isPriced: boolean) =>
  byAskedIds<StoredSummary>(reads, 'card', ids, (each) => cardSummariesByIds(reads, each, isPriced));

/** The expansions that cards are asked of; undefined where neither a series nor an expansion is. */
async function expansionsOf({ reads }: CatalogReads, series: string | undefined, expansion: string | undefined) {
  if (series === undefined) return expansion === undefined ? undefined : new Set([expansion]);
  const asked = [...new Set(series.split(',').map((id) => id.trim()))];
  const targets = await aliases(reads, 'series', asked);
  const known = asked.map((id) => targets.get(id) ?? id);
  const ofSeries = await expansionIdsOfSeries(reads, known);
  return new Set(ofSeries.filter((id) => expansion === undefined || id === expansion));
}

/** The expansions of each number that is asked with the count printed behind it; undefined where none is. */
async function placesOf({ reads }: CatalogReads, { totals }: ListQuery): Promise<Map<string, Set<string>> | undefined> {
  if (totals.size === 0) return undefined;
  const expansions = await expansionIdsOfTotals(reads, [...new Set([...totals.values()].flat())]);
  return new Map(
    [...totals].map(([number, counts]) => [number, new Set(counts.flatMap((count) => expansions.get(count) ?? []))]),
  );
}

export const cardParameters = {
  ...langParameter,
  include: optionalText('Comma-separated extras: same_artwork. Others are dropped.', 'same_artwork'),
};

/** @throws Failure not_found */
export async function getCard(
  { params, query }: RouteRequest,
  context: CatalogReads & ServedGames,
): Promise<string | InLanguages> {
  const lang = readLang(query, context);
  const { id = '' } = params;
  const found = await cardWithPrices(context.reads, id);
  if (!found) throw new Failure('not_found', 'There is no card with this id.');
  if (found.id === id) context.isOf(found.game);
  const text = includes(query, 'same_artwork') ? await withArtwork(context, found) : found.text;
  const prices = cardPricesIn(found.prices);
  if (lang === undefined) {
    if (!hasLanguages(context, found.game)) return pricedCardText(text, prices);
    // As events have it: a copy that is kept by them equals what is read.
    const [named] = await cardsNamed(context, [JSON.parse(text) as Card]);
    return JSON.stringify(named && pricedCard(named, prices));
  }
  const [card] = await cardsIn(context, lang, [JSON.parse(text) as Card]);
  return new InLanguages(JSON.stringify(card && pricedCard(card, prices)), card?.lang ?? lang);
}

async function withArtwork({ reads }: CatalogReads, { id, text }: { id: string; text: string }): Promise<string> {
  const same_artwork = await sameArtwork(reads, id);
  return same_artwork === undefined ? text : JSON.stringify({ ...(JSON.parse(text) as Card), same_artwork });
}

export interface Explaining {
  store: Store;
  /** Where each price of a card comes from, or why there is none; undefined where there is no such card. */
  explain: (reads: Reads, cardId: string) => Promise<CardExplanation | undefined>;
}

/**
 * Tells where the card's prices come from, and why the others are not there. Not kept: what runs learn and hold back
 * changes without a new version of the catalog.
 * @throws Failure not_found
 */
export async function explainCard({ params }: RouteRequest, { store, explain }: Explaining): Promise<CardExplanation> {
  const { id = '' } = params;
  const { value } = await store.snapshot((reads) => explain(reads, id));
  if (!value) throw new Failure('not_found', 'There is no card with this id.');
  return value;
}
