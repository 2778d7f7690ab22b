/** `cardstock init`: what it writes by flags, by answers on a terminal, and for several games; nothing that cannot be used. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { newPlace, newWorkplace } from '../support/processes/command.ts';
import { runOnTerminal, terminalMissing } from '../support/processes/terminal.ts';
import { listening } from '../support/servers/listening.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

suite('init', () => {
  test('by flags it writes a file that can be used once every source answers, and replaces none without --force', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    const asked: string[] = [];
    const answering = createServer(({ url = '', headers }, response) => {
      asked.push(`${url} ${headers['user-agent']}`);
      response.end('{"success":true,"results":[],"version":1}');
    });
    await using market = await listening(answering);
    const { base } = market;
    const flags = [
      '--catalog-files',
      `${folder.files}/`,
      '--user-agent',
      'shop/1 (a@b.c)',
      '--usd-market',
      `${base}/usd`,
    ];
    const written = await place.run([
      'init',
      ...flags,
      '--eur-market',
      `${base}/priceGuide/price_guide_6.json`,
      '--json',
    ]);
    assert.equal(written.code, 0, written.stderr);
    assert.ok(asked.every((line) => line.endsWith('shop/1 (a@b.c)')) && asked.length === 2, asked.join());
    const content = JSON.parse(readFileSync(join(place.directory, 'cardstock.config.json'), 'utf8'));
    assert.deepEqual(content, {
      sources: {
        catalog: { adapter: 'tcgdex', files: folder.files },
        usd_market: { adapter: 'tcgcsv', url: `${base}/usd`, category: 3 },
        eur_market: {
          adapter: 'cardmarket',
          prices: `${base}/priceGuide/price_guide_6.json`,
          products: ['singles', 'nonsingles'].map((kind) => `${base}/productList/products_${kind}_6.json`),
        },
      },
      user_agent: 'shop/1 (a@b.c)',
    });
    assert.equal((await place.run(['ingest', 'run', 'catalog'])).code, 0);
    const again = await place.run(['init', '--catalog', 'https://other.example']);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /exists already/);
  });

  test('on a terminal it asks; Enter takes what is proposed, a dash leaves a source out, an end writes nothing', {
    skip: terminalMissing,
  }, async () => {
    await using place = await newWorkplace();
    const init = (...answers: string[]) => runOnTerminal(place, ['init', '--no-test'], answers);
    const ended = await init('\n', '\x04');
    assert.match(ended.shown, /nothing was written/);
    assert.deepEqual(readdirSync(place.directory), []);
    const answered = await init('\n', '\n', '-\n', '\n', '\n', 'shop/1 (a@b.c)\n');
    assert.equal(answered.code, 0, answered.shown);
    const { sources, user_agent } = JSON.parse(readFileSync(join(place.directory, 'cardstock.config.json'), 'utf8'));
    assert.deepEqual(Object.keys(sources), ['catalog', 'eur_market']);
    assert.equal(sources.eur_market.products.length, 2);
    assert.equal(user_agent, 'shop/1 (a@b.c)');
    rmSync(join(place.directory, 'cardstock.config.json'));
    const several = await init('lorcana, magik\n', 'lorcana, magic\n', '\n');
    assert.equal(several.code, 0, several.shown);
    assert.match(several.shown, /there is no game "magik"; did you mean magic\?/, 'and is asked again');
    const { games } = JSON.parse(readFileSync(join(place.directory, 'cardstock.config.json'), 'utf8'));
    assert.deepEqual(Object.keys(games), ['lorcana', 'magic']);
  });

  test('answers are kept beside the file when a source does not answer, and proposed the next time', {
    skip: terminalMissing,
  }, async () => {
    await using place = await newWorkplace();
    const dead = 'http://127.0.0.1:1/v2';
    const failed = await runOnTerminal(place, ['init'], ['\n', `${dead}\n`, '-\n', '-\n', '\n', '\n']);
    assert.equal(failed.code, 1, failed.shown);
    assert.match(failed.shown, /may be empty\r?\n {2}\[none\]/, 'no address of anybody else is proposed');
    assert.deepEqual(readdirSync(place.directory), ['cardstock.config.json.answers']);
    const again = await runOnTerminal(place, ['init', '--no-test'], ['\n', '\n', '\n', '\n', '\n', '\n']);
    assert.equal(again.code, 0, again.shown);
    assert.ok(again.shown.includes(`[${dead}]`));
    assert.deepEqual(readdirSync(place.directory), ['cardstock.config.json']);
    const { sources, user_agent } = JSON.parse(readFileSync(join(place.directory, 'cardstock.config.json'), 'utf8'));
    assert.deepEqual([sources.catalog.url, Object.keys(sources), user_agent], [dead, ['catalog'], undefined]);
  });

  test('several games are written with the sources that each is usually read from', async () => {
    await using place = await newPlace();
    const file = join(place.directory, 'cardstock.config.json');
    const init = (...flags: string[]) => place.run(['init', '--no-test', ...flags]);
    for (const [flags, fault] of [
      [['--games', 'magik'], /magik.*did you mean magic\?/],
      [['--games', ','], /known are pokemon, magic, lorcana, yugioh/],
      [['--games', 'magic', '--usd-market', 'https://a.example'], /--usd-market .* with --games/],
      [['--games', 'magic', '--language', 'fr', '--category', '3'], /--language, --category .* with --games/],
    ] as const) {
      const refused = await init(...flags);
      assert.equal(refused.code, 2, flags.join(' '));
      assert.match(refused.stderr, fault);
      assert.deepEqual(readdirSync(place.directory), []);
    }
    const written = await init('--games', 'pokemon, magic,magic', '--user-agent', 'shop/1 (a@b.c)', '--json');
    assert.equal(written.code, 0, written.stderr);
    const { games, user_agent, sources } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([Object.keys(games), user_agent, sources], [['pokemon', 'magic'], 'shop/1 (a@b.c)', undefined]);
    assert.equal(games.pokemon.sources.eur_market.products.length, 2);
    const named = Object.keys(games).flatMap((game) =>
      Object.keys(games[game].sources).map((source) => `${game}.${source}`),
    );
    assert.deepEqual(JSON.parse(written.stdout).sources, named);
    assert.ok(named.includes('magic.usd_market'));
    const listed = await place.run(['sources', 'list', '--json']);
    assert.deepEqual(
      JSON.parse(listed.stdout).map(({ name }: { name: string }) => name),
      named,
    );
  });

  test('where a demo was started the catalog gets a data directory of its own, which every later command finds', async () => {
    await using place = await newPlace();
    await using folder = await catalogFolder(tinyCatalog());
    mkdirSync(join(place.directory, 'data'));
    writeFileSync(join(place.directory, 'data', 'first-key'), 'cs_live_demo');
    const written = await place.run(['init', '--catalog-files', folder.files]);
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stderr, /kept in \.\/data-live, apart from the demo/);
    assert.equal((await place.run(['ingest', 'run', 'catalog'])).code, 0);
    assert.deepEqual(readdirSync(join(place.directory, 'data')), ['first-key']);
    assert.ok(readdirSync(join(place.directory, 'data-live')).includes('cardstock.db'));
  });

  test('a source that does not answer leaves nothing written, unless --no-test', async () => {
    await using place = await newPlace();
    const file = join(place.directory, 'cardstock.config.json');
    const silent = ['init', '--catalog', 'http://127.0.0.1:1/v2'];
    const failed = await place.run(silent);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /nothing was written: catalog/);
    assert.deepEqual(readdirSync(place.directory), []);
    assert.equal((await place.run([...silent, '--no-test'])).code, 0);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).sources.catalog.language, 'en');
    assert.equal((await place.run([...silent, '--no-test', '--force', '--justtcg-key', 'k'])).code, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    for (const flags of [[], ['--usd-market', 'https://a.example'], ['--catalog', 'nonsense']]) {
      assert.equal((await place.run(['init', '--force', '--no-test', ...flags])).code, 2, flags.join(' '));
    }
    assert.ok(JSON.parse(readFileSync(file, 'utf8')).sources.usd_conditions, 'a refused file replaces nothing');
  });
});
