/** When a rule of a watch is true and when it speaks, as docs/events.md says it, over a list of all days of a series. */
import { addDays } from '../../../src/catalog/days.ts';
import type { WatchRule } from '../../../src/events/watches/watch-rules.ts';

export interface Point {
  day: string;
  cents: number;
}

function isTrueOf(rule: WatchRule, points: readonly Point[]): boolean {
  const newest = points.at(-1);
  if (newest === undefined) return false;
  if (rule.above !== undefined) return newest.cents > rule.above;
  if (rule.below !== undefined) return newest.cents < rule.below;
  const days = Math.max(2, rule.moved?.days ?? rule.new_low ?? rule.new_high ?? 0);
  const within = points.filter(({ day }) => day > addDays(newest.day, -days));
  const others = within.slice(0, -1).map(({ cents }) => cents);
  if (rule.new_low !== undefined) return others.length > 0 && others.every((cents) => newest.cents < cents);
  if (rule.new_high !== undefined) return others.length > 0 && others.every((cents) => newest.cents > cents);
  const first = within[0]?.cents ?? newest.cents;
  const moved = Math.abs(newest.cents - first);
  const { amount, percent = 0 } = rule.moved ?? {};
  return amount === undefined ? moved * 100 >= percent * first : moved >= amount;
}

/** Whether it speaks in a run that brought the newest of these. */
export const speaksOf = (rule: WatchRule, points: readonly Point[]): boolean =>
  points.length > 1 &&
  points.at(-1)?.cents !== points.at(-2)?.cents &&
  isTrueOf(rule, points) &&
  !isTrueOf(rule, points.slice(0, -1));
