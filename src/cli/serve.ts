/** `cardstock serve` and `cardstock worker`: the processes that stay. */
import { constants } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { openLog } from '../log.ts';
import { VERSION } from '../release.ts';
import { dutyOn } from '../service/background-work.ts';
import { checkOneCatalog, knownPublicUrl, servedLocationOf } from '../service/configured-parts.ts';
import { logRun } from '../service/operator-desk.ts';
import { type Service, startService } from '../service/service.ts';
import { attend } from '../service/store-presence.ts';
import { openStore } from '../store/engines/open-store.ts';
import { configOf } from './context.ts';
import { logLines } from './log-lines.ts';
import { EXIT, printError, printJson, printLine } from './output.ts';
import { type ProgressDisplay, progressDisplay } from './progress.ts';

const STOP_LIMIT_MS = 15_000;

/** How the process ends. */
interface Ending {
  isAsked: boolean;
  /** What ends all that runs; undefined until it runs. */
  stop: (() => Promise<void>) | undefined;
}

/** Ends the process on the first signal, after a clean stop of what runs by then; on the second at once. */
function endOnSignal(display: ProgressDisplay, { values }: Config): Ending {
  const ending: Ending = { isAsked: false, stop: undefined };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      display.end();
      if (ending.isAsked) process.exit(128 + constants.signals[signal]);
      ending.isAsked = true;
      // What the start has half written the store undoes.
      if (ending.stop === undefined) process.exit(EXIT.ok);
      setTimeout(() => process.exit(EXIT.failed), values.stopDelayS * 1000 + STOP_LIMIT_MS).unref();
      ending.stop().then(
        () => process.exit(EXIT.ok),
        (error) => {
          printError(`the stop failed: ${(error as Error).message}`);
          process.exit(EXIT.failed);
        },
      );
    });
  }
  return ending;
}

type ServeFlags = { log?: 'lines' | 'json' } & Record<string, unknown>;

/** The log and the bar of progress on standard error: for people on a terminal, elsewhere as lines of JSON. */
function spoken({ log: form }: ServeFlags, { values }: Config): { log: Logger; display: ProgressDisplay } {
  const isForPeople = form === undefined ? process.stderr.isTTY : form === 'lines';
  const display = progressDisplay(process.stderr, isForPeople && process.stderr.isTTY);
  return { log: openLog(values.logLevel, isForPeople ? logLines(display) : undefined), display };
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
    printLine('  Two fictional games run: Wickwild, and Orbwright with game=orbwright · Real ones: docs/sources.md');
    printLine('  Stop: Ctrl-C');
  }
  printLine('');
}

/** Prints where the service listens: for people on a terminal, else as one line of JSON. */
async function announce(config: Config, service: Service): Promise<void> {
  const { listening, firstKey } = service;
  if (process.stdout.isTTY) {
    const link = service.writable === undefined ? await service.newConsoleLink() : 'none while nothing can be recorded';
    printBanner(config, service, link);
  } else {
    // Whoever reads this line has the key: a link tells nothing more. Later lines end up in logs, and get none.
    const first = firstKey
      ? { first_key: firstKey, try: curlLine(listening, firstKey), console: await service.newConsoleLink() }
      : {};
    printJson({ listening, ...first });
  }
}

/** Serves until a signal. */
export async function serve(flags: { work: boolean } & ServeFlags): Promise<void> {
  const config = configOf(flags);
  const { log, display } = spoken(flags, config);
  const ending = endOnSignal(display, config);
  const start = (from: Config) => startService({ config: from, log, works: flags.work, onProgress: display.show });
  let service = await start(config);
  ending.stop = () => service.stop(config.values.stopDelayS * 1000);
  // On a first start the key is of use only once there is something to read.
  if (service.firstKey) await service.caughtUp;
  display.clear();
  if (ending.isAsked) return;
  await announce(config, service).catch((error) => {
    // The store may be closed by now, on a signal.
    if (!ending.isAsked) throw error;
  });
  while (service.writable !== undefined) {
    await service.writable;
    await service.stop();
    log.info('the store can be written again: starting anew');
    const port = Number(new URL(service.listening).port);
    service = await start({ ...config, values: { ...config.values, port } });
  }
}

/** Stands for the work until a signal, without serving: ingest on schedule, and deliveries. */
export async function work(flags: ServeFlags): Promise<void> {
  const config = configOf(flags);
  const { log, display } = spoken(flags, config);
  const ending = endOnSignal(display, config);
  const store = await openStore(servedLocationOf(config));
  await checkOneCatalog(store, config);
  const presence = await attend(store, (err) => log.error({ err }, 'presence fault'));
  const followers = { onProgress: display.show, onReport: logRun(log) };
  const duty = dutyOn(store, config, await knownPublicUrl(config, store), log, followers);
  ending.stop = async () => {
    await duty.stop();
    await presence.end();
    await store.close();
  };
  await duty.settled;
  display.clear();
}
