/** Sessions of the console: short-lived keys, opened with a key or once with a link. */
import { hash, randomBytes } from 'node:crypto';
import { addConsoleLink, deleteSession, keyByHash, LINK, takeConsoleLink, tidySessions } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { type IssuedKey, issueKey, type KeyRequest, keyState, SCOPES, type Scope } from './issue.ts';
import { keyHash } from './key-format.ts';
import { isFrom } from './limits.ts';

const SESSION_MS = 12 * 3_600_000;
const LINK_MS = 30 * 60_000;
const TOKEN_BYTES = 24;

export type SignIn = { key: string } | { token: string };

/** Makes the token of a link that opens one session; like a key it is kept as its hash only. */
export async function newConsoleLink(store: Store, now = new Date()): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expires_at = new Date(now.getTime() + LINK_MS).toISOString();
  await store.write((writes) => addConsoleLink(writes, { hash: tokenHash(token), expires_at }));
  return { token, expires_at };
}

/** The address that opens the console at `publicUrl` with the token. What follows `#` is sent to no server. */
export const consoleAddress = (publicUrl: string, token: string): string => `${publicUrl}/console#t=${token}`;

/**
 * Opens a session, which bears the name of its key and of the `device` that is signed in; undefined for a key or token that
 * is not valid. Sessions that have ended are tidied away.
 */
export async function openSession(
  store: Store,
  signIn: SignIn,
  now = new Date(),
  { address = '', device = '' } = {},
): Promise<IssuedKey | undefined> {
  const at = now.toISOString();
  await store.write((writes) => tidySessions(writes, at));
  const request =
    'key' in signIn ? await requestOfKey(store, signIn.key, address, now) : await requestOfLink(store, signIn, at);
  if (request === undefined) return undefined;
  const end = new Date(now.getTime() + SESSION_MS).toISOString();
  const { expires_at } = request;
  const name = `console: ${request.name}${device && ` (${device})`}`;
  const ends = expires_at !== null && expires_at < end ? expires_at : end;
  return issueKey(store, { ...request, name, expires_at: ends }, now);
}

/** Ends a session; a key that is none goes on. */
export const closeSession = (store: Store, id: string): Promise<void> =>
  store.write((writes) => deleteSession(writes, id));

async function requestOfKey(store: Store, key: string, address: string, now: Date): Promise<KeyRequest | undefined> {
  const known = await keyByHash(store.reads, keyHash(key));
  if (known === undefined || keyState(known, now) !== 'active') return undefined;
  if (!isFrom(known.addresses, address)) return undefined;
  // One that opened another would leave it behind when it ends.
  if (known.session_of !== null) return undefined;
  return { ...known, scopes: known.scopes as Scope[], session_of: known.id };
}

async function requestOfLink(store: Store, { token }: { token: string }, now: string): Promise<KeyRequest | undefined> {
  const isTaken = await store.write((writes) => takeConsoleLink(writes, tokenHash(token), now));
  if (!isTaken) return undefined;
  return { name: 'link', scopes: SCOPES, rate: null, expires_at: null, session_of: LINK };
}

const tokenHash = (token: string): string => hash('sha256', token, 'hex');
