/** The sheets of months: what is read of whole series is what their rows say one by one. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { partsOfGame, RowFaults, rowsOf } from '../../../src/ingest/origin/read-origin.ts';
import type { SeriesColumns } from '../../../src/ingest/origin/series-lines.ts';
import { type Amounts, dayBit } from '../../../src/store/prices/observation-codec.ts';
import { columnsOf } from '../../../src/store/views/priced/price-rows.ts';
import { fc } from '../../support/made/properties.ts';

const HEADS = {
  usd: columnsOf({ entity: 'card_prices', currency: 'usd' }),
  eur: columnsOf({ entity: 'card_prices', currency: 'eur' }),
};
const WIDTHS = { usd: 3, eur: 6 } as const;
const DAYS = Array.from({ length: 30 }, (_, at) => at + 1);

type Said = { head: string; day: number; amounts: Amounts }[];

/** All that the rows say; with `columns` by series, without them row by row. */
async function read(
  lines: readonly string[],
  currency: 'usd' | 'eur',
  columns: SeriesColumns | undefined,
  cut: number,
) {
  const bytes = Buffer.from(`${HEADS[currency].join()}\n${lines.join('')}`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
    bytes.subarray(at * cut, (at + 1) * cut),
  );
  const file = { name: 'month.csv', entity: 'card_prices', game: 'game', sha256: '', rows: lines.length } as const;
  const faults = new RowFaults();
  const said: Said = [];
  let whole = 0;
  const from = HEADS[currency].indexOf('observed_on');
  const firstAmount = HEADS[currency].length - 1 - WIDTHS[currency];
  for await (const { line, row, stretches } of rowsOf(
    { file, sha256: '', bytes: () => Readable.from(pieces) },
    faults,
    () => columns,
  )) {
    const cells = Object.values(row);
    const head = JSON.stringify(cells.slice(0, from));
    const own = { days: 0, amounts: cells.slice(firstAmount, -1) as Amounts };
    const first = said.length;
    for (const { days, amounts } of stretches ?? [own]) {
      for (const day of DAYS) if (days & dayBit(day)) said.push({ head, day, amounts });
    }
    if (stretches === undefined) said.push({ head, day: Number(String(cells[from]).slice(8)), amounts: own.amounts });
    else whole += said.length - first;
    assert.equal(line, first + 2, 'each line is counted');
  }
  return { said, faults: faults.text, whole };
}

const cents = fc.oneof(fc.constantFrom('', '0', '7'), fc.integer({ min: 0, max: 2 ** 31 - 1 }).map(String));
const card = fc.constantFrom('a-1', 'a-2', 'é-3', '"b,4"', '2026-06-07');
const word = fc.constantFrom('bench', 'other', '"of, two"', 'ü');

for (const currency of ['usd', 'eur'] as const) {
  const stretch = fc.record({
    card,
    days: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 30 }),
    isSorted: fc.boolean(),
    amounts: fc.array(cents, { minLength: WIDTHS[currency], maxLength: WIDTHS[currency] }),
    word,
  });
  const columns = {
    day: HEADS[currency].indexOf('observed_on'),
    amounts: HEADS[currency].length - 1 - WIDTHS[currency],
    width: WIDTHS[currency],
    days: DAYS.reduce((all, day) => all | dayBit(day), 0),
  };

  test(`sheets of months in ${currency} are read by series as row by row, however they come`, async () => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stretch, { maxLength: 12 }),
        fc.integer({ min: 1, max: 900 }),
        async (stretches, cut) => {
          const lines = stretches.flatMap(({ card, days, isSorted, amounts, word }) =>
            (isSorted ? days.toSorted((a, b) => a - b) : days).map((day) => {
              const head = ['game', 'a', card, '11', 'holo', ...(currency === 'usd' ? ['NM'] : [])];
              const date = `2026-06-${String(day).padStart(2, '0')}`;
              return `${[...head, date, ...(currency === 'eur' ? ['plain'] : []), ...amounts, word].join()}\n`;
            }),
          );
          const bySeries = await read(lines, currency, columns, cut);
          const byRow = await read(lines, currency, undefined, cut);
          whole += bySeries.whole;
          assert.deepEqual([bySeries.said, bySeries.faults], [byRow.said, byRow.faults]);
        },
      ),
    );
    assert.ok(whole > 1000, `${whole} by series`);
  });

  test(`a line in ${currency} that is no row as the others are ends its series, and is told`, async () => {
    const line = (day: string, cells: string) =>
      `game,a,a-1,11,holo,${currency === 'usd' ? 'NM,' : ''}2026-06-${day},${cells}\n`;
    const own = currency === 'usd' ? ['1,2,3,bench'] : ['plain,1,2,3,4,5,6,bench'];
    const good = own[0] ?? '';
    for (const bad of [
      line('03', good.replace('1', '-1')),
      line('03', good.replace('1', String(2 ** 31))),
      line('03', good.replace(',bench', '')),
      line('03', `${good},more`),
      line('31', good),
      line('3', good),
      line('0;', good),
      line('03', good.replace('2', '"2"')),
      line('03', good.replace('2', '')),
      line('02', good),
      'nothing\n',
      line('03', good).trimEnd(),
    ]) {
      const lines = [line('01', good), line('02', good), bad];
      const bySeries = await read(lines, currency, columns, 1e6);
      const byRow = await read(lines, currency, undefined, 1e6);
      assert.deepEqual([bySeries.said, bySeries.faults], [byRow.said, byRow.faults], bad);
      assert.ok(bySeries.whole >= 2, 'those before it are read by series');
    }
  });
}

test('a month is read from its sheet, all else from its lines, and a form that was taken stays', () => {
  const file = { entity: 'card_prices', game: 'game', currency: 'usd' } as const;
  const forms = ['csv.gz', 'ndjson.gz', 'ndjson.zst'];
  const files = [{ month: '2026-05' }, {}].flatMap((of) =>
    forms.map((form) => ({ ...file, ...of, name: `${of.month ?? 'current'}.${form}`, sha256: `${of.month} ${form}` })),
  );
  const chosen = (taken?: Map<string, string>) =>
    [...partsOfGame({ base: '', files }, 'game', taken).values()].map(({ name }) => name);
  const [month, current] = ['card_prices.game.usd.2026-05', 'card_prices.game.usd'];
  assert.deepEqual(chosen(), ['2026-05.csv.gz', 'current.ndjson.gz']);
  const taken = new Map([
    [month, '2026-05 ndjson.gz'],
    [current, 'undefined ndjson.zst'],
  ]);
  assert.deepEqual(chosen(taken), ['2026-05.ndjson.gz', 'current.ndjson.zst']);
  assert.deepEqual(chosen(new Map([[month, 'another digest']])), ['2026-05.csv.gz', 'current.ndjson.gz']);
});
