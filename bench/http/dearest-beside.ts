/** How long `/livez` waits while a key that reads sends twelve a second of the dearest requests that there are. */
// Usage: node scripts/node24.mjs bench/http/dearest-beside.ts FOLDER, which holds the compiled files of TCGdex
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { newWorkplace, run, startServer } from '../../test/support/processes/command.ts';
import { line, percentile } from '../report.ts';

const A_SECOND = 12;
const SECONDS = 15;
const LOOK_EVERY_MS = 20;
const GOAL_MS = 100;
const KB = 1024;

const FIELDS = ['name', 'number', 'expansion', 'game', 'lang', 'printing', 'condition', 'external_id'];
const full = Array.from({ length: 200 }, (_, at) =>
  Object.fromEntries(FIELDS.map((field) => [field, `Pikachu ${at} é, `.repeat(30).slice(0, 300)])),
);
const CARDS: [type: string, body: string] = ['text/plain', '1 Charizard 4/102\n'.repeat(200)];
const BODIES: Record<string, [type: string, body: string]> = {
  nothing: ['application/json', ''],
  '200 rows in full': ['application/json', JSON.stringify({ rows: full })],
  '200 cards': CARDS,
  '1.5 MB of words': ['text/plain', '1 a '.repeat(384 * KB)],
  '1.5 MB of quotation marks': ['text/plain', `name\n${'"'.repeat(1536 * KB - 5)}`],
  '3 MB of rows of nothing': ['application/json', `{"rows":[{}${',{}'.repeat(KB * KB - 8)}]}`],
};

const [folder = '.'] = process.argv.slice(2);
await using place = await newWorkplace();
const catalog = { adapter: 'tcgdex', files: pathToFileURL(resolve(folder)).href, language: 'en' };
const config = { game: 'game', sources: { catalog }, user_agent: 'bench/1.0 (bench@example.com)' };
writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
const ingested = await run(place, ['ingest', 'run', 'catalog', '--json']);
if (ingested.code !== 0) throw new Error(ingested.stdout + ingested.stderr);
const made = await run(place, ['keys', 'create', '--name', 'bench', '--scope', 'read', '--rate', '0', '--json']);
const { key } = JSON.parse(made.stdout) as { key: string };
await using server = await startServer(place);
const base = server.announced.listening;

async function ask([type, body]: [string, string], statuses: Map<number, number>): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const reply = await fetch(`${base}/v1/lookup`, { method: 'POST', headers, body });
  await reply.arrayBuffer();
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
}

// The start is over, the index in memory, and what is asked often compiled.
for (let at = 0; at < 40; at += 1) await ask(CARDS, new Map());

let worst = 0;
for (const [name, body] of Object.entries(BODIES)) {
  const statuses = new Map<number, number>();
  const asked: Promise<void>[] = [];
  const waits: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const asking = (async () => {
    while (body[1] !== '' && performance.now() < until) {
      asked.push(ask(body, statuses));
      await sleep(1000 / A_SECOND);
    }
  })();
  while (performance.now() < until) {
    const askedMs = performance.now();
    await (await fetch(`${base}/livez`)).arrayBuffer();
    waits.push(performance.now() - askedMs);
    await sleep(LOOK_EVERY_MS);
  }
  await asking;
  await Promise.all(asked);
  const [p50, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)].map((ms) => ms.toFixed(1));
  const most = Math.max(...waits);
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  line(`beside ${name}`, `/livez p50 ${p50}, p99 ${p99}, most ${most.toFixed(0)} ms; ${answered}`);
  worst = Math.max(worst, most);
}
line('the most that /livez waited', `${worst.toFixed(0)} ms (goal ≤ ${GOAL_MS})`);
process.exitCode = worst <= GOAL_MS ? 0 : 1;
