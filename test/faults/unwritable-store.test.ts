/** A service that starts where its store can be read and not written: reads are served, and it says so until it can. */
import assert from 'node:assert/strict';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../src/api/health.ts';
import { newWorkplace, run, startServer } from '../support/processes/command.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

test('a restart where nothing can be written serves reads, says what is wrong, and goes on by itself once it can', async () => {
  await using place = await newWorkplace();
  await using folder = await catalogFolder(tinyCatalog());
  const config = { sources: { catalog: { adapter: 'tcgdex', files: folder.files, every: '30d' } } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
  assert.equal((await run(place, ['ingest', 'run', 'all'])).code, 0);
  const { key } = JSON.parse(
    (await run(place, ['keys', 'create', '--name', 'k', '--scope', 'read,admin', '--json'])).stdout,
  );
  // The log cannot be laid there, as on a full disk or one that is read-only.
  const blocked = join(place.directory, 'data', 'cardstock.db-wal');
  await mkdir(blocked);
  const refused = await run(place, ['keys', 'list']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^cardstock: the data directory \S+ cannot be written: [^\n]+\n$/);

  await using server = await startServer(place);
  const { listening } = server.announced;
  const get = async (path: string) =>
    await fetch(`${listening}${path}`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal((await get('/v1/cards/ember1-1')).status, 200);
  assert.equal((await get('/v1/cards?q=glimmer')).status, 200);
  const store = async () => {
    const { tasks } = (await (await get('/health')).json()) as Health;
    return tasks.find(({ name }) => name === 'store')?.last_error ?? null;
  };
  assert.match((await store()) ?? '', /cannot be written/);
  assert.match(server.output(), /served from a copy/);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const create = () =>
    fetch(`${listening}/admin/keys`, { method: 'POST', headers, body: '{"name":"later","scopes":["read"]}' });
  assert.equal((await create()).status, 500);

  await rmdir(blocked);
  // It is away for a moment, on its way to the same address.
  while ((await create().catch(() => undefined))?.status !== 201) await sleep(100);
  assert.equal(await store(), null);
  assert.equal(await server.stop(), 0);
  assert.match((await run(place, ['keys', 'list'])).stdout, /later/);
});
