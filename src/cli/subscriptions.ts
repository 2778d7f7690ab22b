/** `cardstock subscriptions` and `cardstock events`: who is notified of events, and how that goes. */
import Type from 'typebox';
import { requireShape } from '../catalog/words/required-shape.ts';
import { parsedJson } from '../config/config-file.ts';
import { readText } from '../config/secrets.ts';
import * as manage from '../events/manage-subscriptions.ts';
import { RULES_MAX, WatchRule } from '../events/watches/watch-rules.ts';
import { fileTrouble } from '../failure.ts';
import { subscriptionServiceOf } from '../service/configured-parts.ts';
import { attemptsOf, recentDeliveries } from '../store/events/deliveries.ts';
import { allSubscriptions, deleteSubscription, subscriptionById } from '../store/events/subscriptions.ts';
import { type CommonFlags, type PageFlags, pageIn, readCount, withPresentStore, withStore } from './context.ts';
import {
  CommandFailure,
  checkFlag,
  EXIT,
  misused,
  printDone,
  printNote,
  printRows,
  printSecret,
  TYPED,
} from './output.ts';

const withSubscriptions = <T>(flags: CommonFlags, work: (subscriptions: manage.SubscriptionService) => Promise<T>) =>
  withPresentStore(flags, (store, config) => work(subscriptionServiceOf(config, store)));

type Made = Awaited<ReturnType<typeof manage.createSubscription>>;

function printNew(json: boolean | undefined, made: Made): void {
  printSecret(json, made, made.secret, `secret is shown. The subscription's id is ${made.id}.`);
  if (made.unmatched) printNote(`Nothing has these, so far, and no rule speaks of them: ${made.unmatched.join(', ')}.`);
}

type CreateFlags = CommonFlags &
  Omit<manage.SubscriptionRequest, 'events' | 'watch'> & { events?: string; watch?: string };

/** Rules as JSON, or the file that holds them. @throws CommandFailure */
function readRules(given: string): WatchRule[] {
  try {
    const watch = parsedJson(given.startsWith('@') ? readText(given.slice(1)) : given);
    requireShape(Type.Object({ watch: Type.Array(WatchRule, { maxItems: RULES_MAX }) }), { watch });
    return watch as WatchRule[];
  } catch (error) {
    throw misused(`--watch: ${fileTrouble(error)}`);
  }
}

export async function subscriptionsCreate({ events, watch, ...flags }: CreateFlags): Promise<void> {
  const rules = watch === undefined ? [] : readRules(watch);
  const request = { ...flags, events: events?.split(',') ?? [], watch: rules };
  const made = await withStore(flags, (store, config) =>
    manage.createSubscription(subscriptionServiceOf(config, store), request),
  );
  printNew(flags.json, made);
}

export async function subscriptionsList({ limit, after, ...flags }: CommonFlags & PageFlags): Promise<void> {
  const rows = await withPresentStore(flags, async ({ reads }) =>
    allSubscriptions(reads, await pageIn({ limit, after }, (id) => subscriptionById(reads, id))),
  );
  printRows(
    rows.map(manage.shown),
    flags.json,
    ({ id, url, events, watch, state, reason, last_success_at, failing_since }) => ({
      id,
      url,
      events: [...events, ...(watch.length > 0 ? [`rules of prices: ${watch.length}`] : [])].join(','),
      state,
      'last success': last_success_at,
      'failing since': failing_since,
      reason,
    }),
  );
}

function printSamples(results: readonly manage.SampleResult[], json: boolean | undefined): void {
  const cells = ({ subscription_id, name, status, error }: manage.SampleResult) => ({
    subscription: subscription_id,
    event: name,
    status,
    outcome: error ?? 'delivered',
  });
  printRows(results, json, cells, 'wrap');
  if (results.some(({ error }) => error !== null)) process.exitCode = EXIT.failed;
}

export async function subscriptionsTest(id: string, { event, ...flags }: CommonFlags & { event?: string }) {
  printSamples([await withSubscriptions(flags, (service) => manage.sendSample(service, id, event))], flags.json);
}

export async function eventsTrigger(name: string, flags: CommonFlags): Promise<void> {
  const results = await withSubscriptions(flags, (service) => manage.triggerSample(service, name));
  if (results.length > 0 || flags.json) return printSamples(results, flags.json);
  printNote(`No active subscription takes ${name}: ${TYPED} subscriptions create makes one.`);
}

type DeliveriesFlags = CommonFlags & { state?: string; attempts?: boolean; limit: string };

const STATES = ['pending', 'delivered', 'failed'] as const;

export async function subscriptionsDeliveries(id: string, flags: DeliveriesFlags): Promise<void> {
  const { json } = flags;
  const limit = readCount(flags.limit);
  const state = STATES.find((known) => known === flags.state);
  checkFlag('--state', flags.state, state !== undefined, `be one of ${STATES.join(', ')}`);
  await withPresentStore(flags, async (store) => {
    await manage.requireSubscription({ store }, id);
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
  if ((event === undefined) === (since === undefined)) throw misused('name one of --event and --since');
  const time = Date.parse(since ?? '');
  checkFlag('--since', since, !Number.isNaN(time), 'be a time such as 2026-05-01T00:00:00Z');
  const wanted = event === undefined ? { since: new Date(time).toISOString() } : { id: event };
  const replayed = await withPresentStore(flags, (store) => manage.replay({ store }, id, wanted));
  printDone(flags.json, { id, replayed }, `${replayed} events are due again for ${id}.`);
}

export async function subscriptionsRotate(id: string, flags: CommonFlags): Promise<void> {
  printNew(flags.json, await withSubscriptions(flags, (service) => manage.rotateSecret(service, id)));
}

async function setState(id: string, flags: CommonFlags, state: 'paused' | 'active'): Promise<void> {
  await withPresentStore(flags, (store) => manage.setPaused({ store }, id, state === 'paused'));
  printDone(flags.json, { id, state }, `${id} is ${state}.`);
}

export const subscriptionsPause = (id: string, flags: CommonFlags) => setState(id, flags, 'paused');

export const subscriptionsResume = (id: string, flags: CommonFlags) => setState(id, flags, 'active');

export async function subscriptionsDelete(id: string, flags: CommonFlags): Promise<void> {
  const isDeleted = await withPresentStore(flags, (store) => store.write((writes) => deleteSubscription(writes, id)));
  if (!isDeleted) throw new CommandFailure(`there is no subscription ${id}`, EXIT.notFound);
  printDone(flags.json, { id, deleted: true }, `Deleted ${id}.`);
}
