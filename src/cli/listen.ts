/** `cardstock listen`: shows events as they happen and sends them on, to try a receiver on this machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isWanted } from '../events/event-names.ts';
import { postDelivery } from '../events/post-delivery.ts';
import { newSecret, signedHeaders } from '../events/signature.ts';
import { deskOf } from '../service/configured-parts.ts';
import { eventsAfter, lastPosition, numberEvents } from '../store/events/events.ts';
import { type CommonFlags, withStore } from './context.ts';
import { CommandFailure, EXIT, printJson, printNote } from './output.ts';

const LOOK_EVERY_MS = 300;
const AT_ONCE = 100;

/** Prints one line of JSON per event until a signal. */
export async function listen({ forwardTo, ...flags }: CommonFlags & { forwardTo?: string }): Promise<void> {
  if (forwardTo !== undefined && !/^https?:/.test(forwardTo)) {
    throw new CommandFailure(`--forward-to ${forwardTo}: must be an http: or https: address`, EXIT.usage);
  }
  const secret = newSecret();
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isStopped = true;
    });
  }
  await withStore(flags, async (store, config) => {
    const { network } = deskOf(config, store);
    let after = await lastPosition(store.reads);
    // Whoever reads this knows that nothing is missed from now on.
    printNote(forwardTo === undefined ? 'Listening.' : `Listening, and signing with ${secret}`);
    while (!isStopped) {
      await numberEvents(store, new Date().toISOString(), isWanted);
      for (const { id, name, body, position, group_id } of await eventsAfter(store.reads, { after, limit: AT_ONCE })) {
        after = position;
        const headers = {
          'content-type': 'application/json',
          ...signedHeaders(id, body, [secret], new Date()),
          'webhook-group': group_id,
          'webhook-position': String(position),
        };
        const target = forwardTo === undefined ? undefined : { url: forwardTo, allowPrivate: true };
        const answer = target && (await postDelivery(target, body, headers, network));
        const forwarded = answer && { status: answer.status, error: answer.error };
        printJson({ position, id, name, ...(forwarded ? { forwarded } : {}) });
      }
      await sleep(LOOK_EVERY_MS);
    }
  });
}
