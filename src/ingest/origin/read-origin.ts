/** Reads the files of an origin: its manifest, and each file checked against it before a line of it is believed. */
import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import Type from 'typebox';
import { closedObject } from '../../catalog/field-shapes.ts';
import { jsonValue } from '../../catalog/words/json-value.ts';
import { fileTrouble } from '../../failure.ts';
import { FileEntry, FORMAT, type Manifest, partOf } from '../../files/manifest.ts';
import { manifestAddresses, type OriginSource, originHeaders } from '../../games/origin.ts';
import type { Stretch } from '../../store/prices/observation-codec.ts';
import { ifThere, Outage, type Read } from '../../upstream/document.ts';
import { readJson } from '../../upstream/json-rows.ts';
import { openReader } from '../../upstream/reader.ts';
import type { Scratch } from '../../upstream/scratch/scratch-file.ts';
import { MEMORY_MB } from '../../upstream/size-limit.ts';
import { unpackedBytes } from '../../upstream/text-bytes.ts';
import { faultsBySchema } from '../../upstream/usable-fields.ts';
import { type SeriesColumns, seriesLines } from './series-lines.ts';

/** A file as a manifest lists it; one that was written by hand says little of it. */
export type OriginFile = Pick<FileEntry, 'name' | 'entity' | 'game'> & Partial<FileEntry>;

/** What there is, and what the names of files stand behind. */
export type OriginManifest = Partial<Omit<Manifest, 'format' | 'files'>> & { base: string; files: OriginFile[] };

/** Files that are made anew first take a while. */
const GIVE_UP_MS = 120_000;
/** How long one is left alone that does not say. */
const AGAIN_MS = 5000;
const [UNAUTHORIZED, TOO_MANY_REQUESTS] = [401, 429];
const KEY_PLACES = 'CARDSTOCK_FOLLOW_KEY beside --follow, api_key in the configuration';
/** The forms that are read, the best first. */
const FORMS = ['.ndjson.gz', '.ndjson', '.ndjson.zst', '.csv.gz', '.csv'];
/** A month's sheet is a third of its lines, and read by series. */
const MONTH_FORM = '.csv.gz';
const formOf = (name: string) => FORMS.find((form) => name.endsWith(form));

/** @throws Outage where there is none, or it is of another form */
export async function readManifest(read: Read, settings: Pick<OriginSource, 'url' | 'api_key'>) {
  const headers = originHeaders(settings);
  for (const address of manifestAddresses(settings.url)) {
    const document = await ifThere(read(address, { headers })).catch((cause: unknown) => {
      if (!(cause instanceof Outage && cause.status === UNAUTHORIZED)) throw cause;
      throw new Outage(`${cause.message}: it takes a key of that service that may read (${KEY_PLACES})`, { cause });
    });
    if (document === undefined) continue;
    const manifest = ((await readJson(document)) ?? {}) as Partial<OriginManifest> & { format?: unknown };
    const faults = manifestFaults(manifest);
    if (faults.length > 0) throw new Outage(`${address}: ${faults.join('; ')}`);
    const folder = address.slice(0, -'/manifest.json'.length);
    return { ...(manifest as OriginManifest), base: folder.endsWith('/export') ? `${folder}/files` : folder };
  }
  throw new Outage(`${settings.url} has no manifest.json`, { status: 404 });
}

/** The manifest, for who looks at an origin beside its runs. @throws Outage */
export async function askManifest(
  settings: Pick<OriginSource, 'url' | 'api_key'>,
  userAgent: string,
  onWait: (why: string) => void = () => undefined,
) {
  const reader = openReader(
    { userAgent, pauseMs: 0, connections: 1, giveUpAfterMs: GIVE_UP_MS, memoryMb: MEMORY_MB, onWait },
    () => undefined,
  );
  return readManifest(reader.read, settings).finally(() => reader.close());
}

/** How a start waits for an origin, and says so. */
export interface Waiting {
  say(text: string): void;
  sleep(ms: number): Promise<unknown>;
}

/**
 * The manifest of an origin of which nothing is known yet. While it makes its first files, which takes minutes where there are years of
 * prices, it answers 429; that is waited for as long as it says, and told once.
 */
export async function firstManifest(
  settings: Pick<OriginSource, 'url' | 'api_key'>,
  userAgent: string,
  { say, sleep }: Waiting,
) {
  let isSaid = false;
  const onWait = (why: string) => {
    if (!isSaid) say(`waiting for ${settings.url}: ${/ 429$/.test(why) ? 'it is making its files' : why}`);
    isSaid = true;
  };
  for (;;) {
    try {
      return await askManifest(settings, userAgent, onWait);
    } catch (error) {
      if (!(error instanceof Outage) || error.putOff.by !== TOO_MANY_REQUESTS) throw error;
      onWait('it answered 429');
      await sleep(error.putOff.waitMs ?? AGAIN_MS);
    }
  }
}

