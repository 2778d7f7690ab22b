/** `cardstock serve` and `cardstock worker`: the processes that stay. */
import type { Config } from '../config/settings.ts';
import { openLog } from '../log.ts';
import { VERSION } from '../release.ts';
import { dutyOn } from '../service/background-work.ts';
import { knownPublicUrl, locationOf } from '../service/configured-parts.ts';
import { logRun } from '../service/operator-desk.ts';
import { type Service, startService } from '../service/service.ts';
import { attend } from '../service/store-presence.ts';
import { openStore } from '../store/engines/open-store.ts';
import { configOf } from './context.ts';
import { printJson, printLine } from './output.ts';
import { progressDisplay } from './progress.ts';

const STOP_LIMIT_MS = 15_000;

/** Ends the process on the first signal after a clean stop, on the second at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

const curlLine = (listening: string, key: string) =>
  `curl -H "Authorization: Bearer ${key}" "${listening}/v1/cards?q=vultwik&limit=3"`;

function printBanner({ values }: Config, { listening, firstKey }: Service, consoleLink: string): void {
  const store = values.databaseUrl ? 'PostgreSQL' : `data ${values.data} (embedded)`;
  const title = { text: `Cardstock ${VERSION}`, style: 'bold' } as const;
  printLine('');
  printLine(['  ', title, ` · node ${process.versions.node} · ${store}`]);
  printLine('');
  printLine(`  API        ${listening}/v1`);
  printLine(`  Reference  ${listening}/docs`);
  printLine(`  Console    ${consoleLink} (once, within 30 minutes)`);
  printLine(`  Health     ${listening}/health`);
  if (firstKey) {
    printLine('');
    printLine(`  Your first API key (shown once; also in ${values.data}/first-key):`);
    printLine(`    ${firstKey}`);
    printLine('  Try it:');
    printLine(['    ', { text: curlLine(listening, firstKey), style: 'green' }]);
    printLine('');
    printLine('  The demo game is fictional. Real sources: see docs/sources.md · Stop: Ctrl-C');
  }
  printLine('');
}

/** Prints where the service listens: for people on a terminal, else as one line of JSON. */
async function announce(config: Config, service: Service): Promise<void> {
  const { listening, firstKey } = service;
  if (process.stdout.isTTY) printBanner(config, service, await service.newConsoleLink());
  else {
    // Whoever reads this line has the key: a link tells nothing more. Later lines end up in logs, and get none.
    const first = firstKey
      ? { first_key: firstKey, try: curlLine(listening, firstKey), console: await service.newConsoleLink() }
      : {};
    printJson({ listening, ...first });
  }
}

/** Serves until a signal. */
export async function serve(flags: { work: boolean } & Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const log = openLog(config.values.logLevel);
  const display = progressDisplay();
  const service = await startService({ config, log, works: flags.work, onProgress: display.show });
  stopOnSignal(service.stop);
  // On a first start the key is of use only once there is something to read.
  if (service.firstKey) await service.caughtUp;
  display.end();
  await announce(config, service);
}

/** Stands for the work until a signal, without serving: ingest on schedule, and deliveries. */
export async function work(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const log = openLog(config.values.logLevel);
  const store = await openStore(locationOf(config));
  const presence = await attend(store, (err) => log.error({ err }, 'presence fault'));
  const display = progressDisplay();
  const followers = { onProgress: display.show, onReport: logRun(log) };
  const duty = dutyOn(store, config, await knownPublicUrl(config, store), log, followers);
  stopOnSignal(async () => {
    await duty.stop();
    await presence.end();
    await store.close();
  });
  await duty.settled;
  display.end();
}
