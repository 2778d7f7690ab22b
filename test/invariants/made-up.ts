/** Makes up many histories from one seed, judges them side by side, and shrinks the first of those that break a law. */

import type { Engine } from '../../src/store/store.ts';
import { fc } from '../support/made/properties.ts';
import { type Judgement, judge, type Violation } from './laws.ts';
import { type History, histories, type Schedule, schedules } from './world.ts';

/** Seeds of a batch's histories begin at a multiple of this, so that a history is named by its batch and its number. */
const WORLDS_MAX = 1000;

/** The one thing of a kind that a seed makes. */
function made<Thing>(arbitrary: fc.Arbitrary<Thing>, seed: number): Thing {
  const [thing] = fc.sample(fc.noBias(arbitrary), { seed, numRuns: 1 });
  if (thing === undefined) throw new Error(`seed ${seed} makes nothing`);
  return thing;
}

const historySeed = (seed: number, world: number) => seed * WORLDS_MAX + world;
const stepsOf = ({ steps }: Schedule) => steps.length - 1;

/** Judges the first `count` histories of the seed. */
export function judgeSeed(engine: Engine, seed: number, count: number): Promise<Judgement> {
  const schedule = made(schedules, seed);
  const worlds = Array.from({ length: count }, (_, at) => at + 1);
  return judge(
    engine,
    schedule,
    worlds.map((world) => made(histories(stepsOf(schedule)), historySeed(seed, world))),
  );
}

/** The smallest history alone that breaks a law as that of the seed and world does, in words. */
export async function smallest(engine: Engine, seed: number, world: number): Promise<string> {
  const schedule = made(schedules, seed);
  let last: { history: History; violations: Violation[] } | undefined;
  const holds = async (history: History) => {
    const { violations } = await judge(engine, schedule, [history]);
    if (violations.length > 0) last = { history, violations };
    return violations.length === 0;
  };
  await fc.check(fc.asyncProperty(fc.noBias(histories(stepsOf(schedule))), holds), {
    seed: historySeed(seed, world),
    numRuns: 1,
  });
  if (last === undefined) return 'alone it breaks none';
  const [first] = last.violations;
  return `${JSON.stringify(schedule)}\n  ${JSON.stringify(last.history)}\n  ${first?.law}, ${first?.what}`;
}
