/** Looking after a deployment by its commands: get, doctor, backup and restore. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { addSubscription, allSubscriptions } from '../../src/store/events/subscriptions.ts';
import { openStore } from '../../src/store/open-store.ts';
import { RUN_TABLES, storedDigests } from '../support/oracles/stored.ts';
import { newPlace, run, type Shell, startServer, untilLoaded, type Workplace } from '../support/processes/command.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

const configure = ({ directory }: Workplace, files: string) =>
  writeFile(
    join(directory, 'cardstock.config.json'),
    JSON.stringify({ sources: { catalog: { adapter: 'tcgdex', files, give_up_after: '1s' } } }),
  );

const newKey = async (place: Shell, ...flags: string[]): Promise<string> =>
  JSON.parse((await place.run(['keys', 'create', '--name', 'k', ...flags, '--json'])).stdout).key;

interface Finding {
  check: string;
  state: string;
  says: string;
  remedy: string | null;
}

async function findings(place: Shell, flags: string[] = [], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await place.run(['doctor', '--json', ...flags], env);
  const found = JSON.parse(stdout) as Finding[];
  return { code, stderr, of: (check: string) => found.find((finding) => finding.check === check), found };
}

suite('get', () => {
  test('asks the service where it last listened, with a key, and exits 4 without a good one, 5 for what is not there', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, folder.files);
    assert.equal((await place.run(['ingest', 'run', 'all'])).code, 0);
    const key = await newKey(place);
    await using server = await startServer(place);
    const env = { CARDSTOCK_KEY: key };
    const list = await place.run(['get', '/v1/cards', '-q', 'q=glimer 3', '-q', 'limit=2'], env);
    assert.equal(list.code, 0, list.stderr);
    assert.equal(JSON.parse(list.stdout).data.items.length, 2);
    assert.equal(JSON.parse((await place.run(['get', 'health'])).stdout).status, 'ok');
    const refused = await place.run(['get', '/v1/cards', '--json']);
    assert.equal(refused.code, 4);
    assert.equal(JSON.parse(refused.stdout).error.code, 'unauthorized');
    assert.equal((await place.run(['get', '/v1/cards/none', '--key', key])).code, 5);
    assert.equal((await place.run(['get', '/v1/cards', '-q', 'q', '--key', key])).code, 2);
    assert.equal((await place.run(['get', '/v1/cards', '-q', 'q=', '--key', key])).code, 1);
    await writeFile(join(place.directory, 'data', 'first-key'), `${key}\n`);
    assert.equal((await place.run(['get', '/v1/series'])).code, 0, 'the first key of the data directory');
    await server.stop();
    const gone = await place.run(['get', '/health']);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /no service of the data directory .* runs on this machine/);
  });
});

suite('doctor', () => {
  test('a sound deployment is ok in everything, exit 0', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, folder.files);
    await place.run(['ingest', 'run', 'all']);
    await newKey(place);
    const { code, found, stderr } = await findings(place);
    assert.equal(code, 0, JSON.stringify(found.filter(({ state }) => state !== 'ok')) + stderr);
    for (const check of [
      'node',
      'data',
      'store',
      'clock',
      'source catalog',
      'keys',
      'task catalog',
      'deliveries',
      'subscriptions',
      'redis',
      'public url',
    ]) {
      assert.ok(
        found.some((finding) => finding.check === check && finding.remedy === null),
        check,
      );
    }
  });

  test('what does not hold is bad with its remedy, exit 3', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, folder.files);
    await place.run(['ingest', 'run', 'all']);
    await rm(new URL(`${folder.files}/cards.json`));
    await rm(new URL(`${folder.files}/series.json`));
    const store = await openStore({ dataDir: join(place.directory, 'data') });
    const long = '2020-01-01T00:00:00.000Z';
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await store.write(async (writes) => {
      await writes.updateTable('tasks').set({ last_success_at: long, since: long, last_error: 'it broke' }).execute();
      await writes.updateTable('runs').set({ started_at: later }).execute();
      const subscription = { url: 'https://a.example', patterns: ['game.*'], allow_private: false, secret: 's' };
      const rest = { previous_secret: null, previous_until: null, created_at: long, last_success_at: null };
      const state = { failing_since: null, hold_until: null, watch: [], format: 'standard', ordered: false };
      await addSubscription(writes, {
        id: 'sub1',
        ...subscription,
        ...rest,
        ...state,
        state: 'disabled',
        reason: '410',
      });
      await addSubscription(writes, { id: 'sub2', ...subscription, ...rest, ...state, state: 'active', reason: null });
      const delivery = { position: 1, state: 'pending' as const, due_at: long, lease_until: null };
      await writes
        .insertInto('deliveries')
        .values({ subscription_id: 'sub2', ...delivery })
        .execute();
      await writes
        .insertInto('deliveries')
        .values({ subscription_id: 'sub1', ...delivery })
        .execute();
    });
    await store.close();
    const env = { REDIS_URL: 'redis://127.0.0.1:1', CARDSTOCK_PUBLIC_URL: 'http://127.0.0.1:1' };
    const { code, of } = await findings(place, [], env);
    assert.equal(code, 3);
    for (const [check, says, remedy] of [
      ['clock', /from now/, /set the clock/],
      ['source catalog', /series\.json|cannot be read/, /correct its address/],
      ['keys', /no active key/, /keys create/],
      ['task catalog', /it broke/, /ingest run catalog/],
      ['deliveries', /1 pending, 1 of them overdue/, /cardstock serve/],
      ['subscription sub1', /disabled: 410/, /subscriptions resume sub1/],
      ['redis', /^nothing listens at 127\.0\.0\.1 port 1$/, /REDIS_URL/],
      ['public url', /does not answer/, /CARDSTOCK_PUBLIC_URL/],
    ] as const) {
      const finding = of(check);
      assert.equal(finding?.state, 'bad', check);
      assert.match(finding?.says ?? '', says);
      assert.match(finding?.remedy ?? '', remedy);
    }
    assert.equal(of('store')?.state, 'ok');
    await writeFile(join(place.directory, 'file'), '');
    const unusable = await findings(place, ['--data', 'file/data']);
    assert.equal(unusable.code, 3);
    for (const check of ['data', 'store']) assert.equal(unusable.of(check)?.state, 'bad', check);
  });
});

suite('backup and restore', () => {
  test('a copy taken while the service runs and ingests holds one moment, and comes back as it was', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, folder.files);
    await place.run(['ingest', 'run', 'all']);
    await using _server = await startServer(place);
    const made = await place.run([
      'subscriptions',
      'create',
      '--url',
      'http://127.0.0.1:9/',
      '--allow-private',
      '--events',
      'game.*',
      '--json',
    ]);
    assert.equal(made.code, 0, made.stderr);
    const catalog = tinyCatalog();
    for (const card of catalog.cards) card.name = `Changed ${card.name}`;
    await folder.write(catalog);
    const [backup, ingest] = await Promise.all([
      place.run(['backup', 'copy.db', '--json']),
      run(place, ['ingest', 'run', 'all', '--json']),
    ]);
    assert.equal(backup.code, 0, backup.stderr);
    assert.equal(ingest.code, 0, ingest.stderr);
    const content = JSON.parse(backup.stdout);
    assert.equal(content.rows.cards, 36);
    assert.ok(content.files.includes('secrets-key'));
    const file = join(place.directory, 'copy.db');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(!existsSync(`${file}-wal`) && !existsSync(`${file}.partial`));
    assert.equal((await place.run(['backup', 'copy.db'])).code, 1, 'no copy is overwritten');

    const restored = await place.run(['restore', 'copy.db', '--data', 'other', '--json']);
    assert.equal(restored.code, 0, restored.stderr);
    assert.deepEqual(JSON.parse(restored.stdout).rows, content.rows);
    const other = await openStore({ dataDir: join(place.directory, 'other') });
    const names = await other.reads.selectFrom('cards').select('name').execute();
    const changed = names.filter(({ name }) => name.startsWith('Changed')).length;
    assert.ok(changed === 0 || changed === 36, `${changed} of 36: a copy of no single moment`);
    const [subscription] = await allSubscriptions(other.reads);
    await other.close();
    assert.ok(subscription);
    const key = (data: string) => readFileSync(join(place.directory, data, 'secrets-key'), 'utf8');
    assert.equal(key('other'), key('data'), 'without it the secrets of subscriptions could not be read');
    const rotated = await place.run(['subscriptions', 'rotate', subscription.id, '--data', 'other']);
    assert.equal(rotated.code, 0, rotated.stderr);
  });

  test('restore refuses a directory in use, and with --force sets aside what was there', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, folder.files);
    await place.run(['ingest', 'run', 'all']);
    assert.equal((await place.run(['backup', 'copy.db'])).code, 0);
    await place.run(['keys', 'create', '--name', 'later']);
    const dataDir = join(place.directory, 'data');
    const digests = async () => {
      const store = await openStore({ dataDir });
      return storedDigests(store, [...RUN_TABLES, 'events', 'meta']).finally(() => store.close());
    };
    const before = await digests();
    const refused = await place.run(['restore', 'copy.db']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not empty/);
    {
      await using _server = await startServer(place);
      const busy = await place.run(['restore', 'copy.db', '--force']);
      assert.equal(busy.code, 1);
      assert.match(busy.stderr, /a process has this store open/);
    }
    assert.deepEqual(await digests(), before, 'refusals change nothing');
    const forced = await place.run(['restore', 'copy.db', '--force', '--json']);
    assert.equal(forced.code, 0, forced.stderr);
    assert.deepEqual(JSON.parse((await place.run(['keys', 'list', '--json'])).stdout), []);
    const { set_aside } = JSON.parse(forced.stdout);
    assert.deepEqual(readdirSync(join(place.directory, set_aside)), ['cardstock.db']);
    const kept = await place.run(['keys', 'list', '--json', '--data', set_aside]);
    assert.equal(JSON.parse(kept.stdout)[0].name, 'later');
  });

  test('a store that is to be moved to itself is refused, and no process is blamed for it', async () => {
    await using place = await newPlace();
    assert.equal((await place.run(['db', 'migrate'])).code, 0);
    symlinkSync('data', join(place.directory, 'other'));
    for (const to of ['data', './data/', join(place.directory, 'data'), 'other']) {
      const { code, stderr } = await place.run(['db', 'move', '--to', to]);
      assert.deepEqual([code, stderr], [2, 'cardstock: --to names the store that is to be moved\n']);
    }
  });

  test('a store whose move finds no place to go to is closed', async () => {
    await using place = await newPlace();
    assert.equal((await place.run(['db', 'migrate'])).code, 0);
    writeFileSync(join(place.directory, 'a-file'), '');
    assert.equal((await place.run(['db', 'move', '--to', 'a-file'])).code, 1);
    assert.ok(!existsSync(join(place.directory, 'data', 'cardstock.db-wal')));
  });

  test('what a restore left that was killed is no store to open; the next restore begins anew', async () => {
    await using place = await newPlace();
    await place.run(['keys', 'create', '--name', 'kept']);
    assert.equal((await place.run(['backup', 'copy.db'])).code, 0);
    const dataDir = join(place.directory, 'cut');
    mkdirSync(dataDir);
    writeFileSync(
      join(dataDir, 'cardstock.db.restoring'),
      readFileSync(join(place.directory, 'copy.db')).subarray(0, 999),
    );
    const opened = await place.run(['keys', 'list', '--data', 'cut']);
    assert.equal(opened.code, 1);
    assert.match(opened.stderr, /a restore into cut was not finished: run cardstock restore again\n$/);
    assert.ok(!existsSync(join(dataDir, 'cardstock.db')));
    const again = await place.run(['restore', 'copy.db', '--data', 'cut']);
    assert.equal(again.code, 0, again.stderr);
    assert.match((await place.run(['keys', 'list', '--data', 'cut'])).stdout, /kept/);
    assert.ok(!existsSync(join(dataDir, 'cardstock.db.restoring')));
  });

  test('a place that cannot be written to is told in one sentence', async () => {
    await using place = await newPlace();
    await place.run(['keys', 'create', '--name', 'k']);
    assert.equal((await place.run(['backup', 'copy.db'])).code, 0);
    const attempts = [
      ['backup', 'nowhere/copy.db'],
      ['backup', 'data/cardstock.db'],
      ['backup', 'data/../data/cardstock.db-wal'],
      ['restore', 'copy.db', '--data', 'copy.db'],
      ['restore', '.', '--data', 'new'],
      ['keys', 'list', '--data', 'copy.db/data'],
    ];
    for (const args of attempts) {
      const { code, stderr } = await place.run(args);
      assert.equal(code, 1);
      assert.match(stderr, /^cardstock: [^\n]+\n$/, args.join(' '));
    }
  });

  test('what is no copy, or a damaged one, is refused and nothing is touched', async () => {
    await using place = await newPlace();
    await place.run(['keys', 'create', '--name', 'k']);
    await place.run(['backup', 'copy.db']);
    const bytes = readFileSync(join(place.directory, 'copy.db'));
    await writeFile(join(place.directory, 'text.db'), 'no database at all, by no means');
    bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 20_000);
    await writeFile(join(place.directory, 'damaged.db'), bytes);
    for (const [file, says] of [
      ['text.db', /is no copy of a store/],
      ['damaged.db', /is damaged|is no copy/],
      ['absent.db', /there is no file/],
    ] as const) {
      const { code, stderr } = await place.run(['restore', file, '--data', 'new']);
      assert.equal(code, 1, file);
      assert.match(stderr, says);
      assert.ok(!existsSync(join(place.directory, 'new')), 'what it made is gone');
    }
    const postgres = await place.run(['backup', 'x'], { DATABASE_URL: 'postgres://x' });
    assert.equal(postgres.code, 2);
    assert.match(postgres.stderr, /pg_dump --format=custom --file=x/);
  });

  test('a service takes copies by itself; a command takes one too, and doctor says how the task stands', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    const sources = { catalog: { adapter: 'tcgdex', files: folder.files, give_up_after: '1s' } };
    const config = { sources, backups: { folder: 'copies' } };
    await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
    const copies = () => readdirSync(join(place.directory, 'copies')).filter((name) => name.endsWith('.db'));
    const all = JSON.parse((await place.run(['ingest', 'run', 'all', '--json'])).stdout);
    assert.deepEqual(all.length, 1, 'all are the sources');
    const key = await newKey(place);
    {
      await using server = await startServer(place);
      await untilLoaded(server.announced.listening, key, ['backup']);
      assert.equal(copies().length, 1);
    }
    const { code, stdout } = await place.run(['ingest', 'run', 'backup', '--json']);
    assert.deepEqual([code, JSON.parse(stdout)[0].outcome, copies().length], [0, 'succeeded', 2]);
    const { of } = await findings(place);
    assert.match(of('task backup')?.says ?? '', /succeeded \d+ s ago, window 93600 s/);
    const [copy = ''] = copies();
    assert.equal((await place.run(['restore', join('copies', copy), '--data', 'new'])).code, 0);
    assert.equal((await place.run(['config', 'print'], { DATABASE_URL: 'postgres://x@y/z' })).code, 2);
  });
});
