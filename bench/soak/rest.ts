/**
 * What a service costs that nobody asks: `bench/soak/rest.ts [SECONDS]` counts over a minute what the demo takes when its
 * first load is over. On PostgreSQL where DATABASE_URL names a server; wakes are counted on Linux alone.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWorkplace, startServer } from '../../test/support/processes/command.ts';
import { cpuMsOf } from '../../test/support/processes/ingest-process.ts';
import { newLocation } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';

const SECONDS = Number(process.argv[2] ?? 60);
/** What the start leaves to be done, and garbage that is collected after it. */
const SETTLED_MS = 20_000;

await using place = await newWorkplace();
const { DATABASE_URL } = process.env;
await using location = await newLocation(DATABASE_URL === undefined ? 'sqlite' : 'postgres');
const env = location.location.databaseUrl === undefined ? {} : { DATABASE_URL: location.location.databaseUrl };
await using server = await startServer(place, [], env);
const pid = server.child.pid ?? 0;
const wakes = () =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${pid}/status`, 'utf8'))?.[1]);
await sleep(SETTLED_MS);
const before = { cpu: cpuMsOf(pid), wakes: wakes() };
await sleep(SECONDS * 1000);
const cpu = ((cpuMsOf(pid) - before.cpu) * 60) / SECONDS;
const engine = DATABASE_URL === undefined ? 'sqlite' : 'postgres';
line(`${engine}: processor time a minute`, `${cpu.toFixed(0)} ms (goal 150)`);
line('wakes of its main thread a second', `${((wakes() - before.wakes) / SECONDS).toFixed(1)} (goal 5)`);
