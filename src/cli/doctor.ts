/** `cardstock doctor`: looks at everything the service stands on, each check saying how a part stands and what to do. */
import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DISK_BYTES_MIN, type Health, health } from '../api/health.ts';
import { addDays, dayOf } from '../catalog/days.ts';
import type { Config } from '../config/settings.ts';
import { DELIVERIES_TASK } from '../events/deliver.ts';
import { secretsKeyFault } from '../events/sealed-secrets.ts';
import { fileTrouble, reachTrouble } from '../failure.ts';
import { scheduledSources } from '../ingest/backup-source.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { SCAN_TASK } from '../ingest/source.ts';
import { keyState } from '../keys/issue.ts';
import { isLoopback } from '../network/address-guard.ts';
import { deployedGames, locationOf, sourcesConfig } from '../service/configured-parts.ts';
import { isShared, readPrivate } from '../store/engines/private-file.ts';
import { overdueDeliveries } from '../store/events/deliveries.ts';
import { allSubscriptions } from '../store/events/subscriptions.ts';
import { storedGames } from '../store/games.ts';
import { allKeys } from '../store/keys.ts';
import { damageOf, storeStatus } from '../store/maintenance/status.ts';
import { servedVersion } from '../store/meta.ts';
import { openStore } from '../store/open-store.ts';
import { recentRuns } from '../store/runs.ts';
import { daysAhead } from '../store/sources/source-days.ts';
import type { Store } from '../store/store.ts';
import { absence, type CommonFlags, configOf, NAME_DATA } from './context.ts';
import { machineTroubles } from './machine.ts';
import { EXIT, printJson, printLine } from './output.ts';
import { progressDisplay } from './progress.ts';
import { probeSources } from './sources.ts';

const STATE_WIDTH = 4;

type Groups = Readonly<Record<string, Finding[]>>;

const isBad = ({ state }: Finding) => state === 'bad';

/** All sources are asked at once, while the rest is looked at. */
async function look(config: Config, onProbe: () => void): Promise<Groups> {
  const sources = checked('sources', checkSources(config, onProbe));
  const data = await checkData(config);
  const absent = absence(config);
  let store: Store | undefined;
  let opened = bad('store', absent ?? '', NAME_DATA);
  try {
    if (absent === undefined) store = await openStore({ ...locationOf(config), isPresent: true });
    if (store !== undefined) opened = await checkStore(store);
  } catch (error) {
    opened = bad('store', reason(error), 'mend what the sentence says; a backup comes back with cardstock restore');
  }
  const inStore = (check: string, look: (open: Store) => Promise<Finding | Finding[]>) =>
    store === undefined ? [] : checked(check, look(store));
  const lacks = (await machineTroubles(config)).map(({ check, says, remedy }) => bad(check, says, remedy));
  const machine = [checkNode(), data, ...lacks, ...(await checked('clock', checkClock(store, config)))];
  const secrets = await checked('secrets', (async () => checkSecrets(config))());
  const games = await inStore('games', (open) => checkGames(open, config));
  const days = await inStore('price days', checkPriceDays);
  const keys = await inStore('keys', checkKeys);
  const work = [
    ...(await inStore('tasks', (open) => checkTasks(open, config))),
    ...(await inStore('deliveries', checkDeliveries)),
    ...(await inStore('subscriptions', checkSubscriptions)),
  ];
  await store?.close();
  const access = [...keys, await checkRedis(config), await checkPublicUrl(config)];
  return { machine, store: [opened, ...secrets, ...games, ...days], access, work, sources: await sources };
}