const ListedFile = Type.Object({
  ...Type.Partial(FileEntry).properties,
  name: Type.String({ pattern: /^[^/\\\p{Cc}]{1,200}$/u, description: 'the name of a file' }),
  entity: FileEntry.properties.entity,
  game: FileEntry.properties.game,
});
/** Of one that was written by hand a field that is not known is a mistake, not of a later release. */
const HandFile = closedObject({
  ...ListedFile.properties,
  name: Type.String({
    pattern: /^[^/\\\p{Cc}]{1,200}\.(ndjson(\.gz|\.zst)?|csv(\.gz)?)$/u,
    description: `the name of a file that ends in one of ${FORMS.join(', ')}`,
  }),
});

function manifestFaults({ format, files }: { format?: unknown; files?: unknown }): string[] {
  if (format !== FORMAT) return [`"format" is ${JSON.stringify(format)}, and this release reads ${FORMAT}`];
  if (!Array.isArray(files)) return ['"files" must be a list'];
  // By hand the name is the part, of which one file would be read.
  const isTwice = (file: OriginFile | null, at: number) =>
    file?.sha256 === undefined && files.findIndex((one) => one?.name === file?.name && one?.game === file?.game) < at;
  return files.flatMap((file: OriginFile | null, at) => [
    ...faultsBySchema(file?.sha256 === undefined ? HandFile : ListedFile, file).map(
      ({ field, says }) => `"${['files', at, field].filter((name) => name !== '').join('.')}" ${says}`,
    ),
    ...(isTwice(file, at) ? [`"files.${at}.name" is listed twice`] : []),
  ]);
}

/** The files of a game, one form of each part: that which was taken, by the digests of parts, or else the best. */
export function partsOfGame(
  { files }: OriginManifest,
  game: string,
  taken: ReadonlyMap<string, string> = new Map(),
): Map<string, OriginFile> {
  const parts = new Map<string, OriginFile>();
  const place = (file: OriginFile) => {
    if (file.sha256 !== undefined && taken.get(partOf(file as FileEntry)) === file.sha256) return -2;
    return file.month !== undefined && formOf(file.name) === MONTH_FORM ? -1 : FORMS.indexOf(formOf(file.name) ?? '');
  };
  for (const file of files.filter((each) => each.game === game && formOf(each.name) !== undefined)) {
    // By hand there may be several files of a part: each counts.
    const part = file.sha256 === undefined ? file.name : partOf(file as FileEntry);
    const known = parts.get(part);
    if (known === undefined || place(file) < place(known)) parts.set(part, file);
  }
  return parts;
}

export interface Fetched {
  file: OriginFile;
  /** All its bytes, each time anew. */
  bytes(): Readable;
  sha256: string;
}

/** Puts by what comes, to be read as often as it is asked for while `scratch` is open. */
export async function keptBytes(body: AsyncIterable<Uint8Array>, scratch: Scratch): Promise<Fetched['bytes']> {
  const numbers: number[] = [];
  for await (const piece of body) numbers.push(scratch.add(piece));
  const pieces = function* () {
    for (const number of numbers) yield scratch.piece(number);
  };
  return () => Readable.from(pieces());
}

/** Takes the file at `address` into `scratch`, which leaves nothing behind however the process ends. @throws Outage where it does not come, or not as the manifest says */
export async function fetchFile(
  read: Read,
  address: string,
  { file, scratch, headers = {} }: { file: OriginFile; scratch: Scratch; headers?: Record<string, string> },
): Promise<Fetched> {
  const hash = createHash('sha256');
  let length = 0;
  const { body, url } = await read(address, { headers, packed: true });
  const watched = async function* () {
    for await (const chunk of body) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
  };
  const bytes = await keptBytes(watched(), scratch);
  const sha256 = hash.digest('hex');
  if ((file.sha256 ?? sha256) !== sha256 || (file.bytes ?? length) !== length)
    throw new Outage(`${url} is not the file that the manifest lists`);
  return { file, bytes, sha256 };
}

/** What is wrong with rows, of all files together: so many one by one, the rest as a number. */
export class RowFaults {
  readonly #told: string[] = [];
  #more = 0;
  /** Records that have a fault, by kind and id: what belongs to them has none for that. */
  readonly named = new Set<string>();
  /** Whether a file was not read to its end, so that nothing is known of what stands in it. */
  isCut = false;
  /** Where each record stands, by kind and id. */
  readonly places = new Map<string, string>();

