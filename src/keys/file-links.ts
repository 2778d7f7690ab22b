/** Links that stand for a key on one file: read-only, until a moment, and no longer than the key. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyById } from '../store/keys.ts';
import { cursorSecret, metaValue, setMetaValue } from '../store/meta.ts';
import type { Reads, Store, Writes } from '../store/store.ts';
import { type Key, keyIn, mayUse } from './key-ring.ts';
import { isFrom, sees } from './limits.ts';

const TOKEN = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{22})$/;
const MAC_LENGTH = 22;
/** What a link may name beside files: the feed of events. */
export const ATOM = 'events.atom';

/** The game that a file's name bears. */
export const gameOfFile = (name: string): string => name.split('.')[1] ?? '';

async function macOf(store: Store, keyId: string, until: string, name: string): Promise<string> {
  const ended = (await linkEnds(store.reads))[`${keyId} ${name}`];
  const text = `file link 1 ${keyId} ${until} ${name}${ended === undefined ? '' : ` ${ended}`}`;
  const mac = createHmac('sha256', await cursorSecret(store))
    .update(text)
    .digest('base64url');
  return mac.slice(0, MAC_LENGTH);
}

/** How often links of a key to a name were ended: those of before were made with another count. */
const linkEnds = async (reads: Reads) =>
  JSON.parse((await metaValue(reads, 'link_ends')) ?? '{}') as Record<string, number>;

/** Ends every link of the key to the file `name` that was made so far. */
export async function endLinks(writes: Writes, keyId: string, name: string): Promise<void> {
  const ends = await linkEnds(writes);
  const link = `${keyId} ${name}`;
  await setMetaValue(writes, 'link_ends', JSON.stringify({ ...ends, [link]: (ends[link] ?? 0) + 1 }));
}

/** The path of the file `name` for whoever has it, without the key. */
export async function linkTo(store: Store, keyId: string, name: string, until: Date): Promise<string> {
  const seconds = String(Math.floor(until.getTime() / 1000));
  return `/s/${keyId}.${seconds}.${await macOf(store, keyId, seconds, name)}/${name}`;
}

/** The key that the token of a link to `name` stands for; undefined where it is none, or its time or its key has ended. */
export async function keyOfLink(
  store: Store,
  { token, name, address }: { token: string; name: string; address: string },
  now: Date,
): Promise<Key | undefined> {
  const [, keyId = '', until = '', mac = ''] = TOKEN.exec(token) ?? [];
  const expected = await macOf(store, keyId, until, name);
  const isRight = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
  if (!isRight || Number(until) * 1000 <= now.getTime()) return undefined;
  const key = keyIn(await keyById(store.reads, keyId));
  const isOver = key?.expiresAtMs != null && key.expiresAtMs <= now.getTime();
  if (key === undefined || isOver || !mayUse(key, 'read') || !isFrom(key.addresses, address)) return undefined;
  return name === ATOM || sees(key, gameOfFile(name)) ? key : undefined;
}
