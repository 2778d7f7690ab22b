/** PostgreSQL that fails over: its standby becomes the main server, at the same address. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { catalogVersion } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Closing } from '../support/processes/closing.ts';
import { failOverStage } from '../support/servers/fail-over.ts';
import { postgresProgramsMissing } from '../support/servers/postgres-server.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';

const LIMIT_MS = 20_000;

suite('a fail-over', { skip: postgresProgramsMissing }, () => {
  test('is gone through without a restart: reads, keys and runs go on where the standby was', async (t) => {
    await using stage = await failOverStage();
    await using folder = await catalogFolder(tinyCatalog());
    await using closing = new Closing();
    const store = closing.add(await openStore({ dataDir: '', databaseUrl: stage.address, answerMs: 2000 }));
    assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
    const version = await catalogVersion(store.reads);
    const standby = await stage.standbyAt(version, t);
    await using api = await apiOn(store);
    const before = await api.get('/v1/cards?limit=200');
    assert.equal(before.status, 200);

    await stage.refuse();
    await standby.promote();
    await stage.leadTo(standby);

    await t.waitFor(async () => assert.equal((await api.get('/v1/cards?limit=200')).status, 200), {
      timeout: LIMIT_MS,
    });
    assert.deepEqual((await api.get('/v1/cards?limit=200')).body, before.body);
    assert.equal((await api.post('/admin/keys', { name: 'k', scopes: ['read'] })).status, 201);
    const catalog = tinyCatalog();
    for (const card of catalog.cards) card.rarity = 'Rare';
    await folder.write(catalog);
    assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
    assert.ok((await catalogVersion(store.reads)) > version);
    assert.match((await api.get('/v1/cards/ember1-1')).text, /Rare/);
  });
});
