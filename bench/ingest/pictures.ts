/**
 * Keeps the pictures of a large catalog from a source with faults: `--cards N`, 2,000 without it. What is fetched twice, what
 * is left after a kill -9 and with the source gone, how much room and memory it takes.
 */
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { launch, newWorkplace, run, startServer } from '../../test/support/processes/command.ts';
import { tinyCard, tinyCatalog } from '../../test/support/sources/tiny-catalog.ts';
import { shapes } from '../../test/support/stages/pictured-catalog.ts';
import { line } from '../report.ts';

const { values } = parseArgs({ options: { cards: { type: 'string', default: '2000' } } });
const count = Number(values.cards);
const HUGE = Buffer.alloc(11 * 1024 * 1024);
/** Of a hundred cards: the full picture is missing, both are, a web page, another type, too large, slow, always an error, always cut. */
const FAULTS = ['half', 'half', 'none', 'page', 'type', 'huge', 'slow', 'error', 'cut'] as const;
const faultOf = (id: string) => FAULTS[Number(id.split('-')[1]) % 100] ?? 'fine';

const drawn = await Promise.all(
  Array.from({ length: 16 }, (_, seed) =>
    shapes(seed).resize(600, 825, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer(),
  ),
);
const asked = new Map<string, number>();
let atOnce = 0;
let mostAtOnce = 0;
const source = createServer(async (request, response) => {
  const path = request.url ?? '';
  const [, id = '', file = ''] = path.split('/');
  const fault = faultOf(id);
  asked.set(path, (asked.get(path) ?? 0) + 1);
  atOnce += 1;
  mostAtOnce = Math.max(mostAtOnce, atOnce);
  response.once('close', () => {
    atOnce -= 1;
  });
  const send = (type: string, body: Buffer | string) => response.writeHead(200, { 'content-type': type }).end(body);
  if (fault === 'none' || (fault === 'half' && file.startsWith('high'))) response.writeHead(404).end();
  else if (fault === 'error') response.writeHead(500).end();
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': HUGE.length });
    response.write('half', () => request.socket.destroy());
  } else if (fault === 'page') send('text/html', '<p>');
  else if (fault === 'type') send('image/jpeg', 'GIF89a and nothing else');
  else if (fault === 'huge') send('image/jpeg', HUGE);
  else {
    if (fault === 'slow') await sleep(1000);
    // Another picture each time.
    send('image/jpeg', drawn[((asked.get(path) ?? 0) + Number(id.split('-')[1])) % drawn.length] ?? '');
  }
});
await once(source.listen(0, '127.0.0.1'), 'listening');
const base = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;

await using place = await newWorkplace();
const { series, sets } = tinyCatalog(1);
const cards = Array.from({ length: count }, (_, at) => {
  const card = tinyCard('ember1', at + 1);
  return { ...card, image: `${base}/${card.id}` };
});
const upstream = join(place.directory, 'upstream');
await mkdir(upstream);
for (const [name, rows] of Object.entries({ series, sets, cards })) {
  await writeFile(join(upstream, `${name}.json`), JSON.stringify(rows));
}
const files = pathToFileURL(upstream).href;
const config = {
  public_url: 'https://cards.example',
  user_agent: 'cardstock-bench/1',
  pictures: { limit_gb: 10 },
  sources: { catalog: { adapter: 'tcgdex', files, keep_pictures: true } },
};
await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));

/** Megabytes that a process and those below it hold. */
async function megabytesOf(pid: number): Promise<number> {
  const text = async (name: string) => readFile(`/proc/${name}`, 'utf8').catch(() => '');
  const own = Number(/VmRSS:\s+(\d+)/.exec(await text(`${pid}/status`))?.[1] ?? 0) / 1024;
  const children = (await text(`${pid}/task/${pid}/children`)).trim().split(' ').filter(Boolean);
  return (await Promise.all(children.map((child) => megabytesOf(Number(child))))).reduce(
    (sum, each) => sum + each,
    own,
  );
}

/** Fetches until the end, or until `isEnough`: then it is killed. */
async function fetchAll(isEnough: () => boolean) {
  const began = performance.now();
  const child = launch(place, ['pictures', 'fetch', '--json']);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close');
  let most = 0;
  let isKilled = false;
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, await megabytesOf(child.pid ?? 0));
    if (isEnough()) isKilled = child.kill('SIGKILL');
    await Promise.race([ended, sleep(200)]);
  }
  return { said, most, isKilled, seconds: (performance.now() - began) / 1000 };
}

const shelf = join(place.directory, 'data', 'pictures');
async function kept() {
  const entries = await readdir(shelf, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return { files: sizes.length, megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6 };
}

const taken = await run(place, ['ingest', 'run', 'catalog', '--json']);
if (taken.code !== 0) throw new Error(taken.stdout + taken.stderr);
const first = await fetchAll(() => asked.size > count / 3);
const half = await kept();
line('killed', `after ${asked.size} addresses; ${half.files} are on the shelf, ${first.seconds.toFixed(0)} s`);
const second = await fetchAll(() => false);
const all = await kept();
const { there, fetched, failed, postponed } = JSON.parse(second.said)[0];
line('gone on', JSON.stringify({ there, fetched, failed, postponed }));
const twice = [...asked.values()].filter((times) => times > 1).length;
line(
  'asked twice',
  `${twice} of ${asked.size} addresses, under way at the kill or without an answer; ${mostAtOnce} at once`,
);
line(
  'room',
  `${all.files} files, ${all.megabytes.toFixed(0)} MB, ${((1000 * all.megabytes) / all.files).toFixed(0)} kB each`,
);
line(
  'took',
  `${((second.seconds / (fetched || 1)) * 1000).toFixed(0)} ms a picture, ${second.most.toFixed(0)} MB at most`,
);
const before = asked.size;
const third = await fetchAll(() => false);
line('a third time', `${asked.size - before} addresses asked; ${third.seconds.toFixed(1)} s`);

source.closeAllConnections();
await new Promise((resolve) => source.close(resolve));
await using server = await startServer(place);
let served = 0;
let absent = 0;
const began = performance.now();
for (const { id } of cards) {
  const answer = await fetch(`${server.announced.listening}/pictures/${id}/low`);
  const { format } = answer.ok ? await sharp(await answer.bytes()).metadata() : {};
  if (format === 'webp') served += 1;
  else if (answer.status === 404) absent += 1;
}
const each = (performance.now() - began) / cards.length;
line('source gone', `${served} served, ${absent} absent of ${count}, ${each.toFixed(1)} ms each with looking at them`);
