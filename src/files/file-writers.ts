/** Writes one part of the files in all its forms at once: its rows are read once. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type TSchema } from 'typebox';
import { Card, Expansion, Product, Series } from '../catalog/records.ts';
import { columnsOf, type Market, type PriceRow } from '../store/views/priced/price-rows.ts';
import { CodedFile, type Digested, gzipDigest } from './coded-file.ts';
import { type FileEntry, type Form, MEDIA_TYPES, partOf } from './manifest.ts';
import type { ParquetColumn, ParquetFile } from './parquet-file.ts';

/** What all forms of a part have in common. */
export type Part = Pick<FileEntry, 'entity' | 'game' | 'currency' | 'day' | 'month'>;

/** The part's text in two packings, and its rows in Parquet. */
interface Writers {
  texts: Map<Form, CodedFile>;
  parquet: ParquetFile | undefined;
}

const DIGEST_LENGTH = 12;
const TEXT_COLUMNS = new Set(['game', 'expansion_id', 'card_id', 'variant', 'condition', 'price_kind', 'source']);

const columnOfPrice = (name: string): ParquetColumn => ({
  name,
  type: TEXT_COLUMNS.has(name) ? 'text' : name === 'observed_on' ? 'day' : name.endsWith('_id') ? 'id' : 'cents',
  isRequired: TEXT_COLUMNS.has(name) ? name !== 'price_kind' : name === 'observed_on' || name.endsWith('_id'),
});

const RECORDS: Readonly<Record<string, { properties: Record<string, TSchema> }>> = {
  series: Series,
  expansions: Expansion,
  cards: Card,
  products: Product,
  aliases: Type.Object({
    ...{ kind: Type.String(), id: Type.String(), target_id: Type.String() },
    since: Type.Union([Type.String(), Type.Null()]),
  }),
  texts: Type.Object({
    ...{ kind: Type.String(), id: Type.String(), language: Type.String(), name: Type.String() },
    texts: Type.Unknown(),
  }),
};
/** Only where a language or a relation is asked for. */
const NOT_STORED = ['names', 'same_artwork'];

/** Scalar fields as they are, the rest as JSON. */
const columnsOfRecord = (entity: string): ParquetColumn[] =>
  Object.entries(RECORDS[entity]?.properties ?? {})
    .filter(([name]) => !NOT_STORED.includes(name))
    .map(([name, schema]) => {
      const isNullable = 'anyOf' in schema;
      const type = (isNullable ? (schema.anyOf as { type?: string }[])[0] : (schema as { type?: string }))?.type;
      const known = { string: 'text', integer: 'id', boolean: 'flag' } as const;
      const isRequired = !isNullable && !('~optional' in schema);
      return { name, type: known[type as keyof typeof known] ?? 'json', isRequired };
    });

/** What is handed on at once: packing many small pieces takes half as long again. */
const PIECE = 64 * 1024;
const ROWS_AT_ONCE = 300;

type RowsText = (rows: readonly PriceRow[]) => string;

/**
 * Rows of a series differ from their day on: what stands before it is put together once. Pieces are joined at the end, since
 * a text that grows by each of them leaves as many objects behind.
 */
function textOf(
  market: Omit<Market, 'game'>,
  written: (value: PriceRow[number]) => string,
  { before, end }: { before: readonly string[]; end: string },
): RowsText {
  const from = columnsOf(market).indexOf('observed_on');
  let last: PriceRow = [];
  let head = '';
  return (rows) => {
    const pieces: string[] = [];
    for (const row of rows) {
      let at = 0;
      while (at < from && row[at] === last[at]) at += 1;
      if (at < from)
        head = row.slice(0, from).reduce((text: string, value, of) => text + before[of] + written(value), '');
      last = row;
      pieces.push(head);
      for (let column = from; column < row.length; column += 1)
        pieces.push(before[column] ?? '', written(row[column] ?? null));
      pieces.push(end);
    }
    return pieces.join('');
  };
}

export const jsonLines = (market: Omit<Market, 'game'>): RowsText =>
  textOf(market, (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)), {
    before: columnsOf(market).map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    end: '}\n',
  });

/** RFC 4180, as data: nothing is changed for spreadsheets. */
const csvLines = (market: Omit<Market, 'game'>): RowsText =>
  textOf(market, csvField, { before: columnsOf(market).map((_, at) => (at === 0 ? '' : ',')), end: '\n' });

const csvField = (value: PriceRow[number]): string =>
  typeof value === 'string' && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value ?? '');

