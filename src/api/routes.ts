/** The whole API on one screen: every endpoint with the scope its key needs. */

import { CardPriceHistory, ProductPriceHistory } from '../catalog/price-history.ts';
import { CardExplanation } from '../catalog/provenance/card-explanation.ts';
import { Card, CardSummary, Expansion, Product, Series } from '../catalog/records.ts';
import { pageOfIds } from './catalog/asked/several.ts';
import { cardListParameters, cardParameters, explainCard, getCard, listCards } from './catalog/cards.ts';
import {
  answerExport,
  Event,
  ExportLines,
  eventListParameters,
  exportParameters,
  listEvents,
} from './catalog/events.ts';
import {
  expansionListParameters,
  getExpansion,
  getSeries,
  listExpansions,
  listSeries,
  seriesListParameters,
} from './catalog/expansions.ts';
import { GameList, listGames } from './catalog/games.ts';
import { langParameter } from './catalog/in-language.ts';
import { pageOf, pageParameters } from './catalog/list.ts';
import { LookupAnswer, lookUpRows, lookupBodies, lookupParameters } from './catalog/lookup.ts';
import { listMovers, MoverList, moverParameters } from './catalog/prices/movers.ts';
import { getCardPrices, getProductPrices } from './catalog/prices/price-history.ts';
import { windowParameters } from './catalog/prices/price-window.ts';
import { getProduct, listProducts, productListParameters } from './catalog/products.ts';
import { ResolvedList, resolveForeignId, resolveParameters } from './catalog/resolve.ts';
import { ScanAnswer, scanBodies, scanParameters, scanPhoto } from './catalog/scan.ts';
import { listValues, ValueList, valueParameters } from './catalog/values.ts';
import type { Route } from './context.ts';
import {
  answerHealth,
  answerLive,
  answerMetrics,
  answerOpenapi,
  answerReady,
  Health,
  Liveness,
  Readiness,
} from './health.ts';
import { envelope } from './openapi/document.ts';
import { getSession, signIn, signOut } from './operator/console-session.ts';
import { createKey, listKeys, revokeKeyNow, rotateKeyNow } from './operator/keys.ts';
import { getAudit, getOverview, Overview } from './operator/overview.ts';
import * as records from './operator/records.ts';
import { answerProgress, listRuns, startRun } from './operator/runs.ts';
import {
  addSubscription,
  deliveryParameters,
  getDelivery,
  getSubscription,
  listDeliveries,
  listSubscriptions,
  pauseSubscription,
  recoverSubscription,
  removeSubscription,
  resendDelivery,
  resumeSubscription,
  rotateSubscriptionSecret,
  testSubscription,
} from './operator/subscriptions.ts';
import { answerDemoPicture } from './pages/demo-pictures.ts';
import { answerLlms } from './pages/llms.ts';
import { answerAsset, answerConsole, answerReference, answerStart } from './pages/web-pages.ts';

const GET = 'GET';
const POST = 'POST';
const DELETE = 'DELETE';
const scope = 'read';
const isKept = true;
const isPage = true;
const admin = 'admin';

