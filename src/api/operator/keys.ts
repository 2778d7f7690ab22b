/** Keys for operators: made, shown, revoked and rotated. */

import type { Static } from 'typebox';
import { Failure } from '../../failure.ts';
import { issueKey, keyState, rotateKey } from '../../keys/issue.ts';
import { allKeys, keyById, revokeKey, type StoredKey } from '../../store/keys.ts';
import type { Store } from '../../store/store.ts';
import type { RouteRequest } from '../request.ts';
import type { NewKey, Rotation } from './records.ts';

const GRACE_S = 86_400;

export interface KeyControl {
  /** Makes a change of keys hold from the next request on. */
  forgetKeys(): void;
}

interface Parts {
  store: Store;
  operator: KeyControl;
  now: () => Date;
}

const shownKey = ({ hash: _, ...key }: StoredKey, now: Date) => ({ ...key, state: keyState(key, now) });

export async function listKeys(_: RouteRequest, { store, now }: Pick<Parts, 'store' | 'now'>) {
  return { items: (await allKeys(store.reads)).map((key) => shownKey(key, now())), next_cursor: null };
}

/** @throws Failure bad_request for an end that is no time, or past */
export async function createKey({ body }: RouteRequest, { store, now }: Pick<Parts, 'store' | 'now'>) {
  const { name, scopes = ['read'], rate = null, expires_at = null } = body as Static<typeof NewKey>;
  return issueKey(store, { name, scopes, rate, expires_at: readEnd(expires_at, now()) }, now());
}

function readEnd(text: string | null, now: Date): string | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time) || time <= now.getTime()) {
    throw new Failure('bad_request', 'expires_at must be a time to come, such as 2027-01-31T00:00:00Z.');
  }
  return new Date(time).toISOString();
}

/** @throws Failure not_found */
export async function revokeKeyNow({ params }: RouteRequest, { store, operator, now }: Parts) {
  const { id = '' } = params;
  const isRevoked = await store.write((writes) => revokeKey(writes, id, now().toISOString()));
  operator.forgetKeys();
  const key = isRevoked ? await keyById(store.reads, id) : undefined;
  if (key === undefined) throw new Failure('not_found', `There is no unrevoked key ${id}.`);
  return shownKey(key, now());
}

/** @throws Failure not_found */
export async function rotateKeyNow({ params, body }: RouteRequest, { store, operator, now }: Parts) {
  const { id = '' } = params;
  const { grace_s = GRACE_S } = body as Static<typeof Rotation>;
  const issued = await rotateKey(store, id, grace_s * 1000, now());
  operator.forgetKeys();
  if (issued === undefined) throw new Failure('not_found', `There is no active key ${id}.`);
  return issued;
}