/** Writes rows of prices. @param rows in their order, some at a time */
export async function writePrices(folder: string, part: Part & Market, rows: AsyncIterable<PriceRow[]>) {
  const columns = columnsOf(part).map((name) => ({
    ...columnOfPrice(name),
    // A series repeats its own names for each day of a month.
    ...(part.month !== undefined &&
      name !== 'observed_on' &&
      columnOfPrice(name).type !== 'cents' && { repeats: true }),
  }));
  const at = part.entity === 'card_prices' ? 2 : 1;
  return writeForms(folder, part, { columns, forms: ['ndjson.gz', 'ndjson.zst', 'csv.gz'] }, async (writers, note) => {
    const [lines, sheet] = [jsonLines(part), csvLines(part)];
    await writeTexts(writers, ['csv.gz'], `${columnsOf(part).join(',')}\n`);
    for await (const some of rows) {
      for (let from = 0; from < some.length; from += ROWS_AT_ONCE) {
        const piece = some.slice(from, from + ROWS_AT_ONCE);
        await writeTexts(writers, ['ndjson.gz', 'ndjson.zst'], lines(piece));
        await writeTexts(writers, ['csv.gz'], sheet(piece));
        for (const row of piece) {
          writers.parquet?.add(row);
          note(String(row[at]));
        }
      }
    }
  });
}

/** Writes records as they are stored. */
export async function writeRecords(folder: string, part: Part, records: AsyncIterable<{ id: string; text: string }[]>) {
  const columns = columnsOfRecord(part.entity);
  return writeForms(folder, part, { columns, forms: ['ndjson.gz', 'ndjson.zst'] }, async (writers, note) => {
    let lines = '';
    const flush = async () => {
      await writeTexts(writers, ['ndjson.gz', 'ndjson.zst'], lines);
      lines = '';
    };
    for await (const some of records) {
      for (const { id, text } of some) {
        lines += `${text}\n`;
        if (lines.length >= PIECE) await flush();
        const record = JSON.parse(text) as Record<string, unknown>;
        writers.parquet?.add(columns.map(({ name }) => record[name]));
        note(id);
      }
    }
    await flush();
  });
}

async function writeTexts({ texts }: Writers, forms: readonly Form[], text: string): Promise<void> {
  const piece = Buffer.from(text);
  for (const form of forms) await texts.get(form)?.write(piece);
}

/** A part without rows has no files where they would be of prices or texts. */
async function writeForms(
  folder: string,
  part: Part,
  { columns, forms }: { columns: readonly ParquetColumn[]; forms: readonly Exclude<Form, 'parquet'>[] },
  write: (writers: Writers, note: (id: string) => void) => Promise<void>,
): Promise<FileEntry[]> {
  const pathOf = (form: Form) => join(folder, `${process.pid}.${partOf(part as FileEntry)}.${form}.part`);
  const { ParquetFile: Parquet } = await import('./parquet-file.ts');
  const writers: Writers = {
    texts: new Map(forms.map((form) => [form, new CodedFile(form.endsWith('.zst') ? 'zst' : 'gz', pathOf(form))])),
    parquet: new Parquet(pathOf('parquet'), columns),
  };
  const ids: { rows: number; first: string | null; last: string | null } = { rows: 0, first: null, last: null };
  try {
    await write(writers, (id) => {
      ids.rows += 1;
      ids.first ??= id;
      ids.last = id;
    });
    const made = new Map<Form, Digested>();
    for (const [form, file] of writers.texts) made.set(form, await file.end());
    made.set('parquet', writers.parquet?.end() ?? { bytes: 0, sha256: '' });
    if (ids.rows === 0 && (part.currency !== undefined || part.entity === 'texts')) return [];
    return [...made].map(([form, { bytes, sha256 }]) => {
      const name = `${partOf(part as FileEntry)}.${sha256.slice(0, DIGEST_LENGTH)}.${form}`;
      renameSync(pathOf(form), join(folder, name));
      return { name, ...part, media_type: MEDIA_TYPES[form], bytes, sha256, ...ids };
    });
  } finally {
    for (const form of Object.keys(MEDIA_TYPES) as Form[]) rmSync(pathOf(form), { force: true });
  }
}

/** The line file of a day as it would be written, and how many rows it has. At once: whoever asks is in a transaction. */
export async function digestOfDay(part: Part & Market, rows: AsyncIterable<PriceRow[]>) {
  const pieces: Buffer[] = [];
  const lines = jsonLines(part);
  let count = 0;
  for await (const some of rows) {
    pieces.push(Buffer.from(lines(some)));
    count += some.length;
  }
  const digested = gzipDigest(Buffer.concat(pieces));
  return {
    ...digested,
    rows: count,
    name: `${partOf(part as FileEntry)}.${digested.sha256.slice(0, DIGEST_LENGTH)}.ndjson.gz`,
  };
}
