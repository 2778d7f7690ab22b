/** The databases that suites take in turn: each comes as a fresh one would, whatever the one before did to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { setMetaValue } from '../../src/store/meta.ts';
import { storedDigests } from '../support/oracles/stored.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

/** What a store holds, its sequences and its schema. */
async function content() {
  await using fresh = await newStore('postgres');
  const { rows: sequences } = await sql`
    select sequencename, last_value from pg_sequences order by 1`.execute(fresh.store.reads);
  const { rows: columns } = await sql`
    select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(
    fresh.store.reads,
  );
  return { rows: await storedDigests(fresh.store, []), sequences, columns };
}

test('a store that another suite filled, altered or left open comes back as a fresh one', {
  skip: postgresMissing,
}, async () => {
  const run = process.env.SHARED_DATABASES;
  delete process.env.SHARED_DATABASES;
  const fresh = await content();
  if (run) process.env.SHARED_DATABASES = run;
  {
    await using filled = await newStore('postgres');
    await filled.store.write(async (writes) => {
      await writes.insertInto('sub_types').values({ slug: 'foil' }).execute();
      await writes.insertInto('meta').values({ key: 'cursor_secret', value: 'x' }).execute();
      await setMetaValue(writes, 'schema_least', '99');
    });
  }
  assert.deepEqual(await content(), fresh);
  {
    await using altered = await newStore('postgres');
    await sql`alter table aliases add column later integer`.execute(altered.store.reads);
  }
  assert.deepEqual(await content(), fresh);
});
