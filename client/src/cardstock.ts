/** The client of a Cardstock service: typed reads, scan and events, for Node 20 and browsers, without dependencies. */
import type { CardExplanation } from './explanation.ts';
import type { CardFilter, ExpansionFilter, ProductFilter } from './filters.ts';
import type { ListedRow, LookedUp } from './looked-up.ts';
import type {
  Card,
  CardPriceHistory,
  CardSummary,
  Expansion,
  Game,
  Health,
  Migration,
  Mover,
  Product,
  ProductPriceHistory,
  Resolved,
  ScanResult,
  Series,
} from './records.ts';
import {
  type CountedParams,
  Feed,
  List,
  type ListParams,
  type Page,
  PricedRecords,
  Records,
  type Scored,
} from './resources.ts';
import type {
  CardStatistics,
  Chart,
  ChartParams,
  ExpansionChart,
  ExpansionStatistics,
  ProductStatistics,
} from './statistics.ts';
import { type CallOptions, type CardstockOptions, Transport } from './transport.ts';

export { type AnswerCache, type KeptAnswer, MemoryCache } from './answer-cache.ts';
export { CardstockError, type ErrorCode } from './cardstock-error.ts';
export type { CardstockEvent, EventData, ProductPriceEntry } from './events.ts';
export type * from './explanation.ts';
export type * from './filters.ts';
export type * from './looked-up.ts';
export type * from './records.ts';
export type {
  CountedParams,
  EventParams,
  FollowOptions,
  ListParams,
  Page,
  PageParams,
  PriceWindow,
  ReadOptions,
  Scored,
} from './resources.ts';
export type * from './statistics.ts';
export type { CallOptions, CardstockOptions, RetryRule } from './transport.ts';
export { verifyWebhook, type WebhookHeaders, type WebhookRules } from './webhook.ts';

/** Of lists whose rows have texts. */
export interface TextListParams extends ListParams {
  /** Language of the texts; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
}

export interface ExpansionListParams extends TextListParams, ExpansionFilter {
  /** Only expansions of this series. */
  series_id?: string | undefined;
}

export interface CardListParams extends TextListParams, CardFilter {
  /** Only cards of this expansion. */
  expansion_id?: string | undefined;
  /** Adds `prices` to every row. */
  include?: 'prices' | undefined;
}

export interface ProductListParams extends ListParams, ProductFilter {
  /** Only products of this expansion. */
  expansion_id?: string | undefined;
}

/** Rows that one look-up takes. */
const LOOKUP_ROWS = 200;

/** Whose id is resolved. */
export interface ForeignId {
  source: 'tcgplayer' | 'cardmarket' | 'tcgdex' | 'pokemontcg' | 'scryfall' | 'lorcast' | 'set_code' | 'passcode';
  /** One, or several at once. */
  id?: string | number | undefined;
  ids?: readonly (string | number)[] | undefined;
  /** Language of the cards' names; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
  /** Only what is of this game. */
  game?: string | undefined;
}

export interface MoverParams {
  /** By default usd. */
  currency?: 'usd' | 'eur' | undefined;
  /** Over how many days; by default 7. */
  days?: 1 | 7 | 30 | undefined;
  /** By default up. */
  direction?: 'up' | 'down' | undefined;
  /** Only what costs at least so many cents on both days. */
  min?: number | undefined;
  limit?: number | undefined;
  /** Language of the cards' names; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
  /** Only what is of this game. */
  game?: string | undefined;
}

/** Fields with values to choose from. */
export type ValueField =
  | 'rarity'
  | 'category'
  | 'type'
  | 'illustrator'
  | 'variant'
  | 'stamp'
  | 'legality'
  | 'product_type';

export interface ValueOptions extends CallOptions {
  /** Only what is of this game. */
  game?: string | undefined;
}

export interface ValueCount {
  value: string;
  /** How many cards or products have it. */
  count: number;
}

/** What `filter` of the card list can ask. */
export interface Field {
  name: string;
  aliases: string[];
  type: 'number' | 'word' | 'text' | 'date' | 'flag';
  title: string;
  /** The games that mean this by it. */
  games: string[];
  /** A filter that asks for it. */
  example: string;
  /** How many cards bear it. */
  count: number;
}

export interface LookupOptions extends CallOptions {
  /** Language of the names in the answer; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
}

export interface ScanOptions extends CallOptions {
  /** Each of up to twelve cards on the photo, too. */
  cards?: 'all' | undefined;
  /** Language of the texts in the answer; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
  /** Only cards of this game. */
  game?: string | undefined;
}

/** Expansions, which also tell what they are worth. */
export class Expansions extends Records<Scored<Expansion>, Expansion, string, ExpansionListParams> {
  /** What its cards are worth, the dearest and the movers. @throws CardstockError not_found */
  stats(id: string, options?: CallOptions): Promise<ExpansionStatistics> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/stats`, {}, options);
  }

  /** What it was worth, as the points of a chart. @throws CardstockError bad_request, not_found */
  chart(id: string, params?: ChartParams, options?: CallOptions): Promise<ExpansionChart> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/chart`, { ...params }, options);
  }
}

