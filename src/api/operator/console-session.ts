/** Signing in to the console and out of it: a session is a short-lived key in a cookie that no script can read. */
import type { Static } from 'typebox';
import { Failure } from '../../failure.ts';
import { closeSession, openSession } from '../../keys/console-sessions.ts';
import { deviceOf } from '../../keys/device.ts';
import { keyById } from '../../store/keys.ts';
import { metaValue } from '../../store/meta.ts';
import type { Store } from '../../store/store.ts';
import { jsonAnswer, type PlainAnswer } from '../answer/send.ts';
import { type ServedGames, servedLanguages } from '../catalog/in-language.ts';
import { type CookiePlace, endedCookie, sessionCookie } from '../front/session-cookie.ts';
import type { PageParts } from '../pages/web-pages.ts';
import type { RouteRequest } from '../request.ts';
import type { KeyControl } from './keys.ts';
import type { SignIn } from './records.ts';

interface Signing extends PageParts {
  store: Store;
}

const placeOf = async ({ store, pages }: Signing): Promise<CookiePlace> => ({
  path: pages.below,
  isSecure: (await metaValue(store.reads, 'public_url'))?.startsWith('https:') ?? false,
});

const signed = (cookie: string): PlainAnswer => ({ type: '', body: '', status: 204, headers: ['Set-Cookie', cookie] });

/** @throws Failure bad_request, unauthorized for a key or token that is not valid */
export async function signIn({ body, address, headers }: RouteRequest, context: Signing & { now: () => Date }) {
  const { store, now } = context;
  const { key, token } = body as Static<typeof SignIn>;
  if ((key === undefined) === (token === undefined)) throw new Failure('bad_request', 'Give one of key and token.');
  const device = deviceOf(headers['user-agent']);
  const proof = key === undefined ? { token: token ?? '' } : { key };
  const session = await openSession(store, proof, now(), { address, device });
  if (session === undefined)
    throw new Failure(
      'unauthorized',
      'This key or link is not valid. Links work once, for 30 minutes; keys may be revoked or expired.',
    );
  return signed(sessionCookie(session.key, await placeOf(context)));
}

export async function signOut({ key }: RouteRequest, context: Signing & { operator: KeyControl }) {
  const { store, operator } = context;
  await closeSession(store, key?.id ?? '');
  operator.forgetKeys();
  return signed(endedCookie(await placeOf(context)));
}

export async function getSession({ key }: RouteRequest, { store, games }: ServedGames & { store: Store }) {
  const known = await keyById(store.reads, key?.id ?? '');
  // It ended between the front and here.
  if (known === undefined) throw new Failure('unauthorized', 'This session has ended.');
  const { name, scopes, expires_at } = known;
  const languages = servedLanguages(games);
  return jsonAnswer({ data: { name, scopes, expires_at, languages }, error: null });
}
