/** A damaged write-ahead log of the embedded store: what was committed before the damage stands, nothing is half there. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkStore } from '../../src/cli/doctor.ts';
import { openStore } from '../../src/store/open-store.ts';
import { fc } from '../support/made/properties.ts';
import { newLocation } from '../support/stages/stores.ts';

const COMMITS = 12;
/** Each commit fills more than a page, so that one half of it would show. */
const ROWS = 60;
const FILES = ['cardstock.db', 'cardstock.db-wal'] as const;
const RUNS = 25;

/** The files of a store as a crash leaves them: what was committed stands in the log alone. */
async function crashed(): Promise<Record<(typeof FILES)[number], Buffer>> {
  await using place = await newLocation('sqlite');
  const { dataDir } = place.location;
  await (await openStore(place.location)).close();
  const store = await openStore(place.location);
  for (let commit = 1; commit <= COMMITS; commit += 1) {
    const rows = Array.from({ length: ROWS }, (_, row) => ({
      kind: 'card' as const,
      id: `${commit}-${row}`,
      target_id: 'x'.repeat(100),
    }));
    await store.write((writes) => writes.insertInto('aliases').values(rows).execute());
  }
  const read = (name: string) => readFileSync(join(dataDir, name));
  const files = { 'cardstock.db': read('cardstock.db'), 'cardstock.db-wal': read('cardstock.db-wal') };
  await store.close();
  return files;
}

/** How many commits a store on these files shows. */
async function commitsOf(files: Record<(typeof FILES)[number], Buffer>): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardstock-log-'));
  try {
    for (const name of FILES) writeFileSync(join(dataDir, name), files[name], { mode: 0o600 });
    const store = await openStore({ dataDir });
    const found = await store.reads.selectFrom('aliases').select('id').execute();
    const { state, says } = await checkStore(store);
    await store.close();
    assert.equal(state, 'ok', says);
    const perCommit = new Map<string, number>();
    for (const { id } of found) {
      const [commit = ''] = id.split('-');
      perCommit.set(commit, (perCommit.get(commit) ?? 0) + 1);
    }
    const commits = [...perCommit.keys()].map(Number).sort((a, b) => a - b);
    assert.deepEqual(
      commits,
      Array.from({ length: commits.length }, (_, at) => at + 1),
      'commits without a gap',
    );
    for (const rows of perCommit.values()) assert.equal(rows, ROWS, 'each commit is whole');
    return commits.length;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

test('a log that is overwritten or cut anywhere leaves the commits before that place, whole, and the store sound', async () => {
  const files = await crashed();
  const log = files['cardstock.db-wal'];
  assert.equal(await commitsOf(files), COMMITS);
  const seen = new Set<number>();
  const hurt = fc.record({
    at: fc.integer({ min: 0, max: log.length - 1 }),
    isCut: fc.boolean(),
    bits: fc.integer({ min: 1, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(hurt, async ({ at, isCut, bits }) => {
      const damaged = Buffer.from(isCut ? log.subarray(0, at) : log);
      if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ bits;
      seen.add(await commitsOf({ ...files, 'cardstock.db-wal': damaged }));
    }),
    { numRuns: RUNS },
  );
  assert.ok(seen.size > 3, `the damage met too few places: ${[...seen].join()}`);
});