  add(says: string): void {
    if (this.#told.length < FAULTS_MAX) this.#told.push(says);
    else this.#more += 1;
  }

  /** Undefined where there is none. */
  get text(): string | undefined {
    if (this.#told.length === 0) return undefined;
    return [...this.#told, ...(this.#more > 0 ? [`and ${this.#more} more`] : [])].join('; ');
  }
}

const FAULTS_MAX = 20;

const NEWLINE = 10;
/** To be handed pieces of the usual 16 KB takes longer than to unpack them. */
const PIECE = { chunkSize: 64 * 1024 };
const UNPACK: Record<string, (() => Gunzip | ZstdDecompress) | undefined> = {
  gz: () => createGunzip(PIECE),
  zst: () => createZstdDecompress(PIECE),
};

interface FileRow {
  line: number;
  row: Record<string, unknown>;
  text: string;
  /** The days of the row and of those behind it that are of one series with it. */
  stretches?: Stretch[] | undefined;
}

/**
 * Each row of the file with the number of its line; a line that is none is told. Where the head of a sheet has `columns` of series, all rows
 * of one come as its first. @throws Outage where the file cannot be read
 */
export async function* rowsOf(
  { bytes, file }: Fetched,
  faults: RowFaults,
  columns: (head: readonly string[]) => SeriesColumns | undefined = () => undefined,
): AsyncGenerator<FileRow> {
  const unpack = UNPACK[file.name.split('.').at(-1) ?? '']?.();
  const source = bytes();
  let [line, rows, packed] = [0, 0, 0];
  const count = ({ length }: Uint8Array) => {
    packed += length;
  };
  if (file.name.endsWith('.zst')) source.on('data', count);
  // What goes wrong is thrown to who reads the lines; static hosts pack plain files on the way.
  const input =
    unpack === undefined ? unpackedBytes({ url: file.name, body: source }) : pipeline(source, unpack, () => undefined);
  let head: string[] | undefined;
  const isCsv = /\.csv(\.gz)?$/.test(file.name);
  let ofSeries: SeriesColumns | undefined;
  let divider: Divider = ',';
  for await (const piece of wholeLines(input, file.name)) {
    for (let [at, next] = [0, 0]; at < piece.length; at = next) {
      next = piece.indexOf(NEWLINE, at) + 1 || piece.length;
      const series = ofSeries && seriesLines(piece, at, ofSeries);
      const whole = piece.toString('utf8', at, next);
      line += 1;
      const text = (line === 1 ? whole.replace(/^\ufeff/, '') : whole).trimEnd();
      if (text === '') continue;
      if (file.sha256 === undefined && text.includes('\ufffd')) {
        faults.add(`${file.name} line ${line}: is no UTF-8`);
        continue;
      }
      if (!isCsv || head !== undefined) rows += 1;
      if (!isCsv) {
        const row = objectIn(text);
        if (row === undefined) faults.add(`${file.name} line ${line}: is no JSON object`);
        else yield { line, row, text };
        continue;
      }
      if (head === undefined && text.includes(';') && !text.includes(',')) divider = ';';
      const fields = fieldsOf(text, divider);
      if (head === undefined) {
        head = fields;
        ofSeries = divider === ',' ? columns(head) : undefined;
        if (new Set(head).size < head.length) faults.add(`${file.name} line ${line}: names a field twice`);
      } else if (fields.length !== head.length) {
        faults.add(`${file.name} line ${line}: has ${fields.length} fields, and its head has ${head.length}`);
      } else {
        yield { line, row: namedFields(head, fields), text, stretches: series?.stretches };
        if (series === undefined) continue;
        next = series.end;
        line += series.lines - 1;
        rows += series.lines - 1;
      }
    }
  }
  // Of zstd Node unpacks the first frame, without a word of what stands behind it.
  if (unpack !== undefined && unpack.bytesWritten < packed)
    throw new Outage(`${file.name}: only its first frame can be read: pack it as one`);
  if ((file.rows ?? rows) !== rows) faults.add(`${file.name} has ${rows} rows, and the manifest says ${file.rows}`);
}

/** @throws Outage with the name of the file */
async function* readable(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const { buffer, byteOffset, length } of input) yield Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    if (error instanceof Outage) throw error;
    throw new Outage(`${name}: ${fileTrouble(error)}`);
  }
}

/** What comes, cut where lines end. */
async function* wholeLines(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  const rest: Buffer[] = [];
  for await (const piece of readable(input, name)) {
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield Buffer.concat([...rest.splice(0), piece.subarray(0, end)]);
    // Put together at its end alone: a line may go on for any number of pieces.
    rest.push(piece.subarray(end));
  }
  yield Buffer.concat(rest);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const row = jsonValue(text);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  } catch {
    // It is told as whatever else is no record.
  }
  return undefined;
}

/** How fields are told apart, each with how those in quotes are found: spreadsheets of half of Europe save with `;`. */
const QUOTED = {
  ',': /,(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g,
  ';': /;(?:"((?:[^"]|"")*)"(?=;|$)|([^;]*))/g,
};
type Divider = keyof typeof QUOTED;

/** RFC 4180, a row a line: no field of a price has a line end. */
const fieldsOf = (text: string, divider: Divider): string[] =>
  text.includes('"')
    ? [...(divider + text).matchAll(QUOTED[divider])].map(
        ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
      )
    : text.split(divider);

const NUMBERS = /^(variant_id|product_id|market|low|high|avg|trend|(avg|low|trend)_holo)$/;

const namedFields = (head: readonly string[], fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    head.map((name, at) => {
      const text = fields[at] ?? '';
      return [name, text === '' ? null : NUMBERS.test(name) && /^\d{1,15}$/.test(text) ? Number(text) : text];
    }),
  );
