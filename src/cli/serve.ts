/** `cardstock serve` and `cardstock worker`: the processes that stay. */
import { constants } from 'node:os';
import type { Config } from '../config/settings.ts';
import { knownReason } from '../ingest/runs/reasons.ts';
import { type Progress, SCAN_TASK } from '../ingest/source.ts';
import { faultsIn, openLog } from '../log.ts';
import { VERSION } from '../release.ts';
import { logRun } from '../service/admin-service.ts';
import { leaderElectionOn } from '../service/background-work.ts';
import { claimGames } from '../service/claim-games.ts';
import { checkOneCatalog, knownPublicUrl, servedLocationOf } from '../service/configured-parts.ts';
import { joinStore } from '../service/served-store.ts';
import { type Service, startService } from '../service/service.ts';
import { openStore } from '../store/open-store.ts';
import { REAL_TIME } from '../time.ts';
import { configOf } from './context.ts';
import { LEVELS, logLines } from './log-lines.ts';
import { machineTroubles } from './machine.ts';
import { EXIT, printError, printJson, printLine, printNote, TYPED } from './output.ts';
import { asOneBar, type ProgressDisplay, progressDisplay, SILENT } from './progress.ts';

const STOP_LIMIT_MS = 15_000;

interface Ending {
  isAsked: boolean;
  /** What ends all that runs; undefined until it runs. */
  stop: (() => Promise<void>) | undefined;
}

/** Ends the process on the first signal, after a clean stop of what runs by then; on the second at once. */
function endOnSignal(display: ProgressDisplay, { values }: Config): Ending {
  const ending: Ending = { isAsked: false, stop: undefined };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const before = process.listeners(signal);
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
    // Only now: a signal that has come and is not heard yet is lost where nobody listens for a moment.
    for (const each of before) process.off(signal, each);
  }
  return ending;
}

type ServeFlags = { log?: 'lines' | 'json' } & Record<string, unknown>;

/** For people lines and a bar, for programs records of JSON and nothing else. */
function voice({ log: form }: ServeFlags, { values, isDemo }: Config) {
  const isForPeople = form === undefined ? process.stderr.isTTY : form === 'lines';
  const plain = isForPeople ? progressDisplay(process.stderr, process.stderr.isTTY) : SILENT;
  const demoBar = isForPeople && isDemo ? asOneBar(plain, SCAN_TASK.name) : undefined;
  const display = demoBar ?? plain;
  // Of the demo a newcomer reads the bar; the console shows its runs.
  const lines = logLines(display, isDemo ? LEVELS.warn : LEVELS.info);
  return { log: openLog(values.logLevel, isForPeople ? lines : undefined), display, demoBar };
}

const curlLine = (listening: string, key: string) =>
  `curl -H "Authorization: Bearer ${key}" "${listening}/v1/cards?q=vultwik&limit=3"`;

/** How a key for this store is made: from the same folder, with the flags of this start that choose the store. */
function keyCommand({ values, origins }: Config): string {
  const given =
    origins.data === 'flag' ? ` --data ${values.data}` : origins.config === 'flag' ? ` --config ${values.config}` : '';
  return `${TYPED} keys create --name me --scope read,scan,admin${given}`;
}

function printBanner(config: Config, { listening, firstKey, hasKeys, load }: Service, consoleLink: string): void {
  const { values, isDemo } = config;
  const store = values.databaseUrl ? 'PostgreSQL' : `data ${values.data} (embedded)`;
  const title = { text: `Cardstock ${VERSION}`, style: 'bold' } as const;
  const loading = load.loading().length > 0;
  printLine('');
  printLine(['  ', title, ` · node ${process.versions.node} · ${store}`]);
  printLine('');
  if (isDemo && loading && load.wasInterrupted) {
    printLine('  The first load was interrupted. It now continues.');
    printLine('');
  }
  printLine(`  API        ${listening}/v1`);
  printLine(`  Reference  ${listening}/docs`);
  printLine(`  Console    ${consoleLink}${consoleLink === NO_LINK ? '' : ' (works once, within 30 minutes)'}`);
  printLine(`  Health     ${listening}/health`);
  printLine('');
  if (firstKey) {
    printLine(`  Your first API key (shown until it is used; also in ${values.data}/first-key):`);
    printLine(`    ${firstKey}`);
    printLine('  Try it:');
    printLine(['    ', { text: curlLine(listening, firstKey), style: 'green' }]);
    printLine('');
  } else if (!hasKeys) {
    printLine('  There is no API key yet. Create one in a second terminal:');
    printLine(['    ', { text: keyCommand(config), style: 'green' }]);
    printLine('');
  }
  if (isDemo) {
    printLine('  This is a demo with two fictional games, Wickwild and Orbwright.');
    printLine(`  For a real game: ${TYPED} init · Stop: Ctrl-C`);
    printLine('');
  }
}

