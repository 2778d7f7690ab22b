/** Takes the records of the bulk file one by one: which are cards of the catalog, and under which id each stands. */
import { SeedCollector } from '../../../upstream/seed-collector.ts';
import { cardId } from './card-shape.ts';
import { type Extra, extraOf } from './extras.ts';
import type { ScryfallPrices } from './prices.ts';
import { cardSeed } from './records.ts';

/** What tells of a row what it is, before it is looked at closely. */
interface Row {
  id?: unknown;
  lang?: unknown;
  set?: unknown;
  collector_number?: unknown;
  digital?: boolean;
  layout?: string;
  set_type?: string;
}

export interface BulkCardsOptions {
  /** The sets as they are listed. */
  sets: readonly unknown[];
  include: ReadonlySet<Extra>;
  prices: ScryfallPrices | undefined;
}

/** The records of one file. */
export class BulkCards {
  /** Records that are no cards of this catalog, counted by what they are. */
  readonly passedOver = new Map<string, number>();
  /** The sets that cards were taken of. */
  readonly expansions = new Set<string>();
  readonly #collector = new SeedCollector();
  readonly #lastingIds = new Map<string, string>();
  readonly #otherLanguages: Row[] = [];
  readonly #listed: ReadonlySet<unknown>;
  readonly #options: BulkCardsOptions;

  constructor(options: BulkCardsOptions) {
    this.#options = options;
    this.#listed = new Set(options.sets.map((set) => (set as { code?: unknown } | null)?.code));
  }

  add(value: unknown): void {
    const row = (value ?? {}) as Row;
    const extra = extraOf(row);
    if (extra !== undefined && !this.#options.include.has(extra)) {
      this.passedOver.set(extra, (this.passedOver.get(extra) ?? 0) + 1);
    } else if (typeof row.set === 'string' && !this.#listed.has(row.set)) {
      this.#collector.addUnplaced(value);
    } else if (typeof row.lang === 'string' && row.lang !== 'en') {
      this.#otherLanguages.push(row);
    } else {
      this.#take(row, value, undefined);
    }
  }

  /**
   * The file has one record a place, in English or else in the language that it was printed in; at the few places where
   * it has more, the English one has the place's id, and every other its language behind it.
   */
  end(): { collector: SeedCollector; lastingIds: ReadonlyMap<string, string> } {
    const byLanguage = this.#otherLanguages.sort((a, b) => (String(a.lang) < String(b.lang) ? -1 : 1));
    for (const row of byLanguage) {
      const place = cardId(row.set, row.collector_number);
      this.#take(row, row, this.#collector.seed.cards.has(place) ? `${place}-${row.lang}` : undefined);
    }
    return { collector: this.#collector, lastingIds: this.#lastingIds };
  }

  #take(row: Row, value: unknown, id: string | undefined): void {
    const { cards } = this.#collector.seed;
    const before = cards.size;
    this.#collector.addCard(value, (findings) => cardSeed(value, findings, id));
    if (cards.size === before) return;
    this.expansions.add(String(row.set));
    this.#lastingIds.set(String(row.id), id ?? cardId(row.set, row.collector_number));
    this.#options.prices?.addCard(value);
  }
}
