/** What runs know of the demo: its documents, by address and day, and the bad day on record in its past. */

import { randomUUIDv7 } from 'node:crypto';
import { demoDocument } from '../../../demo/demo.ts';
import { failedRunOf } from '../../../demo/past.ts';
import { addDays, dayOf } from '../../catalog/days.ts';
import { failRun, recentRuns, startRun } from '../../store/runs.ts';
import type { Writes } from '../../store/store.ts';
import type { DemoDocument } from '../../upstream/reader.ts';
import type { Source } from '../source.ts';

/** Path, under the public address, of the demo's pictures. */
const PICTURES_PATH = '/demo/pictures';

/** `@2026-01-31/tcgcsv/…` is that day's document, a path without a day today's. */
const PATH = /^(?:@(\d{4}-\d{2}-\d{2})\/)?(.*)$/;

/** Answers `demo:` addresses; pictures are named under `publicUrl`. */
export function demoDocuments(publicUrl: string): DemoDocument {
  return (address, body) => {
    const today = dayOf(Date.now());
    const [, day = today, path = ''] = PATH.exec(address) ?? [];
    const pictureBase = `${publicUrl}${PICTURES_PATH}`;
    return demoDocument(path, { day, today, pictureBase, ...(body === undefined ? {} : { body }) });
  };
}

const DAY_MS = 86_400_000;
const TOOK_MS = 1900;

/** Records the run of the day before `nowMs` that failed, where the demo's tasks are known and nothing has run yet. */
export async function recordDemoPast(writes: Writes, sources: readonly Source[], nowMs: number): Promise<void> {
  const today = dayOf(nowMs);
  const { file, reason } = failedRunOf(addDays(today, -1));
  const failed = sources.find(({ probe }) => probe.address === `demo:@${today}/${file}`);
  if (failed === undefined || (await recentRuns(writes, { limit: 1 })).length > 0) return;
  const run = { id: randomUUIDv7(), task: failed.name };
  await startRun(writes, { ...run, started_at: new Date(nowMs - DAY_MS).toISOString() });
  const finished_at = new Date(nowMs - DAY_MS + TOOK_MS).toISOString();
  await failRun(writes, { ...run, finished_at, counts: {}, reason });
}
