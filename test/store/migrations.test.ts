/** Migrations only add until a release says otherwise, so that the release before runs on the new schema beside the new one. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type TableMetadata } from 'kysely';
import { migrate, SCHEMA_LEAST, SCHEMA_VERSION } from '../../src/store/engines/migrations.ts';
import { metaValue } from '../../src/store/meta.ts';
import type { Tables } from '../../src/store/schema/tables.ts';

/** What of `after` would fail the statements of a release that knows `before`. */
function takenAway(before: readonly TableMetadata[], after: readonly TableMetadata[]): string[] {
  return before.flatMap((table) => {
    const now = after.find(({ name }) => name === table.name);
    if (now === undefined) return [`table ${table.name} is gone`];
    const lost = table.columns.flatMap((column) => {
      const kept = now.columns.find(({ name }) => name === column.name);
      if (kept === undefined) return [`column ${table.name}.${column.name} is gone`];
      const isSame = kept.dataType === column.dataType && (kept.isNullable || !column.isNullable);
      return isSame ? [] : [`column ${table.name}.${column.name} is another`];
    });
    const demanded = now.columns
      .filter(({ name }) => !table.columns.some((column) => column.name === name))
      .filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
      .map(({ name }) => `column ${table.name}.${name} is demanded of rows that do not name it`);
    return [...lost, ...demanded];
  });
}

function emptyDatabase() {
  const database = new Database(':memory:');
  return { db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }), database };
}

suite('each step of the schema', () => {
  for (let version = 1; version <= SCHEMA_VERSION; version += 1) {
    test(`step ${version} leaves the release before it running`, async () => {
      const { db } = emptyDatabase();
      await migrate(db, 'sqlite', { to: version - 1 });
      const before = await db.introspection.getTables();
      await migrate(db, 'sqlite', { to: version });
      assert.deepEqual(takenAway(before, await db.introspection.getTables()), []);
      await db.destroy();
    });
  }

  test('what a step may not do is seen: a lost table or column, another type, a demanded column', async () => {
    const { db, database } = emptyDatabase();
    await migrate(db, 'sqlite');
    const before = await db.introspection.getTables();
    database.exec(`drop table attempts; alter table aliases drop column target_id;
      alter table sub_types add column weight integer not null default 0;
      drop table documents; create table documents (task text, url text, etag integer, at text not null)`);
    const faults = takenAway(before, await db.introspection.getTables());
    assert.deepEqual(faults.sort(), [
      'column aliases.target_id is gone',
      'column documents.at is demanded of rows that do not name it',
      'column documents.etag is another',
      'table attempts is gone',
    ]);
    await db.destroy();
  });

  test('a schema that went on by itself is left alone by the release before', async () => {
    const { db } = emptyDatabase();
    await migrate(db, 'sqlite', { to: SCHEMA_VERSION - 1 });
    await migrate(db, 'sqlite');
    await db.updateTable('meta').set({ value: '9998' }).where('key', '=', 'schema_version').execute();
    await migrate(db, 'sqlite');
    const row = await db.selectFrom('meta').select('value').where('key', '=', 'schema_version').executeTakeFirst();
    assert.equal(row?.value, '9998');
    await db.destroy();
  });

  test('asks for the least release that it needs, and for a later one where what the store holds does', async () => {
    const { db } = emptyDatabase();
    const least = async () => Number(await metaValue(db, 'schema_least'));
    await migrate(db, 'sqlite', { to: SCHEMA_VERSION - 1 });
    assert.equal(await least(), SCHEMA_LEAST);
    await db.updateTable('meta').set({ value: '12' }).where('key', '=', 'schema_least').execute();
    await migrate(db, 'sqlite');
    assert.equal(await least(), 12, 'as a store of several games');
    await db.destroy();
  });
});
