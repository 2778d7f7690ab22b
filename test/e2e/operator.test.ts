/** An operator at a running service: signed in by a link, a source run on demand, its progress followed. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Overview } from '../../src/api/operator/overview.ts';
import type { Audit } from '../../src/api/operator/records.ts';
import { newWorkplace, run, startServer } from '../support/processes/command.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

test('a link signs in once; a run asked for over HTTP publishes, is followed, and the audit sees what came', async () => {
  await using place = await newWorkplace();
  await using folder = await catalogFolder(tinyCatalog());
  const config = { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
  await using server = await startServer(place, ['--no-work']);
  const { listening } = server.announced;
  const link = JSON.parse((await run(place, ['console-link', '--json'])).stdout) as { url: string };
  assert.ok(link.url.startsWith(`${listening}/console#t=`), link.url);
  const body = JSON.stringify({ token: link.url.split('#t=')[1] });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${listening}/console/session`, { method: 'POST', headers, body });
  assert.equal(signedIn.status, 204);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const asked = { ...headers, cookie, 'sec-fetch-site': 'same-origin' };
  const leaving = new AbortController();
  const progress = await fetch(`${listening}/admin/runs/progress`, { headers: asked, signal: leaving.signal });
  const started = { method: 'POST', headers: asked, body: '{"source":"all"}' };
  const run1 = await fetch(`${listening}/admin/runs`, started);
  assert.equal(run1.status, 202);
  assert.deepEqual(await run1.json(), { data: { sources: ['catalog'] }, error: null });
  assert.equal((await fetch(`${listening}/admin/runs`, started)).status, 400, 'asked for already');
  let told = '';
  for await (const text of progress.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += text;
    if (told.includes('event: finished')) break;
  }
  leaving.abort();
  assert.match(told, /event: finished\ndata: .*"task":"catalog".*"outcome":"succeeded".*"cards_new":36/);
  const read = async <Data>(path: string): Promise<Data> => {
    const answer = await fetch(`${listening}${path}`, { headers: asked });
    return ((await answer.json()) as { data: Data }).data;
  };
  assert.equal((await read<Overview>('/admin/overview')).counts.cards, 36);
  assert.equal((await read<Audit>('/admin/audit')).markets.length, 2);
  assert.equal((await read<{ items: unknown[] }>('/v1/cards?limit=1')).items.length, 1);
  assert.ok(!server.output().includes(cookie.split('=')[1] ?? ' '), 'the session stands in no log');
  assert.equal(await server.stop(), 0);
});
