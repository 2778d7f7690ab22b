/** Rules of watches as many subscribers would have them, and putting them in and taking them away, for the benches. */
import { randomUUID } from 'node:crypto';
import { seeded } from '../../demo/random.ts';
import type { WatchRule } from '../../src/events/watches/watch-rules.ts';
import { addSubscription, deleteSubscription } from '../../src/store/events/subscriptions.ts';
import type { Store } from '../../src/store/store.ts';

const RULES_A_SUBSCRIPTION = 200;
const random = seeded(3);
const upTo = (most: number) => 1 + Math.floor(random() * most);
const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(random() * of.length)] as Of;

/** What rules may be of. */
export interface Watchable {
  cards: readonly string[];
  expansions: readonly string[];
  /** Printings by their short names, where all cards have the same. */
  variants?: readonly string[];
}

function ruleOf({ cards, expansions, variants = [] }: Watchable): WatchRule {
  const of =
    random() < 0.95
      ? { cards: Array.from({ length: upTo(5) }, () => pick(cards)) }
      : { expansions: [pick(expansions)] };
  const currency = pick(['usd', 'eur'] as const);
  return {
    ...of,
    currency,
    ...(variants.length > 0 && random() < 0.3 && { variant: pick(variants) }),
    ...(currency === 'usd' && random() < 0.4 && { condition: pick(['NM', 'LP', 'MP']) }),
    ...pick<Partial<WatchRule>>([
      { above: upTo(8000) },
      { below: upTo(8000) },
      { moved: { percent: upTo(10), days: upTo(7) } },
      { moved: { amount: upTo(200), days: upTo(7) } },
      { new_low: upTo(30) },
      { new_high: upTo(30) },
    ]),
  };
}

/** So many rules, by the id of their subscription. */
export function drawnRules(count: number, of: Watchable): Map<string, WatchRule[]> {
  const rules = Array.from({ length: count }, () => ruleOf(of));
  const byId = Map.groupBy(rules.entries(), ([at]) => `s${Math.floor(at / RULES_A_SUBSCRIPTION)}`);
  return new Map([...byId].map(([id, own]) => [id, own.map(([, rule]) => rule)]));
}

/** Runs `work` while these rules are there. */
export async function watched(store: Store, rules: ReadonlyMap<string, WatchRule[]>, work: () => Promise<void>) {
  const untried = { reason: null, last_success_at: null, failing_since: null, hold_until: null };
  await store.write(async (writes) => {
    for (const [id, watch] of rules) {
      await addSubscription(writes, {
        ...{ id, url: 'https://bench.invalid/', patterns: [], allow_private: false, state: 'active', ...untried },
        ...{ secret: randomUUID(), previous_secret: null, previous_until: null, format: 'standard', ordered: false },
        ...{ created_at: new Date().toISOString(), watch },
      });
    }
  });
  await work();
  await store.write(async (writes) => {
    for (const id of rules.keys()) await deleteSubscription(writes, id);
  });
}

/** Seconds that `work` takes: of this process's processor time, which other work leaves alone, and by the clock, in which a server of the store works too. */
export async function secondsOf(work: () => Promise<void>): Promise<{ cpu: number; clock: number }> {
  const [began, beganAt] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(began);
  return { cpu: (user + system) / 1e6, clock: (performance.now() - beganAt) / 1000 };
}

export type Seconds = Awaited<ReturnType<typeof secondsOf>>;
export const mean = (times: readonly Seconds[], of: keyof Seconds = 'cpu'): number =>
  times.reduce((sum, each) => sum + each[of], 0) / times.length;