/** Prints the findings in groups, what is bad first; exits 3 when something is. */
export async function doctor(flags: CommonFlags): Promise<void> {
  const config = configOf(flags);
  const display = process.stderr.isTTY ? progressDisplay() : undefined;
  const total = config.games.reduce((count, { sources }) => count + Object.keys(sources).length, 0);
  let done = 0;
  const groups = await look(config, () => display?.show({ task: 'doctor', step: 'sources', done: ++done, total }));
  display?.end();
  const badFirst = Object.entries(groups)
    .map(([group, findings]) => ({ group, findings: findings.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a))) }))
    .toSorted((a, b) => Number(b.findings.some(isBad)) - Number(a.findings.some(isBad)));
  const all = badFirst.flatMap(({ group, findings }) => findings.map((finding) => ({ group, ...finding })));
  const bad = all.filter(isBad).length;
  if (bad > 0) process.exitCode = EXIT.degraded;
  if (flags.json) return printJson(all);
  printLine(
    bad === 0
      ? 'Nothing needs attention.'
      : `${bad} of ${all.length} checks ${bad === 1 ? 'needs' : 'need'} attention.`,
  );
  const width = Math.max(...all.map(({ check }) => check.length));
  for (const { group, findings } of badFirst) {
    if (findings.length === 0) continue;
    printLine('');
    printLine([{ text: group, style: 'bold' }]);
    for (const { state, check, says, remedy } of findings) {
      printLine(`  ${state.padEnd(STATE_WIDTH)} ${check.padEnd(width)}  ${says}`);
      if (remedy !== null) printLine(`  ${' '.repeat(STATE_WIDTH + width + 1)}  → ${remedy}`);
    }
  }
}

/** How one part stands. `note` is worth knowing and degrades nothing. */
interface Finding {
  check: string;
  state: 'ok' | 'note' | 'bad';
  says: string;
  /** What to do; null where nothing is to be done. */
  remedy: string | null;
}

const NODE_MAJOR = 24;
const CLOCK_S_MAX = 60;
const ANSWER_LIMIT_MS = 5000;
/** An attempt may take 20 s, and a process that starts takes up what its predecessor left. */
const OVERDUE_MS = 5 * 60_000;

const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says, remedy: null });
const note = (check: string, says: string, remedy: string): Finding => ({ check, state: 'note', says, remedy });
const bad = (check: string, says: string, remedy: string): Finding => ({ check, state: 'bad', says, remedy });
const reason = (error: unknown) => (error as Error).message;

function checkNode(): Finding {
  const says = `${process.versions.node} on ${process.platform}-${process.arch}`;
  const isEnough = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
  return isEnough ? ok('node', says) : bad('node', says, `install Node ${NODE_MAJOR} from nodejs.org`);
}

async function checkData({ values: { data } }: Config): Promise<Finding> {
  // Of one that is not there, the folder that it would be made in; a file is none.
  let near = resolve(data);
  while (!existsSync(near)) near = dirname(near);
  try {
    await access(`${near}/.`, constants.W_OK | constants.R_OK);
    if (near !== resolve(data)) return note('data', `${data} is not there`, 'cardstock serve makes it');
    const { bavail, bsize } = await statfs(data);
    const free = (bavail * bsize) / 1024 ** 3;
    const says = `${data} can be written, ${free > 10 ? 'more than 10' : free.toFixed(1)} GB free`;
    return bavail * bsize < DISK_BYTES_MIN ? bad('data', says, 'free some room on that disk') : ok('data', says);
  } catch (error) {
    const remedy = 'name a directory this user may write, with --data or CARDSTOCK_DATA';
    return bad('data', `${data}: ${fileTrouble(error)}`, remedy);
  }
}

/** The files that hold secrets: what is in them, and who may read them. */
export function checkSecrets({ values: { data, secretsKey, databaseUrl } }: Config): Finding[] {
  const present = ['secrets-key', 'first-key', 'cardstock.db']
    .map((name) => join(data, name))
    .filter((path) => existsSync(path));
  const shared = present.filter(isShared).map((path) => bad('secrets', `others may read ${path}`, `chmod 600 ${path}`));
  const path = join(data, 'secrets-key');
  const key = secretsKey === undefined && present.includes(path) ? readPrivate(path) : undefined;
  const fault = key === undefined ? undefined : secretsKeyFault(path, key);
  const found = fault === undefined ? shared : [...shared, bad('secrets', fault, RESTORE)];
  if (found.length > 0) return found;
  const inFile = databaseUrl === undefined ? path : `${path} of this machine alone`;
  return [ok('secrets', `sealed under ${secretsKey === undefined ? inFile : 'CARDSTOCK_SECRETS_KEY'}`)];
}

export async function checkStore(store: Store): Promise<Finding> {
  const damage = await damageOf(store);
  if (damage !== null) return bad('store', `cardstock.db is damaged: ${damage}`, RESTORE);
  const { engine, schema_version, cards, products } = await storeStatus(store);
  return ok('store', `${engine}, schema ${schema_version}, ${cards} cards, ${products} products`);
}

