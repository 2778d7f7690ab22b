/** The price history as the files said it, day by day: each day that was read is there with its amounts, and no other. */
import { dayOf } from '../../src/catalog/days.ts';
import type { Reads } from '../../src/store/store.ts';
import { cardHistory, type ObservedDay } from '../support/oracles/shown-histories.ts';
import { BEGIN_MS } from './furnished-store.ts';
import { type Currency, centsOf, isWild, PRINTINGS, type World } from './upstream.ts';

/** What the files of one day said of a printing: all of its amounts that may be shown, and whether the last may. */
interface Said {
  amounts: Set<number>;
  last: number | undefined;
}

export class HistoryModel {
  /** By currency, marketplace product and printing, the days. */
  readonly #said = new Map<string, Map<string, Said>>();

  /** A run published this file; of a day that comes again the last word counts. */
  take(currency: Currency, world: World): void {
    for (const at of world.priced) {
      for (const part of PRINTINGS.keys()) {
        const said = this.#saidOn(world.day, currency, at, part);
        // A wild amount waits: it leaves what an earlier file of its day said.
        if (isWild(world, at, part)) said.last = undefined;
        else {
          said.last = centsOf(world, at, part, currency);
          said.amounts.add(said.last);
        }
      }
    }
  }

  /** A run left this file out: its days are written once it is let go. */
  leaveOut(currency: Currency, world: World): void {
    for (const at of world.priced) {
      for (const part of PRINTINGS.keys()) {
        const said = this.#saidOn(world.day, currency, at, part);
        if (!isWild(world, at, part)) said.amounts.add(centsOf(world, at, part, currency));
      }
    }
  }

  /** What the store's history of these cards has and should not, or lacks. */
  async judge(reads: Reads, products: ReadonlyMap<string, number>, nowMs: number): Promise<string[]> {
    const window = { from: dayOf(BEGIN_MS), to: dayOf(BEGIN_MS + nowMs) };
    const wrong: string[] = [];
    for (const [id, product] of products) {
      for (const { variant, usd, eur } of (await cardHistory(reads, id, window))?.variants ?? []) {
        const part = PRINTINGS.indexOf(variant.type);
        const name = `the history of ${id} ${variant.type}`;
        const days = (currency: Currency, of: number) => this.#daysOf(currency, product, of);
        // A row in EUR has both columns of the guide.
        const both = [days('EUR', part), days('EUR', 1 - part)];
        const found = [
          ...differences(
            [days('USD', part)],
            usd.flatMap((condition) => condition.days),
          ),
          ...differences(both, eur.days),
        ];
        wrong.push(...found.map((text) => `${name}: ${text}`));
      }
    }
    return wrong;
  }

  #saidOn(day: string, currency: Currency, product: number, part: number): Said {
    const days = this.#daysOf(currency, product, part);
    const said = days.get(day) ?? { amounts: new Set(), last: undefined };
    days.set(day, said);
    return said;
  }

  #daysOf(currency: Currency, product: number, part: number): Map<string, Said> {
    const name = `${currency} ${product} ${part}`;
    const days = this.#said.get(name) ?? new Map<string, Said>();
    this.#said.set(name, days);
    return days;
  }
}

/** @param said of the printing itself first, then of others that stand in its row */
function differences(said: readonly ReadonlyMap<string, Said>[], shown: readonly ObservedDay[]): string[] {
  const there = new Map(shown.map(({ day, amounts }) => [day, amounts.filter((amount) => amount !== null)]));
  const isSaid = (day: string, amount: number) => said.some((days) => days.get(day)?.amounts.has(amount));
  const invented = [...there].flatMap(([day, amounts]) =>
    amounts.filter((amount) => !isSaid(day, amount)).map((amount) => `${day} shows ${amount}`),
  );
  const missing = [...(said[0] ?? [])].flatMap(([day, { last }]) =>
    last === undefined || there.get(day)?.includes(last) ? [] : [`${day} lacks ${last}`],
  );
  return [...invented, ...missing];
}
