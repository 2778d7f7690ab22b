/** Files of lists made up from a store's cards, their heads and cells shuffled, renamed, translated, emptied: what must hold of them. */
import assert from 'node:assert/strict';
import type { LookupParts } from '../../../src/lookup/candidates.ts';
import { lookUp } from '../../../src/lookup/lookup.ts';
import { readSheet, type Sheet } from '../../../src/sheets/sheet.ts';
import { SheetFault } from '../../../src/sheets/sheet-fault.ts';
import { fc } from './properties.ts';

/** A card as a list may write it. */
interface ListedCard {
  id: string;
  name: string;
  number: string;
  expansion: string;
}

/** Heads that are read, in six languages; and some that nobody knows, of which three may tell another card. */
const KNOWN = {
  name: ['Name', 'CARD_NAME', 'Kartenname', 'Nom', 'Nombre', 'Nome', 'カード名'],
  number: ['Number', 'Collector #', 'Nummer', 'Numéro', 'Numero carta', '番号'],
  expansion: ['Set', 'SETNAME', 'Erweiterung', 'Édition', 'Edición', 'Espansione', 'セット'],
  quantity: ['Quantity', 'Anzahl', 'Qté', 'Cantidad', 'Copie', '枚数'],
  shelf: [],
} as const;
const STRANGE = ['Foo', 'xName', 'Ref', 'Lage', 'Bar', 'Shelf', 'Old Set', 'Grade Note', 'Edition 2'];
type Column = keyof typeof KNOWN;
const COLUMNS = Object.keys(KNOWN) as Column[];
const SAID = ['name', 'number', 'expansion'] as const;

interface Row {
  card: number;
  /** Which cells are blank. */
  blanks: Column[];
  /** The order in which name, number and expansion stand in one another's columns. */
  order: (typeof SAID)[number][];
  isScrambled: boolean;
}

const often = (share: number) => fc.noBias(fc.integer({ min: 0, max: 99 })).map((drawn) => drawn < share * 100);
const row = fc.record<Row>({
  card: fc.noBias(fc.nat()),
  blanks: fc
    .array(often(0.1), { minLength: COLUMNS.length, maxLength: COLUMNS.length })
    .map((isBlank) => COLUMNS.filter((_, at) => isBlank[at])),
  order: fc.shuffledSubarray([...SAID], { minLength: SAID.length }),
  isScrambled: often(0.15),
});
const file = fc.record({
  columns: fc.shuffledSubarray(COLUMNS, { minLength: 2 }),
  heads: fc.record({ strange: fc.shuffledSubarray(STRANGE, { minLength: COLUMNS.length }), known: fc.nat() }),
  isStrange: fc.array(often(0.2), { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
  rows: fc.array(row, { minLength: 10, maxLength: 30 }),
  separator: fc.constantFrom(',', ';', '\t'),
});

/** What came of the files. */
export interface FuzzedLists {
  rows: number;
  certain: number;
  refused: number;
}

/**
 * Each file that can be read names the heads that were not, and no row of it is told as certain of another card.
 * @param runs files, drawn by the seed of all properties unless `seed` is given
 */
export async function fuzzLists(parts: LookupParts, runs: number, seed?: number): Promise<FuzzedLists> {
  const cards = await listedCards(parts);
  const came: FuzzedLists = { rows: 0, certain: 0, refused: 0 };
  const property = fc.asyncProperty(file, async ({ columns, heads, isStrange, rows, separator }) => {
    const named = columns.map((column, at) => {
      const known: readonly string[] = KNOWN[column];
      const isKnown = known.length > 0 && !isStrange[at];
      return { isKnown, head: (isKnown ? known[heads.known % known.length] : heads.strange[at]) ?? '' };
    });
    const drawn = rows.map(({ card }) => cards[card % cards.length] ?? assert.fail('the store has no cards'));
    const lines = rows.map((each, at) =>
      columns.map((column) => quoted(cellOf(column, each, drawn[at]))).join(separator),
    );
    const sheet = readOrRefused([named.map(({ head }) => head).join(separator), ...lines].join('\n'));
    if (sheet === undefined) {
      came.refused += 1;
      return;
    }
    const unknown = named.flatMap(({ isKnown, head }) => (isKnown ? [] : [head]));
    if (sheet.dialect !== 'lines of text') assert.deepEqual(sheet.unread, unknown, lines[0]);
    const found = await lookUp(
      sheet.rows.map(({ asked }) => asked),
      parts,
    );
    for (const [at, { best, isCertain }] of found.entries()) {
      const { line, asked }: Sheet['rows'][number] = sheet.rows[at] ?? assert.fail();
      came.rows += 1;
      if (!isCertain || sheet.isUnsure) continue;
      came.certain += 1;
      assert.equal(best?.card.id, drawn[line - 2]?.id, `${JSON.stringify(asked)} is told as certain`);
    }
  });
  await fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) });
  return came;
}

async function listedCards({ reads }: LookupParts): Promise<ListedCard[]> {
  const cards = reads.selectFrom('cards').innerJoin('expansions', 'expansions.id', 'cards.expansion_id');
  const rows = await cards
    .select(['cards.id', 'cards.name', 'cards.number', 'expansions.name as expansion'])
    .where('cards.number', 'is not', null)
    .orderBy('cards.id')
    .execute();
  return rows.map(({ number, ...each }) => ({ ...each, number: number ?? '' }));
}

function cellOf(column: Column, { blanks, order, isScrambled }: Row, card: ListedCard | undefined): string {
  if (blanks.includes(column)) return '';
  if (column === 'quantity') return '2';
  if (column === 'shelf') return 'x';
  const said = isScrambled ? (order[SAID.indexOf(column)] ?? column) : column;
  return card?.[said] ?? '';
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

function readOrRefused(text: string): Sheet | undefined {
  try {
    return readSheet(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    return undefined;
  }
}