const RESTORE = 'stop cardstock and put a backup back with cardstock restore';

/** What `look` finds; a store that cannot tell is a finding too. */
const checked = (check: string, look: Promise<Finding | Finding[]>): Promise<Finding[]> =>
  look.then(
    (found) => [found].flat(),
    (error) => [bad(check, reason(error), RESTORE)],
  );

export async function checkClock(store: Store | undefined, config: Config): Promise<Finding> {
  const remedy = 'set the clock, with NTP for good: signatures, expiry and schedules depend on it';
  const [newest] = store ? await recentRuns(store.reads, { limit: 1 }) : [];
  const aheadS = newest ? (Date.parse(newest.started_at) - Date.now()) / 1000 : 0;
  const offsetS = await sourceClockOffsetS(config);
  if (aheadS > CLOCK_S_MAX) {
    const says = `the last run began ${Math.round(aheadS)} s from now`;
    if (offsetS === undefined || Math.abs(offsetS) > CLOCK_S_MAX) return bad('clock', says, remedy);
    const what = 'nothing: sources are due as ever; price days has what else it left';
    return note('clock', `${says}, by a clock that is right now`, what);
  }
  if (offsetS === undefined) return ok('clock', `${new Date().toISOString()}; no source to compare it with`);
  const says = `${Math.abs(Math.round(offsetS))} s from a source's`;
  return Math.abs(offsetS) > CLOCK_S_MAX ? bad('clock', says, remedy) : ok('clock', says);
}

/** Prices of days that lie ahead: current ones stand still until then. */
export async function checkPriceDays(store: Store): Promise<Finding | Finding[]> {
  const tomorrow = addDays(dayOf(Date.now()), 1);
  const ahead = await daysAhead(store.reads, tomorrow);
  if (ahead.length === 0) return ok('price days', `none lies after ${tomorrow}`);
  return ahead.map(({ source, observed_on }) =>
    bad(
      'price days',
      `prices of ${source} are dated ${observed_on}: no true day becomes current before then`,
      `cardstock prices forget --source ${source} --day ${observed_on}, first with --dry-run`,
    ),
  );
}

async function sourceClockOffsetS(config: Config): Promise<number | undefined> {
  const address = configuredSources(sourcesConfig(config, ''))
    .map(({ probe }) => probe.address)
    .find((candidate) => /^https?:/.test(candidate));
  const answer = address && (await ask(address, 'HEAD', { 'user-agent': config.userAgent }));
  const date = answer ? Date.parse(answer.headers.get('date') ?? '') : Number.NaN;
  return Number.isNaN(date) ? undefined : (Date.now() - date) / 1000;
}

