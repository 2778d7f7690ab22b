/** A store holds the demo or a configured catalog, not both; and a configuration that contradicts itself ends every command. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { checkOneCatalog } from '../../src/service/configured-parts.ts';
import { putDocumentEtags } from '../../src/store/document-etags.ts';
import { storedGames } from '../../src/store/games.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { newWorkplace, run, startServer } from '../support/processes/command.ts';
import { startTopology } from '../support/processes/topology.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const CATALOG = { adapter: 'tcgdex', files: 'file:/srv/tcgdex/en' };
const DEMO = 'demo:tcgdex/cards.json';
const REAL = 'file:/srv/tcgdex/en/cards.json';

const read = (store: Store, url: string) =>
  store.write((writes) => putDocumentEtags(writes, url, new Map([[url, '"1"']])));

for (const [engine, skip] of ENGINES) {
  suite(`a store on ${engine}`, { skip }, () => {
    const demo = loadConfig({ flags: {}, env: {}, directory: '/nowhere', version: '1' });
    const configured = { ...demo, isDemo: false };

    test('that holds the demo refuses a configured catalog, and the other way round, saying what to do', async () => {
      await using place = await newStore(engine);
      for (const config of [demo, configured]) await checkOneCatalog(place.store, config);
      await read(place.store, DEMO);
      await checkOneCatalog(place.store, demo);
      await assert.rejects(checkOneCatalog(place.store, configured), (error) => {
        assert.ok(error instanceof ConfigurationError);
        assert.match(error.message, /holds the demo.* --data/);
        return true;
      });
      await using other = await newStore(engine);
      await read(other.store, REAL);
      await checkOneCatalog(other.store, configured);
      await assert.rejects(checkOneCatalog(other.store, demo), /holds a configured catalog.*"sources"/);
    });

    test('that an earlier release let both into goes on', async () => {
      await using place = await newStore(engine);
      for (const url of [DEMO, REAL]) await read(place.store, url);
      for (const config of [demo, configured]) await checkOneCatalog(place.store, config);
    });
  });
}

test('every command that would run it ends with 2 where the data directory is the demo’s', async () => {
  await using place = await newWorkplace();
  const store = await openStore({ dataDir: join(place.directory, 'data') });
  await read(store, DEMO);
  await store.close();
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources: { catalog: CATALOG } }));
  for (const command of [['serve', '--port', '0'], ['worker'], ['ingest', 'run', 'all']]) {
    const { code, stderr } = await run(place, command);
    assert.deepEqual([code, /holds the demo/.test(stderr)], [2, true], `${command.join(' ')}: ${stderr}`);
  }
});

test('a process that only serves goes on where no sources are configured: it reads none', async () => {
  await using place = await newWorkplace();
  const store = await openStore({ dataDir: join(place.directory, 'data') });
  await read(store, REAL);
  await store.close();
  await using server = await startServer(place, ['--no-work']);
  assert.equal((await fetch(`${server.announced.listening}/readyz`)).status, 200);
});

test('every command ends with 2 where two sources feed the same records', async () => {
  await using place = await newWorkplace();
  const sources = { one: CATALOG, two: CATALOG };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  for (const command of [
    ['ingest', 'run', 'all'],
    ['config', 'print'],
  ]) {
    const { code, stderr } = await run(place, command);
    assert.deepEqual([code, /sources\.two.*sources\.one/.test(stderr)], [2, true], stderr);
  }
});

test('a worker makes the games of the configuration those of the store: no other process does where all else only serve', async () => {
  await using place = await newWorkplace();
  const games = {
    first: { id_prefix: '', sources: { catalog: CATALOG } },
    second: { sources: { catalog: { ...CATALOG, files: 'file:/srv/tcgdex/other' } } },
  };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ games }));
  {
    await using _worker = await startTopology(place.directory, { ports: [], workers: 1, env: {} });
  }
  const store = await openStore({ dataDir: join(place.directory, 'data') });
  assert.deepEqual(await storedGames(store.reads), [
    { name: 'first', id_prefix: '' },
    { name: 'second', id_prefix: 'second-' },
  ]);
  await store.close();
});