// biome-ignore format: a table reads by its columns.
export const routes: readonly Route[] = [
  { method: GET, path: '/v1/games', scope, handle: listGames, data: GameList, summary: 'List the games' },
  { method: GET, path: '/v1/series', scope, isKept, handle: listSeries, query: seriesListParameters, data: pageOf(Series), summary: 'List series' },
  { method: GET, path: '/v1/series/:id', scope, isKept, handle: getSeries, query: langParameter, data: Series, summary: 'Read a series' },
  { method: GET, path: '/v1/expansions', scope, isKept, handle: listExpansions, query: expansionListParameters, data: pageOf(Expansion), summary: 'List expansions' },
  { method: GET, path: '/v1/expansions/:id', scope, isKept, handle: getExpansion, query: langParameter, data: Expansion, summary: 'Read an expansion' },
  { method: GET, path: '/v1/cards', scope, isKept, handle: listCards, query: cardListParameters, data: pageOfIds(CardSummary), summary: 'List cards' },
  { method: GET, path: '/v1/cards/:id', scope, isKept, handle: getCard, query: cardParameters, data: Card, summary: 'Read a card' },
  { method: GET, path: '/v1/cards/:id/prices', scope, isKept, handle: getCardPrices, query: windowParameters, data: CardPriceHistory, summary: "Read the daily prices of a card's printings" },
  { method: GET, path: '/v1/cards/:id/explain', scope, handle: explainCard, data: CardExplanation, summary: "Explain a card's prices" },
  { method: GET, path: '/v1/products', scope, isKept, handle: listProducts, query: productListParameters, data: pageOfIds(Product), summary: 'List sealed products' },
  { method: GET, path: '/v1/products/:id', scope, isKept, handle: getProduct, data: Product, summary: 'Read a sealed product' },
  { method: GET, path: '/v1/products/:id/prices', scope, isKept, handle: getProductPrices, query: windowParameters, data: ProductPriceHistory, summary: 'Read the daily prices of a sealed product' },
  { method: GET, path: '/v1/values/:field', scope, isKept, handle: listValues, query: valueParameters, data: ValueList, summary: 'List the values of a field with their counts' },
  { method: GET, path: '/v1/movers', scope, isKept, handle: listMovers, query: moverParameters, data: MoverList, summary: 'List the prices that moved most' },
  { method: GET, path: '/v1/resolve', scope, isKept, handle: resolveForeignId, query: resolveParameters, data: ResolvedList, summary: 'Find what a foreign id stands for' },
  { method: POST, path: '/v1/lookup', scope, handle: lookUpRows, query: lookupParameters, uploads: lookupBodies, data: LookupAnswer, summary: 'Look up the cards of a list' },
  { method: POST, path: '/v1/scan', scope: 'scan', handle: scanPhoto, query: scanParameters, uploads: scanBodies, data: ScanAnswer, summary: 'Identify the card on a photo' },
  { method: GET, path: '/v1/events', scope, handle: listEvents, query: eventListParameters, data: pageOf(Event), summary: 'List events in the order of the feed' },
  { method: GET, path: '/export/:file', scope, answer: answerExport, query: exportParameters, type: 'application/x-ndjson', body: ExportLines, summary: 'Export cards.ndjson, expansions.ndjson, series.ndjson or products.ndjson' },
  { method: GET, path: '/health', scope: null, answer: answerHealth, body: Health, summary: 'Say whether every task is on time' },
  { method: GET, path: '/livez', scope: null, answer: answerLive, body: Liveness, summary: 'Say that the process answers' },
  { method: GET, path: '/readyz', scope: null, answer: answerReady, body: Readiness, otherwise: { 503: 'The process is stopping, or its store does not answer' }, summary: 'Say that requests can be served' },
  { method: GET, path: '/demo/pictures/*', scope: null, answer: answerDemoPicture, summary: 'Show a picture of a demo game' },
  { method: GET, path: '/metrics', scope: 'admin', answer: answerMetrics, type: 'text/plain', summary: 'Show what this process measures' },
  { method: GET, path: '/admin/overview', scope: admin, act: getOverview, data: Overview, summary: 'Show tasks, counts, coverage and freshness' },
  { method: GET, path: '/admin/runs', scope: admin, act: listRuns, query: pageParameters, data: records.pageOfRecords(records.Run), summary: 'List ingest runs' },
  { method: POST, path: '/admin/runs', scope: admin, act: startRun, takes: records.RunRequest, status: 202, data: records.StartedRuns, summary: 'Run a source now' },
  { method: GET, path: '/admin/runs/progress', scope: admin, answer: answerProgress, type: 'text/event-stream', summary: 'Follow runs under way' },
  { method: GET, path: '/admin/audit', scope: admin, act: getAudit, data: records.AuditFindings, summary: 'Show what the mapping audit withholds' },
  { method: GET, path: '/admin/keys', scope: admin, act: listKeys, data: records.pageOfRecords(records.ShownKey), summary: 'List keys' },
  { method: POST, path: '/admin/keys', scope: admin, act: createKey, takes: records.NewKey, status: 201, data: records.IssuedKey, summary: 'Make a key' },
  { method: POST, path: '/admin/keys/:id/revoke', scope: admin, act: revokeKeyNow, data: records.ShownKey, summary: 'Revoke a key' },
  { method: POST, path: '/admin/keys/:id/rotate', scope: admin, act: rotateKeyNow, takes: records.Rotation, status: 201, data: records.IssuedKey, summary: 'Replace a key by a new one like it' },
  { method: GET, path: '/admin/subscriptions', scope: admin, act: listSubscriptions, data: records.pageOfRecords(records.ShownSubscription), summary: 'List subscriptions' },
  { method: POST, path: '/admin/subscriptions', scope: admin, act: addSubscription, takes: records.NewSubscription, status: 201, data: records.NewSecret, summary: 'Make a subscription' },
  { method: GET, path: '/admin/subscriptions/:id', scope: admin, act: getSubscription, data: records.SubscriptionDetail, summary: 'Read a subscription' },
  { method: DELETE, path: '/admin/subscriptions/:id', scope: admin, act: removeSubscription, status: 204, data: records.Nothing, summary: 'Remove a subscription' },
  { method: POST, path: '/admin/subscriptions/:id/test', scope: admin, act: testSubscription, takes: records.TestRequest, data: records.SampleResult, summary: 'Send a sample now' },
  { method: POST, path: '/admin/subscriptions/:id/pause', scope: admin, act: pauseSubscription, data: records.ShownSubscription, summary: 'Hold deliveries back' },
  { method: POST, path: '/admin/subscriptions/:id/resume', scope: admin, act: resumeSubscription, data: records.ShownSubscription, summary: 'Let deliveries go out again' },
  { method: POST, path: '/admin/subscriptions/:id/rotate-secret', scope: admin, act: rotateSubscriptionSecret, status: 201, data: records.NewSecret, summary: 'Make a new secret' },
  { method: POST, path: '/admin/subscriptions/:id/recover', scope: admin, act: recoverSubscription, takes: records.Recovery, data: records.Recovered, summary: 'Send what came since a time again' },
  { method: GET, path: '/admin/subscriptions/:id/deliveries', scope: admin, act: listDeliveries, query: deliveryParameters, data: records.pageOfRecords(records.Delivery), summary: 'List deliveries with their attempts' },
  { method: GET, path: '/admin/deliveries/:id', scope: admin, act: getDelivery, data: records.DeliveryDetail, summary: 'Read a delivery with its body' },
  { method: POST, path: '/admin/deliveries/:id/resend', scope: admin, act: resendDelivery, data: records.Delivery, summary: 'Send a delivery again' },
  { method: POST, path: '/console/session', scope: null, chargesAddress: true, answer: signIn, takes: records.SignIn, status: 204, summary: 'Sign in to the console' },
  { method: GET, path: '/console/session', scope: 'any', answer: getSession, body: envelope(records.Session), summary: 'Say who is signed in' },
  { method: DELETE, path: '/console/session', scope: 'any', answer: signOut, status: 204, summary: 'Sign out of the console' },
  { method: GET, path: '/openapi.json', scope: null, answer: answerOpenapi, summary: 'Describe this API' },
  { method: GET, path: '/', scope: null, isPage, answer: answerStart, summary: 'Lead a browser to the console' },
  { method: GET, path: '/console', scope: null, isPage, answer: answerConsole, summary: 'Show the console' },
  { method: GET, path: '/console/*', scope: null, isPage, answer: answerConsole, summary: 'Show a page of the console' },
  { method: GET, path: '/console/assets/*', scope: null, isPage, answer: answerAsset, summary: 'Give what the pages are made of' },
  { method: GET, path: '/docs', scope: null, isPage, answer: answerReference, summary: 'Show the reference' },
  { method: GET, path: '/llms.txt', scope: null, isPage, answer: answerLlms, summary: 'Tell agents how to use this API' },
];
