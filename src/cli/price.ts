/** `cardstock price`: a collector's list with its cards, prices and totals, as a table and as a file. */

import { writeFile } from 'node:fs/promises';
import { readLang } from '../api/catalog/in-language.ts';
import { answerIn, type LookupAnswer, lookupAnswer } from '../api/catalog/lookup.ts';
import { amount } from '../catalog/listing/amounts.ts';
import { plainName } from '../catalog/printings/plain-name.ts';
import { fileBytes } from '../config/secrets.ts';
import { fileTrouble } from '../failure.ts';
import type { ListedRow } from '../lookup/listed-row.ts';
import { lookUp, ROWS_MAX } from '../lookup/lookup.ts';
import { readCatalogIndexes } from '../search/build/catalog-indexes.ts';
import { GameIndexes } from '../search/game-indexes.ts';
import { deployedGames, searchWordsOf } from '../service/configured-parts.ts';
import { type PricedRow, pricedCsv, pricedRows, remarkOf, surenessOf, type Total, totalsOf } from '../sheets/priced.ts';
import { readSheet, type Sheet } from '../sheets/sheet.ts';
import { SheetFault } from '../sheets/sheet-fault.ts';
import { inBatches } from '../store/batches.ts';
import { dataAt, jsonBody } from './ask-service.ts';
import { type CommonFlags, configOf, withPresentStore } from './context.ts';
import { addressOf } from './get.ts';
import { misused, printJson, printLine, printNote, printRows } from './output.ts';
import { writeWhole } from './output-file.ts';

type Answer = LookupAnswer['items'][number];
type PriceFlags = CommonFlags & { game?: string; lang?: string; csv?: string };

/** Looks the list up in the service that is set, else in this process on the store of the data directory. */
export async function price(file: string, flags: PriceFlags): Promise<void> {
  const { url } = configOf(flags).values;
  // What a service's catalogs are in, it does not say.
  const ownLanguages =
    url === undefined ? deployedGames(configOf(flags)).flatMap(({ languages }) => languages[0] ?? []) : undefined;
  const sheet = sheetIn(file, ownLanguages);
  const asked = sheet.rows.map((row) => ({ ...(flags.game === undefined ? {} : { game: flags.game }), ...row.asked }));
  const answers = url === undefined ? await priceHere(asked, flags) : await priceAt(url, asked, flags);
  const rows = pricedRows(sheet, answers);
  const totals = totalsOf(rows);
  if (flags.csv !== undefined) await writeTo(flags.csv, pricedCsv(sheet, rows));
  const { dialect, leftOut: left_out, unread } = sheet;
  if (flags.json) return printJson({ dialect, left_out, unread, rows: rows.map(asJson), totals });
  show(sheet, rows, totals);
  if (flags.csv !== undefined) printNote(`written to ${flags.csv}`);
}

const LIST_MB_MAX = 64;

function sheetIn(file: string, ownLanguages: readonly string[] | undefined): Sheet {
  try {
    return readSheet(fileBytes(file, LIST_MB_MAX), ownLanguages);
  } catch (error) {
    if (error instanceof SheetFault) throw misused(`${file}: ${error.message}`);
    throw misused(`${file} cannot be read: ${fileTrouble(error)}`);
  }
}

async function writeTo(file: string, text: string): Promise<void> {
  try {
    // Spreadsheets take a file without the mark for one of their own language.
    await writeWhole(file, (path) => writeFile(path, `\ufeff${text}`));
  } catch (error) {
    throw misused(`${file} cannot be written: ${fileTrouble(error)}`);
  }
}

function priceAt(url: string, rows: readonly ListedRow[], flags: PriceFlags): Promise<Answer[]> {
  const address = addressOf(`${url}/v1/lookup`, { lang: flags.lang });
  return inParts(rows, (list) => dataAt<LookupAnswer>(address, configOf(flags), jsonBody({ rows: list })));
}

async function inParts(rows: readonly ListedRow[], ask: (list: readonly ListedRow[]) => Promise<LookupAnswer>) {
  const answers: Answer[] = [];
  for (const list of inBatches(rows, ROWS_MAX)) answers.push(...(await ask(list)).items);
  return answers;
}

/** Looks in this process; a server need not run. */
function priceHere(rows: readonly ListedRow[], flags: PriceFlags): Promise<Answer[]> {
  return withPresentStore(flags, async (store, config) => {
    const games = deployedGames(config);
    const lang = readLang(flags, { games });
    const index = new GameIndexes(await readCatalogIndexes(store, new Map(), { words: searchWordsOf(games) }));
    const parts = { reads: store.reads, index, games };
    return inParts(rows, async (list) => answerIn(lang, lookupAnswer(await lookUp(list, parts)), parts));
  });
}

const asJson = ({ row: { line, note }, answer, usd, eur }: PricedRow<Answer>) => ({ line, note, usd, eur, ...answer });

function show(
  { dialect, leftOut, head, unread, isUnsure }: Sheet,
  rows: readonly PricedRow<Answer>[],
  totals: readonly Total[],
): void {
  printNote(`${rows.length} rows, read as ${dialect}${leftOut === 0 ? '' : `; ${leftOut} without a card left out`}`);
  if (unread.length > 0) printNote(`not read: ${unread.join(', ')}${isUnsure ? '; so no row is certain' : ''}`);
  const hasRemarks = rows.some((priced) => remarkOf(priced) !== '');
  printRows(rows, false, (priced) => ({
    line: priced.row.line,
    qty: priced.quantity,
    card:
      priced.answer.card?.name ??
      priced.answer.product?.name ??
      priced.row.asked.name ??
      priced.row.cells.slice(0, head.length).join(' '),
    expansion: priced.answer.card?.expansion.name ?? null,
    number: priced.answer.card?.number ?? null,
    printing: priced.answer.variant && plainName(priced.answer.variant),
    cond: priced.answer.condition,
    usd: amount(priced.usd, 'USD') + (priced.usd !== null && isNm(priced) ? ' (NM)' : ''),
    eur: amount(priced.eur, 'EUR'),
    sure: surenessOf(priced.answer),
    ...(hasRemarks ? { remark: remarkOf(priced) } : {}),
  }));
  for (const priced of rows) for (const line of openQuestion(priced)) printLine(line);
  printLine('');
  printRows(totals, false, ({ condition, cards, usd, eur, withoutUsd, withoutEur }) => ({
    condition,
    cards,
    usd: amount(withoutUsd === cards ? null : usd, 'USD'),
    eur: amount(withoutEur === cards ? null : eur, 'EUR'),
    'without usd': withoutUsd,
    'without eur': withoutEur,
  }));
  const asNm = totals.at(-1)?.asNm ?? 0;
  if (asNm > 0) printLine(`${asNm} cards have no USD price of their condition: that of NM stands in.`);
}

const isNm = ({ answer }: PricedRow<Answer>) => answer.usd_market?.condition === 'NM' && answer.condition !== 'NM';

function openQuestion({ row, answer }: PricedRow<Answer>): string[] {
  if (answer.is_certain || answer.candidates.length === 0) return [];
  const cards = answer.candidates.map(
    ({ card }) => `${card.id} (${card.name}, ${card.expansion.name} ${card.number ?? '–'})`,
  );
  return [`line ${row.line} may be ${cards.join(', ')}`];
}
