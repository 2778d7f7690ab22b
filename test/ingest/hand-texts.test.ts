/** Texts in other languages of a catalog by hand: what is told of them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

test('texts of a language that comes for the first time change no read and tell nothing; later ones tell their cards', async () => {
  const path = mkdtempSync(join(tmpdir(), 'cardstock-hand-texts-'));
  using _ = { [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
  await using here = await newStore('sqlite');
  const write = (name: string, ...rows: object[]) =>
    writeFileSync(join(path, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const file = (entity: string) => ({ name: `${entity}.ndjson`, entity, game: 'game' });
  const files = ['series', 'expansions', 'cards'].map(file);
  write('series.ndjson', { id: 's', name: 'First' });
  write('expansions.ndjson', { id: 'a', series_id: 's', name: 'Alpha' });
  write(
    'cards.ndjson',
    ...[1, 2].map((at) => ({ id: `a-${at}`, expansion_id: 'a', number: `${at}`, name: `Card ${at}` })),
  );
  const told = async (...listed: object[]) => {
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 1, files: listed }));
    await here.store.write((writes) => writes.deleteFrom('events').execute());
    const [report] = await runAll(here.store, { hand: { adapter: 'cardstock', url: pathToFileURL(path).href } });
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    const bodies = (await here.store.reads.selectFrom('events').select('body').execute()).map(({ body }) => body);
    return ['a-1', 'a-2'].filter((id) => bodies.some((body) => body.includes(`"${id}"`)));
  };
  assert.deepEqual(await told(...files), ['a-1', 'a-2']);
  const text = (at: number, name: string) => ({ kind: 'card', id: `a-${at}`, language: 'fr', name });
  write('texts.ndjson', text(1, 'Un'), text(2, 'Deux'));
  assert.deepEqual(await told(...files, file('texts')), []);
  write('texts.ndjson', text(1, 'Un'), text(2, 'Second'));
  assert.deepEqual(await told(...files, file('texts')), ['a-2']);
});
