/** The whole API on one screen: every endpoint with the scope its key needs. */
import { CardPriceHistory, ProductPriceHistory } from '../catalog/price-history.ts';
import { Card, CardSummary, Expansion, Product, Series } from '../catalog/records.ts';
import { cardListParameters, getCard, listCards } from './cards.ts';
import type { Route } from './context.ts';
import { answerDemoPicture } from './demo-pictures.ts';
import { answerExport, Event, eventListParameters, exportParameters, listEvents } from './events.ts';
import { expansionListParameters, getExpansion, getSeries, listExpansions, listSeries } from './expansions.ts';
import { answerHealth, answerLive, answerMetrics, answerOpenapi, answerReady, Health } from './health.ts';
import { listParameters, pageOf } from './list.ts';
import { getCardPrices, getProductPrices } from './price-history.ts';
import { windowParameters } from './price-window.ts';
import { getProduct, listProducts, productListParameters } from './products.ts';

const GET = 'GET';
const scope = 'read';
const isKept = true;

// biome-ignore format: a table reads by its columns.
export const routes: readonly Route[] = [
  { method: GET, path: '/v1/series', scope, isKept, handle: listSeries, query: listParameters, data: pageOf(Series), summary: 'List series' },
  { method: GET, path: '/v1/series/:id', scope, isKept, handle: getSeries, data: Series, summary: 'Read a series' },
  { method: GET, path: '/v1/expansions', scope, isKept, handle: listExpansions, query: expansionListParameters, data: pageOf(Expansion), summary: 'List expansions' },
  { method: GET, path: '/v1/expansions/:id', scope, isKept, handle: getExpansion, data: Expansion, summary: 'Read an expansion' },
  { method: GET, path: '/v1/cards', scope, isKept, handle: listCards, query: cardListParameters, data: pageOf(CardSummary), summary: 'List cards' },
  { method: GET, path: '/v1/cards/:id', scope, isKept, handle: getCard, data: Card, summary: 'Read a card' },
  { method: GET, path: '/v1/cards/:id/prices', scope, isKept, handle: getCardPrices, query: windowParameters, data: CardPriceHistory, summary: "Read the daily prices of a card's printings" },
  { method: GET, path: '/v1/products', scope, isKept, handle: listProducts, query: productListParameters, data: pageOf(Product), summary: 'List sealed products' },
  { method: GET, path: '/v1/products/:id', scope, isKept, handle: getProduct, data: Product, summary: 'Read a sealed product' },
  { method: GET, path: '/v1/products/:id/prices', scope, isKept, handle: getProductPrices, query: windowParameters, data: ProductPriceHistory, summary: 'Read the daily prices of a sealed product' },
  { method: GET, path: '/v1/events', scope, handle: listEvents, query: eventListParameters, data: pageOf(Event), summary: 'List events in the order of the feed' },
  { method: GET, path: '/export/:file', scope, answer: answerExport, query: exportParameters, summary: 'Export cards.ndjson, expansions.ndjson, series.ndjson or products.ndjson' },
  { method: GET, path: '/health', scope: null, answer: answerHealth, body: Health, summary: 'Say whether every task is on time' },
  { method: GET, path: '/livez', scope: null, answer: answerLive, summary: 'Say that the process answers' },
  { method: GET, path: '/readyz', scope: null, answer: answerReady, summary: 'Say that requests can be served' },
  { method: GET, path: '/demo/pictures/*', scope: null, answer: answerDemoPicture, summary: 'Show a picture of the demo game' },
  { method: GET, path: '/metrics', scope: 'admin', answer: answerMetrics, summary: 'Show what this process measures' },
  { method: GET, path: '/openapi.json', scope: null, answer: answerOpenapi, summary: 'Describe this API' },
];
