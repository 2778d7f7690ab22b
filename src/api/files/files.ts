/** The files of the catalog: what there is, and each as the bytes that it has for ever. */
import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { optionalText } from '../../catalog/field-shapes.ts';
import { Failure } from '../../failure.ts';
import { type FileShelf, newestFile, readFileName, type ShelvedFile } from '../../files/file-shelf.ts';
import { filesSince } from '../../files/manifest.ts';
import { ATOM, keyOfLink } from '../../keys/file-links.ts';
import type { Key } from '../../keys/key-ring.ts';
import { sees } from '../../keys/limits.ts';
import type { Store } from '../../store/store.ts';
import { jsonAnswer, type PlainAnswer, RateLimited } from '../answer/send.ts';
import type { FileBody } from '../answer/send-file.ts';
import { answerAtom } from '../catalog/events-atom.ts';
import type { ServedGames } from '../catalog/in-language.ts';
import { queryWithin, readFilter } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';

/** The files of this deployment; undefined where they are turned off. */
export interface FileParts {
  files: FileShelf | undefined;
}

export const manifestParameters = {
  since: optionalText(
    'A catalog version: only files that were not listed at that version; 0 for all. 400 for what is no whole number.',
    '16',
  ),
};

const RETRY_S = 5;

/** @throws Failure */
function shelfOf({ files }: FileParts): FileShelf {
  if (files === undefined) throw new Failure('not_found', 'Files are turned off on this deployment.');
  return files;
}

/**
 * The manifest as of now, or as of before where the files of now take long.
 * @throws Failure not_found where there are no files, bad_request, RateLimited while the first are made
 */
export async function answerManifest({ query, key }: RouteRequest, context: FileParts): Promise<PlainAnswer> {
  const since = readFilter(query, 'since') ?? '0';
  if (!/^\d{1,15}$/.test(since)) throw new Failure('bad_request', 'since must be a version of the catalog.');
  const shelved = await shelfOf(context).current();
  if (shelved === undefined) throw new RateLimited('The files are being made; ask again.', RETRY_S);
  const { manifest, listings } = shelved;
  const files = filesSince(manifest.files, listings, Number(since)).filter(({ game }) => sees(key, game));
  const games = manifest.games.filter(({ name }) => sees(key, name));
  const body = JSON.stringify({ ...manifest, games, files });
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { type: 'application/json; charset=utf-8', body, etag, cacheControl: 'private, no-cache' };
}

/** A file as it is sent; its tag is its name, which means the same bytes also when it is listed no more. */
export function fileAnswer({ path, bytes, mediaType, sha256 }: ShelvedFile): PlainAnswer {
  const digest = sha256 && ['Repr-Digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`];
  return {
    type: mediaType,
    body: { path, bytes, etag: `"${basename(path)}"` },
    cacheControl: 'private, max-age=31536000, immutable, no-transform',
    headers: digest || [],
  };
}

/** @throws Failure not_found */
export async function answerFile({ params }: RouteRequest, context: FileParts): Promise<PlainAnswer> {
  const shelf = shelfOf(context);
  const { name = '' } = params;
  let found = shelf.find(name);
  // An event names files before anybody has asked for them.
  if (found === undefined && (await shelf.current()) !== undefined) found = shelf.find(name);
  if (found === undefined) throw new Failure('not_found', 'There is no file of this name.');
  return found === 'gone' ? GONE : fileAnswer(found);
}

/** What a link's name may leave out, so that a spreadsheet is sent what it can read. */
const UNPACKED = /\.(?:csv|ndjson)$/;

/** Whether a link may name it. */
export const isLinkable = (name: string): boolean =>
  name === ATOM || readFileName(name.replace(UNPACKED, '$&.gz')) !== undefined;

/**
 * The file that a link names, as it is today where the name has no digest.
 * @throws Failure not_found also where the link is wrong or has ended
 */
export async function answerLink(
  { params: { token = '', name = '' }, query, address }: RouteRequest,
  context: FileParts & ServedGames & { store: Store; now: () => Date },
): Promise<PlainAnswer> {
  const key = await keyOfLink(context.store, { token, name, address }, context.now());
  if (key !== undefined && name === ATOM) {
    return linked(await answerAtom({ query: queryWithin(query, key) }, context), key);
  }
  const shelf = shelfOf(context);
  const wanted = UNPACKED.test(name) ? `${name}.gz` : name;
  const shelved = key && (await shelf.current());
  const listed = shelved && (newestFile(shelved, wanted)?.name ?? wanted);
  const found = listed === undefined ? undefined : shelf.find(listed);
  if (key === undefined || found === undefined || found === 'gone') {
    throw new Failure('not_found', key ? 'There is no file of this name.' : 'There is nothing at this address.');
  }
  const answer = fileAnswer(found);
  const cacheControl = `private, ${listed === name ? 'max-age=31536000, immutable' : 'no-cache'}, no-transform`;
  if (wanted === name) return linked({ ...answer, cacheControl }, key);
  const type = name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  // Its digest is of the packed bytes.
  return linked(
    { ...answer, type, body: { ...(answer.body as FileBody), coding: 'gzip' }, headers: [], cacheControl },
    key,
  );
}

/** What a link answers: its address is a secret, which neither referrers nor search engines are told. */
const linked = (answer: PlainAnswer, key: Key): PlainAnswer => ({
  ...answer,
  headers: [...(answer.headers ?? []), 'Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex'],
  chargedTo: key,
});

const GONE = jsonAnswer(
  {
    data: null,
    error: { code: 'not_found', message: 'This file is of before, and its bytes are not kept: see the manifest.' },
  },
  410,
);
