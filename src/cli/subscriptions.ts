/** `cardstock subscriptions` and `cardstock events`: who is told of events, and how that goes. */
import {
  createSubscription,
  type Desk,
  replay,
  requireSubscription,
  rotateSecret,
  type SampleResult,
  sendSample,
  setPaused,
  shown,
  triggerSample,
} from '../events/manage-subscriptions.ts';
import { deskOf } from '../service/configured-parts.ts';
import { recentDeliveries } from '../store/events/deliveries.ts';
import { attemptsOf } from '../store/events/delivery-log.ts';
import { allSubscriptions, deleteSubscription } from '../store/events/subscriptions.ts';
import { type CommonFlags, withStore } from './context.ts';
import { CommandFailure, EXIT, printJson, printLine, printNote, printRows } from './output.ts';

const withDesk = <T>(flags: CommonFlags, work: (desk: Desk) => Promise<T>): Promise<T> =>
  withStore(flags, (store, config) => work(deskOf(config, store)));

function printSecret({ id, secret }: { id: string; secret: string }, json: boolean): void {
  if (json) {
    printJson({ id, secret });
    return;
  }
  printLine(secret);
  printNote(`This is the only time the secret is shown. The subscription's id is ${id}.`);
}

type CreateFlags = CommonFlags & { url: string; events: string; allowPrivate?: boolean };

export async function subscriptionsCreate({ url, events, allowPrivate, ...flags }: CreateFlags): Promise<void> {
  const request = { url, events: events.split(','), allowPrivate: allowPrivate ?? false };
  printSecret(await withDesk(flags, (desk) => createSubscription(desk, request)), flags.json ?? false);
}

export async function subscriptionsList(flags: CommonFlags): Promise<void> {
  const rows = await withStore(flags, (store) => allSubscriptions(store.reads));
  printRows(
    rows.map(shown),
    flags.json ?? false,
    ({ id, url, events, state, reason, last_success_at, failing_since }) => ({
      id,
      url,
      events: events.join(','),
      state,
      'last success': last_success_at,
      'failing since': failing_since,
      reason,
    }),
  );
}

function printSamples(results: readonly SampleResult[], json: boolean): void {
  const cells = ({ subscription_id, name, status, error }: SampleResult) => ({
    subscription: subscription_id,
    event: name,
    status,
    outcome: error ?? 'delivered',
  });
  printRows(results, json, cells, 'wrap');
  if (results.some(({ error }) => error !== null)) process.exitCode = EXIT.failed;
}

export async function subscriptionsTest(
  id: string,
  { event, ...flags }: CommonFlags & { event?: string },
): Promise<void> {
  printSamples([await withDesk(flags, (desk) => sendSample(desk, id, event))], flags.json ?? false);
}

export async function eventsTrigger(name: string, flags: CommonFlags): Promise<void> {
  printSamples(await withDesk(flags, (desk) => triggerSample(desk, name)), flags.json ?? false);
}

type DeliveriesFlags = CommonFlags & { state?: string; attempts?: boolean; limit: string };

const STATES = ['pending', 'delivered', 'failed'] as const;

export async function subscriptionsDeliveries(id: string, flags: DeliveriesFlags): Promise<void> {
  const json = flags.json ?? false;
  const limit = /^[1-9]\d{0,4}$/.test(flags.limit) ? Number(flags.limit) : undefined;
  const state = STATES.find((known) => known === flags.state);
  if (limit === undefined) throw new CommandFailure(`--limit ${flags.limit}: must be a count`, EXIT.usage);
  if (flags.state !== undefined && !state) {
    throw new CommandFailure(`--state ${flags.state}: must be one of ${STATES.join(', ')}`, EXIT.usage);
  }
  await withStore(flags, async (store) => {
    await requireSubscription({ store }, id);
    if (flags.attempts) {
      const attempts = await attemptsOf(store.reads, id, limit);
      return printRows(attempts, json, ({ at, event_id, status, duration_ms, error }) => {
        return { at, event: event_id, status, ms: duration_ms, outcome: error ?? 'delivered' };
      });
    }
    const deliveries = await recentDeliveries(store.reads, id, { state, limit });
    printRows(deliveries, json, ({ event_id, name, state, attempts, due_at }) => {
      return { event: event_id, name, state, attempts, due: state === 'pending' ? due_at : null };
    });
  });
}

type ReplayFlags = CommonFlags & { event?: string; since?: string };

export async function subscriptionsReplay(id: string, { event, since, ...flags }: ReplayFlags): Promise<void> {
  if ((event === undefined) === (since === undefined)) {
    throw new CommandFailure('name one of --event and --since', EXIT.usage);
  }
  const time = Date.parse(since ?? '');
  if (since !== undefined && Number.isNaN(time)) {
    throw new CommandFailure(`--since ${since}: must be a time such as 2026-05-01T00:00:00Z`, EXIT.usage);
  }
  const wanted = event === undefined ? { since: new Date(time).toISOString() } : { id: event };
  const replayed = await withStore(flags, (store) => replay({ store }, id, wanted));
  if (flags.json) printJson({ id, replayed });
  else printNote(`${replayed} events are due again for ${id}.`);
}

export async function subscriptionsRotate(id: string, flags: CommonFlags): Promise<void> {
  printSecret(await withDesk(flags, (desk) => rotateSecret(desk, id)), flags.json ?? false);
}

const paused = (isPaused: boolean) => async (id: string, flags: CommonFlags) => {
  await withStore(flags, (store) => setPaused({ store }, id, isPaused));
  if (flags.json) printJson({ id, state: isPaused ? 'paused' : 'active' });
  else printNote(`${id} is ${isPaused ? 'paused' : 'active'}.`);
};

async function remove(id: string, flags: CommonFlags): Promise<void> {
  const isDeleted = await withStore(flags, (store) => store.write((writes) => deleteSubscription(writes, id)));
  if (!isDeleted) throw new CommandFailure(`there is no subscription ${id}`, EXIT.notFound);
  if (flags.json) printJson({ id, deleted: true });
  else printNote(`Deleted ${id}.`);
}

/** Commands that take an id and nothing else. */
export const changes = { pause: paused(true), resume: paused(false), delete: remove };
