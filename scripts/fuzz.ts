/** Sends 100,000 made-up requests (arguments: count, seed) to a service with the demo's catalog; with DATABASE_URL in a database of its own there. */
import { randomInt } from 'node:crypto';
import { fuzz } from '../test/support/made/request-fuzz.ts';
import { newWorkplace, run, startServer } from '../test/support/processes/command.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
process.stdout.write(`seed ${seed}\n`);
await using place = await newWorkplace();
const { DATABASE_URL } = process.env;
const settings = { CARDSTOCK_LOG_LEVEL: 'warn', ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
await using server = await startServer(place, [], settings);
const { listening } = server.announced;
const created = await run(
  place,
  ['keys', 'create', '--name', 'fuzz', '--scope', 'read,scan', '--rate', '0', '--json'],
  settings,
);
const { key } = JSON.parse(created.stdout) as { key: string };

interface Page {
  data: { items: { id: string | number; name: string }[] };
}
const known: string[] = ['prices'];
for (const list of ['series', 'expansions', 'cards', 'products']) {
  const answer = await fetch(`${listening}/v1/${list}?limit=20`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as Page;
  for (const { id, name } of data.items) known.push(String(id), name);
}

const startedMs = performance.now();
const statuses = await fuzz(listening, key, known, count, seed);
const seconds = (performance.now() - startedMs) / 1000;
process.stdout.write(
  `${count} requests in ${seconds.toFixed(0)} s: no 5xx, every body as the document says; ${JSON.stringify(statuses)}\n`,
);
const log = server.output();
if (log.includes(key)) throw new Error('the key is in the log');
const stack = log.split('\n').find((line) => line.includes('"stack"'));
if (stack !== undefined) throw new Error(`a request left a stack in the log: ${stack}`);
