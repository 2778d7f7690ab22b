/** Writes a whole resource as lines of JSON, with the place in the feed from which a copy goes on. */
import { createHash } from 'node:crypto';
import { Failure } from '../failure.ts';
import { newestEvent } from '../store/events/events.ts';
import { catalogVersion } from '../store/meta.ts';
import type { Reads, Store } from '../store/store.ts';
import { type Exported, type ExportFilter, exportPages } from '../store/views/priced/export-pages.ts';

export const EXPORTED = Object.keys(exportPages) as (keyof Exported)[];

const RECORDS_AT_ONCE = 100;
/** A reader that takes longer is cut off, since nothing that changed meanwhile can be cleared away. */
const READ_MS_MAX = 10 * 60_000;

export type InLanguage = (
  reads: Reads,
  records: readonly Exported[keyof Exported][],
) => Promise<readonly { id: string | number }[]>;

/**
 * The lines: a head, each record by id, a foot, all of one moment. Whoever applies the events after the place in the feed
 * that the head names ends up with what the reads show. `filter.after` resumes behind a record that came already; count and
 * digest are of the lines that this call gives.
 * @throws Failure when the reader takes longer than ten minutes
 */
export async function* exportLines(
  store: Pick<Store, 'longRead'>,
  entity: keyof Exported,
  filter: ExportFilter = {},
  inLanguage?: InLanguage,
): AsyncGenerator<string> {
  const moment = await store.longRead();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void moment.close();
  }, READ_MS_MAX).unref();
  try {
    yield* linesOf(moment.reads, entity, filter, inLanguage);
  } catch (cause) {
    throw isLate ? new Failure('bad_request', 'The export was not read within ten minutes.', { cause }) : cause;
  } finally {
    clearTimeout(timer);
    await moment.close();
  }
}

async function* linesOf(
  reads: Reads,
  entity: keyof Exported,
  { after, game }: ExportFilter,
  inLanguage: InLanguage = async (_, records) => records,
): AsyncGenerator<string> {
  const newest = await newestEvent(reads);
  const head = {
    entity,
    catalog_version: await catalogVersion(reads),
    after: newest?.id ?? null,
    position: newest?.position ?? 0,
  };
  yield `${JSON.stringify({ head })}\n`;
  const digest = createHash('sha256');
  let count = 0;
  let last = after;
  for (;;) {
    const records = await inLanguage(reads, await exportPages[entity](reads, { after: last, game }, RECORDS_AT_ONCE));
    const end = records.at(-1);
    if (end === undefined) break;
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    digest.update(text);
    count += records.length;
    yield text;
    last = String(end.id);
  }
  const foot = { count, digest: `sha256:${digest.digest('hex')}`, catalog_version: await catalogVersion(reads) };
  yield `${JSON.stringify({ foot })}\n`;
}
