/** A store followed by its events alone: what they leave untold or tell of nothing, run by run. */
import type { Store } from '../../src/store/store.ts';
import {
  type CatalogState,
  differencesOf,
  stateOf,
  type Tellings,
  toldBy,
} from '../support/oracles/event-differences.ts';
import { differences, Mirror, PriceMirror } from '../support/oracles/mirror.ts';
import { type Difference, differencesBetween, type Shown } from './shown.ts';

/** To be made of a store before its first run. */
export class FollowedStore {
  /** What the reads showed when last followed. */
  state: CatalogState = { cards: [], expansions: [], series: [], products: [], prices: new Map() };
  readonly #store: Store;
  readonly #mirror = new Mirror();
  /** Of price rows by price events alone. */
  readonly #prices = new PriceMirror();
  #lastEvent = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Takes the events since the last time: each is of a record that the reads show differently, and all of those are told;
   * copies that are kept by them, of whole records and of price rows by price events alone, show what
   * the reads show.
   */
  async follow(): Promise<Difference[]> {
    const rows = await this.#store.reads
      .selectFrom('events')
      .select(['seq', 'body'])
      .where('seq', '>', this.#lastEvent)
      .orderBy('seq')
      .execute();
    this.#lastEvent = Number(rows.at(-1)?.seq ?? this.#lastEvent);
    const bodies = rows.map(({ body }) => body);
    const before = this.state;
    this.state = await stateOf(this.#store);
    for (const body of bodies) {
      this.#mirror.apply(JSON.parse(body));
      this.#prices.apply(JSON.parse(body));
    }
    return [
      ...differencesBetween(byName(toldBy(bodies)), byName(differencesOf(before, this.state))),
      ...differences(this.#mirror, this.state).map(
        (text): Difference => [text.replace(/^\w+ /, ''), 'the copy', 'the reads'],
      ),
      ...this.#prices
        .differences(this.state.prices)
        .map((name): Difference => [`${name} rows`, 'the copy by price events', 'the reads']),
    ];
  }
}

const byName = (tellings: Tellings): Shown =>
  new Map(
    Object.entries(tellings).flatMap(([event, of]) =>
      Object.entries(of).map(([id, text]): [string, string] => [`${id} ${event}`, text]),
    ),
  );
