/** `cardstock get`: asks the running service, with the first key of this data directory or the one that is given. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import { knownPublicUrl, locationOf } from '../service/configured-parts.ts';
import { openStore } from '../store/engines/open-store.ts';
import { type CommonFlags, configOf } from './context.ts';
import { CommandFailure, EXIT, printJson, printText } from './output.ts';

const TIME_LIMIT_MS = 60_000;

function addressOf(base: string, path: string, parameters: readonly string[]): string {
  const address = new URL(`${base}${path.startsWith('/') ? '' : '/'}${path}`);
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    if (equals < 1) throw new CommandFailure(`-q ${parameter}: must be name=value`, EXIT.usage);
    address.searchParams.append(parameter.slice(0, equals), parameter.slice(equals + 1));
  }
  return address.href;
}

/** Where the service is: as set, else as this data directory's server said last. */
async function serviceUrl(config: Config): Promise<string> {
  if (config.values.publicUrl !== undefined) return config.values.publicUrl;
  const store = await openStore(locationOf(config));
  return knownPublicUrl(config, store).finally(() => store.close());
}

function keyOf({ values }: Config): string | undefined {
  const file = join(values.data, 'first-key');
  return values.key ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
}

async function ask(address: string, key: string | undefined): Promise<{ status: number; type: string; text: string }> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  } catch {
    const { origin } = new URL(address);
    throw new CommandFailure(
      `nothing answers at ${origin}: is cardstock serve running, or another --public-url meant?`,
    );
  }
}

const EXITS: Readonly<Record<number, number>> = { 401: EXIT.notAuthorised, 404: EXIT.notFound };

/** Prints the body as it came; on a terminal JSON is spread over lines. What is no success says so in its exit code. */
export async function get(path: string, { query, ...flags }: CommonFlags & { query?: string[] }): Promise<void> {
  const config = configOf(flags);
  const address = addressOf(await serviceUrl(config), path, query ?? []);
  const { status, type, text } = await ask(address, keyOf(config));
  if (!type.startsWith('application/json')) flags.json ? printJson(text) : printText(text);
  else if (process.stdout.isTTY && !flags.json) printJson(JSON.parse(text), 2);
  else printJson(JSON.parse(text));
  if (status >= 400) throw new CommandFailure(`${address} answered ${status}`, EXITS[status], true);
}
