/** Keys for operators: made, shown, revoked and rotated. */

import type { Static } from 'typebox';
import { optionalText } from '../../catalog/field-shapes.ts';
import { Failure } from '../../failure.ts';
import { ATOM, endLinks, linkTo } from '../../keys/file-links.ts';
import { isActive, issueKey, rotateKey, shownKey, shownKeys } from '../../keys/issue.ts';
import { firstDay, USAGE_DAYS } from '../../keys/key-use.ts';
import { checkLimits } from '../../keys/limits.ts';
import { allKeys, keyById, revokeKey, usageOf } from '../../store/keys.ts';
import type { MadePage } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import type { ServedGames } from '../catalog/in-language.ts';
import { countedParameter, listPage, onlyPage, type Paging, pageParameters } from '../catalog/list.ts';
import { isLinkable } from '../files/files.ts';
import { readFlag, readWhole } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import type { LinkedFile, NewKey, NewLink, Rotation } from './records.ts';

const GRACE_S = 86_400;
const USAGE_DAYS_SHOWN = 31;

export const keyParameters = {
  ...pageParameters,
  sessions: optionalText('`true`: only sessions of the console; `false`: only keys.', undefined, {
    enum: ['true', 'false'],
  }),
};

export const usageParameters = {
  days: optionalText(
    'Days up to today (UTC), 1 to 93; larger is clamped, not a whole number counts as 31. Default 31.',
    '7',
  ),
  ...countedParameter,
};

export interface KeyControl {
  /** Makes a change of keys hold from the next request on. */
  forgetKeys(): void;
  /** Adds what this process has counted to the store. */
  flushUsage(): Promise<void>;
}

interface Parts {
  store: Store;
  operator: KeyControl;
  now: () => Date;
}

export async function listKeys({ query }: RouteRequest, context: Pick<Paging, 'cursors'> & Parts) {
  const { store, operator, now } = context;
  await operator.flushUsage();
  const areSessions = readFlag(query, 'sessions');
  const fetch = async (page: Required<MadePage>) => {
    const keys = await shownKeys(store, now(), { ...page, areSessions });
    return keys.map((row) => ({ row, position: [row.created_at, row.id] as [string, string] }));
  };
  const count = async () => (await allKeys(store.reads, { areSessions })).length;
  return listPage(context, query, ['admin/keys', `${areSessions}`], fetch, count);
}

/** @throws Failure not_found */
export async function listUsage({ params, query }: RouteRequest, { store, operator, now }: Parts) {
  const { id = '' } = params;
  if ((await keyById(store.reads, id)) === undefined) throw new Failure('not_found', `There is no key ${id}.`);
  await operator.flushUsage();
  const days = readWhole(query.days, USAGE_DAYS_SHOWN, USAGE_DAYS);
  return onlyPage(query, await usageOf(store.reads, id, firstDay(days, now())));
}

/** @throws Failure bad_request for an end that is no time, or past */
export async function createKey({ body }: RouteRequest, { store, games: served, now }: ServedGames & Parts) {
  const { scopes = ['read'], rate = null, expires_at = null, ...asked } = body as Static<typeof NewKey>;
  checkLimits({ ...asked, scopes }, served);
  return issueKey(store, { ...asked, scopes, rate, expires_at: expires_at && readEnd(expires_at, now()) }, now());
}

function readEnd(text: string, now: Date): string {
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
  const key = isRevoked ? await shownKey(store, id, now()) : undefined;
  if (key === undefined) throw new Failure('not_found', `There is no unrevoked key ${id}.`);
  return key;
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

/** @throws Failure not_found for a key that is not in use, bad_request for a name that no file has */
async function linkedFile({ params: { id = '' }, body }: RouteRequest, { store, now }: Parts) {
  const { file } = body as Static<typeof LinkedFile>;
  if (!isLinkable(file)) throw new Failure('bad_request', `file must be a name of the manifest, or ${ATOM}.`);
  if (!(await isActive(store, id, now()))) throw new Failure('not_found', `There is no active key ${id}.`);
  return { id, file };
}

/** @throws Failure not_found, bad_request also for an end that is no time, or past */
export async function makeLink(request: RouteRequest, parts: Parts) {
  const expires_at = readEnd((request.body as Static<typeof NewLink>).expires_at, parts.now());
  const { id, file } = await linkedFile(request, parts);
  return { path: await linkTo(parts.store, id, file, new Date(expires_at)), expires_at };
}

/** @throws Failure not_found, bad_request */
export async function endLinksNow(request: RouteRequest, parts: Parts) {
  const { id, file } = await linkedFile(request, parts);
  await parts.store.write((writes) => endLinks(writes, id, file));
  return null;
}
