/** `cardstock console-link`: a way into the console for whoever may use this command line. */
import { consoleAddress, newConsoleLink } from '../keys/console-sessions.ts';
import { knownPublicUrl } from '../service/configured-parts.ts';
import { type CommonFlags, withStore } from './context.ts';
import { printJson, printLine } from './output.ts';

export async function consoleLink(flags: CommonFlags): Promise<void> {
  const { url, expires_at } = await withStore(flags, async (store, config) => {
    const { token, expires_at } = await newConsoleLink(store);
    return { url: consoleAddress(await knownPublicUrl(config, store), token), expires_at };
  });
  if (flags.json) printJson({ url, expires_at });
  else printLine(url);
}