/** Cards, which also tell where their prices come from. */
export class Cards extends PricedRecords<CardSummary, Card, CardPriceHistory, CardStatistics, string, CardListParams> {
  /** Its prices as the points of a chart. @throws CardstockError bad_request, not_found */
  chart(id: string, params?: ChartParams, options?: CallOptions): Promise<Chart> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/chart`, { ...params }, options);
  }

  /** Where each of its prices comes from, or why there is none. @throws CardstockError not_found */
  explain(id: string, options?: CallOptions): Promise<CardExplanation> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/explain`, {}, options);
  }
}

export class Cardstock {
  readonly series: Records<Scored<Series>, Series, string, TextListParams>;
  readonly expansions: Expansions;
  readonly cards: Cards;
  readonly products: PricedRecords<
    Scored<Product>,
    Product,
    ProductPriceHistory,
    ProductStatistics,
    number,
    ProductListParams
  >;
  readonly migrations: List<Migration, CountedParams>;
  readonly events: Feed;
  readonly #transport: Transport;

  constructor(options: CardstockOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.series = new Records(transport, '/v1/series');
    this.expansions = new Expansions(transport, '/v1/expansions');
    this.cards = new Cards(transport, '/v1/cards');
    this.products = new PricedRecords(transport, '/v1/products');
    this.migrations = new List(transport, '/v1/migrations');
    this.events = new Feed(transport);
  }

  /**
   * Says which card a photo shows: a picture of at most 10 MB, or the https address of one; with `game` only among its cards.
   * @throws CardstockError unsupported_image, payload_too_large, url_not_allowed, url_fetch_failed, scan_unavailable
   */
  scan(photo: Blob | { url: string }, { game, cards, lang, ...options }: ScanOptions = {}): Promise<ScanResult> {
    const asked = new URLSearchParams({ ...(cards && { cards }), ...(lang !== undefined && { lang }) });
    const path = `/v1/scan?${asked}`.replace(/\?$/, '');
    if (!(photo instanceof Blob)) {
      const headers = { 'content-type': 'application/json' };
      return this.#transport.post(path, { headers, body: JSON.stringify({ url: photo.url, game }) }, options);
    }
    const body = new FormData();
    body.set('image', photo, 'photo');
    if (game !== undefined) body.set('game', game);
    return this.#transport.post(path, { body }, options);
  }

  /**
   * Which card and printing each row of a list means, with its current prices, in the order of the rows; any number of them, asked
   * 200 at a time.
   * @throws CardstockError bad_request, payload_too_large
   */
  async lookup(rows: readonly ListedRow[], { lang, ...options }: LookupOptions = {}): Promise<LookedUp[]> {
    const path = lang === undefined ? '/v1/lookup' : `/v1/lookup?lang=${encodeURIComponent(lang)}`;
    const headers = { 'content-type': 'application/json' };
    const found: LookedUp[] = [];
    for (let start = 0; start < rows.length; start += LOOKUP_ROWS) {
      const body = JSON.stringify({ rows: rows.slice(start, start + LOOKUP_ROWS) });
      const answer = await this.#transport.post<{ items: LookedUp[] }>(path, { headers, body }, options);
      found.push(...answer.items);
    }
    return found;
  }

  /** The games of the deployment. */
  async games(options?: CallOptions): Promise<Game[]> {
    const page = await this.#transport.get<Page<Game>>('/v1/games', {}, options);
    return page.items;
  }

  /** What ids of another service stand for: several records where several carry one, none where none does. */
  async resolve(foreign: ForeignId, options?: CallOptions): Promise<Resolved[]> {
    const page = await this.#transport.get<Page<Resolved>>('/v1/resolve', { ...foreign }, options);
    return page.items;
  }

  /** The values that a field has, the most frequent first: what a menu of filters is made of. */
  async values(field: ValueField, { game, ...options }: ValueOptions = {}): Promise<ValueCount[]> {
    const page = await this.#transport.get<Page<ValueCount>>(`/v1/values/${field}`, { game }, options);
    return page.items;
  }

  /** The fields that `filter` of the card list takes, with how many cards bear each. */
  async fields({ game, ...options }: ValueOptions = {}): Promise<Field[]> {
    const page = await this.#transport.get<Page<Field>>('/v1/fields', { game }, options);
    return page.items;
  }

  /** The prices that moved most, the greatest move first. */
  async movers({ signal, ...params }: MoverParams & CallOptions = {}): Promise<Mover[]> {
    const page = await this.#transport.get<Page<Mover>>('/v1/movers', { ...params }, { signal });
    return page.items;
  }

  /** Whether the service's tasks are on time; needs no key. */
  health(options?: CallOptions): Promise<Health> {
    return this.#transport.get('/health', {}, options);
  }
}
