/** Asks a running service over HTTP, as whoever has a key would. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import { isLoopback } from '../network/address-guard.ts';
import { readPrivate } from '../store/engines/private-file.ts';
import { CommandFailure, EXIT, misused, printNote, TYPED } from './output.ts';

const TIME_LIMIT_MS = 60_000;

const EXITS: Readonly<Record<number, number>> = { 401: EXIT.notAuthorised, 404: EXIT.notFound };
const NO_KEY = `no key was sent: ${TYPED} keys create --name NAME makes one; give it with --key or CARDSTOCK_KEY`;
const NO_KEY_AT_ALL = 'the key has a blank or a sign that no key has: copy it again, from cs_live_ to its end';
const BAD_KEY = `the key that was sent is unknown, expired, revoked, or lacks the scope: see ${TYPED} keys list`;

/** What a command fails with that was refused; after 401 it says how to come by a key. */
export function refusal(says: string, { status, hasKey }: { status: number; hasKey: boolean }, hasPrinted = false) {
  // The service's own sentence is for programs: it names a header that no command is given.
  const why = hasKey ? BAD_KEY : NO_KEY;
  const text = status !== 401 ? says : hasPrinted ? `${says}: ${why}` : why;
  return new CommandFailure(text, EXITS[status], hasPrinted);
}

/** The first key is that of the service of this data directory: another machine's gets none. */
function keyFor(address: URL, { values }: Config): string | undefined {
  const given = values.key?.trim();
  if (given !== undefined && !/^[!-~]+$/.test(given)) throw misused(NO_KEY_AT_ALL);
  if (given !== undefined) return given;
  const file = join(values.data, 'first-key');
  const isOurs = values.url === undefined || isLoopback(address.hostname);
  return isOurs && existsSync(file) ? readPrivate(file) : undefined;
}

export const jsonBody = (value: object) => new Blob([JSON.stringify(value)], { type: 'application/json' });

/** Asks `address`; a form or a body of its type is sent there. */
export async function askService(address: URL, config: Config, body?: FormData | Blob) {
  const key = keyFor(address, config);
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body };
  try {
    const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const ignored = answer.headers.get('cardstock-ignored');
    if (ignored !== null)
      printNote(`${address.pathname} does not have these parameters, or had them twice: ${ignored}`);
    const type = answer.headers.get('content-type') ?? '';
    return { status: answer.status, type, text: await answer.text(), hasKey: key !== undefined };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError') {
      throw new CommandFailure(`${address.origin} did not answer within ${TIME_LIMIT_MS / 1000} s`);
    }
    throw new CommandFailure(
      `nothing answers at ${address.origin}: is cardstock serve running, or another --url meant?`,
    );
  }
}

/** What the service answers with in its envelope. @throws CommandFailure where it refuses */
export async function dataAt<Data>(address: URL, config: Config, body?: FormData | Blob): Promise<Data> {
  const answer = await askService(address, config, body);
  const { status, text, type } = answer;
  const says = `${address.href} answered ${status}`;
  if (!type.startsWith('application/json')) throw refusal(says, answer);
  const { data, error } = JSON.parse(text) as { data: Data | null; error: { message: string } | null };
  if (data === null) throw refusal(error?.message ?? says, answer);
  return data;
}
