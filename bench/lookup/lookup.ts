/** How rightly and how fast lists become cards: rows in each app's dialect over a whole catalog, drawn by seed. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../demo/random.ts';
import type { Card } from '../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { type Found, lookUp, ROWS_MAX } from '../../src/lookup/lookup.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { line, percentile } from '../report.ts';
import { fillWhole } from '../scale/full-store.ts';
import { pick } from '../search/misspell.ts';
import { type ListedCard, MEANT_BY_NONE, OPEN_WRITERS, WRITERS, type Writer } from './listed-rows.ts';

const USAGE =
  'usage: node scripts/node24.mjs bench/lookup/lookup.ts <folder of cards.json, sets.json, series.json> [--seed 1] [--lists 5] [--keep DIR] [--misses 0]';
const DAY = '2026-08-21';
let misses = 0;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    lists: { type: 'string', default: '5' },
    keep: { type: 'string' },
    misses: { type: 'string', default: '0' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const dataDir = values.keep ?? (await mkdtemp(join(tmpdir(), 'cardstock-lookup-')));
const isKept = existsSync(join(dataDir, 'cardstock.db'));
const store = await openStore({ dataDir });
if (!isKept) await fillWhole(store, folder, 2, DAY);
const game = { ...gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE) };
const cards = await listedCards(store, folder);
const index = new GameIndexes(await readCatalogIndexes(store));
const parts = { reads: store.reads, index, games: [game] };
process.stdout.write(
  `${cards.length} cards, seed ${values.seed}, ${values.lists} lists of ${ROWS_MAX} rows a kind\n\n`,
);
await measure('rows that name one card', WRITERS);
await measure('rows that leave several open', OPEN_WRITERS);
await store.close();
if (values.keep === undefined) await rm(dataDir, { recursive: true });

interface Tally {
  rows: number;
  right: number;
  wrong: number;
  certain: number;
  wrongCertain: number;
}

async function measure(title: string, writers: Readonly<Record<string, Writer>>): Promise<void> {
  const random = seeded(Number(values.seed));
  const sum: Tally = { rows: 0, right: 0, wrong: 0, certain: 0, wrongCertain: 0 };
  const bins = Array.from({ length: 10 }, () => ({ rows: 0, right: 0 }));
  const times: number[] = [];
  const stalls: number[] = [];
  line(`\n${title}`, '');
  for (const [kind, write] of Object.entries(writers)) {
    const tally: Tally = { rows: 0, right: 0, wrong: 0, certain: 0, wrongCertain: 0 };
    for (let list = 0; list < Number(values.lists); list += 1) {
      const drawn = Array.from({ length: ROWS_MAX }, () => pick(cards, random) as ListedCard);
      const rows = drawn.map((card) => write(card, random));
      const turns = watchTurns();
      const began = cpuMs();
      const found = await lookUp(rows, parts);
      times.push(cpuMs() - began);
      stalls.push(turns.longestMs());
      for (const [at, each] of found.entries()) {
        const card = drawn[at] as ListedCard;
        const isRight = count(tally, each, card, kind);
        if (each.best !== undefined) {
          const bin = bins[Math.min(9, Math.floor(each.best.confidence * 10))];
          if (bin) {
            bin.rows += 1;
            if (isRight) bin.right += 1;
          }
        }
        const isMiss = !isRight && (each.isCertain || writers === WRITERS);
        if (isMiss && misses++ < Number(values.misses)) {
          const best = each.best && `${each.best.card.id} ${each.best.confidence}`;
          process.stdout.write(
            `  ${kind}: ${JSON.stringify(rows[at])} meant ${card.id}, was ${best}, or ${each.candidates.map((c) => `${c.card.id} ${c.confidence}`)}\n`,
          );
        }
      }
    }
    print(kind, tally);
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
  }
  print('all', sum);
  const shown = bins.map(({ rows, right }, at) => (rows === 0 ? '' : `.${at}–: ${right}/${rows}`)).filter(Boolean);
  line('right by confidence', shown.join('  '));
  line(
    `CPU of ${ROWS_MAX} rows`,
    `p50 ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  line('longest turn', `p50 ${percentile(stalls, 0.5).toFixed(1)}, worst ${Math.max(...stalls).toFixed(1)} ms`);
}

/** This thread's time on the processor, which a busy machine leaves nearly alone. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Tells the longest turn of the event loop, as the processor counts it. */
function watchTurns(): { longestMs(): number } {
  let longest = 0;
  let last = cpuMs();
  let isOver = false;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    longestMs: () => {
      isOver = true;
      return Math.max(longest, cpuMs() - last);
    },
  };
}

function count(tally: Tally, { best, isCertain }: Found, card: ListedCard, kind: string): boolean {
  const isRight = best?.card.id === card.id && !MEANT_BY_NONE.has(kind);
  tally.rows += 1;
  if (isRight) tally.right += 1;
  else if (best !== undefined) tally.wrong += 1;
  if (isCertain) tally.certain += 1;
  if (isCertain && !isRight) tally.wrongCertain += 1;
  return isRight;
}

function print(kind: string, { rows, right, wrong, certain, wrongCertain }: Tally): void {
  const share = (part: number) => (part / rows).toFixed(4);
  line(
    kind,
    `right ${share(right)}  another ${share(wrong)}  certain ${share(certain)}  certain and wrong ${share(wrongCertain)}`,
  );
}

/** Every card that has a number, with one of its printings. */
async function listedCards(store: Store, folder: string): Promise<ListedCard[]> {
  const { readFile } = await import('node:fs/promises');
  const sets = JSON.parse(await readFile(join(folder, 'sets.json'), 'utf8')) as {
    id: string;
    name: string;
    abbreviation?: { official?: string };
    cardCount?: { official?: number };
  }[];
  const expansions = new Map(
    sets.map(({ id, name, abbreviation, cardCount }) => {
      return [id, { id, name, code: abbreviation?.official ?? id, official: cardCount?.official ?? 0 }];
    }),
  );
  const rows = await store.reads.selectFrom('cards').select('body').orderBy('id').execute();
  return rows.flatMap(({ body }) => {
    const { id, name, number, expansion_id, variants } = JSON.parse(body) as Card;
    const expansion = expansions.get(expansion_id);
    const [variant] = variants;
    if (expansion === undefined || number === null || variant === undefined) return [];
    const { tcgplayer, cardmarket } = variant.external_ids;
    const subType = game.printings.subTypesOf(variant)[0] ?? 'Normal';
    return [
      { id, name, number, expansion, printing: { subType, isFoil: variant.type !== 'normal', tcgplayer, cardmarket } },
    ];
  });
}
