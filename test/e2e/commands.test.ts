/** The command line as other programs rely on it: fixed forms, exit codes, one sentence for each fault. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import Database from 'better-sqlite3';
import { newPlace, newWorkplace, run, startServer, type Workplace } from '../support/processes/command.ts';
import { listening } from '../support/servers/listening.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

const configure = ({ directory }: Workplace, content: unknown) =>
  writeFile(join(directory, 'cardstock.config.json'), typeof content === 'string' ? content : JSON.stringify(content));

suite('the command line', () => {
  test('ingest run all --json prints one object per source with its counts and outcome, exit 0 or 1', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } });
    const good = await place.run(['ingest', 'run', 'all', '--json']);
    assert.equal(good.code, 0, good.stderr);
    const [report, ...more] = JSON.parse(good.stdout);
    assert.deepEqual(more, []);
    assert.equal(report.source, 'catalog');
    assert.equal(report.outcome, 'succeeded');
    assert.equal(report.counts.cards_new, 36);
    await folder.writeText('cards', '[]');
    const bad = await place.run(['ingest', 'run', 'catalog', '--json']);
    assert.equal(bad.code, 1);
    assert.equal(JSON.parse(bad.stdout)[0].reason, 'no cards came');
    const runs = await place.run(['ingest', 'runs', '--json']);
    assert.deepEqual(
      JSON.parse(runs.stdout).map((row: { outcome: string }) => row.outcome),
      ['failed', 'succeeded'],
    );
    assert.equal((await place.run(['ingest', 'run', 'nothing'])).code, 5);
  });

  test('ingest run works beside a server on the same data, which then serves what came', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } });
    await using server = await startServer(place);
    const created = await place.run(['keys', 'create', '--name', 'n', '--scope', 'read,scan', '--rate', '0', '--json']);
    const { id, key } = JSON.parse(created.stdout);
    assert.ok(id && key);
    const result = await place.run(['ingest', 'run', 'all', '--json']);
    assert.equal(result.code, 0, result.stderr);
    const answer = await fetch(`${server.announced.listening}/v1/cards/ember1-1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(answer.status, 200);
    assert.equal(await server.stop(), 0);
  });

  test('an unreadable configuration: every fault listed at once with its place and remedy, exit 2', async () => {
    await using place = await newPlace();
    await configure(place, {
      colour: 'red',
      cache_mb: -1,
      game: 'Not A Name',
      sources: { 'Bad Name': {}, one: { adapter: 'nothing' }, two: { adapter: 'tcgdex', every: 'often', surprise: 1 } },
    });
    const { code, stderr } = await place.run(['serve', '--port', 'eighty'], { CARDSTOCK_POTR: '1' });
    assert.equal(code, 2);
    assert.match(stderr, /CARDSTOCK_POTR is no setting; did you mean CARDSTOCK_PORT\?/);
    assert.match(
      stderr,
      /"colour": is no setting; known are sources, game, games, languages, user_agent, compat, pictures, backups, host/,
    );
    for (const part of [
      '"colour"',
      '"cache_mb": "-1" must be a whole number from 0 to 4096',
      '"game"',
      'Bad Name',
      '"adapter"',
      '"every"',
      'surprise',
      '--port',
      'CARDSTOCK_POTR',
    ]) {
      assert.ok(stderr.includes(part), `${part} in ${stderr}`);
    }
    await configure(place, '{ broken');
    const broken = await place.run(['serve']);
    assert.equal(broken.code, 2);
    assert.match(broken.stderr, /cardstock\.config\.json: cannot be read/);
    assert.equal((await place.run(['serve', '--config', 'none.json'])).code, 2);
    assert.equal((await place.run(['nonsense'])).code, 2);
    assert.equal((await place.run(['serve', '--nonsense'])).code, 2);
  });

  test('an unknown CARDSTOCK_ name in the environment or in .env is a warning', async () => {
    await using place = await newPlace();
    await writeFile(join(place.directory, '.env'), 'CARDSTOCK_IMAGE=cardstock:1\n');
    const { code, stderr } = await place.run(['keys', 'create', '--name', 'k'], { CARDSTOCK_POTR: '1' });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^cardstock: environment: CARDSTOCK_POTR is no setting; did you mean CARDSTOCK_PORT\?$/m);
    assert.match(stderr, /^cardstock: \.env: CARDSTOCK_IMAGE is no setting/m);
  });

  test('a configuration that is written to a pipe is read once, however often a command asks', {
    skip: process.platform === 'win32',
  }, async () => {
    await using place = await newPlace();
    await place.run(['db', 'migrate']);
    execFileSync('mkfifo', ['pipe'], { cwd: place.directory });
    const writer = spawn('sh', ['-c', 'echo {} > pipe'], { cwd: place.directory });
    const { code, stderr } = await place.run(['db', 'status', '--config', 'pipe']);
    writer.kill();
    assert.equal(code, 0, stderr);
  });

  test('port in use, directory not writable, database unreachable: one clear sentence, exit 1', async () => {
    await using place = await newWorkplace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } });
    await using other = await listening(createServer());
    const taken = await run(place, ['serve', '--port', String(other.port)]);
    const file = join(place.directory, 'a-file');
    await writeFile(file, '');
    const noDirectory = await run(place, ['serve', '--data', join(file, 'data')]);
    const named = await Promise.all(
      [
        ['--host', 'no.such.invalid'],
        ['--host', '203.0.113.7'],
      ].map((flags) => run(place, ['serve', '--port', '0', ...flags])),
    );
    const noDatabase = await run(place, ['serve'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    for (const [result, text] of [
      [taken, /cannot listen on 127\.0\.0\.1 port \d+: another program has it/],
      [named[0], /cannot listen on no\.such\.invalid port 0: the name no\.such\.invalid cannot be resolved \(DNS\)$/m],
      [named[1], /cannot listen on 203\.0\.113\.7 port 0: this machine has no such address$/m],
      [noDirectory, /the data directory .* cannot be used/],
      [noDatabase, /the database of DATABASE_URL cannot be reached/],
    ] as const) {
      assert.equal(result?.code, 1, result?.stderr);
      assert.match(result.stderr, text);
      assert.equal(result.stderr.trim().split('\n').length, 1, result.stderr);
    }
  });

  test('a data directory of a newer version is refused untouched', async () => {
    await using place = await newWorkplace();
    await run(place, ['keys', 'create', '--name', 'k']);
    const path = join(place.directory, 'data', 'cardstock.db');
    const database = new Database(path);
    database.exec("update meta set value = '999' where key in ('schema_version', 'schema_least')");
    database.close();
    const rows = () => {
      const again = new Database(path, { readonly: true });
      const found = again.prepare('select * from meta order by key').all();
      again.close();
      return found;
    };
    const before = rows();
    const { code, stderr } = await run(place, ['serve', '--port', '0']);
    assert.equal(code, 1);
    assert.match(stderr, /newer release/);
    assert.deepEqual(rows(), before);
  });

  test('settings: flags over environment over .env over the file over defaults', async () => {
    await using place = await newPlace();
    const port = async (args: string[], env: Record<string, string>) => {
      const { stdout } = await place.run(['config', 'print', '--json', ...args], env);
      const row = JSON.parse(stdout).find(({ name }: { name: string }) => name === 'log_level');
      return [row.value, row.from];
    };
    assert.deepEqual(await port([], {}), ['info', 'default']);
    await configure(place, { log_level: 'warn' });
    assert.deepEqual(await port([], {}), ['warn', 'file']);
    await writeFile(join(place.directory, '.env'), 'CARDSTOCK_LOG_LEVEL=error\n');
    assert.deepEqual(await port([], {}), ['error', '.env']);
    assert.deepEqual(await port([], { CARDSTOCK_LOG_LEVEL: 'debug' }), ['debug', 'environment']);
    assert.deepEqual(await port(['--log-level', 'silent'], { CARDSTOCK_LOG_LEVEL: 'debug' }), ['silent', 'flag']);
  });

  test('sources test reads one document of each source and says what came', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    const absent = `${folder.files}/absent`;
    await configure(place, {
      sources: {
        good: { adapter: 'tcgdex', files: folder.files, language: 'en' },
        bad: { adapter: 'tcgdex', files: absent, language: 'fr' },
        guide: { adapter: 'cardmarket', prices: `${absent}/guide.json` },
      },
    });
    const { code, stdout } = await place.run(['sources', 'test', '--json']);
    assert.equal(code, 1);
    assert.deepEqual(
      JSON.parse(stdout).map(({ outcome }: { outcome: string }) => outcome),
      ['answers', 'failed', 'failed'],
    );
    const shown = (await place.run(['sources', 'test'])).stdout;
    assert.match(shown, /^guide +failed +\S+ +\S*absent\/guide\.json\b/m, 'why it failed, before what it lacks beside');
    const list = JSON.parse((await place.run(['sources', 'list', '--json'])).stdout);
    assert.deepEqual(
      list.map(({ name }: { name: string }) => name),
      ['good', 'bad', 'guide'],
    );
  });

  test('price history moves to another store by export and import, and the same lines again change nothing', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    await configure(place, { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } });
    for (const data of ['one', 'two']) await place.run(['ingest', 'run', 'all', '--data', data]);
    const line = { card_id: 'ember1-1', market: 'usd' };
    assert.equal((await place.run(['import', 'prices', '--data', 'one', 'absent.ndjson'])).code, 5);
    await writeFile(join(place.directory, 'bad.ndjson'), `${JSON.stringify(line)}\n`);
    const bad = await place.run(['import', 'prices', '--data', 'one', 'bad.ndjson']);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /line 1/);
    const known = {
      ...line,
      variant: 'normal',
      condition: 'NM',
      currency: 'usd',
      observed_on: '2026-03-01',
      market: 5,
    };
    await writeFile(join(place.directory, 'good.ndjson'), `${JSON.stringify(known)}\n`);
    assert.equal((await place.run(['import', 'prices', '--data', 'one', 'good.ndjson'])).code, 0);
    assert.equal((await place.run(['export', 'prices', '--data', 'one', 'out.ndjson'])).code, 0);
    const counts = JSON.parse((await place.run(['import', 'prices', '--data', 'two', 'out.ndjson', '--json'])).stdout);
    assert.deepEqual([counts.observations, counts.unknown], [1, 0]);
  });
});
