/** The card list and the card detail. */
import Type from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import type { CardExplanation } from '../../catalog/provenance/card-explanation.ts';
import type { Card, CardSummary } from '../../catalog/records.ts';
import { pricedCardText } from '../../catalog/served-prices.ts';
import { Failure } from '../../failure.ts';
import { currentExpansionId } from '../../store/catalog/aliases.ts';
import { type CardPosition, cardPage } from '../../store/catalog/catalog-pages.ts';
import { cardSummariesByIds } from '../../store/catalog/catalog-records.ts';
import { cardWithPrices } from '../../store/prices/card-with-prices.ts';
import { cardPriceEntries } from '../../store/shown/price-entries.ts';
import { InLanguages } from '../answer/answer.ts';
import type { ApiContext, RequestContext, RouteRequest } from '../context.ts';
import { includes, type Query, readFilter, readSearch, requireText } from '../parameters.ts';
import { cardIn, cardRowsIn, langParameter, pageIn, readLang } from './in-language.ts';
import { inLang, listPage, listParameters, ofGame, type Page, searchPage } from './list.ts';

export const cardListParameters = {
  ...listParameters,
  ...langParameter,
  expansion_id: Type.Optional(Type.String(doc('Only cards of this expansion; an unknown one has none.', 'fl1'))),
  include: Type.Optional(Type.String(doc('Comma-separated extras: prices. Others are dropped.', 'prices'))),
};

export async function listCards(
  { query }: RouteRequest,
  context: RequestContext,
): Promise<Page<CardSummary> | InLanguages> {
  const lang = readLang(query, context);
  const asked = readFilter(query, 'expansion_id');
  const expansion_id = asked && (await currentExpansionId(context.reads, asked));
  if (expansion_id === asked) context.isOf(readFilter(query, 'game'));
  const page = await cardRows(query, context, expansion_id);
  const shown = includes(query, 'prices') ? { ...page, items: await withEntries(page.items, context) } : page;
  return pageIn(lang, shown, (language, rows) => cardRowsIn(context, language, rows));
}

function cardRows(query: Query, context: RequestContext, expansion_id: string | undefined) {
  const game = readFilter(query, 'game');
  const { lang } = query;
  const q = readSearch(query);
  if (q !== undefined) {
    const rowsByIds = (ids: readonly string[]) => cardSummariesByIds(context.reads, ids);
    return searchPage(context, query, { list: 'cards', q, group: expansion_id, game, lang, rowsByIds });
  }
  const scope = ['cards', expansion_id, ...ofGame(game), ...inLang(lang)];
  return listPage<CardSummary, CardPosition>(context, query, scope, (page) =>
    cardPage(context.reads, { ...page, expansion_id, game }),
  );
}

async function withEntries(cards: CardSummary[], { reads }: RequestContext): Promise<CardSummary[]> {
  const ids = cards.map(({ id }) => id);
  const entries = await cardPriceEntries(reads, ids);
  return cards.map((card) => ({ ...card, prices: entries.get(card.id) ?? [] }));
}

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
  if (lang === undefined) return pricedCardText(found.text, found.prices);
  const card = await cardIn(context, lang, JSON.parse(found.text) as Card);
  return new InLanguages(pricedCardText(JSON.stringify(card), found.prices), card.lang);
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
