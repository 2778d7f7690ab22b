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

/** Text that is handed on at once: packing many small pieces takes half as long again. */
const PIECE = 64 * 1024;

/** Makes the text of a row. */
type RowText = (row: PriceRow) => string;

export function jsonLine(market: Omit<Market, 'game'>): RowText {
  const keys = columnsOf(market).map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return (row) => {
    let text = '';
    for (const [at, key] of keys.entries()) {
      const value = row[at] ?? null;
      text += key + (typeof value === 'string' ? JSON.stringify(value) : value);
    }
    return `${text}}\n`;
  };
}

/** RFC 4180, as data: nothing is changed for spreadsheets. */
const csvLine: RowText = (row) => `${row.map(csvField).join(',')}\n`;

const csvField = (value: PriceRow[number]): string =>
  typeof value === 'string' && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value ?? '');

/** Text on its way into a file, in pieces. */
class TextPieces {
  readonly #write: (text: string) => Promise<void>;
  #text = '';

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  /** Of most texts there is nothing to wait for: a promise each would take as long as the rest. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length >= PIECE ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#write(text);
  }
}

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
    const lines = new TextPieces((text) => writeTexts(writers, ['ndjson.gz', 'ndjson.zst'], text));
    const sheet = new TextPieces((text) => writeTexts(writers, ['csv.gz'], text));
    await sheet.add(csvLine(columnsOf(part)));
    const line = jsonLine(part);
    for await (const some of rows) {
      for (const row of some) {
        const full = [lines.add(line(row)), sheet.add(csvLine(row))];
        for (const writing of full) if (writing) await writing;
        writers.parquet?.add(row);
        note(String(row[at]));
      }
    }
    await lines.flush();
    await sheet.flush();
  });
}

/** Writes records as they are stored. */
export async function writeRecords(folder: string, part: Part, records: AsyncIterable<{ id: string; text: string }[]>) {
  const columns = columnsOfRecord(part.entity);
  return writeForms(folder, part, { columns, forms: ['ndjson.gz', 'ndjson.zst'] }, async (writers, note) => {
    const lines = new TextPieces((text) => writeTexts(writers, ['ndjson.gz', 'ndjson.zst'], text));
    for await (const some of records) {
      for (const { id, text } of some) {
        await lines.add(`${text}\n`);
        const record = JSON.parse(text) as Record<string, unknown>;
        writers.parquet?.add(columns.map(({ name }) => record[name]));
        note(id);
      }
    }
    await lines.flush();
  });
}

async function writeTexts({ texts }: Writers, forms: readonly Form[], text: string): Promise<void> {
  for (const form of forms) await texts.get(form)?.write(text);
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
      return {
        name,
        ...part,
        media_type: MEDIA_TYPES[form],
        rows: ids.rows,
        bytes,
        sha256,
        first: ids.first,
        last: ids.last,
      };
    });
  } finally {
    for (const form of Object.keys(MEDIA_TYPES) as Form[]) rmSync(pathOf(form), { force: true });
  }
}

/** The line file of a day as it would be written, and how many rows it has. At once: whoever asks is in a transaction. */
export async function digestOfDay(part: Part & Market, rows: AsyncIterable<PriceRow[]>) {
  const pieces: Buffer[] = [];
  const line = jsonLine(part);
  let count = 0;
  for await (const some of rows) {
    pieces.push(Buffer.from(some.map(line).join('')));
    count += some.length;
  }
  const digested = gzipDigest(Buffer.concat(pieces));
  return {
    ...digested,
    rows: count,
    name: `${partOf(part as FileEntry)}.${digested.sha256.slice(0, DIGEST_LENGTH)}.ndjson.gz`,
  };
}
