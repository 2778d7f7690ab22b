/** The whole API on one screen: every endpoint with the scope its key needs. */

import { CardPriceHistory, ProductPriceHistory } from '../catalog/price-history.ts';
import { CardExplanation } from '../catalog/provenance/card-explanation.ts';
import { Card, CardSummary, Expansion, Product, Series } from '../catalog/records.ts';
import * as shapes from '../catalog/statistics/statistics-shapes.ts';
import { Manifest } from '../files/manifest.ts';
import { answerAssistant, refuseMethod } from './assistant.ts';
import { cardListParameters, cardParameters, explainCard, getCard, listCards } from './catalog/cards.ts';
import * as feed from './catalog/events.ts';
import { answerAtom, atomParameters } from './catalog/events-atom.ts';
import * as groups from './catalog/expansions.ts';
import { GameList, listGames } from './catalog/games.ts';
import { langParameter } from './catalog/in-language.ts';
import { countedParameter, gameParameter, listedPage, pageOf, pageParameters } from './catalog/list.ts';
import { LookupAnswer, lookUpRows, lookupBodies, lookupParameters } from './catalog/lookup.ts';
import { listMigrations, MigrationList } from './catalog/migrations.ts';
import { listMovers, MoverList, moverParameters } from './catalog/prices/movers.ts';
import { getCardPrices, getProductPrices } from './catalog/prices/price-history.ts';
import { windowParameters } from './catalog/prices/price-window.ts';
import * as statistics from './catalog/prices/statistics.ts';
import { getProduct, listProducts, productListParameters } from './catalog/products.ts';
import { pageOfIds } from './catalog/query/batch-read.ts';
import * as csv from './catalog/query/csv-forms.ts';
import { ResolvedList, resolveExternalId, resolveParameters } from './catalog/resolve.ts';
import { ScanAnswer, scanBodies, scanParameters, scanPhoto } from './catalog/scan.ts';
import { FieldList, listFields, listValues, ValueList } from './catalog/values.ts';
import { answerCompat } from './compat/compat.ts';
import { answerFile, answerLink, answerManifest, manifestParameters } from './files/files.ts';
import * as service from './health.ts';
import { envelope } from './openapi/document.ts';
import { getSession, signIn, signOut } from './operator/console-session.ts';
import * as keys from './operator/keys.ts';
import { getAudit, getOverview, Overview } from './operator/overview.ts';
import * as records from './operator/records.ts';
import { acceptHeldNow, answerProgress, listHeld, listRuns, startRun } from './operator/runs.ts';
import * as subscriptions from './operator/subscriptions.ts';
import { answerLlms } from './pages/llms.ts';
import { ApiIndex, answerManual, getIndex } from './pages/manual.ts';
import { answerPicture, pictureParameters } from './pages/pictures.ts';
import { answerAsset, answerConsole, answerDemoPicture, answerReference, answerStart } from './pages/web-pages.ts';
import type { Route } from './route.ts';

const GET = 'GET';
const POST = 'POST';
const DELETE = 'DELETE';
const scope = 'read';
const isKept = true;
const isPage = true;
const admin = 'admin';

