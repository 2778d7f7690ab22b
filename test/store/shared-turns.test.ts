/** What reads of one turn of the event loop share on PostgreSQL, and what they must not: failures, and another's slowness. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import type { Reads } from '../../src/store/store.ts';
import { commitsTo } from '../support/stages/commits.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const READS = 20;
/** Statements sent together, at most. */
const TOGETHER_MAX = 4;

const text = (expression: string) => async (reads: Reads) => {
  const { rows } = await sql<{ value: string }>`select ${sql.raw(expression)}::text as value`.execute(reads);
  return rows[0]?.value ?? '';
};
const transaction = text("pg_backend_pid() || ' ' || now()");
const times = <T>(count: number, read: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => read(at)));

suite('reads of one turn on PostgreSQL', { skip: postgresMissing }, () => {
  test('share connections and transactions, each its own answer and all one version', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    await store.write(bumpCatalogVersion);
    const together = await times(READS, () => store.snapshot(transaction));
    assert.equal(new Set(together.map(({ value }) => value)).size, Math.ceil(READS / TOGETHER_MAX));
    const answers = await times(READS, (at) => store.snapshot(text(`'answer ${at % 5}'`)));
    for (const [at, { version, value }] of answers.entries()) {
      assert.deepEqual([version, value], [1, `answer ${at % 5}`]);
    }
    const later = await store.snapshot(transaction);
    assert.ok(together.every(({ value }) => value !== later.value));
  });

  test('a statement that fails costs the others of its turn nothing', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    await store.write(bumpCatalogVersion);
    for (const first of [1, 0]) {
      const settled = await Promise.allSettled(
        Array.from({ length: 6 }, (_, at) => store.snapshot(text(at % 3 === first ? '(1 / 0)' : `'answer ${at}'`))),
      );
      for (const [at, outcome] of settled.entries()) {
        if (outcome.status === 'fulfilled') assert.deepEqual(outcome.value, { version: 1, value: `answer ${at}` });
        else assert.match(String(outcome.reason), /division by zero/);
        assert.equal(outcome.status === 'rejected', at % 3 === first);
      }
    }
  });

  test('a slow statement holds up those that were sent with it, and no others', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    let isSlow = true;
    let held = 0;
    const slow = store.snapshot(text('pg_sleep(1)')).finally(() => {
      isSlow = false;
    });
    const note = () => {
      if (!isSlow) held += 1;
    };
    await times(READS, () => store.snapshot(text("'fast'")).then(note));
    assert.ok(held < TOGETHER_MAX, `${held} waited for the slow one`);
    isSlow = true;
    const next = store.snapshot(text('pg_sleep(3)')).finally(() => {
      isSlow = false;
    });
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    await times(READS, () => store.snapshot(text("'fast'")));
    assert.ok(isSlow, 'a later turn waited');
    await Promise.all([slow, next]);
  });

  test('however commits come in between, each read shows one state', async () => {
    await using place = await newStore('postgres');
    const { store } = place;
    const commit = commitsTo(store);
    await commit();
    const read = () =>
      store.snapshot(async (reads) => {
        const first = await catalogVersion(reads);
        const row = await reads.selectFrom('meta').select('value').where('key', '=', 'public_url').executeTakeFirst();
        return [first, Number(row?.value), await catalogVersion(reads)];
      });
    for (let round = 0; round < 30; round += 1) {
      const [reads] = await Promise.all([times(10, read), commit()]);
      for (const { version, value } of reads) assert.deepEqual(value, [version, version, version]);
    }
  });
});
