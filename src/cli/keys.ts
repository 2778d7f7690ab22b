/** `cardstock keys` and `cardstock console-link`: API keys, and a way into the console for whoever may use this command line. */
import { isLinkable } from '../api/files/files.ts';
import { isVisible } from '../catalog/visible.ts';
import { consoleAddress, newConsoleLink } from '../keys/console-sessions.ts';
import { ATOM, endLinks, linkTo } from '../keys/file-links.ts';
import { isActive, issueKey, NAME_LENGTH_MAX, rotateKey, SCOPES, type Scope, shownKeys } from '../keys/issue.ts';
import { firstDay, USAGE_DAYS } from '../keys/key-use.ts';
import { checkLimits } from '../keys/limits.ts';
import { deployedGames, knownPublicUrl, servingAddress } from '../service/configured-parts.ts';
import { keyById, revokeKey, usageOf } from '../store/keys.ts';
import { spanMs } from '../upstream/source-fields.ts';
import { type CommonFlags, configOf, type PageFlags, pageIn, withPresentStore, withStore } from './context.ts';
import {
  CommandFailure,
  checkFlag,
  EXIT,
  minute,
  misused,
  printDone,
  printJson,
  printLine,
  printNote,
  printRows,
  printSecret,
} from './output.ts';

const RATE_MAX = 1_000_000;

type CreateFlags = CommonFlags &
  Record<'name' | 'scope', string> &
  Partial<Record<'rate' | 'rateDay' | 'games' | 'addresses' | 'expires', string>>;

function readName(text: string): string {
  if (text.trim() === '') throw misused('--name: must say what the key is for');
  if ([...text].length > NAME_LENGTH_MAX) throw misused(`--name: at most ${NAME_LENGTH_MAX} characters`);
  if (!isVisible(text)) throw misused('--name: must not hold control or invisible characters');
  return text;
}

/** An empty text is no list: of a variable that is not set, a key without limits would come. */
const listIn = (text: string | undefined) => text?.split(',').map((part) => part.trim()) ?? [];

function readScopes(text: string): Scope[] {
  const names = new Set(listIn(text));
  const scopes = [...names].flatMap((name) => SCOPES.find((scope) => scope === name) ?? []);
  checkFlag('--scope', text, scopes.length === names.size, `name some of ${SCOPES.join(', ')}`);
  return scopes;
}

function readRates({ rate, rateDay }: CreateFlags) {
  const isRate = /^\d{1,7}$/.test(rate ?? '') && Number(rate) <= RATE_MAX;
  checkFlag('--rate', rate, isRate, 'be requests a minute, 0 for no budget');
  checkFlag('--rate-day', rateDay, /^[1-9]\d{0,8}$/, 'be requests a day, at least 1');
  return {
    rate: rate === undefined ? null : Number(rate),
    rate_day: rateDay === undefined ? null : Number(rateDay),
  };
}

function readSpanMs(flag: string, text: string): number {
  checkFlag(flag, text, /^[1-9]\d{0,5}(s|m|h|d)$/, 'be a span such as 90d or 24h');
  return spanMs(text);
}

const printIssued = (json: boolean | undefined, { id, key }: { id: string; key: string }): void =>
  printSecret(json, { id, key }, key, `key is shown. Its id is ${id}.`);

export async function keysCreate(flags: CreateFlags): Promise<void> {
  const lasts = flags.expires === undefined ? undefined : readSpanMs('--expires', flags.expires);
  const expires_at = lasts === undefined ? null : new Date(Date.now() + lasts).toISOString();
  const name = readName(flags.name);
  const scopes = readScopes(flags.scope);
  const rates = readRates(flags);
  const limits = { games: listIn(flags.games), addresses: listIn(flags.addresses) };
  checkLimits({ scopes, ...limits }, deployedGames(configOf(flags)));
  const issued = await withStore(flags, (store) => issueKey(store, { name, scopes, ...rates, ...limits, expires_at }));
  printIssued(flags.json, issued);
}

