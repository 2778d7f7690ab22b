/** Judges the days of one marketplace row in their order: what is believed of a day depends on the days up to it, on nothing else. */
import type { JudgedAmount } from '../../store/prices/market-knowledge.ts';
import { isBorneOut, isLoneOffer, isSameScale, isWild, type Move, type PendingPrice } from './price-guards.ts';

/** Amounts by name (`market`, `trend_holo` …), in cents. */
export type Amounts = Record<string, number | null>;

export interface JudgedDays {
  /** By day; amounts that are left out are null. */
  served: Map<string, Amounts>;
  /** Amounts that were not ordinary, by day and name. */
  judged: Map<string, JudgedAmount>;
  /** The last served amount of each name, and those that wait, after the last day. */
  known: Record<string, number>;
  waiting: Map<string, Omit<PendingPrice, 'key'>>;
}

const nameOf = (day: string, name: string) => `${day}/${name}`;

/**
 * An amount that moves 50-fold waits until the next day that has one shows about the same, unless other amounts of its row
 * bear it out or an operator has let it go; any other amount settles the matter.
 * @param days what came, held amounts among it, oldest first
 * @param from days before it were judged: that stands
 */
export function judgeDays(
  days: readonly (readonly [day: string, amounts: Amounts])[],
  before: readonly JudgedAmount[],
  from: string,
  isAccepted: (day: string, name: string) => boolean,
): JudgedDays {
  const stands = new Map(before.map((one) => [nameOf(one.observed_on, one.name), one]));
  const all: JudgedDays = { served: new Map(), judged: new Map(), known: {}, waiting: new Map() };
  for (const [day, amounts] of days) {
    const served = { ...amounts };
    const known = { ...all.known };
    for (const name in amounts) {
      const cents = amounts[name];
      if (cents == null) continue;
      const stood = stands.get(nameOf(day, name));
      const state =
        day < from
          ? stood?.state
          : stateOf(name, amounts, all, () => stood?.state === 'accepted' || isAccepted(day, name));
      if (state !== undefined) all.judged.set(nameOf(day, name), { observed_on: day, name, cents, state });
      if (state === 'held') {
        all.waiting.set(name, { previous: all.known[name] ?? cents, held: cents, observed_on: day });
        served[name] = null;
      } else {
        if (state === 'served' && day >= from) confirm(all, name, cents);
        all.waiting.delete(name);
        known[name] = cents;
      }
    }
    all.served.set(day, served);
    all.known = known;
  }
  return all;
}

/** What is to be said of an amount; undefined of one like its last. */
function stateOf(name: string, amounts: Amounts, { known, waiting }: JudgedDays, isAccepted: () => boolean) {
  const [cents, previous, waits] = [amounts[name] ?? 0, known[name], waiting.get(name)];
  if (waits !== undefined && isSameScale(waits.held, cents)) return 'served';
  if (previous === undefined || !isWild(previous, cents)) return undefined;
  if (isAccepted()) return 'accepted';
  const isOffer = name.startsWith('low') && isLoneOffer({ previous, today: cents }, movesBeside(name, amounts, known));
  return isOffer || isBorneOut(previous, cents, evidence(name, amounts, known)) ? 'served' : 'held';
}

/** Where the amount that waits is about the one that came after it, it was right, and is written on its day. */
function confirm({ served, judged, waiting }: JudgedDays, name: string, cents: number): void {
  const waits = waiting.get(name);
  if (waits === undefined || !isSameScale(waits.held, cents)) return;
  const { observed_on, held } = waits;
  served.set(observed_on, { ...served.get(observed_on), [name]: held });
  judged.set(nameOf(observed_on, name), { observed_on, name, cents: held, state: 'served' });
}

/** What was known of the row's other amounts: those of the same price side, or where there are none the others. */
function evidence(name: string, amounts: Amounts, known: Readonly<Record<string, number>>): number[] {
  const others = Object.keys(known).filter((other) => other !== name);
  // An amount that came with others that moved so too was not the odd one of its row.
  if (others.some((other) => amounts[other] != null && isWild(known[other] ?? 0, amounts[other]))) return [];
  const ofSide = (isOwn: boolean) =>
    others.flatMap((other) => ((isHolo(other) === isHolo(name)) === isOwn ? (known[other] ?? []) : []));
  const own = ofSide(true);
  return own.length > 0 ? own : ofSide(false);
}

/** How the other amounts of its side moved that came with one. */
const movesBeside = (name: string, amounts: Amounts, known: Readonly<Record<string, number>>): Move[] =>
  Object.entries(known).flatMap(([other, previous]) => {
    const today = amounts[other];
    return other === name || isHolo(other) !== isHolo(name) || today == null ? [] : [{ previous, today }];
  });

/** The second side of a row in EUR. */
const isHolo = (name: string) => name.endsWith('_holo');
