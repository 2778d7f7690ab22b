/** Runs a suite of store tests on every engine at hand: SQLite always, PostgreSQL where DATABASE_URL names a server. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import pg from 'pg';
import { type Engine, openStore, type Store } from '../../src/store/store.ts';

const serverUrl = process.env.DATABASE_URL;

/** Declares `suite` once for each engine, on an empty store of its own. */
export function onEachEngine(title: string, suite: (store: () => Store) => void): void {
  for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
    const skip = engine === 'postgres' && !serverUrl ? 'DATABASE_URL names no PostgreSQL server' : false;
    describe(`${title} (${engine})`, { skip }, () => {
      let opened: { store: Store; discard(): Promise<void> } | undefined;
      before(async () => {
        opened = engine === 'sqlite' ? await emptySqlite() : await emptyPostgres(serverUrl ?? '');
      });
      after(() => opened?.discard());
      suite(() => {
        if (!opened) throw new Error('the store is opened before the first test');
        return opened.store;
      });
    });
  }
}

async function emptySqlite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardstock-store-'));
  const store = await openStore({ dataDir });
  const discard = async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  };
  return { store, discard };
}

async function emptyPostgres(url: string) {
  const name = `cardstock_test_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await onServer(`create database ${name}`);
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  const store = await openStore({ dataDir: '', databaseUrl: databaseUrl.href });
  const discard = async () => {
    await store.close();
    await onServer(`drop database ${name}`);
  };
  return { store, discard };
}
