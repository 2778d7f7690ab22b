/** Holds what postgres-batch.ts takes for granted of the inside of pg to the one release that it was read in. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import pg from 'pg';
import { Batches, SkippedStatement } from '../../../src/store/engines/postgres-batch.ts';
import { FAILS, type ScriptedPostgres, scriptedPostgres } from '../../support/servers/scripted-postgres.ts';

/** The release whose lib/client.js, lib/query.js and lib/connection.js postgres-batch.ts was read against. */
const READ_AGAINST = '8.23.1';
const WHAT_TO_CHECK = `src/store/engines/postgres-batch.ts sends its statements by parts of pg that are not public (docs/decisions/0013).
Before another release than ${READ_AGAINST} is named here: see in its change log, lib/client.js, lib/query.js and lib/connection.js
that the client still submits and answers queries as the other tests of this file say, whether it pipelines several statements
to one Sync by itself by now (then postgres-batch.ts can go), and run the tests in test/store with DATABASE_URL.`;

/** What is overridden or called, by the class that has it. */
const MEMBERS: [name: string, type: object, members: readonly string[]][] = [
  // Overridden but the last two: by those pg ends the batch, through the callback that the constructor was given.
  [
    'Query',
    pg.Query.prototype,
    ['submit', 'handleRowDescription', 'handleDataRow', 'handleCommandComplete', 'handleError', 'handleReadyForQuery'],
  ],
  ['Connection', pg.Connection.prototype, ['parse', 'bind', 'describe', 'execute', 'sync']],
  ['Client', pg.Client.prototype, ['getTypeParser', 'query']],
];

/** Batches on a connection of their own, and how it was given back. */
async function batchesOn({ port }: ScriptedPostgres) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'x', database: 'x', pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  const released: (Error | undefined)[] = [];
  const release = (error?: Error) => void released.push(error);
  const lent = Object.assign(client, { release }) as pg.PoolClient;
  return { batches: new Batches(async () => lent), client, released };
}

const value = (of: string) => [{ value: of }];

suite('the inside of pg that batches are made of', () => {
  test(`pg is ${READ_AGAINST}, the release that was read`, () => {
    const path = new URL('../../../node_modules/pg/package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    assert.equal(version, READ_AGAINST, `pg ${version} is installed. ${WHAT_TO_CHECK}`);
  });

  test('the members that are overridden or called are there', () => {
    const missing = MEMBERS.flatMap(([name, type, members]) =>
      members.filter((member) => !(member in type)).map((member) => `${name}.${member}`),
    );
    assert.deepEqual(missing, [], WHAT_TO_CHECK);
  });

  test('a pipelining client takes no queries but those of its own class', async () => {
    await using server = await scriptedPostgres();
    const { client } = await batchesOn(server);
    const refused = new Promise<Error>((resolve) => {
      client.query({ submit: () => undefined, handleError: resolve } as pg.Submittable);
    });
    assert.match((await refused).message, /not supported in pipeline mode/, WHAT_TO_CHECK);
  });

  test('statements go out to one Sync after the question for the version, and are planned and described once', async () => {
    await using server = await scriptedPostgres();
    const { batches, released } = await batchesOn(server);
    const ask = () => Promise.all([batches.ask('select 1', []), batches.ask('select 2', [null, 'a', 3])]);
    const version = "select value from meta where key = 'catalog_version'";
    for (const sent of ['PBDE'.repeat(3), 'BE'.repeat(3)]) {
      const answers = await ask();
      assert.deepEqual(server.taken(), [`${sent}S`], WHAT_TO_CHECK);
      assert.deepEqual(
        answers.map(({ rows }) => rows),
        [value('select 1'), value('select 2')],
        WHAT_TO_CHECK,
      );
      for (const answer of answers) assert.ok(answer.version?.startsWith(version), WHAT_TO_CHECK);
    }
    assert.deepEqual(released, [undefined, undefined], WHAT_TO_CHECK);
  });

  test('a failure is told to the statement that failed, the others know where they stood, and the connection goes', async () => {
    await using server = await scriptedPostgres();
    const { batches, released } = await batchesOn(server);
    const asked = ['select 1', `select ${FAILS}`, 'select 3'].map((text) => batches.ask(text, []));
    const [before, failed, after] = await Promise.allSettled(asked);
    assert.deepEqual(before?.status === 'fulfilled' && before.value.rows, value('select 1'), WHAT_TO_CHECK);
    assert.ok(failed?.status === 'rejected' && failed.reason instanceof pg.DatabaseError, WHAT_TO_CHECK);
    assert.ok(after?.status === 'rejected' && after.reason instanceof SkippedStatement, WHAT_TO_CHECK);
    assert.equal(released.length, 1);
    assert.ok(released[0] instanceof pg.DatabaseError, WHAT_TO_CHECK);
  });
});
