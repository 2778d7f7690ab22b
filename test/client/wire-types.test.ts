/** The client's types are the server's: compared by the compiler, and by what the route table and the closed lists say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type * as client from '../../client/src/cardstock.ts';
import { Cardstock } from '../../client/src/cardstock.ts';
import type { cardListParameters } from '../../src/api/catalog/cards.ts';
import type { eventListParameters } from '../../src/api/catalog/events.ts';
import type { expansionListParameters, seriesListParameters } from '../../src/api/catalog/expansions.ts';
import type { GameList } from '../../src/api/catalog/games.ts';
import type { listParameters } from '../../src/api/catalog/list.ts';
import type { LookupAnswer, LookupBody } from '../../src/api/catalog/lookup.ts';
import type { MigrationList } from '../../src/api/catalog/migrations.ts';
import type { MoverList, moverParameters } from '../../src/api/catalog/prices/movers.ts';
import type { windowParameters } from '../../src/api/catalog/prices/price-window.ts';
import type { chartParameters } from '../../src/api/catalog/prices/statistics.ts';
import type { productListParameters } from '../../src/api/catalog/products.ts';
import { type ResolvedList, resolveParameters } from '../../src/api/catalog/resolve.ts';
import type { ScanAnswer } from '../../src/api/catalog/scan.ts';
import type { FieldList, ValueList } from '../../src/api/catalog/values.ts';

import type { ToldHealth } from '../../src/api/health.ts';
import { routes } from '../../src/api/routes.ts';
import type { CardMetadata } from '../../src/catalog/card-metadata.ts';
import type * as fields from '../../src/catalog/field-shapes.ts';
import type * as history from '../../src/catalog/price-history.ts';
import type { CardExplanation } from '../../src/catalog/provenance/card-explanation.ts';
import type * as records from '../../src/catalog/records.ts';
import type * as statistics from '../../src/catalog/statistics/statistics-shapes.ts';
import type { EventKind, EventRecords, ProductPriceEntry } from '../../src/events/event-names.ts';
import type { FAILURE_CODES } from '../../src/failure.ts';

/** True only of types that are the same in every key, optional ones and nulls included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The type with all its parts written out: `A & B` and the object with the keys of both are the same then. */
type Whole<T> = T extends (infer One)[] ? Whole<One>[] : T extends object ? { [Key in keyof T]: Whole<T[Key]> } : T;

/** The records that an event carries under the one key that is not the currency. */
type RecordsOf<Kind extends EventKind> = Omit<client.EventData[Kind], 'currency'>;
type RecordOf<Kind extends EventKind> = Kind extends 'price_days.recorded'
  ? client.EventData[Kind]
  : RecordsOf<Kind>[keyof RecordsOf<Kind>] extends (infer One)[]
    ? One
    : never;

// Each line is an error of the compiler as soon as the two sides differ.
const same: Record<string, true> = {
  image: true satisfies Same<client.Image, fields.Image>,
  external_ids: true satisfies Same<client.ExternalIds, records.ExternalIds>,
  usd_price: true satisfies Same<client.UsdPrice, records.UsdPrice>,
  eur_price: true satisfies Same<client.EurPrice, records.EurPrice>,
  printing: true satisfies Same<client.Printing, records.Printing>,
  variant: true satisfies Same<client.Variant, records.Variant>,
  metadata: true satisfies Same<client.CardMetadata, CardMetadata>,
  card: true satisfies Same<client.Card, records.Card>,
  card_summary: true satisfies Same<client.CardSummary, records.CardSummary>,
  expansion: true satisfies Same<client.Expansion, records.Expansion>,
  series_expansion: true satisfies Same<client.SeriesExpansion, records.SeriesExpansion>,
  series: true satisfies Same<client.Series, records.Series>,
  product: true satisfies Same<client.Product, records.Product>,
  card_history: true satisfies Same<client.CardPriceHistory, history.CardPriceHistory>,
  product_history: true satisfies Same<client.ProductPriceHistory, history.ProductPriceHistory>,
  card_statistics: true satisfies Same<Whole<client.CardStatistics>, Whole<Static<typeof statistics.CardStatistics>>>,
  product_statistics: true satisfies Same<
    Whole<client.ProductStatistics>,
    Whole<Static<typeof statistics.ProductStatistics>>
  >,
  expansion_statistics: true satisfies Same<Whole<client.ExpansionStatistics>, Whole<statistics.ExpansionStatistics>>,
  chart: true satisfies Same<Whole<client.Chart>, Whole<Static<typeof statistics.Chart>>>,
  expansion_chart: true satisfies Same<Whole<client.ExpansionChart>, Whole<Static<typeof statistics.ExpansionChart>>>,
  chart_params: true satisfies Same<keyof client.ChartParams, keyof typeof chartParameters>,
  card_explanation: true satisfies Same<Whole<client.CardExplanation>, Whole<CardExplanation>>,
  resolved: true satisfies Same<client.Resolved[], Static<typeof ResolvedList>['items']>,
  fields: true satisfies Same<client.Field[], Static<typeof FieldList>['items']>,
  values: true satisfies Same<client.ValueCount[], Static<typeof ValueList>['items']>,
  games: true satisfies Same<client.Game[], Static<typeof GameList>['items']>,
  migrations: true satisfies Same<client.Migration[], Static<typeof MigrationList>['items']>,
  movers: true satisfies Same<client.Mover[], Static<typeof MoverList>['items']>,
  mover_params: true satisfies Same<keyof client.MoverParams, keyof typeof moverParameters>,
  foreign_id: true satisfies Same<keyof client.ForeignId, keyof typeof resolveParameters>,
  listed_row: true satisfies Same<client.ListedRow, Static<typeof LookupBody>['rows'][number]>,
  looked_up: true satisfies Same<Whole<client.LookedUp[]>, Whole<Static<typeof LookupAnswer>['items']>>,
  scan: true satisfies Same<client.ScanResult, Static<typeof ScanAnswer>>,
  health: true satisfies Same<client.Health, Static<typeof ToldHealth>>,
  product_price_entry: true satisfies Same<client.ProductPriceEntry, ProductPriceEntry>,
  events: true satisfies Same<{ [Kind in EventKind]: RecordOf<Kind> }, EventRecords>,
  codes: true satisfies Same<
    Exclude<client.ErrorCode, 'network' | 'timeout' | 'unexpected_answer' | 'invalid_webhook'>,
    (typeof FAILURE_CODES)[number]
  >,
  list: true satisfies Same<keyof client.ListParams, keyof typeof listParameters>,
  series_list: true satisfies Same<keyof client.TextListParams, keyof typeof seriesListParameters>,
  card_list: true satisfies Same<keyof client.CardListParams, keyof typeof cardListParameters>,
  expansion_list: true satisfies Same<keyof client.ExpansionListParams, keyof typeof expansionListParameters>,
  product_list: true satisfies Same<keyof client.ProductListParams, keyof typeof productListParameters>,
  event_list: true satisfies Same<keyof client.EventParams, keyof typeof eventListParameters>,
  window: true satisfies Same<keyof client.PriceWindow, keyof typeof windowParameters>,
};

