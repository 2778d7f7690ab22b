/** What many cards are worth together over time, and how that moved where it was no newcomer that moved it. */
import { type ChartStep, type DayAmounts, dayText, stepOf } from './statistics.ts';
import type { ValuePoint } from './statistics-shapes.ts';

const BASE = 100;

/** Takes the amounts of each card, month by month, and gives the points in which any was observed. */
export class ValueIndex {
  readonly points: ValuePoint[] = [];
  readonly #step: ChartStep;
  /** The last amount of each card. */
  readonly #known = new Map<number, number>();
  /** The same within steps that are not over, ascending. */
  #open = new Map<number, Map<number, number>>();
  #cents = 0;
  #index = BASE;

  constructor(step: ChartStep) {
    this.#step = step;
  }

  /** The amounts of a month, of the cards in any order; those of the months before were added before. */
  add(month: Iterable<{ owner: number; amounts: DayAmounts }>): void {
    for (const { owner: card, amounts } of month) {
      const { days } = amounts;
      for (const [at, cents] of amounts.cents.entries()) {
        const step = stepOf(days[at] ?? 0, this.#step);
        // The last of a step counts.
        if (at + 1 < days.length && stepOf(days[at + 1] ?? 0, this.#step) === step) continue;
        const inside = this.#open.get(step);
        if (inside === undefined) this.#open.set(step, new Map([[card, cents]]));
        else inside.set(card, cents);
      }
    }
    const steps = [...this.#open].sort(([a], [b]) => a - b);
    // A week may go on in the next month.
    this.#open = new Map(steps.splice(-1));
    for (const step of steps) this.#close(...step);
  }

  end(): void {
    for (const step of this.#open) this.#close(...step);
    this.#open = new Map();
  }

  #close(first: number, observed: ReadonlyMap<number, number>): void {
    let [moved, added] = [0, 0];
    for (const [card, cents] of observed) {
      const before = this.#known.get(card);
      if (before === undefined) added += cents;
      else moved += cents - before;
      this.#known.set(card, cents);
    }
    if (this.#cents > 0) this.#index *= (this.#cents + moved) / this.#cents;
    this.#cents += moved + added;
    const index = Math.round(this.#index * BASE) / BASE;
    this.points.push({ day: dayText(first), cents: this.#cents, priced: this.#known.size, index });
  }
}
