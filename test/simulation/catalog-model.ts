/** The catalog as the sources said it, taken over run by run: after every commit the store shows that and nothing else. */
import type { Random } from '../../demo/random.ts';
import type { Store } from '../../src/store/store.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { pricedPhantoms } from '../invariants/shown.ts';
import { drawnWalk, wrongIn } from '../support/walks/generated-walks.ts';
import { listOf } from '../support/walks/list-of.ts';
import { HistoryModel } from './history-model.ts';
import type { Marks } from './places/place.ts';
import { type Currency, cardId, centsOf, isWild, PRINTINGS, type SourceName, setId, type World } from './upstream.ts';

/** A row of prices as reads show it. */
interface PriceRow {
  variant: string;
  currency: string;
  [amount: string]: unknown;
}

/** Of each printing; undefined where nothing was said that may be shown. */
type Amounts = readonly (number | undefined)[];

/** What a product costs by the last file that had it, and by the last of a day before that one. */
interface Said {
  day: string;
  amounts: Amounts;
  before: Amounts;
}

export class CatalogModel {
  readonly #observed: () => Store;
  readonly #store: Store;
  readonly #copy: FollowedStore;
  readonly #names = new Map<string, string>();
  #sets: readonly string[] = [];
  /** Of each currency the amounts of each marketplace product in the last file that had it. */
  readonly #amounts = { USD: new Map<number, Said>(), EUR: new Map<number, Said>() };
  /** Of each card its marketplace product, as the catalog said it last. */
  readonly #products = new Map<string, number>();
  /** Printings whose last amount was wild: they may have no price until the next one. */
  readonly #waiting = new Set<string>();
  readonly #history = new HistoryModel();
  readonly #runsSeen = new Set<string>();
  #eventsSeen = 0;