/** A link is recorded: where nothing can be, as on a full disk, there is none, and the service answers all the same. */
const linkInto = async ({ writable, newConsoleLink }: Service): Promise<string> =>
  writable === undefined
    ? newConsoleLink().catch((error) => {
        if (knownReason(error) === undefined) throw error;
        return NO_LINK;
      })
    : NO_LINK;
const NO_LINK = 'none while nothing can be recorded';

/** Prints where the service listens: for people on a terminal, else as one line of JSON. */
async function announce(config: Config, service: Service): Promise<void> {
  const { listening, firstKey, hasKeys, load } = service;
  if (process.stdout.isTTY) {
    printBanner(config, service, await linkInto(service));
  } else {
    // Whoever reads this line has the key: a link tells nothing more. Later lines end up in logs, and get none.
    const first = firstKey
      ? { first_key: firstKey, try: curlLine(listening, firstKey), console: await linkInto(service) }
      : {};
    const left = load.loading();
    const loading = left.length === 0 ? {} : { loading: left };
    printJson({ listening, ...first, ...loading, ...(hasKeys ? {} : { create_key: keyCommand(config) }) });
  }
}

export async function serve(flags: { work: boolean; follow?: string } & ServeFlags): Promise<void> {
  const { followedConfig } = await import('../service/follow.ts');
  const config = await followedConfig(configOf(flags), flags.follow, false, { say: printNote, sleep: REAL_TIME.sleep });
  const { log, display, demoBar } = voice(flags, config);
  for (const { check, says, remedy } of await machineTroubles(config)) log.warn({ check }, `${says}; ${remedy}`);
  const ending = endOnSignal(display, config);
  // Before the banner there is nothing to wait for but the demo's catalog, which takes a second.
  const onProgress = (progress: Progress) => (isAnnounced || !config.isDemo) && display.show(progress);
  let isAnnounced = false;
  const start = (from: Config) => startService({ config: from, log, works: flags.work, onProgress });
  let service = await start(config);
  ending.stop = () => service.stop(config.values.stopDelayS * 1000);
  if (config.isDemo && flags.work) await Promise.race([service.load.catalogs, service.caughtUp]);
  display.clear();
  if (ending.isAsked) return;
  const isLoading = service.load.loading().length > 0;
  demoBar?.expect(service.load.loading());
  await announce(config, service).catch(async (error) => {
    // The store may be closed by now, on a signal.
    if (ending.isAsked) return;
    await service.stop();
    throw error;
  });
  isAnnounced = true;
  if (isLoading && demoBar !== undefined) {
    void service.caughtUp.then(() => {
      const isWhole = service.load.loading().length === 0;
      const failed = `  Not all prices could be loaded: ${TYPED} ingest runs shows why.`;
      if (!ending.isAsked) display.line(isWhole ? '  All prices are loaded.' : failed);
    });
  }
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
  const { log, display } = voice(flags, config);
  for (const { check, says, remedy } of await machineTroubles(config)) log.warn({ check }, `${says}; ${remedy}`);
  const ending = endOnSignal(display, config);
  const store = await openStore(servedLocationOf(config));
  await checkOneCatalog(store, config);
  await claimGames(store, config);
  const membership = await joinStore(store, faultsIn(log, 'presence fault'));
  const followers = { onProgress: display.show, onReport: logRun(log) };
  const election = leaderElectionOn(store, config, await knownPublicUrl(config, store), log, followers);
  ending.stop = async () => {
    await election.stop();
    await membership.end();
    await store.close();
  };
  await election.settled;
  display.clear();
}
