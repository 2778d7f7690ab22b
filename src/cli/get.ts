/** `cardstock get`: asks the running service, with the first key of this data directory or the one that is given. */
import type { Config } from '../config/settings.ts';
import { knownPublicUrl, locationOf } from '../service/configured-parts.ts';
import { openStore } from '../store/engines/open-store.ts';
import { askService } from './ask-service.ts';
import { type CommonFlags, configOf } from './context.ts';
import { CommandFailure, EXIT, printJson, printText } from './output.ts';

/** The address with parameters that are given as `name=value`. @throws CommandFailure */
export function withParameters(address: URL, parameters: readonly string[]): URL {
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    if (equals < 1) throw new CommandFailure(`-q ${parameter}: must be name=value`, EXIT.usage);
    address.searchParams.append(parameter.slice(0, equals), parameter.slice(equals + 1));
  }
  return address;
}

/** Where the service is: as set, else as this data directory's server said last. */
export async function serviceUrl(config: Config): Promise<string> {
  const { url, publicUrl } = config.values;
  // As a flag either is meant for this request.
  const asked = config.origins.publicUrl === 'flag' ? publicUrl : (url ?? publicUrl);
  if (asked !== undefined) return asked;
  const store = await openStore(locationOf(config));
  return knownPublicUrl(config, store).finally(() => store.close());
}

/** What an answer's status is as an exit code. */
export const EXITS: Readonly<Record<number, number>> = { 401: EXIT.notAuthorised, 404: EXIT.notFound };

/** Prints the body as it came; on a terminal JSON is spread over lines. What is no success says so in its exit code. */
export async function get(path: string, { query, ...flags }: CommonFlags & { query?: string[] }): Promise<void> {
  const config = configOf(flags);
  const base = await serviceUrl(config);
  const address = withParameters(new URL(`${base}${path.startsWith('/') ? '' : '/'}${path}`), query ?? []);
  const { status, type, text } = await askService(address, config);
  if (!type.startsWith('application/json')) flags.json ? printJson(text) : printText(text);
  else if (process.stdout.isTTY && !flags.json) printJson(JSON.parse(text), 2);
  else printJson(JSON.parse(text));
  if (status >= 400) throw new CommandFailure(`${address.href} answered ${status}`, EXITS[status], true);
}
