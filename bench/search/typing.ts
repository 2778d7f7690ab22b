/** Types names into the console's search in a real Chromium, over a catalog of one's size, and prints how long first rows take. */
// Usage: node scripts/node24.mjs bench/search/typing.ts CARDS-FILE [160000], a file of cards as TCGdex publishes them
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, signIn, watchedPage } from '../../test/support/browser/browser.ts';
import { newWorkplace, run, startServer } from '../../test/support/processes/command.ts';
import { percentile } from '../report.ts';
import { varied } from '../scale/million-catalog.ts';
import { readCardRows } from './card-rows.ts';

const [file = '', size = '160000'] = process.argv.slice(2);
const rows = await readCardRows(file, undefined);

await using place = await newWorkplace();
const folder = join(place.directory, 'catalog');
mkdirSync(folder);
const cards = Array.from({ length: Number(size) }, (_, at) => {
  const [copy, row] = [Math.floor(at / rows.length), rows[at % rows.length]];
  if (row === undefined) throw new Error(`${file} holds no card`);
  const cardCount = { official: row.official, total: row.official };
  const set = { id: row.expansion_id, name: row.expansion_id, cardCount };
  const own = copy === 0 ? { id: row.id, name: row.name } : { id: `x${copy}${row.id}`, name: varied(row.name, copy) };
  return { ...own, localId: row.number, set };
});
const sets = [...new Map(cards.map(({ set }) => [set.id, { ...set, serie: { id: 's', name: 'S' } }])).values()];
const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
write('cards.json', cards);
write('sets.json', sets);
write('series.json', [{ id: 's', name: 'S', sets: sets.map(({ id, name }) => ({ id, name })) }]);
const catalog = { adapter: 'tcgdex', files: `file:${folder}`, language: 'en' };
writeFileSync(
  join(place.directory, 'cardstock.config.json'),
  JSON.stringify({ game: 'game', sources: { catalog }, user_agent: 'bench/1.0 (bench@example.com)' }),
);
const ingested = await run(place, ['ingest', 'run', 'catalog', '--json']);
if (ingested.code !== 0) throw new Error(ingested.stdout + ingested.stderr);
const made = await run(place, ['keys', 'create', '--name', 'bench', '--scope', 'read', '--rate', '0', '--json']);
const { key } = JSON.parse(made.stdout) as { key: string };
await using server = await startServer(place);
// The index is read at the first question after a start, which is not what typing waits for.
const first = await fetch(`${server.announced.listening}/v1/cards?q=a`, {
  headers: { authorization: `Bearer ${key}` },
});
if (!first.ok) throw new Error(await first.text());
await using browser = await openBrowser();
const { page } = await watchedPage(browser, server.announced.listening);
await signIn(page, key);

/** Runs on the page: the milliseconds from the next key until rows stand that are of what is typed. */
const UNTIL_ROWS = `window.untilRows = new Promise((resolve) => {
  document.addEventListener('keydown', () => {
    const from = performance.now();
    const look = () => {
      if (document.querySelector('.results')?.getAttribute('aria-busy') === 'false') resolve(performance.now() - from);
      else requestAnimationFrame(look);
    };
    // The key's own turn marks what is shown as of before.
    setTimeout(() => requestAnimationFrame(look));
  }, { once: true, capture: true });
});
undefined`;

async function typed(letter: string): Promise<number> {
  // Its listener must stand before the key is pressed.
  await page.evaluate(UNTIL_ROWS);
  await page.keyboard.press(letter);
  return await page.evaluate<number>('window.untilRows');
}

const times: number[] = [];
const dearest = { typed: '', ms: 0 };
for (const at of [11, 503, 4001, 9001, 12_345, 17_000, 20_011, 3777]) {
  const name = rows[at % rows.length]?.name ?? '';
  await page.getByRole('searchbox').fill('');
  // A blank asks for nothing.
  let text = '';
  for (const letter of name.replace(/[^A-Za-z]/g, '').slice(0, 12)) {
    text += letter;
    const ms = await typed(letter);
    times.push(ms);
    if (ms > dearest.ms) Object.assign(dearest, { typed: text, ms });
  }
}
const figures = {
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
};
process.stdout.write(`${JSON.stringify({ cards: cards.length, keys: times.length, ms: figures, dearest })}\n`);
