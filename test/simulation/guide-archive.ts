/** A marketplace's guides at addresses of their own, one for each day: they come in order, some days have none, and each stays. */
import { addDays, dayOf } from '../../src/catalog/days.ts';
import type { Clockwork } from './clockwork.ts';
import { BEGIN_MS } from './furnished-store.ts';
import type { World } from './upstream.ts';

const MISSING = 0.1;

export class GuideArchive {
  readonly #guides = new Map<string, World>();
  readonly #clock: Clockwork;
  #published = addDays(dayOf(BEGIN_MS), -1);
  /** Every day has its guide from now on. */
  isCalm = false;

  constructor(clock: Clockwork) {
    this.#clock = clock;
  }

  /** Publishes what is missing up to today, as the world is. */
  publish(world: World): void {
    const { nowMs, random } = this.#clock;
    for (const today = dayOf(BEGIN_MS + nowMs); this.#published < today; ) {
      this.#published = addDays(this.#published, 1);
      if (!this.isCalm && random.chance(MISSING)) continue;
      this.#guides.set(this.#published, { ...world, day: this.#published });
    }
  }

  on(day: string): World | undefined {
    return this.#guides.get(day);
  }

  isNewest(day: string): boolean {
    return [...this.#guides.keys()].at(-1) === day;
  }

  /** Days between the first and the last that were taken, which were there and were not. */
  skipped(taken: ReadonlySet<string>): string[] {
    const days = [...taken].sort();
    const [first = '', last = ''] = [days[0], days.at(-1)];
    return [...this.#guides.keys()].filter((day) => day > first && day < last && !taken.has(day));
  }
}
