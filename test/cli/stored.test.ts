/** Commands that run sources and show what is stored: tables for people, one document for programs, exit codes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { StoreSizes } from '../../src/store/maintenance/status.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type CommandPlace, launch, newPlace } from '../support/processes/command.ts';
import { type CatalogFolder, catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type MarketFolder, marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';

suite('what is stored', () => {
  let place: CommandPlace;
  let folder: CatalogFolder;
  let market: MarketFolder;
  const run = (...args: string[]) => place.run(args);
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

  before(async () => {
    place = await newPlace();
    market = await marketFolder();
    const catalog = tinyCatalog();
    for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
    folder = await catalogFolder(catalog);
    await market.write(tinyMarket('2026-03-01', 36));
    const sources = { catalog: { adapter: 'tcgdex', files: folder.files, give_up_after: '1s' }, ...market.sources };
    writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  });
  after(async () => {
    await place?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
    await market?.[Symbol.asyncDispose]();
  });

  test('before any run there is nothing: no run, no card, no price', async () => {
    await (await openStore({ dataDir: join(place.directory, 'data') })).close();
    assert.equal((await run('ingest', 'runs')).stdout, 'none\n');
    assert.deepEqual(await json('ingest', 'runs'), []);
    const explained = await run('explain', 'ember1-3');
    assert.deepEqual([explained.code, explained.stderr], [5, 'cardstock: there is no card ember1-3\n']);
  });

  test('a run prints each source with what it counted; what is not asked for rightly is refused before any run', async () => {
    const { code, stdout, stderr } = await run('ingest', 'run', 'all');
    assert.equal(code, 0, stderr);
    const [head, catalog, usd, eur, ...more] = stdout.trimEnd().split('\n');
    assert.deepEqual(more, []);
    assert.match(head ?? '', /^source +outcome +seconds +counts +reason$/);
    assert.match(catalog ?? '', /^catalog +succeeded +\d+\.\d +.*cards new 36,?.* –$/);
    assert.ok(!catalog?.includes(' 0,'), 'what is zero is not told');
    assert.match(usd ?? '', /^usd +succeeded .*printings priced 72/);
    assert.match(eur ?? '', /^eur +succeeded /);
    for (const days of [
      ['--from', '2026-02-30'],
      ['--from', '2026-03-02', '--to', '2026-03-01'],
      ['--to', 'today'],
    ]) {
      const wrong = await run('ingest', 'run', 'usd', ...days);
      assert.equal(wrong.code, 2, days.join(' '));
      assert.match(wrong.stderr, /--from and --to must be days such as 2026-01-31, in this order/);
    }
    const unknown = await run('ingest', 'run', 'nothing');
    assert.equal(unknown.code, 5);
    assert.match(unknown.stderr, /there is no source nothing; known are catalog, usd, eur, scan/);
    const undated = await run('ingest', 'run', 'usd', '--from', '2026-02-01');
    assert.equal(undated.code, 1);
    assert.match(undated.stdout, /its address holds no \{day\}/);
    assert.equal((await json('ingest', 'runs')).length, 4, 'the refused ones are no runs');
    assert.equal((await json('ingest', 'runs', '--limit', '2')).length, 2);
    const [newest] = (await run('ingest', 'runs')).stdout.split('\n').slice(1);
    assert.match(newest ?? '', /^usd +2\S+ \d\d:\d\dZ +\d+\.\d +failed/);
  });

  test('sources are listed with their pace and address, and tested by one document each', async () => {
    const [catalog] = await json('sources', 'list');
    assert.deepEqual(catalog, {
      ...{ name: 'catalog', adapter: 'tcgdex', every_s: catalog.every_s, window_s: catalog.window_s },
      address: `${folder.files}/series.json`,
    });
    assert.ok(catalog.every_s >= 60 && catalog.window_s > catalog.every_s);
    assert.match((await run('sources', 'list')).stdout, /^name +adapter +every_s +window_s +address\n/);
    const tested = await run('sources', 'test');
    assert.equal(tested.code, 0);
    assert.equal(tested.stdout.match(/ answers /g)?.length, 3);
  });

  test('audit counts each market and names what is withheld; explain shows where each price comes from', async () => {
    const report = await json('audit');
    const shown = (await run('audit')).stdout;
    for (const title of [
      'Printings without a row, by reason',
      'Withheld ids',
      'Amounts that moved',
      'Sealed products',
    ]) {
      assert.ok(shown.includes(`\n${title}`), title);
    }
    assert.match(shown, /Withheld ids: claimed by several cards \(0; all of them with --json\)\nnone\n/);
    assert.deepEqual(report.withheld, []);
    const explained = await run('explain', 'ember1-3');
    assert.equal(explained.code, 0);
    assert.match(explained.stdout, /^printing +row +price +source +day +why\n/);
    assert.match(
      explained.stdout,
      /^normal +3\/Normal +NM \$3\.00 \(\$1\.50 to \$6\.00\) +usd +2026-03-01 +sub-type$/m,
    );
    assert.match(explained.stdout, /^reverse +1003 +holo €6\.00 \(from €3\.00\) +eur +2026-03-01 +pair$/m);
    const { variants } = await json('explain', 'ember1-3');
    assert.deepEqual(
      variants.map(({ variant }: { variant: string }) => variant),
      ['normal', 'reverse'],
    );
    assert.equal(variants[0].usd_market.prices[0].market, 300);
  });

  test('an amount that is held back is told in money, with its marketplace, by audit and explain', async () => {
    const day = tinyMarket('2026-03-02', 36);
    for (const row of day.usd) if (row.productId === 3 && row.subTypeName === 'Normal') row.marketPrice = 200;
    await market.write(day);
    assert.equal((await run('ingest', 'run', 'usd')).code, 0);
    const audit = (await run('audit')).stdout;
    assert.match(audit, /^usd +tcgplayer +3 +Normal NM market +\$3\.00 +\$200\.00 +2026-03-02$/m);
    const explained = (await run('explain', 'ember1-3')).stdout;
    assert.match(explained, /^normal: NM market is held back since 2026-03-02: \$200\.00 after \$3\.00 \(usd\)$/m);
  });

  test('the history is written as lines and read again; a document needs a file for the lines', async () => {
    const refused = await run('export', 'prices', '--json');
    assert.equal(refused.code, 2);
    const path = join(place.directory, 'prices.ndjson');
    const written = await run('export', 'prices', path);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    assert.deepEqual([written.code, written.stdout, written.stderr], [0, '', `${lines.length} lines are in ${path}\n`]);
    assert.deepEqual(await json('export', 'prices', path), { file: path, lines: lines.length });
    const read = await run('import', 'prices', path);
    assert.equal(read.code, 0);
    assert.match(
      read.stderr,
      new RegExp(`^${lines.length} observations of \\d+ days, 0 rows changed, 0 name no record that is here\n$`),
    );
    const [line = ''] = lines;
    writeFileSync(path, `${line.replace(/"card_id":"[^"]*"/, '"card_id":"nobody"')}\n`);
    assert.equal((await json('import', 'prices', path)).unknown, 1);
    assert.equal((await run('import', 'prices', 'absent')).code, 5);
  });

  test('db status names engine, schema and what is stored; a move needs an empty place', async () => {
    const status = await json('db', 'status');
    assert.deepEqual([status.engine, status.cards], ['sqlite', 36]);
    assert.match(
      (await run('db', 'status')).stdout,
      /^name +value\n(?:.*\n)*cards +36\n(?:.*\n)*size of catalog +\d+\.\d MB\n/,
    );
    const { kinds, history } = status.sizes as StoreSizes;
    assert.deepEqual(kinds.map(({ kind }) => kind).sort(), [
      'catalog',
      'documents',
      'events',
      'history',
      'pictures',
      'prices',
    ]);
    assert.ok(kinds.every(({ bytes }) => bytes > 0));
    assert.deepEqual(
      history.map(({ game, year, months }) => [game, year, months]),
      [['game', 2026, 36]],
    );
    const moved = await run('db', 'move', '--to', join(place.directory, 'moved'));
    assert.equal(moved.code, 0, moved.stderr);
    assert.match(moved.stdout, /^table +rows +digest\n/);
    assert.match(moved.stderr, /moved and compared in \d+\.\d s; the store that was moved is unchanged\n$/);
    assert.ok(existsSync(join(place.directory, 'moved', 'cardstock.db')));
    const again = await run('db', 'move', '--to', join(place.directory, 'moved'));
    assert.equal(again.code, 1);
    assert.match(again.stderr, /not empty/);
    for (const [to, says] of [
      ['mysql://root:hunter22@localhost/x', /--to must begin with postgres:/],
      ['postgres://x:p@hunter22/w#rd:@y/z', /--to must be like postgres:/],
    ] as const) {
      const refused = await run('db', 'move', '--to', to);
      assert.deepEqual([refused.code, refused.stderr.includes('hunter22')], [2, false]);
      assert.match(refused.stderr, says);
    }
  });

  test('config print names each setting with its origin, and secrets not at all', async () => {
    const env = { CARDSTOCK_SECRETS_KEY: 'a-secret-of-mine-and-of-nobody-else' };
    const { code, stdout } = await place.run(['config', 'print', '--log-level', 'warn'], env);
    assert.equal(code, 0);
    assert.match(stdout, /^name +value +from +env\n/);
    assert.match(stdout, /^log_level +warn +flag +CARDSTOCK_LOG_LEVEL$/m);
    assert.match(stdout, /^secrets_key +\(secret\) +environment +CARDSTOCK_SECRETS_KEY$/m);
    assert.ok(!stdout.includes('a-secret-of-mine-and-of-nobody-else'));
  });

  test('a link into the console is printed alone, under the address that callers have', async () => {
    const { code, stdout } = await place.run(['console-link'], { CARDSTOCK_PUBLIC_URL: 'https://cards.example' });
    assert.equal(code, 0);
    assert.match(stdout, /^https:\/\/cards\.example\/console#t=[\w-]{32}\n$/);
    const { expires_at } = await json('console-link');
    const lastsMs = Date.parse(expires_at) - Date.now();
    assert.ok(lastsMs > 29 * 60_000 && lastsMs <= 30 * 60_000, expires_at);
  });

  test('a scan without pictures, a photo that is none, and a fit without enough to learn from say what to do', async () => {
    const blind = await run('scan', join(place.directory, 'cardstock.config.json'));
    assert.equal(blind.code, 1);
    assert.match(blind.stderr, /Run: cardstock ingest run scan/);
    const absent = await run('scan', 'absent.jpg');
    assert.equal(absent.code, 2);
    assert.match(absent.stderr, /absent\.jpg cannot be read/);
    const fit = await run('scan', 'fit');
    assert.equal(fit.code, 1);
    assert.match(fit.stderr, /^cardstock: 0 pictures are indexed and 50 are needed: cardstock ingest run scan\n$/);
    assert.equal((await run('scan', 'fit', '--seed', '-1')).code, 2);
    const unknown = await run('demo', 'photo', 'nobody');
    assert.deepEqual([unknown.code, unknown.stderr], [5, 'cardstock: the demo has no card nobody\n']);
  });

  test('an assistant on this machine reads the data directory without a server; standard output is the protocol alone', async () => {
    const child = launch(place, ['mcp']);
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const requests = [
      { id: 1, method: 'initialize', params: about },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'tools/call', params: { name: 'get_card', arguments: { card_id: 'ember1-3' } } },
    ];
    const sent = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
    child.stdin.end(sent.join(''));
    const [text, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
    assert.equal(code, 0);
    const answers = Buffer.concat(text)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 2, 3]);
    const told = answers.find(({ id }) => id === 3).result.structuredContent;
    assert.equal(told.card.card_id, 'ember1-3');
    assert.ok(told.printings.length > 0);
    const left = async () => (await json('keys', 'list')).map(({ name }: { name: string }) => name);
    assert.deepEqual(await left(), [], 'the key that it read by');
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const ended = launch(place, ['mcp']);
      ended.stdin.write(sent[0]);
      await once(ended.stdout, 'data');
      assert.deepEqual(await left(), ['mcp']);
      ended.kill(signal);
      assert.deepEqual(await once(ended, 'close'), [0, null], signal);
      assert.deepEqual(await left(), [], `ended by ${signal}`);
    }
  });

  test('it ends with its input too where a call was taken back, one listens, and where what came is no request', async () => {
    const answered = async (messages: unknown[]) => {
      const child = launch(place, ['mcp']);
      child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
      const [text, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
      assert.equal(code, 0);
      return [
        ...Buffer.concat(text)
          .toString()
          .matchAll(/"id":(\w+)/g),
      ].map(([, id]) => id);
    };
    const request = (id: unknown, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const ids = await answered([
      request(1, 'initialize', about),
      request(2, 'tools/call', { name: 'get_card', arguments: { card_id: 'ember1-3' } }),
      request(undefined, 'notifications/cancelled', { requestId: 2 }),
      ...[{ id: 3, method: 'tools/list' }, request({ a: 1 }, 'ping'), request(1.5, 'ping'), [], null, 5],
      request(5, 'ping'),
    ]);
    assert.ok(ids.includes('1') && ids.includes('5'), String(ids));
    const [version, capabilities] = ['protocolVersion', 'clientCapabilities'].map(
      (name) => `io.modelcontextprotocol/${name}`,
    );
    const _meta = { [String(version)]: '2026-07-28', [String(capabilities)]: {} };
    const listening = [
      request(1, 'server/discover', { _meta }),
      request(2, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta }),
    ];
    assert.deepEqual(await answered(listening), ['1']);
  });
});

test('prices verify says how many of the amounts asked for no kept document tells', async () => {
  await using place = await newPlace();
  await using market = await marketFolder();
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  await using folder = await catalogFolder(catalog);
  await market.write(tinyMarket('2026-03-01', 36));
  const usd = { ...market.sources.usd, keep_documents: '30d' };
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files }, usd };
  writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  assert.equal((await place.run(['ingest', 'run', 'all'])).code, 0);
  const few = await place.run(['prices', 'verify', '--sample', '5', '--json']);
  assert.deepEqual([few.code, JSON.parse(few.stdout), few.stderr], [0, { amounts: 5, differ: [] }, '']);
  const all = await place.run(['prices', 'verify', '--sample', '100000', '--json']);
  const { amounts } = JSON.parse(all.stdout);
  assert.ok(amounts > 5);
  assert.match(all.stderr, new RegExp(`${amounts} of 100000 amounts could be verified`));
});
