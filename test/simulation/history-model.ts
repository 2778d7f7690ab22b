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
  /** By currency, article and printing, the days. */
  readonly #said = new Map<string, Map<string, Said>>();

  /** A run published this file; of a day that comes again the last word counts. */
  take(currency: Currency, world: World): void {
    for (const at of world.priced) {
      for (const part of PRINTINGS.keys()) {
        const days = this.#daysOf(currency, at, part);
        const said = days.get(world.day) ?? { amounts: new Set(), last: undefined };
        days.set(world.day, said);
        // A wild amount waits: it leaves what an earlier file of its day said.
        if (isWild(world, at, part)) said.last = undefined;
        else {
          said.last = centsOf(world, at, part, currency);
          said.amounts.add(said.last);
        }
      }
    }
  }

  /** What the store's history of these cards has and should not, or lacks. */
  async judge(reads: Reads, articles: ReadonlyMap<string, number>, nowMs: number): Promise<string[]> {
    const window = { from: dayOf(BEGIN_MS), to: dayOf(BEGIN_MS + nowMs) };
    const wrong: string[] = [];
    for (const [id, article] of articles) {
      for (const { variant, usd, eur } of (await cardHistory(reads, id, window))?.variants ?? []) {
        const part = PRINTINGS.indexOf(variant.type);
        const name = `the history of ${id} ${variant.type}`;
        const days = (currency: Currency, of: number) => this.#daysOf(currency, article, of);
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

  #daysOf(currency: Currency, article: number, part: number): Map<string, Said> {
    const name = `${currency} ${article} ${part}`;
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
