/** What every resource offers: its list as pages and as one stream, its details, its daily prices. */
import type { CardstockEvent } from './events.ts';
import { type CallOptions, type Transport, wait } from './transport.ts';

/** A page of a list; `next_cursor` is null on the last. */
export interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
  /** How many rows there are on all pages; only with `total`. */
  total?: number;
  /** Of ids that were asked for, those that nothing has. */
  missing?: string[];
  /** Of an empty list, the filters and terms that no row fits. */
  unmatched?: string[];
}

/** Rows of every list carry `score` under `q`. */
export type Scored<Row> = Row & { score?: number };

export interface PageParams {
  /** Rows a page, 1 to 200; by default 50. */
  limit?: number | undefined;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

export interface CountedParams extends PageParams {
  /** Adds `total` to the page. */
  total?: boolean | undefined;
}

export interface ListParams extends CountedParams {
  /** Search; rows come best match first. */
  q?: string | undefined;
  /** Only what is of this game. */
  game?: string | undefined;
}

/** First and last day, `YYYY-MM-DD`; by default the last 90 days. At most 366 days wide. */
export interface PriceWindow {
  from?: string | undefined;
  to?: string | undefined;
}

export class List<Row, Params extends PageParams = ListParams> {
  protected readonly transport: Transport;
  protected readonly path: string;

  constructor(transport: Transport, path: string) {
    this.transport = transport;
    this.path = path;
  }

  /** One page. */
  list(params?: Params, options?: CallOptions): Promise<Page<Row>> {
    return this.transport.get(this.path, { ...params }, options);
  }

  /** Every row from `cursor` on, page by page as they are taken. */
  async *iterate(params?: Params, options?: CallOptions): AsyncGenerator<Row, void, undefined> {
    let page = await this.list(params, options);
    for (;;) {
      yield* page.items;
      if (page.next_cursor === null) return;
      page = await this.list({ ...params, cursor: page.next_cursor } as Params, options);
    }
  }
}

export interface ReadOptions extends CallOptions {
  /** Language of the texts of a card, expansion or series; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
  /** Adds what else is known of a card. */
  include?: 'same_artwork' | undefined;
}

export class Records<
  Row,
  Detail,
  Id extends string | number = string,
  Params extends ListParams = ListParams,
> extends List<Row, Params> {
  /** One record in full. @throws CardstockError not_found */
  get(id: Id, { lang, include, ...options }: ReadOptions = {}): Promise<Detail> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}`, { lang, include }, options);
  }
}

export class PricedRecords<
  Row,
  Detail,
  History,
  Statistics,
  Id extends string | number = string,
  Params extends ListParams = ListParams,
> extends Records<Row, Detail, Id, Params> {
  /** Its daily prices. @throws CardstockError bad_request, not_found */
  prices(id: Id, window?: PriceWindow, options?: CallOptions): Promise<History> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/prices`, { ...window }, options);
  }

  /** The statistics of its prices. @throws CardstockError not_found */
  stats(id: Id, options?: CallOptions): Promise<Statistics> {
    return this.transport.get(`${this.path}/${encodeURIComponent(id)}/stats`, {}, options);
  }
}

export interface EventParams {
  /** Only events of this game. */
  game?: string | undefined;
  /** Id of the event to begin after; without it, the feed begins with the oldest that is kept. */
  after?: string | undefined;
  /** Seconds that an empty page waits for the next event, 30 at most. */
  wait?: number | undefined;
  /** `next_cursor` of the page before; `after` is not looked at then. */
  cursor?: string | undefined;
  /** Only these events: names, or patterns such as `game.cards.*`, separated by commas. */
  name?: string | undefined;
  /** Language of the texts of its records, as reads show them now; what it lacks stands in the catalog's own. */
  lang?: string | undefined;
  /** Events a page, 1 to 200; by default 50. */
  limit?: number | undefined;
}

export interface FollowOptions extends CallOptions {
  /** Goes on after the last event: looks again this often, without end. */
  everyMs?: number | undefined;
}

/** The feed of changes, in order. Keep the id of the event done last: it is where to resume. */
export class Feed {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page; its `next_cursor` goes into `cursor`, or the id of its last event into `after`. */
  list(params?: EventParams, options?: CallOptions): Promise<Page<CardstockEvent>> {
    return this.#transport.get('/v1/events', { ...params }, options);
  }

  /** Events from `after` on, up to the last one there is. */
  async *iterate(params?: EventParams, options: FollowOptions = {}): AsyncGenerator<CardstockEvent, void, undefined> {
    let from = { ...params };
    for (;;) {
      const page = await this.list(from, options);
      yield* page.items;
      const last = page.items.at(-1);
      if (last) from = { ...from, cursor: undefined, after: last.id };
      if (page.next_cursor !== null) continue;
      if (options.everyMs === undefined) return;
      await wait(options.everyMs, options.signal);
    }
  }
}