export async function keysList({ limit, after, ...flags }: CommonFlags & PageFlags): Promise<void> {
  const shown = await withPresentStore(flags, async (store) =>
    shownKeys(store, new Date(), await pageIn({ limit, after }, (id) => keyById(store.reads, id))),
  );
  printRows(shown, flags.json, ({ id, prefix, name, state, expires_at, last_used_at, ...key }) => ({
    id,
    key: `${prefix}…`,
    name,
    scopes: key.scopes.join(','),
    'limited to': [...key.games, ...key.addresses].join(',') || null,
    'per minute': key.rate ?? 'default',
    'per day': key.rate_day,
    today: key.requests_today,
    state,
    expires: minute(expires_at),
    'last used': minute(last_used_at),
  }));
}

export async function keysUsage(id: string, flags: CommonFlags & { days: string }): Promise<void> {
  const days = /^\d{1,3}$/.test(flags.days) ? Number(flags.days) : 0;
  checkFlag('--days', flags.days, days >= 1 && days <= USAGE_DAYS, `be 1 to ${USAGE_DAYS}`);
  const rows = await withPresentStore(flags, async ({ reads }) => {
    if ((await keyById(reads, id)) === undefined) throw new CommandFailure(`there is no key ${id}`, EXIT.notFound);
    return usageOf(reads, id, firstDay(days, new Date()));
  });
  printRows(rows, flags.json, (row) => row);
}

export async function keysRevoke(id: string, flags: CommonFlags): Promise<void> {
  const revoked = await withPresentStore(flags, (store) =>
    store.write((writes) => revokeKey(writes, id, new Date().toISOString())),
  );
  if (!revoked) throw new CommandFailure(`there is no unrevoked key ${id}`, EXIT.notFound);
  const note = `Revoked ${id}: it answers 401 from now on, on other processes within 5 s.`;
  printDone(flags.json, { id, revoked: true }, note);
}

type LinkFlags = CommonFlags & { file: string; expires: string; revoke?: boolean };

/** Prints an address that downloads one file without a key, or ends those that were printed. */
export async function keysLink(id: string, { file, expires, revoke, ...flags }: LinkFlags): Promise<void> {
  const until = new Date(Date.now() + readSpanMs('--expires', expires));
  checkFlag('--file', file, isLinkable(file), `be a name of the manifest, with its digest or without, or ${ATOM}`);
  await withPresentStore(flags, async (store, config) => {
    if (!(await isActive(store, id, new Date())))
      throw new CommandFailure(`there is no active key ${id}`, EXIT.notFound);
    if (revoke) {
      await store.write((writes) => endLinks(writes, id, file));
      return printDone(flags.json, { id, file, revoked: true }, `Every link of ${id} to ${file} has ended.`);
    }
    const url = `${await knownPublicUrl(config, store)}${await linkTo(store, id, file, until)}`;
    if (flags.json) printJson({ url, expires_at: until.toISOString() });
    else printLine(url);
  });
}

export async function keysRotate(id: string, flags: CommonFlags & { grace: string }): Promise<void> {
  const graceMs = readSpanMs('--grace', flags.grace);
  const issued = await withPresentStore(flags, (store) => rotateKey(store, id, graceMs));
  if (!issued) throw new CommandFailure(`there is no active key ${id}`, EXIT.notFound);
  printIssued(flags.json, issued);
}

export async function consoleLink(flags: CommonFlags): Promise<void> {
  const { url, expires_at, isServed } = await withPresentStore(flags, async (store, config) => {
    const { token, expires_at } = await newConsoleLink(store);
    const isServed = config.values.publicUrl !== undefined || (await servingAddress(store)) !== undefined;
    return { url: consoleAddress(await knownPublicUrl(config, store), token), expires_at, isServed };
  });
  if (flags.json) return printJson({ url, expires_at });
  printLine(url);
  if (!isServed) printNote('No service runs here now: start cardstock serve, then open the link within 30 minutes.');
}
