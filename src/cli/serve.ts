/** `cardstock serve` and `cardstock worker`: the processes that stay. */
import { styleText } from 'node:util';
import type { Config } from '../config.ts';
import { knownPublicUrl, locationOf } from '../deployment.ts';
import { openLog } from '../log.ts';
import { VERSION } from '../release.ts';
import { deliveriesFor, type Service, scheduleFor, startService } from '../service.ts';
import { openStore } from '../store/open-store.ts';
import { configOf } from './context.ts';
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

function banner({ values }: Config, { listening, firstKey }: Service): string {
  const store = values.databaseUrl ? 'PostgreSQL' : `data ${values.data} (embedded)`;
  const lines = [
    `${styleText('bold', `Cardstock ${VERSION}`)} · node ${process.versions.node} · ${store}`,
    '',
    `API        ${listening}/v1`,
    `Reference  ${listening}/openapi.json`,
    `Health     ${listening}/health`,
  ];
  if (firstKey) {
    lines.push(
      '',
      `Your first API key (shown once; also in ${values.data}/first-key):`,
      `  ${firstKey}`,
      'Try it:',
      `  ${styleText('green', curlLine(listening, firstKey))}`,
      '',
      'The demo game is fictional. Real sources: see docs/sources.md · Stop: Ctrl-C',
    );
  }
  return `\n${lines.map((line) => (line ? `  ${line}` : line)).join('\n')}\n\n`;
}

/** Prints where the service listens: for people on a terminal, else as one line of JSON. */
function announce(config: Config, service: Service): void {
  const { listening, firstKey } = service;
  if (process.stdout.isTTY) process.stdout.write(banner(config, service));
  else {
    const first = firstKey ? { first_key: firstKey, try: curlLine(listening, firstKey) } : {};
    process.stdout.write(`${JSON.stringify({ listening, ...first })}\n`);
  }
}

/** Serves until a signal. */
export async function serve(flags: { ingest: boolean } & Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const log = openLog(config.values.logLevel);
  const display = progressDisplay();
  const service = await startService({ config, log, ingests: flags.ingest, onProgress: display.show });
  stopOnSignal(service.stop);
  // On a first start the key is of use only once there is something to read.
  if (service.firstKey) await service.caughtUp;
  display.end();
  announce(config, service);
}

/** Ingests on schedule and delivers events until a signal, without serving. */
export async function work(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const log = openLog(config.values.logLevel);
  const store = await openStore(locationOf(config));
  const display = progressDisplay();
  const schedule = scheduleFor(store, config, await knownPublicUrl(config, store), log, display.show);
  const deliveries = deliveriesFor(store, config, log);
  stopOnSignal(async () => {
    await Promise.all([schedule.stop(), deliveries.stop()]);
    await store.close();
  });
  await schedule.firstRound;
  display.end();
  log.info('the worker is on schedule');
}
