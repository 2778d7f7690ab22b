/** PostgreSQL that fails over to a standby which lacks the last commits: what they gave is not given again. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import { eventsAfter, lastPosition, numberEvents } from '../../src/store/events/events.ts';
import { catalogVersion, metaValue } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import { scanDeletion } from '../../src/store/pictures/scan-pictures.ts';
import type { Store } from '../../src/store/store.ts';
import { Closing } from '../support/processes/closing.ts';
import { failOverStage } from '../support/servers/fail-over.ts';
import { newPostgresServer, postgresProgramsMissing } from '../support/servers/postgres-server.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';

const LIMIT_MS = 20_000;
const CARD = '/v1/cards/ember1-1';

const number = (store: Store) => numberEvents(store, new Date().toISOString(), () => true);

suite('a fail-over that loses commits', { skip: postgresProgramsMissing }, () => {
  test('gives no version and no position of the feed again: a kept answer and a reader of the feed go on rightly', async (t) => {
    await using stage = await failOverStage();
    await using folder = await catalogFolder(tinyCatalog());
    await using closing = new Closing();
    const open = async (databaseUrl: string) =>
      closing.add(await openStore({ dataDir: '', databaseUrl, answerMs: 2000 }));
    const saying = async (on: Store, rarity: string) => {
      const catalog = tinyCatalog();
      for (const card of catalog.cards) card.rarity = rarity;
      await folder.write(catalog);
      assert.equal((await runCatalog(on, folder.files)).outcome, 'succeeded');
      while ((await number(on)) > 0);
    };
    const store = await open(stage.address);
    // Its key has to be on the standby: after a fail-over the service looks keys up again within 5 s.
    await using api = await apiOn(store);
    await saying(store, 'Kept');
    const kept = await catalogVersion(store.reads);
    const standby = await stage.standbyAt(kept, t);
    await standby.kill();
    await saying(store, 'Lost');
    const lost = await api.get(CARD);
    assert.match(lost.text, /Lost/);
    const [lostVersion, lostPosition] = [await catalogVersion(store.reads), await lastPosition(store.reads)];
    const scanIndex = await scanDeletion(store.reads);

    await stage.refuse();
    await stage.lose();
    await standby.start();
    await standby.promote();
    const other = await open(standby.url);
    assert.equal(await catalogVersion(other.reads), kept);
    await saying(other, 'Found');
    const version = await catalogVersion(other.reads);
    await stage.leadTo(standby);

    assert.ok(version > lostVersion, `version ${version} after ${lostVersion}`);
    await t.waitFor(async () => assert.equal((await api.get(CARD)).status, 200), { timeout: LIMIT_MS });
    const found = await api.get(CARD);
    assert.match(found.text, /Found/);
    assert.notEqual(found.headers['catalog-version'], lost.headers['catalog-version']);
    const told = await eventsAfter(other.reads, { after: lostPosition, limit: 10 });
    assert.match(told.map(({ body }) => body).join(), /Found/);
    assert.notEqual(await scanDeletion(other.reads), scanIndex, 'an index of pictures is made anew');
    await saying(other, 'Later');
    assert.equal(await catalogVersion(other.reads), version + 1, 'the line goes on from there');
  });

  test('a server that does not tell which line it writes counts on by ones', async () => {
    await using server = await newPostgresServer();
    await using folder = await catalogFolder(tinyCatalog());
    const db = new pg.Client({ connectionString: server.url });
    await db.connect();
    await db.query('create role guest login; grant create on schema public to guest');
    await db.query('revoke execute on function pg_control_system() from public');
    await db.end();
    const url = new URL(server.url);
    url.username = 'guest';
    await using closing = new Closing();
    const store = closing.add(await openStore({ dataDir: '', databaseUrl: url.href }));
    assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
    assert.equal(await catalogVersion(store.reads), 1);
    assert.equal(await metaValue(store.reads, 'lineage'), undefined);
  });
});
