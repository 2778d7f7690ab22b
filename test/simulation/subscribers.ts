/** Subscribers as they are met: they answer, fail, ask for patience, hang, lie, and are gone; and remember all that came. */

import type { Surroundings } from '../../src/events/deliver.ts';
import type { Answer } from '../../src/events/post-delivery.ts';
import type { Clockwork } from './clockwork.ts';
import type { FaultDraws } from './fault-draws.ts';
import type { Host } from './faults.ts';

const PLAIN = ['well', 'failing', 'busy', 'hanging', 'lying', 'deaf', 'gone'] as const;
type Plain = (typeof PLAIN)[number];
/** One that is fickle answers each post otherwise, as one of several behind a balancer. */
type Mood = Plain | 'fickle';
const MOODS: readonly Mood[] = [...PLAIN, 'fickle'];
const TIMEOUT_MS = 20_000;
const LONGEST_MS = 1500;

/** One post, whether it came there or not: one that is deaf is never reached. */
export interface Heard {
  id: string;
  body: string;
  status: number | null;
}

export class Subscriber {
  readonly url: string;
  readonly heard: Heard[] = [];
  mood: Mood = 'well';
  readonly #clock: Clockwork;

  constructor(url: string, clock: Clockwork) {
    this.url = url;
    this.#clock = clock;
  }

  /** Draws another mood. */
  change(faultDraws: FaultDraws): void {
    this.mood = faultDraws.draw('subscriber')?.pick(MOODS) ?? 'well';
  }

  /** Takes a post from a process. */
  async take(host: Host, body: string, headers: Record<string, string>): Promise<Answer> {
    const { random } = this.#clock;
    const mood: Plain = this.mood === 'fickle' ? random.pick(PLAIN) : this.mood;
    const heard: Heard = {
      id: headers['webhook-id'] ?? '',
      body,
      status: null,
    };
    this.heard.push(heard);
    await this.#clock.pause(mood === 'hanging' ? TIMEOUT_MS : random.between(1, LONGEST_MS), host);
    const status = { well: 204, failing: 500, busy: 429, hanging: null, lying: null, deaf: null, gone: 410 }[mood];
    heard.status = status;
    const retryAfterMs = mood === 'busy' ? random.whole(1, 600) * 1000 : undefined;
    const error = status === 204 ? null : `answered ${status}`;
    return { status, error, snippet: null, retryAfterMs };
  }
}

/** The way to the subscribers, for one process. */
export const postBy =
  (
    host: Host,
    subscribers: readonly Subscriber[],
    onPost: (heard: { id: string; body: string }) => void,
  ): Surroundings['post'] =>
  async ({ url }, body, headers) => {
    await host.point().catch(() => undefined);
    const subscriber = subscribers.find((each) => each.url === url);
    if (subscriber === undefined) throw new Error(`a post to ${url}, where nobody is`);
    const text = String(body);
    onPost({ id: headers['webhook-id'] ?? '', body: text });
    return subscriber.take(host, text, headers);
  };
