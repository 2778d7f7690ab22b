/** What was committed, what was told, what was seen: kept beside the deployment, and held against it at every step. */
import { RETRY_AFTER_S } from '../../src/events/retry-rules.ts';
import { keyHash } from '../../src/keys/key-format.ts';
import type { FeedEvent } from '../../src/store/events/events.ts';
import type { Tables } from '../../src/store/schema/tables.ts';
import type { Store } from '../../src/store/store.ts';
import type { Clockwork } from './clockwork.ts';
import { isStruck } from './faults.ts';
import { seriesAt } from './series-at.ts';
import type { Heard, Subscriber } from './subscribers.ts';

const row: Tables['keys'] = {
  ...{ id: 'key', prefix: 'cs_live_0000', hash: keyHash('simulated'), name: 'k', scopes: '["read"]', rate: 0 },
  ...{
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    session_of: null,
    rate_day: null,
    games: '[]',
    addresses: '[]',
  },
};
/** The key that a caller has, until it is revoked. */
export const KEY = { row, header: 'Bearer simulated' };

/** Before a delivery counts as failed. */
const ATTEMPTS = RETRY_AFTER_S.length + 1;
const REVOKED_MS_MAX = 5000;
const MINUTE_MS = 60_000;

/** What a transaction of the simulation changed. */
interface Change {
  state: number;
  ids: string[];
}

export class Ledger {
  readonly violations: string[] = [];
  readonly seen: Record<string, number> = {};
  readonly #clock: Clockwork;
  readonly #subscribers: readonly Subscriber[];
  /** Without faults more is promised: nothing comes twice. */
  readonly #isFaultless: boolean;
  /** What the events say, in the order of the commits. */
  readonly #told: string[] = [];
  readonly #sayings = new Set<string>();
  readonly #extras = new Set<string>();
  readonly #feed: string[] = [];
  #lastPosition = 0;
  #revokedAtMs = Number.POSITIVE_INFINITY;
  readonly #spent = new Map<object, { fromMs: number; admitted: number }>();

  constructor(clock: Clockwork, subscribers: readonly Subscriber[], isFaultless: boolean) {
    this.#clock = clock;
    this.#subscribers = subscribers;
    this.#isFaultless = isFaultless;
  }

  violation(what: string): void {
    this.violations.push(`at ${(this.#clock.nowMs / 1000).toFixed(3)} s, step ${this.#clock.steps}: ${what}`);
  }

  count(what: string, by = 1): void {
    this.seen[what] = (this.seen[what] ?? 0) + by;
  }

  /** Takes what was thrown: a fault of the simulation's own, or a defect. */
  fault(error: unknown): void {
    if (!isStruck(error)) this.violation(`it failed by itself: ${(error as Error).message}`);
  }

  committed(tag: unknown): void {
    if (tag === 'revoked') this.#revokedAtMs = this.#clock.nowMs;
    else if (tag !== undefined) {
      const { state, ids } = tag as Change;
      for (const id of ids) {
        this.tell('game.series.updated', { series: [seriesAt(id, state)] });
        if (id.startsWith('extra')) this.#extras.add(id);
      }
      this.count('changes');
    }
  }

  /** Something was committed that an event has to say. */
  tell(name: string, data: unknown): void {
    const saying = sayingOf({ name, data });
    this.#told.push(saying);
    this.#sayings.add(saying);
  }