// The comparison itself notices a key that is missing, one that is optional, and a null too many.
const different: Record<string, false> = {
  fewer: false satisfies Same<client.Card, Omit<records.Card, 'name'>>,
  optional: false satisfies Same<client.Image, Partial<fields.Image>>,
  nullable: false satisfies Same<string, string | null>,
};

test('the compiler compares every record, event, code and parameter of the client with the server', () => {
  assert.ok(Object.values(same).every((held) => held) && !Object.values(different).some((held) => held));
});

test('the client has a call for every endpoint under /v1 of the route table', async () => {
  const asked: string[] = [];
  const answer = () => Response.json({ data: { items: [], next_cursor: null }, error: null });
  const cardstock = new Cardstock({
    baseUrl: '',
    fetch: async (url, init) => {
      asked.push(`${init.method ?? 'GET'} ${url}`);
      return answer();
    },
  });
  const { series, expansions, cards, products, migrations, events } = cardstock;
  for (const list of [series, expansions, cards, products, migrations, events]) await list.list();
  await cardstock.series.get(':id');
  await cardstock.expansions.get(':id');
  await cardstock.cards.get(':id');
  await cardstock.cards.prices(':id');
  await cardstock.cards.explain(':id');
  await cardstock.cards.stats(':id');
  await cardstock.cards.chart(':id');
  await cardstock.expansions.stats(':id');
  await cardstock.expansions.chart(':id');
  // A path that is a pattern stands for any id.
  await (cardstock.products as unknown as typeof cardstock.cards).get(':id');
  await (cardstock.products as unknown as typeof cardstock.cards).prices(':id');
  await (cardstock.products as unknown as typeof cardstock.cards).stats(':id');
  await cardstock.resolve({ source: 'tcgdex', id: 'x' });
  await cardstock.games();
  await cardstock.fields();
  await cardstock.values(':field' as 'rarity');
  await cardstock.movers();
  await cardstock.scan({ url: 'https://pictures.example/a.jpg' });
  await cardstock.lookup([{ name: 'a' }]);
  const called = new Set(asked.map((line) => decodeURIComponent(line.replace(/\?.*/, ''))));
  // A feed is for feed readers.
  const callable = routes.filter(({ path }) => path.startsWith('/v1/') && !path.endsWith('.atom'));
  const missing = callable.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    missing.filter((line) => !called.has(line)),
    [],
  );
});

test('the ids that the client resolves are of all catalogs that the server knows', () => {
  const known: Readonly<Record<client.ForeignId['source'], true>> = {
    tcgplayer: true,
    cardmarket: true,
    tcgdex: true,
    pokemontcg: true,
    scryfall: true,
    lorcast: true,
    set_code: true,
    passcode: true,
  };
  const server = resolveParameters.source as { enum?: string[] };
  assert.deepEqual(Object.keys(known).sort(), server.enum?.toSorted());
});
