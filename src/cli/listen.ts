/** `cardstock listen`: shows events as they happen and sends them on, to try a receiver on this machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/settings.ts';
import { eventNames, isWanted, readPatterns } from '../events/event-names.ts';
import { postDelivery } from '../events/post-delivery.ts';
import { newSecret, signedHeaders } from '../events/signature.ts';
import { subscriptionServiceOf } from '../service/configured-parts.ts';
import { eventsAfter, type FeedEvent, lastPosition, numberEvents } from '../store/events/events.ts';
import { askService, dataAt, refusal } from './ask-service.ts';
import { type CommonFlags, configOf, withPresentStore } from './context.ts';
import { checkFlag, misused, printJson, printLine, printNote } from './output.ts';

const LOOK_EVERY_MS = 300;
/** A service's budget is for its callers: twenty requests a minute of it are not missed. */
const ASK_EVERY_MS = 3000;
const AT_ONCE = 100;

type ListenFlags = CommonFlags & { forwardTo?: string; events?: string };
type Shown = Pick<FeedEvent, 'id' | 'name' | 'body' | 'position'>;
type Show = (event: Shown, forwarded?: { status: number | null; error: string | null }) => void;

/** Prints a line per event until a signal. */
export async function listen({ forwardTo, events, ...flags }: ListenFlags): Promise<void> {
  checkFlag('--forward-to', forwardTo, /^https?:/, 'be an http: or https: address');
  const config = configOf(flags);
  const games = config.games.map(({ scope }) => scope.game);
  const patterns = events === undefined ? eventNames(games) : readPatterns(games, events.split(','));
  const isAsked = (name: string) => isWanted(patterns, name);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  const show: Show = ({ position, id, name, body }, forwarded) => {
    if (flags.json) printJson({ position, ...JSON.parse(body), ...(forwarded && { forwarded }) });
    else if (!process.stdout.isTTY) printJson({ position, id, name, ...(forwarded && { forwarded }) });
    else printLine([String(position), name, id, forwarded ? (forwarded.error ?? forwarded.status) : ''].join('  '));
  };
  const { url } = config.values;
  if (url === undefined) return listenHere(flags, { forwardTo, isAsked, show, stopped: stopped.signal });
  if (forwardTo !== undefined) {
    throw misused('--forward-to needs the store itself: leave --url and CARDSTOCK_URL out');
  }
  await listenAt(url, config, { isAsked, show, stopped: stopped.signal });
}

interface Listening {
  isAsked(name: string): boolean;
  show: Show;
  stopped: AbortSignal;
}

async function listenHere(flags: CommonFlags, listening: Listening & { forwardTo: string | undefined }): Promise<void> {
  const { forwardTo, isAsked, show, stopped } = listening;
  const secret = newSecret();
  await withPresentStore(flags, async (store, config) => {
    const { network } = subscriptionServiceOf(config, store);
    const forward = async ({ id, body, position, group_id }: FeedEvent) => {
      if (forwardTo === undefined) return undefined;
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders(id, body, [secret], new Date()),
        'webhook-group': group_id,
        'webhook-position': String(position),
      };
      return postDelivery({ url: forwardTo, allowPrivate: true }, body, headers, network);
    };
    let after = await lastPosition(store.reads);
    // Whoever reads this knows that nothing is missed from now on.
    printNote(forwardTo === undefined ? 'Listening.' : `Listening, and signing with ${secret}`);
    while (!stopped.aborted) {
      await numberEvents(store, new Date().toISOString(), isWanted);
      for (const event of await eventsAfter(store.reads, { after, limit: AT_ONCE })) {
        after = event.position;
        if (!isAsked(event.name)) continue;
        const answer = await forward(event);
        show(event, answer && { status: answer.status, error: answer.error });
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
  });
}

async function listenAt(url: string, config: Config, { isAsked, show, stopped }: Listening): Promise<void> {
  // The head of an export names the newest event, and its place: places have no gaps.
  const answer = await askService(new URL(`${url}/export/series.ndjson`), config);
  if (answer.status !== 200) throw refusal(`${url} answered ${answer.status}: ${answer.text}`, answer);
  const [first = ''] = answer.text.split('\n');
  const { head } = JSON.parse(first) as { head: { after: string | null; position: number } };
  let { after, position } = head;
  printNote('Listening.');
  while (!stopped.aborted) {
    const feed = new URL(`${url}/v1/events?limit=${AT_ONCE}`);
    if (after !== null) feed.searchParams.set('after', after);
    const { items } = await dataAt<{ items: { id: string; name: string }[] }>(feed, config);
    for (const event of items) {
      after = event.id;
      position += 1;
      if (isAsked(event.name)) show({ ...event, position, body: JSON.stringify(event) });
    }
    await sleep(ASK_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}