  /** @param observed the store, which is opened anew when the power was lost */
  constructor(observed: () => Store) {
    this.#observed = observed;
    this.#store = {
      ...observed(),
      get reads() {
        return observed().reads;
      },
      // While somebody looks nothing else happens: a connection of its own for each moment would take a quarter of the time.
      longRead: async () => ({ reads: observed().reads, close: async () => undefined }),
    };
    this.#copy = new FollowedStore(this.#store);
  }

  /** What was taken and is never deleted. */
  cardIds(): string[] {
    return [...this.#names.keys()];
  }

  /** Tasks whose runs have succeeded since the last look. */
  async succeeded(): Promise<SourceName[]> {
    const runs = await this.#store.reads
      .selectFrom('runs')
      .select(['id', 'task'])
      .where('outcome', '=', 'succeeded')
      .execute();
    const fresh = runs.filter(({ id }) => !this.#runsSeen.has(id));
    for (const { id } of fresh) this.#runsSeen.add(id);
    return fresh.map(({ task }) => task as SourceName);
  }

  /** Events that were committed since the last look, in their order. */
  async told({ lastEvent }: Marks): Promise<{ name: string; data: unknown }[]> {
    if (lastEvent <= this.#eventsSeen) return [];
    const rows = await this.#store.reads
      .selectFrom('events')
      .select(['seq', 'body'])
      .where('seq', '>', this.#eventsSeen)
      .orderBy('seq')
      .execute();
    this.#eventsSeen = Number(rows.at(-1)?.seq ?? this.#eventsSeen);
    return rows.map(({ body }) => JSON.parse(body) as { name: string; data: unknown });
  }

  /** A run published what it read. */
  take(source: SourceName, world: World): void {
    if (source === 'catalog') {
      this.#sets = world.sets;
      for (const [at, name] of world.cards.entries()) {
        if (name === null) continue;
        this.#names.set(cardId(at), name);
        this.#products.set(cardId(at), world.products[at] ?? at);
      }
      return;
    }
    const currency: Currency = source === 'usd' ? 'USD' : 'EUR';
    this.#history.take(currency, world);
    for (const at of world.priced) {
      const known = this.#amounts[currency].get(at);
      const before = (known !== undefined && known.day >= world.day ? known.before : known?.amounts) ?? [];
      // The last word on a day counts: where that is wild, what a file of the same day said before is taken back.
      const said = (part: number) => (isWild(world, at, part) ? before[part] : centsOf(world, at, part, currency));
      this.#amounts[currency].set(at, { day: world.day, amounts: [said(0), said(1)], before });
      for (const part of [0, 1]) {
        const name = `${currency} ${at} ${part}`;
        if (isWild(world, at, part)) this.#waiting.add(name);
        else this.#waiting.delete(name);
      }
    }
  }

  /** A run read that and published nothing of it. */
  leaveOut(source: SourceName, world: World): void {
    if (source !== 'catalog') this.#history.leaveOut(source === 'usd' ? 'USD' : 'EUR', world);
  }

  /** What the store shows and should not. */
  async judge(): Promise<string[]> {
    const told = await this.#copy.follow();
    const { cards, expansions, prices } = this.#copy.state;
    const phantoms = await pricedPhantoms(this.#store, this.#copy.state);
    const names = new Map(cards.map(({ id, name }) => [id, name]));
    const wrong = [...new Set([...names.keys(), ...this.#names.keys()])].filter(
      (id) => names.get(id) !== this.#names.get(id),
    );
    const sets = expansions.filter(({ id, name }) => !this.#sets.some((own, at) => setId(at) === id && own === name));
    return [
      ...told.map(([name, one, other]) => `events are not the differences: ${name}\n    ${one}\n    ${other}`),
      ...phantoms.map(([name]) => `${name} is gone and has a price`),
      ...wrong.map((id) => `${id} is ${names.get(id)}, upstream said ${this.#names.get(id)}`),
      ...sets.map(({ id, name }) => `${id} is ${name}, upstream said ${this.#sets.join(' and ')}`),
      ...[...prices].flatMap(([id, rows]) =>
        (rows as unknown as PriceRow[]).flatMap((row) => this.#wrongPrice(id, row)),
      ),
      ...this.#unpriced(),
    ];
  }

  /** What a walk over the list shows and should not, drawn by chance; the records are those that were judged last. */
  async judgeWalk(random: Random): Promise<string[]> {
    const { cards, expansions } = this.#copy.state;
    if (cards.length === 0) return [];
    const asked = drawnWalk(random, { cards, expansions });
    const wrong = await wrongIn(listOf(this.#observed()), { cards, expansions }, asked);
    return wrong === undefined ? [] : [wrong];
  }

  /** What the price history has and should not, or lacks: read in the end, since nothing is ever taken from it. */
  judgeHistory(nowMs: number): Promise<string[]> {
    return this.#history.judge(this.#store.reads, this.#products, nowMs);
  }

  /** Whether each card that a world has is there by its name, and every printing of it has its price. */
  isOf(world: World): boolean {
    return world.cards.every((name, at) => {
      const id = cardId(at);
      const shows = (part: number, currency: Currency) =>
        this.#shows(id, part, currency, centsOf(world, world.products[at] ?? at, part, currency));
      return (
        name === null ||
        (this.#names.get(id) === name && [0, 1].every((part) => shows(part, 'USD') && shows(part, 'EUR')))
      );
    });
  }

  #shows(id: string, part: number, currency: Currency, amount: number): boolean {
    const rows = (this.#copy.state.prices.get(id) ?? []) as unknown as PriceRow[];
    return rows.some(
      (row) => row.variant === PRINTINGS[part] && row.currency === currency && amountsOf(row).includes(amount),
    );
  }

  /** Who is a card has the price that was said of it, also before it was one. */
  #unpriced(): string[] {
    return (['USD', 'EUR'] as const).flatMap((currency) =>
      [...this.#products].flatMap(([id, product]) =>
        (this.#amounts[currency].get(product)?.amounts ?? []).flatMap((amount, part) =>
          amount === undefined ||
          this.#waiting.has(`${currency} ${product} ${part}`) ||
          this.#shows(id, part, currency, amount)
            ? []
            : [`${id} ${PRINTINGS[part]} does not cost ${amount} ${currency}, as upstream said`],
        ),
      ),
    );
  }

  #wrongPrice(id: string, row: PriceRow): string[] {
    const said = this.#amounts[row.currency as Currency].get(this.#products.get(id) ?? -1)?.amounts ?? [];
    // A row in EUR has both columns of the guide.
    const right = row.currency === 'EUR' ? said : [said[PRINTINGS.indexOf(row.variant)]];
    return amountsOf(row)
      .filter((amount) => !right.includes(amount))
      .map((amount) => `${id} ${row.variant} costs ${amount} ${row.currency}, upstream said ${right.join(' and ')}`);
  }
}

const amountsOf = (row: PriceRow): number[] => Object.values(row).filter((value) => typeof value === 'number');
