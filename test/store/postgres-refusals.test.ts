/** Why a PostgreSQL cannot be opened: told in words of ours, with what to do. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { suite, test } from 'node:test';
import { SETTINGS } from '../../src/config/settings.ts';
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

test('what listens there and is no PostgreSQL, or speaks no TLS, is told as that', {
  skip: postgresMissing,
}, async () => {
  await using other = createServer((socket) => socket.end('-ERR unknown command\r\n', () => socket.destroy())).listen(
    0,
    '127.0.0.1',
  );
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await assert.rejects(opened(`postgres://x@127.0.0.1:${port}/y`), /does not answer as PostgreSQL does$/);
  const { parse } = SETTINGS.databaseUrl;
  const encrypted = parse(`${databaseUrl('postgres')}?sslmode=require`);
  await assert.rejects(opened(encrypted ?? ''), /it does not speak TLS; sslmode=disable asks for none$/);
});

test('a database that is not there, or holds the tables of another program, is told with what to do', {
  skip: postgresMissing,
}, async () => {
  const name = `cardstock_taken_${randomBytes(4).toString('hex')}`;
  await assert.rejects(opened(databaseUrl(name)), /cannot be reached: .* does not exist; make it with createdb/);
  await onServer(`create database ${name}`);
  try {
    await onServer('create table cards (colour text)', databaseUrl(name));
    await assert.rejects(opened(databaseUrl(name)), /takes no tables: .*; another program has its tables there/);
  } finally {
    await onServer(`drop database ${name} with (force)`);
  }
});

test('a database that is not in UTF-8, or of a server before 15, is refused before a table is made', {
  skip: postgresMissing,
}, async () => {
  const name = `cardstock_encoding_${randomBytes(4).toString('hex')}`;
  for (const encoding of ['LATIN1', 'SQL_ASCII', 'UTF8']) {
    await onServer(`create database ${name} encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`);
    try {
      if (encoding !== 'UTF8') {
        await assert.rejects(opened(databaseUrl(name)), new RegExp(`is in ${encoding}, .* encoding 'UTF8'`));
        continue;
      }
      await onServer('create schema older', databaseUrl(name));
      const version = `create function older.current_setting(text) returns text return '140009'`;
      await onServer(version, databaseUrl(name));
      const old = `${databaseUrl(name)}?options=-csearch_path%3Dolder,pg_catalog`;
      await assert.rejects(opened(old), /is PostgreSQL 14: it must be 15 or newer/);
    } finally {
      await onServer(`drop database ${name} with (force)`);
    }
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