  extras(): string[] {
    return [...this.#extras];
  }

  /** An event goes out: it tells of something that was committed. */
  posted({ id, body }: { id: string; body: string }): void {
    this.count('posts');
    const event = JSON.parse(body) as Saying & { id: string };
    if (event.id !== id) this.violation(`event ${id} was posted as ${event.id}`);
    if (!this.#sayings.has(sayingOf(event))) this.violation(`${sayingOf(event)} was told and never committed`);
  }

  followed({ position, body }: FeedEvent): void {
    this.count('feed events');
    if (position !== this.#lastPosition + 1) this.violation(`the feed goes from ${this.#lastPosition} to ${position}`);
    this.#lastPosition = position;
    this.#feed.push(body);
    const told = this.#told[this.#feed.length - 1];
    const saying = sayingOf(JSON.parse(body) as Saying);
    if (told !== saying) this.violation(`event ${position} tells ${saying}, committed was ${told}`);
  }

  walked(before: readonly string[], seen: readonly string[]): void {
    this.count('walks');
    if (new Set(seen).size !== seen.length) this.violation(`a walk saw a row twice: ${seen.join()}`);
    const missed = before.filter((id) => !seen.includes(id));
    if (missed.length > 0) this.violation(`a walk missed ${missed.join()}`);
  }

  asked(fromMs: number, isAdmitted: boolean): void {
    this.count(isAdmitted ? 'admitted' : 'refused');
    if (isAdmitted && fromMs > this.#revokedAtMs + REVOKED_MS_MAX)
      this.violation('a key was taken over 5 s after it was revoked');
  }

  /** In no stretch of time from the first request on is more admitted than the rate and what is regained in it. */
  spent(host: object, isAdmitted: boolean, rate: number): void {
    // Budgets count in whole milliseconds.
    const known = this.#spent.get(host) ?? { fromMs: Math.floor(this.#clock.nowMs), admitted: 0 };
    this.#spent.set(host, known);
    if (isAdmitted) known.admitted += 1;
    const most = rate + ((this.#clock.nowMs - known.fromMs) * rate) / MINUTE_MS;
    if (known.admitted > most)
      this.violation(`a budget admitted ${known.admitted} where ${most.toFixed(1)} were promised`);
  }

  resumed(): void {
    this.count('resumed');
  }

  /** Whether nothing waits any more. */
  async isSettled({ reads }: Store): Promise<boolean> {
    const unnumbered = await reads.selectFrom('events').select('seq').where('position', 'is', null).executeTakeFirst();
    const waiting = await reads
      .selectFrom('deliveries')
      .select('position')
      .where('state', '=', 'pending')
      .executeTakeFirst();
    return unnumbered === undefined && waiting === undefined;
  }

  /** What has to be so in the end. */
  async judge({ reads }: Store): Promise<void> {
    const events = await reads.selectFrom('events').selectAll().orderBy('position').execute();
    if (events.length !== this.#told.length) this.violation(`${this.#told.length} changes, ${events.length} events`);
    for (const [at, { body, position }] of events.entries()) {
      const saying = sayingOf(JSON.parse(body) as Saying);
      const told = this.#told[at];
      if (position !== at + 1 || told !== saying) {
        return this.violation(`event ${position} tells ${saying}, commit ${at + 1} was ${told}`);
      }
    }
    const deliveries = await reads.selectFrom('deliveries').selectAll().execute();
    for (const [at, subscriber] of this.#subscribers.entries()) {
      const own = deliveries.filter(({ subscription_id }) => subscription_id === `subscription-${at}`);
      if (own.length !== events.length)
        this.violation(`subscriber ${at}: ${own.length} deliveries of ${events.length} events`);
      for (const { body, id, position } of events) {
        this.#judgeDelivery(subscriber, { body, id }, own.find((row) => row.position === position)?.state);
      }
    }
  }

  /** Events replayed in their order are the catalog. */
  async judgeReplay({ reads }: Store): Promise<void> {
    const events = await reads.selectFrom('events').select('body').orderBy('position').execute();
    const replayed = new Map(events.map(({ body }) => [recordOf(body).id, recordOf(body).state]));
    for (const { id, name } of await reads.selectFrom('series').select(['id', 'name']).execute()) {
      if (name !== `State ${replayed.get(id) ?? 0}`)
        this.violation(`${id} is ${name}, its events say ${replayed.get(id)}`);
    }
  }

  #judgeDelivery(subscriber: Subscriber, event: { id: string; body: string }, state: string | undefined): void {
    const heard = subscriber.heard.filter(({ id }) => id === event.id);
    const { url } = subscriber;
    if (heard.some(({ body }) => body !== event.body)) this.violation(`${url} got other bytes`);
    const isTaken = heard.some(({ status }) => status === 204);
    if (state === 'delivered' && !isTaken) this.violation(`${url} never took what counts as delivered`);
    if (state === 'failed' && !isTaken && heard.length < ATTEMPTS) {
      this.violation(`${url} was given up after ${heard.length} attempts`);
    }
    if (state === undefined) this.violation(`${url} has no delivery of ${event.id}`);
    if (this.#isFaultless) this.#judgeOnce(url, heard);
    this.count('deliveries');
  }

  #judgeOnce(url: string, heard: readonly Heard[]): void {
    if (heard.length !== 1) this.violation(`${url} heard an event ${heard.length} times where nothing fails`);
  }
}

interface Saying {
  name: string;
  data: unknown;
}

/** What an event says, whatever its id. */
const sayingOf = ({ name, data }: Saying): string => `${name} ${JSON.stringify(data)}`;

const recordOf = (body: string): { id: string; state: number } => {
  const { data } = JSON.parse(body) as { data: { series: [{ id: string; name: string }] } };
  const [{ id, name }] = data.series;
  return { id, state: Number(name.slice('State '.length)) };
};