/** Undefined when no answer comes. */
const ask = (address: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response | undefined> =>
  fetch(address, { method, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).catch(() => undefined);

async function checkSources(config: Config, onProbe?: () => void): Promise<Finding[]> {
  const file = config.values.config;
  const remedy = `wait until it is back, or correct its address in ${file}; cardstock sources test shows more`;
  return (await probeSources(config, onProbe)).map(({ source, outcome, address, says, lacks }) => {
    if (outcome !== 'answers') return bad(`source ${source}`, says, remedy);
    if (lacks === undefined) return ok(`source ${source}`, address);
    return note(`source ${source}`, lacks, `name the product lists in ${file}`);
  });
}

const REMEDIES: Readonly<Record<string, string>> = {
  [DELIVERIES_TASK.name]: 'start cardstock serve or cardstock worker',
  disk: 'free some room on the disk of the data directory',
  replica: 'start the server of DATABASE_READ_URL',
};

async function checkTasks(store: Store, config: Config): Promise<Finding[]> {
  const scheduled = scheduledSources(sourcesConfig(config, ''));
  const watched = [...scheduled.map(({ name, windowMs }) => ({ name, windowMs })), SCAN_TASK, DELIVERIES_TASK];
  // A replica is found lost by who reads.
  await servedVersion(store);
  const games = deployedGames(config);
  const report = await health({ store, tasks: watched, now: () => new Date(), budgetStore: undefined, games });
  // Games have a finding of their own.
  const tasks = report.tasks.filter(({ name }) => name !== 'games');
  return tasks.map(taskFinding);
}

function taskFinding({ name, status, age_s, window_s, last_error, notice }: Health['tasks'][number]): Finding {
  const check = `task ${name}`;
  if (name === 'disk') return status === 'ok' ? ok(name, 'has room') : bad(name, last_error ?? '', REMEDIES.disk ?? '');
  const says = age_s === null ? 'has not succeeded yet' : `succeeded ${age_s} s ago, window ${window_s} s`;
  if (status === 'ok') return ok(check, [says, last_error, notice].filter(Boolean).join('; '));
  const remedy = REMEDIES[name] ?? `cardstock ingest run ${name}`;
  return bad(check, `${says}${last_error ? `: ${last_error}` : ''}`, remedy);
}

/** Games that are served and read no more. */
async function checkGames(store: Store, { games }: Config): Promise<Finding> {
  const configured = new Set(games.map(({ scope }) => scope.game));
  const left = (await storedGames(store.reads)).filter(({ name }) => !configured.has(name));
  if (left.length === 0) return ok('games', [...configured].join(', '));
  const names = left.map(({ name }) => name).join(', ');
  const bare = left.find(({ id_prefix }) => id_prefix === '');
  // A file of the form of one game that became one of several.
  const renamed = bare ? ` (a game with "id_prefix": "" takes over what ${bare.name} has)` : '';
  const remedy = `configure ${names} again${renamed}, or delete with cardstock games remove NAME --yes`;
  return bad('games', `${names}: served, but not configured any more`, remedy);
}

async function checkKeys(store: Store): Promise<Finding> {
  const now = new Date();
  const active = (await allKeys(store.reads)).filter((key) => keyState(key, now) === 'active').length;
  if (active > 0) return ok('keys', `${active} active`);
  return bad('keys', 'no active key: every request answers 401', 'cardstock keys create --name NAME');
}

async function checkRedis({ values: { redisUrl } }: Config): Promise<Finding> {
  if (redisUrl === undefined) return ok('redis', 'not used: each process counts budgets alone');
  const { Redis } = await import('ioredis');
  const options = { lazyConnect: true, connectTimeout: ANSWER_LIMIT_MS, maxRetriesPerRequest: 0 };
  const redis = new Redis(redisUrl, { ...options, retryStrategy: () => null });
  let cause: unknown;
  redis.on('error', (error) => (cause = error));
  try {
    await redis.connect();
    await redis.ping();
    return ok('redis', 'answers');
  } catch (error) {
    // That the connection is closed says less than why.
    const remedy = 'start it, or correct REDIS_URL; until then each process counts budgets alone';
    return bad('redis', reachTrouble(cause ?? error), remedy);
  } finally {
    redis.disconnect();
  }
}

async function checkPublicUrl({ values: { publicUrl, host } }: Config): Promise<Finding> {
  const check = 'public url';
  if (publicUrl === undefined) {
    if (isLoopback(host)) return ok(check, 'not set: only this machine reaches the service');
    const remedy = 'set CARDSTOCK_PUBLIC_URL to the callers’ address';
    return note(check, `not set, and the service listens on ${host}`, remedy);
  }
  const answer = await ask(`${publicUrl}/livez`);
  if (answer?.ok) return ok(check, `${publicUrl} answers`);
  const says = `${publicUrl} ${answer ? `answers ${answer.status}` : 'does not answer'}`;
  return bad(check, says, 'start cardstock serve, or correct the proxy or CARDSTOCK_PUBLIC_URL');
}

async function checkDeliveries(store: Store): Promise<Finding> {
  const since = new Date(Date.now() - OVERDUE_MS).toISOString();
  const { pending, overdue } = await overdueDeliveries(store.reads, since);
  const says = `${pending} pending, ${overdue} of them overdue`;
  return overdue === 0 ? ok('deliveries', says) : bad('deliveries', says, 'start cardstock serve or cardstock worker');
}

async function checkSubscriptions(store: Store): Promise<Finding[]> {
  const subscriptions = await allSubscriptions(store.reads);
  const disabled = subscriptions.filter(({ state }) => state === 'disabled');
  if (disabled.length === 0) return [ok('subscriptions', `${subscriptions.length}, none disabled`)];
  return disabled.map(({ id, url, reason: why }) => {
    const remedy = `mend the receiver, then cardstock subscriptions resume ${id}`;
    return bad(`subscription ${id}`, `${url} is disabled: ${why}`, remedy);
  });
}