// biome-ignore format: a table reads by its columns.
export const routes: readonly Route[] = [
  { method: GET, path: '/v1', name: 'getIndex', scope, isKept, handle: getIndex, data: ApiIndex, summary: 'List the endpoints' },
  { method: GET, path: '/v1/games', name: 'listGames', scope, handle: listGames, csv: csv.gamesCsv, data: GameList, summary: 'List the games' },
  { method: GET, path: '/v1/series', name: 'listSeries', scope, isKept, handle: groups.listSeries, query: groups.seriesListParameters, csv: csv.seriesCsv, data: pageOf(Series), summary: 'List series' },
  { method: GET, path: '/v1/series/:id', name: 'getSeries', scope, isKept, handle: groups.getSeries, query: langParameter, data: Series, summary: 'Read a series' },
  { method: GET, path: '/v1/expansions', name: 'listExpansions', scope, isKept, handle: groups.listExpansions, query: groups.expansionListParameters, csv: csv.expansionsCsv, data: pageOfIds(Expansion), summary: 'List expansions' },
  { method: GET, path: '/v1/expansions/:id', name: 'getExpansion', scope, isKept, handle: groups.getExpansion, query: langParameter, data: Expansion, summary: 'Read an expansion' },
  { method: GET, path: '/v1/expansions/:id/stats', name: 'getExpansionStats', scope, isKept, handle: statistics.getExpansionStatistics, data: shapes.ExpansionStatistics, summary: 'Read what an expansion is worth' },
  { method: GET, path: '/v1/cards', name: 'listCards', scope, isKept, handle: listCards, query: cardListParameters, csv: csv.cardsCsv, data: pageOfIds(CardSummary), summary: 'List cards' },
  { method: GET, path: '/v1/cards/:id', name: 'getCard', scope, isKept, handle: getCard, query: cardParameters, data: Card, summary: 'Read a card' },
  { method: GET, path: '/v1/cards/:id/prices', name: 'getCardPrices', scope, isKept, handle: getCardPrices, query: windowParameters, csv: csv.pricesCsv, data: CardPriceHistory, summary: "Read the daily prices of a card's printings" },
  { method: GET, path: '/v1/expansions/:id/chart', name: 'getExpansionChart', scope, isKept, handle: statistics.getExpansionChart, query: statistics.chartParameters, data: shapes.ExpansionChart, summary: 'Read what an expansion was worth as the points of a chart' },
  { method: GET, path: '/v1/cards/:id/stats', name: 'getCardStats', scope, isKept, handle: statistics.getCardStatistics, data: shapes.CardStatistics, summary: "Read the statistics of a card's prices" },
  { method: GET, path: '/v1/cards/:id/chart', name: 'getCardChart', scope, isKept, handle: statistics.getChart, query: statistics.chartParameters, data: shapes.Chart, summary: "Read a card's prices as the points of a chart" },
  { method: GET, path: '/v1/cards/:id/explain', name: 'explainCard', scope, handle: explainCard, data: CardExplanation, summary: "Explain a card's prices" },
  { method: GET, path: '/v1/products', name: 'listProducts', scope, isKept, handle: listProducts, query: productListParameters, csv: csv.productsCsv, data: pageOfIds(Product), summary: 'List sealed products' },
  { method: GET, path: '/v1/products/:id', name: 'getProduct', scope, isKept, handle: getProduct, data: Product, summary: 'Read a sealed product' },
  { method: GET, path: '/v1/products/:id/prices', name: 'getProductPrices', scope, isKept, handle: getProductPrices, query: windowParameters, csv: csv.pricesCsv, data: ProductPriceHistory, summary: 'Read the daily prices of a sealed product' },
  { method: GET, path: '/v1/products/:id/stats', name: 'getProductStats', scope, isKept, handle: statistics.getProductStatistics, data: shapes.ProductStatistics, summary: "Read the statistics of a sealed product's prices" },
  { method: GET, path: '/v1/values/:field', name: 'listValues', scope, isKept, handle: listValues, query: gameParameter, csv: csv.valuesCsv, data: ValueList, summary: 'List the values of a field with their counts' },
  { method: GET, path: '/v1/fields', name: 'listFields', scope, isKept, handle: listFields, query: gameParameter, csv: csv.fieldsCsv, data: FieldList, summary: 'List the fields that filters take' },
  { method: GET, path: '/v1/movers', name: 'listMovers', scope, isKept, handle: listMovers, query: moverParameters, csv: csv.moversCsv, data: MoverList, summary: 'List the prices that moved most' },
  { method: GET, path: '/v1/resolve', name: 'resolveIds', scope, isKept, handle: resolveExternalId, query: resolveParameters, csv: csv.resolvedCsv, data: ResolvedList, summary: 'Find the record of an external id' },
  { method: GET, path: '/v1/migrations', name: 'listMigrations', scope, isKept, handle: listMigrations, query: pageParameters, csv: csv.migrationsCsv, data: MigrationList, summary: 'List ids that were renamed' },
  { method: POST, path: '/v1/lookup', name: 'readLookup', scope, handle: lookUpRows, query: lookupParameters, uploads: lookupBodies, csv: csv.lookupCsv, data: LookupAnswer, summary: 'Look up the cards of a list' },
  { method: POST, path: '/v1/scan', name: 'scanPhoto', scope: 'scan', handle: scanPhoto, query: scanParameters, uploads: scanBodies, data: ScanAnswer, summary: 'Identify the card on a photo' },
  { method: GET, path: '/v1/events', name: 'listEvents', scope, handle: feed.listEvents, query: feed.eventListParameters, csv: csv.eventsCsv, data: feed.EventPage, summary: 'List events in the order of the feed' },
  { method: GET, path: '/v1/events.atom', name: 'readEventsAtom', scope, answer: answerAtom, query: atomParameters, type: 'application/atom+xml', isTagged: true, summary: 'Read the newest events as an Atom feed' },
  { method: GET, path: '/export/:file', name: 'exportFile', scope, answer: feed.answerExport, query: feed.exportParameters, type: 'application/x-ndjson', body: feed.ExportLines, summary: 'Export cards.ndjson, expansions.ndjson, series.ndjson or products.ndjson' },
  { method: GET, path: '/export/manifest.json', name: 'getManifest', scope, answer: answerManifest, query: manifestParameters, body: Manifest, isTagged: true, summary: 'List the files of the whole catalog' },
  { method: GET, path: '/export/files/:name', name: 'downloadFile', scope, answer: answerFile, type: 'application/octet-stream', isTagged: true, otherwise: { 206: 'The bytes that Range names', 410: 'The file is of before, and its bytes are not kept', 416: 'The file has no such bytes' }, summary: 'Download a file of the manifest' },
  { method: GET, path: '/s/:token/:name', name: 'downloadLinked', scope: null, chargesAddress: true, isTagged: true, answer: answerLink, query: atomParameters, type: 'application/octet-stream', otherwise: { 206: 'The bytes that Range names' }, summary: 'Download the file of a link, or read the Atom feed of one, without a key' },
  { method: GET, path: '/health', name: 'getHealth', scope: null, answer: service.answerHealth, body: service.ToldHealth, summary: 'Say whether every task is on time' },
  { method: POST, path: '/mcp', name: 'callTool', scope, answer: answerAssistant, type: 'application/json', otherwise: { 202: 'A notification was taken', 400: 'No request of the protocol', 403: 'A page of an origin that is not allowed' }, summary: 'Call tools by the Model Context Protocol' },
  { method: GET, path: '/mcp', name: 'refuseStream', scope, isPage, answer: refuseMethod, summary: 'Say that there is no stream' },
  { method: DELETE, path: '/mcp', name: 'refuseSession', scope, isPage, answer: refuseMethod, summary: 'Say that there is no session' },
  { method: GET, path: '/livez', name: 'getLiveness', scope: null, answer: service.answerLive, body: service.Liveness, summary: 'Say that the process answers' },
  { method: GET, path: '/readyz', name: 'getReadiness', scope: null, answer: service.answerReady, body: service.Readiness, otherwise: { 503: 'The process is stopping, its store does not answer, or it is not filled yet' }, summary: 'Say that requests can be served' },
  { method: GET, path: '/demo/pictures/*', name: 'getDemoPicture', scope: null, answer: answerDemoPicture, summary: 'Show a picture of a demo game' },
  { method: GET, path: '/pictures/:card/:rendition', name: 'getPicture', scope: null, answer: answerPicture, query: pictureParameters, type: 'image/webp', isTagged: true, otherwise: { 302: 'Where the picture is, of a source whose pictures are not kept' }, summary: 'Show a picture of a card' },
  { method: GET, path: '/metrics', name: 'getMetrics', scope: 'admin', answer: service.answerMetrics, type: 'text/plain', summary: 'Show what this process measures' },
  { method: GET, path: '/admin/overview', name: 'getOverview', scope: admin, act: getOverview, data: Overview, summary: 'Show tasks, counts, coverage and freshness' },
  { method: GET, path: '/admin/runs', name: 'listRuns', scope: admin, act: listRuns, query: pageParameters, csv: csv.runsCsv, data: listedPage(records.Run), summary: 'List ingest runs' },
  { method: POST, path: '/admin/runs', name: 'startRun', scope: admin, act: startRun, takes: records.RunRequest, status: 202, data: records.StartedRuns, summary: 'Run a source now' },
  { method: GET, path: '/admin/runs/progress', name: 'followRuns', scope: admin, answer: answerProgress, type: 'text/event-stream', summary: 'Follow runs under way' },
  { method: GET, path: '/admin/audit', name: 'getAudit', scope: admin, act: getAudit, data: records.AuditFindings, summary: 'Show what the mapping audit withholds' },
  { method: GET, path: '/admin/held', name: 'listHeld', scope: admin, act: listHeld, query: countedParameter, csv: csv.heldCsv, data: listedPage(records.Held), summary: 'List what guards leave out' },
  { method: POST, path: '/admin/held/:id/accept', name: 'acceptHeld', scope: admin, act: acceptHeldNow, data: records.Held, summary: 'Take a part as it is' },
  { method: GET, path: '/admin/keys', name: 'listKeys', scope: admin, act: keys.listKeys, query: keys.keyParameters, csv: csv.keysCsv, data: listedPage(records.ShownKey), summary: 'List keys' },
  { method: POST, path: '/admin/keys', name: 'createKey', scope: admin, act: keys.createKey, takes: records.NewKey, status: 201, data: records.IssuedKey, summary: 'Make a key' },
  { method: GET, path: '/admin/keys/:id/usage', name: 'listKeyUsage', scope: admin, act: keys.listUsage, query: keys.usageParameters, csv: csv.usageCsv, data: listedPage(records.Usage), summary: 'List what a key was used for' },
  { method: POST, path: '/admin/keys/:id/revoke', name: 'revokeKey', scope: admin, act: keys.revokeKeyNow, data: records.ShownKey, summary: 'Revoke a key' },
  { method: POST, path: '/admin/keys/:id/links', name: 'linkFile', scope: admin, act: keys.makeLink, takes: records.NewLink, status: 201, data: records.MadeLink, summary: 'Make a link to a file that needs no key' },
  { method: POST, path: '/admin/keys/:id/links/end', name: 'endLinks', scope: admin, act: keys.endLinksNow, takes: records.LinkedFile, status: 204, data: records.Nothing, summary: 'End all links of a key to a file' },
  { method: POST, path: '/admin/keys/:id/rotate', name: 'rotateKey', scope: admin, act: keys.rotateKeyNow, takes: records.Rotation, status: 201, data: records.IssuedKey, summary: 'Replace a key by a new one like it' },
  { method: GET, path: '/admin/subscriptions', name: 'listSubscriptions', scope: admin, act: subscriptions.listSubscriptions, query: pageParameters, csv: csv.subscriptionsCsv, data: listedPage(records.ShownSubscription), summary: 'List subscriptions' },
  { method: POST, path: '/admin/subscriptions', name: 'createSubscription', scope: admin, act: subscriptions.addSubscription, takes: records.NewSubscription, status: 201, data: records.NewSecret, summary: 'Make a subscription' },
  { method: GET, path: '/admin/subscriptions/:id', name: 'getSubscription', scope: admin, act: subscriptions.getSubscription, data: records.SubscriptionDetail, summary: 'Read a subscription' },
  { method: DELETE, path: '/admin/subscriptions/:id', name: 'deleteSubscription', scope: admin, act: subscriptions.removeSubscription, status: 204, data: records.Nothing, summary: 'Remove a subscription' },
  { method: POST, path: '/admin/subscriptions/:id/test', name: 'testSubscription', scope: admin, act: subscriptions.testSubscription, takes: records.TestRequest, data: records.SampleResult, summary: 'Send a sample now' },
  { method: POST, path: '/admin/subscriptions/:id/pause', name: 'pauseSubscription', scope: admin, act: subscriptions.pauseSubscription, data: records.ShownSubscription, summary: 'Hold deliveries back' },
  { method: POST, path: '/admin/subscriptions/:id/resume', name: 'resumeSubscription', scope: admin, act: subscriptions.resumeSubscription, data: records.ShownSubscription, summary: 'Let deliveries go out again' },
  { method: POST, path: '/admin/subscriptions/:id/rotate-secret', name: 'rotateSubscriptionSecret', scope: admin, act: subscriptions.rotateSubscriptionSecret, status: 201, data: records.NewSecret, summary: 'Make a new secret' },
  { method: POST, path: '/admin/subscriptions/:id/recover', name: 'recoverSubscription', scope: admin, act: subscriptions.recoverSubscription, takes: records.Recovery, data: records.Recovered, summary: 'Send what came since a time again' },
  { method: GET, path: '/admin/subscriptions/:id/deliveries', name: 'listDeliveries', scope: admin, act: subscriptions.listDeliveries, query: subscriptions.deliveryParameters, csv: csv.deliveriesCsv, data: listedPage(records.Delivery), summary: 'List deliveries with their attempts' },
  { method: GET, path: '/admin/deliveries/:id', name: 'getDelivery', scope: admin, act: subscriptions.getDelivery, data: records.DeliveryDetail, summary: 'Read a delivery with its body' },
  { method: POST, path: '/admin/deliveries/:id/resend', name: 'resendDelivery', scope: admin, act: subscriptions.resendDelivery, data: records.Delivery, summary: 'Send a delivery again' },
  { method: POST, path: '/console/session', name: 'signIn', scope: null, chargesAddress: true, answer: signIn, takes: records.SignIn, status: 204, summary: 'Sign in to the console' },
  { method: GET, path: '/console/session', name: 'getSession', scope: 'any', answer: getSession, body: envelope(records.Session), summary: 'Say who is signed in' },
  { method: DELETE, path: '/console/session', name: 'signOut', scope: 'any', answer: signOut, status: 204, summary: 'Sign out of the console' },
  { method: GET, path: '/openapi.json', name: 'getOpenapi', scope: null, answer: service.answerOpenapi, summary: 'Describe this API' },
  { method: GET, path: '/compat/*', name: 'answerCompat', scope: null, isPage, answer: answerCompat, summary: 'Answer the clients of another service' },
  { method: GET, path: '/', name: 'getStart', scope: null, isPage, answer: answerStart, summary: 'Lead a browser to the console' },
  { method: GET, path: '/console', name: 'getConsole', scope: null, isPage, answer: answerConsole, summary: 'Show the console' },
  { method: GET, path: '/console/*', name: 'getConsolePage', scope: null, isPage, answer: answerConsole, summary: 'Show a page of the console' },
  { method: GET, path: '/console/assets/*', name: 'getAsset', scope: null, isPage, answer: answerAsset, summary: 'Give what the pages are made of' },
  { method: GET, path: '/docs', name: 'getReference', scope: null, isPage, answer: answerReference, summary: 'Show the reference' },
  { method: GET, path: '/docs/*', name: 'getManualPage', scope: null, isPage, answer: answerManual, summary: 'Show a page of the manual as Markdown' },
  { method: GET, path: '/llms.txt', name: 'getLlms', scope: null, isPage, answer: answerLlms, summary: 'Tell agents how to use this API' },
];
