/** Whom the reference is read by: their key, or their session of the console, and ids that they can try. */

import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { BELOW } from '../service/root.ts';

export interface Reader {
  /** Typed on this page; empty where the session of the console does. */
  key: string;
  /** The id of the first record of each resource, by the resource's name. */
  firstIds: Readonly<Record<string, string>>;
}

export const ReaderContext = createContext<Reader>({ key: '', firstIds: {} });

const RESOURCES = ['series', 'expansions', 'cards', 'products'];

async function firstId(resource: string, key: string): Promise<[string, string] | undefined> {
  const init: RequestInit = key ? { headers: { authorization: `Bearer ${key}` } } : {};
  const answer = await fetch(`${BELOW}/v1/${resource}?limit=1`, init);
  if (!answer.ok) return undefined;
  const { data } = (await answer.json()) as { data: { items: { id: string | number }[] } };
  const [first] = data.items;
  return first ? [resource, String(first.id)] : undefined;
}

/** Ids to try requests with; none without a key or session. */
export function useFirstIds(key: string): Record<string, string> {
  const [ids, setIds] = useState<Record<string, string>>({});
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const found = await Promise.all(RESOURCES.map((resource) => firstId(resource, key)));
      if (!isGone) setIds(Object.fromEntries(found.filter((one) => one !== undefined)));
    };
    // Without them the reference has holes to be filled in by hand.
    read().catch(() => setIds({}));
    return () => {
      isGone = true;
    };
  }, [key]);
  return ids;
}
