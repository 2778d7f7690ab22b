/** Why a PostgreSQL cannot be opened: told in words of ours, with what to do. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { reasonOf } from '../../src/ingest/runs/reasons.ts';
import { setMetaValue } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import { databaseUrl, onServer } from '../support/servers/shared-databases.ts';
import { postgresMissing } from '../support/stages/stores.ts';

const opened = (url: string) => openStore({ dataDir: '/nowhere', databaseUrl: url });
const SYSTEM = /ENOENT|ENOTFOUND|ECONN|getaddrinfo/;

test('a server that cannot be reached is told without the words of the system', async () => {
  for (const [url, says] of [
    ['postgres://x@localhost:1/y', /cannot be reached: nothing listens at \S+ port 1$/],
    [
      'postgres://x@no-such-host.invalid/y',
      /cannot be reached: the name no-such-host\.invalid cannot be resolved \(DNS\)$/,
    ],
    ['postgres://x@/y?host=/no/folder', /cannot be reached: there is no socket \/no\/folder\//],
    ['postgres://x@y/z?sslmode=verify-ca&sslrootcert=/no/ca.pem', /\/no\/ca\.pem: there is no such file or folder$/],
  ] as const) {
    await assert.rejects(opened(url), (error: Error) => says.test(error.message) && !SYSTEM.test(error.message), url);
  }
});

suite('a database that takes no tables', { skip: postgresMissing }, () => {
  const name = `cardstock_refusal_${randomBytes(4).toString('hex')}`;

  test('says whether that is for want of rights, or because it can only be read', async () => {
    await onServer(`create database ${name}`);
    await onServer(`create role ${name} login password 'x'`);
    try {
      const url = new URL(databaseUrl(name));
      url.username = name;
      url.password = 'x';
      await assert.rejects(opened(url.href), /takes no tables: permission denied .*; make its user the owner/);
      await onServer(`alter database ${name} set default_transaction_read_only = on`);
      await assert.rejects(opened(databaseUrl(name)), /takes no tables: .*; name the main server, not a replica/);
      await onServer(`alter database ${name} reset default_transaction_read_only`);
      const missing = `${databaseUrl(name)}?options=-csearch_path%3Dnone`;
      await assert.rejects(opened(missing), /takes no tables: .*; make the schema that its search_path names/);
      await (await opened(databaseUrl(name))).close();
      await onServer(`grant pg_read_all_data to ${name}`);
      const reader = await opened(url.href);
      try {
        const keyed = reader.write((writes) => setMetaValue(writes, 'catalog_version', '1'));
        await assert.rejects(keyed, (error) => /^the user of the database may not write to it/.test(reasonOf(error)));
      } finally {
        await reader.close();
      }
    } finally {
      await onServer(`drop database ${name} with (force)`);
      await onServer(`drop role ${name}`);
    }
  });
});
