/** The client of a Cardstock service: typed reads, scan and events, for Node 20 and browsers, without dependencies. */
import type { CardExplanation } from './explanation.ts';
import type {
  Card,
  CardPriceHistory,
  CardSummary,
  Expansion,
  Health,
  Product,
  ProductPriceHistory,
  Resolved,
  ScanResult,
  Series,
} from './records.ts';
import { Feed, type ListParams, type Page, PricedRecords, Records, type Scored } from './resources.ts';
import { type CallOptions, type CardstockOptions, Transport } from './transport.ts';

export { type AnswerCache, type KeptAnswer, MemoryCache } from './answer-cache.ts';
export { CardstockError, type ErrorCode } from './cardstock-error.ts';
export type { CardstockEvent, EventData, ProductPriceEntry } from './events.ts';
export type * from './explanation.ts';
export type * from './records.ts';
export type { EventParams, FollowOptions, ListParams, Page, PriceWindow, ReadOptions, Scored } from './resources.ts';
export type { CallOptions, CardstockOptions, RetryRule } from './transport.ts';
export { verifyWebhook, type WebhookHeaders, type WebhookRules } from './webhook.ts';

/** Of lists whose rows have texts. */
export interface TextListParams extends ListParams {
  /** Language of the texts; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
}

export interface ExpansionListParams extends TextListParams {
  /** Only expansions of this series. */
  series_id?: string | undefined;
}

export interface CardListParams extends TextListParams {
  /** Only cards of this expansion. */
  expansion_id?: string | undefined;
  /** Adds `prices` to every row. */
  include?: 'prices' | undefined;
}

export interface ProductListParams extends ListParams {
  /** Only products of this expansion. */
  expansion_id?: string | undefined;
}

/** Whose id is resolved. */
export interface ForeignId {
  source: 'tcgplayer' | 'cardmarket' | 'tcgdex' | 'pokemontcg' | 'scryfall';
  id: string | number;
  /** Only what is of this game. */
  game?: string | undefined;
}

export interface ScanOptions extends CallOptions {
  /** Only cards of this game. */
  game?: string | undefined;
}

/** Cards, which also tell where their prices come from. */
export class Cards extends PricedRecords<CardSummary, Card, CardPriceHistory, string, CardListParams> {
  /** Where each of its prices comes from, or why there is none. @throws CardstockError not_found */
  explain(id: string, options?: CallOptions): Promise<CardExplanation> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/explain`, {}, options);
  }
}

export class Cardstock {
  readonly series: Records<Scored<Series>, Series, string, TextListParams>;
  readonly expansions: Records<Scored<Expansion>, Expansion, string, ExpansionListParams>;
  readonly cards: Cards;
  readonly products: PricedRecords<Scored<Product>, Product, ProductPriceHistory, number, ProductListParams>;
  readonly events: Feed;
  readonly #transport: Transport;

  constructor(options: CardstockOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.series = new Records(transport, '/v1/series');
    this.expansions = new Records(transport, '/v1/expansions');
    this.cards = new Cards(transport, '/v1/cards');
    this.products = new PricedRecords(transport, '/v1/products');
    this.events = new Feed(transport);
  }

  /**
   * Says which card a photo shows: a picture of at most 10 MB, or the https address of one; with `game` only among its cards.
   * @throws CardstockError unsupported_image, payload_too_large, url_not_allowed, url_fetch_failed, scan_unavailable
   */
  scan(photo: Blob | { url: string }, { game, ...options }: ScanOptions = {}): Promise<ScanResult> {
    if (!(photo instanceof Blob)) {
      const headers = { 'content-type': 'application/json' };
      return this.#transport.post('/v1/scan', { headers, body: JSON.stringify({ url: photo.url, game }) }, options);
    }
    const body = new FormData();
    body.set('image', photo, 'photo');
    if (game !== undefined) body.set('game', game);
    return this.#transport.post('/v1/scan', { body }, options);
  }

  /** What an id of another service stands for: several where several carry it, none where none does. */
  async resolve({ source, id, game }: ForeignId, options?: CallOptions): Promise<Resolved[]> {
    const page = await this.#transport.get<Page<Resolved>>('/v1/resolve', { source, id, game }, options);
    return page.items;
  }

  /** Whether the service's tasks are on time; needs no key. */
  health(options?: CallOptions): Promise<Health> {
    return this.#transport.get('/health', {}, options);
  }
}
