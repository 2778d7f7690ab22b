/** Writes one part of the files in all its forms at once: its rows are read once. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type TSchema } from 'typebox';
import { Card, Expansion, Product, Series } from '../catalog/records.ts';
import { inBatches } from '../store/batches.ts';
import { columnsOf, type Market, type PriceRun } from '../store/views/priced/price-rows.ts';
import { CodedFile, type Digested, gzipDigest } from './coded-file.ts';
import { type FileEntry, type Form, MEDIA_TYPES, type Part, partOf } from './manifest.ts';
import type { Shape } from './parquet-column.ts';
import type { ParquetFile } from './parquet-file.ts';
import { csvLines, jsonLines } from './price-text.ts';

/** The part's text in two packings, and its rows in Parquet. */
interface Writers {
  texts: Map<Form, CodedFile>;
  parquet: ParquetFile;
}

const DIGEST_LENGTH = 12;
const TEXT_COLUMNS = new Set(['game', 'expansion_id', 'card_id', 'variant', 'condition', 'price_kind', 'source']);

const columnOfPrice = (name: string): Shape => ({
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
const columnsOfRecord = (entity: string): Shape[] =>
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
/** As many runs of a month's days are some hundred kilobytes of text. */
const RUNS_AT_ONCE = 500;

/** Writes rows of prices. @param rows in their order, some at a time */
export async function writePrices(folder: string, part: Part & Market, rows: AsyncIterable<PriceRun[]>) {
  const columns = columnsOf(part).map(columnOfPrice);
  const at = part.entity === 'card_prices' ? 2 : 1;
  return writeForms(folder, part, { columns, forms: ['ndjson.gz', 'ndjson.zst', 'csv.gz'] }, async (writers, note) => {
    const [lines, sheet] = [jsonLines(part), csvLines(part)];
    await writeTexts(writers, ['csv.gz'], Buffer.from(`${columnsOf(part).join(',')}\n`));
    for await (const some of rows) {
      for (const piece of inBatches(some, RUNS_AT_ONCE)) {
        for (const { before, days, after } of piece) {
          writers.parquet.add([...before, days, ...after], days.length);
          note(String(before[at]), days.length);
        }
        await writeTexts(writers, ['ndjson.gz', 'ndjson.zst'], lines.of(piece));
        await writeTexts(writers, ['csv.gz'], sheet.of(piece));
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
      await writeTexts(writers, ['ndjson.gz', 'ndjson.zst'], Buffer.from(lines));
      lines = '';
    };
    for await (const some of records) {
      for (const { id, text } of some) {
        lines += `${text}\n`;
        if (lines.length >= PIECE) await flush();
        const record = JSON.parse(text) as Record<string, unknown>;
        writers.parquet.add(columns.map(({ name }) => record[name]));
        note(id, 1);
      }
    }
    await flush();
  });
}

async function writeTexts({ texts }: Writers, forms: readonly Form[], piece: Buffer): Promise<void> {
  await Promise.all(forms.map((form) => texts.get(form)?.write(piece)));
}

/** A part without rows has no files where they would be of prices or texts. */
async function writeForms(
  folder: string,
  part: Part,
  { columns, forms }: { columns: readonly Shape[]; forms: readonly Exclude<Form, 'parquet'>[] },
  write: (writers: Writers, note: (id: string, rows: number) => void) => Promise<void>,
): Promise<FileEntry[]> {
  const pathOf = (form: Form) => join(folder, `${process.pid}.${partOf(part)}.${form}.part`);
  const { ParquetFile: Parquet } = await import('./parquet-file.ts');
  const writers: Writers = {
    texts: new Map(forms.map((form) => [form, new CodedFile(form.endsWith('.zst') ? 'zst' : 'gz', pathOf(form))])),
    parquet: new Parquet(pathOf('parquet'), columns),
  };
  const ids: { rows: number; first: string | null; last: string | null } = { rows: 0, first: null, last: null };
  try {
    await write(writers, (id, rows) => {
      ids.rows += rows;
      ids.first ??= id;
      ids.last = id;
    });
    const made = new Map<Form, Digested>();
    for (const [form, file] of writers.texts) made.set(form, await file.end());
    made.set('parquet', writers.parquet.end());
    if (ids.rows === 0 && (part.currency !== undefined || part.entity === 'texts')) return [];
    return [...made].map(([form, { bytes, sha256 }]) => {
      const name = `${partOf(part)}.${sha256.slice(0, DIGEST_LENGTH)}.${form}`;
      renameSync(pathOf(form), join(folder, name));
      return { name, ...part, media_type: MEDIA_TYPES[form], bytes, sha256, ...ids };
    });
  } finally {
    for (const form of Object.keys(MEDIA_TYPES) as Form[]) rmSync(pathOf(form), { force: true });
  }
}

/** The line file of a day as it would be written, and how many rows it has. At once: whoever asks is in a transaction. */
export async function digestOfDay(part: Part & Market, rows: AsyncIterable<PriceRun[]>) {
  const pieces: Buffer[] = [];
  const lines = jsonLines(part);
  let count = 0;
  for await (const some of rows) {
    pieces.push(Buffer.from(lines.of(some)));
    for (const { days } of some) count += days.length;
  }
  const digested = gzipDigest(Buffer.concat(pieces));
  return {
    ...digested,
    rows: count,
    name: `${partOf(part)}.${digested.sha256.slice(0, DIGEST_LENGTH)}.ndjson.gz`,
  };
}
