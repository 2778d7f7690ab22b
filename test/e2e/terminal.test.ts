/** What a person sees of a service on a terminal: lines instead of records, whole bars, and a quiet end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import { launch, newWorkplace, run, type Workplace } from '../support/processes/command.ts';
import { CTRL_C, openTerminal, terminalMissing, UNFIT_FOR_PEOPLE } from '../support/processes/terminal.ts';
import { freePort } from '../support/servers/ports.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

/** What a newcomer of the demo does not read: counters, samples of requests, and what is planted in it. */
const NOT_FOR_NEWCOMERS = new RegExp(
  `${UNFIT_FOR_PEOPLE.source}|[a-z]_[a-z]+ \\d|\\\\n|fields left out|request ·|done in`,
  'm',
);

const serve = (place: Workplace, ...args: string[]) => openTerminal(place, ['serve', '--port', '0', ...args]);

suite('a service on a terminal', { skip: terminalMissing }, () => {
  test('tells of each run in one line, and ends on Ctrl-C without a word', async () => {
    await using place = await newWorkplace();
    await using folder = await catalogFolder(tinyCatalog(3));
    const sources = { catalog: { adapter: 'tcgdex', files: folder.files } };
    writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
    const terminal = serve(place);
    await terminal.until(/done in/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 0);
    const shown = terminal.shown();
    assert.match(shown, /\d\d:\d\d:\d\d {2}catalog: done in \d+\.\d s · .*cards \d/);
    assert.match(shown, /API {8}http:/);
    assert.doesNotMatch(shown, UNFIT_FOR_PEOPLE);
  });

  test('ends quietly on Ctrl-C during the first load, and shows the rest of it at the next start', async () => {
    await using place = await newWorkplace();
    const first = serve(place);
    await first.until(/ [1-9]\d? % Loading prices/);
    first.type(CTRL_C);
    assert.equal(await first.ended, 0);
    const [key] = /cs_live_\w+/.exec(first.shown()) ?? [];
    assert.match(first.shown(), /API key .*cs_live_.*Try it.*░ +\d+ % Loading prices/s, 'the key, and then the bar');
    assert.doesNotMatch(first.shown(), NOT_FOR_NEWCOMERS);
    const second = serve(place);
    await second.until(/Loading prices/);
    assert.match(second.shown(), /The first load was interrupted\. It now continues\./);
    assert.ok(key !== undefined && second.shown().includes(key), 'the key was never used: it is shown again');
    const [, listening] = /API +(http:\S+)\/v1/.exec(second.shown()) ?? [];
    const answer = await fetch(`${listening}/v1/cards?q=vultwik`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await answer.json()) as { data: { items: { name: string }[] } };
    assert.equal(data.items[0]?.name, 'Vultwick', 'the printed request works while prices load');
    second.type(CTRL_C);
    assert.equal(await second.ended, 0);
    assert.doesNotMatch(second.shown(), NOT_FOR_NEWCOMERS);
    const third = serve(place);
    await third.until(/Health/);
    third.type(CTRL_C);
    assert.equal(await third.ended, 0);
    assert.doesNotMatch(third.shown(), /cs_live_/);
  });

  test('tells on a catalog of its own how to get a key, and on a busy port what to do', async () => {
    await using place = await newWorkplace();
    await using folder = await catalogFolder(tinyCatalog(3));
    const sources = { catalog: { adapter: 'tcgdex', files: folder.files } };
    writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
    const terminal = serve(place);
    await terminal.until(/keys create --name/);
    assert.match(terminal.shown(), /There is no API key yet/);
    const [, port = ''] = /API +http:.*:(\d+)\/v1/.exec(terminal.shown()) ?? [];
    const twice = openTerminal(place, ['serve', '--port', port]);
    assert.equal(await twice.ended, 1);
    assert.match(twice.shown(), /cardstock already runs on this data at http:\S+: use that one, or stop it first/);
    await using elsewhere = await newWorkplace();
    const refused = openTerminal(elsewhere, ['serve', '--port', port]);
    assert.equal(await refused.ended, 1);
    assert.match(refused.shown(), /another program has it; choose one with --port/);
    assert.doesNotMatch(twice.shown() + refused.shown(), UNFIT_FOR_PEOPLE);
    const unauthorised = await run(place, ['get', '/v1/cards']);
    assert.equal(unauthorised.code, 4);
    assert.match(
      unauthorised.stderr,
      / answered 401: no key was sent: npx cardstock keys create --name NAME makes one/,
    );
    const searched = await run(place, ['search', 'ember']);
    assert.match(searched.stderr, /^cardstock: no key was sent: npx cardstock keys create --name NAME makes one/);
    const wrong = await run(place, ['search', 'ember'], { CARDSTOCK_KEY: 'cs_live_wrong' });
    assert.equal(wrong.code, 4);
    assert.match(wrong.stderr, /the key that was sent is unknown, expired, revoked/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 0);
    // The address is remembered, but its port may be anybody's by now: no key goes there.
    const asked: unknown[] = [];
    const taker = createServer(({ headers }, response) => {
      asked.push(headers.authorization);
      response.end('{}');
    });
    await once(taker.listen(Number(port), '127.0.0.1'), 'listening');
    const gone = await run(place, ['get', '/v1/cards'], { CARDSTOCK_KEY: 'cs_live_secret' });
    taker.close();
    assert.deepEqual(asked, []);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /no service of the data directory .* runs on this machine/);
  });

  test('tells in two lines where a fresh clone reaches no package registry, without npm’s stack', async () => {
    await using place = await newWorkplace();
    for (const path of ['package.json', 'package-lock.json', 'scripts/bootstrap.mjs', 'scripts/build-console.mjs'])
      cpSync(path, join(place.directory, path));
    const npm = {
      registry: `http://127.0.0.1:${await freePort()}/`,
      fetch_retries: '0',
      cache: join(place.directory, 'cache'),
    };
    const env = Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value]));
    const terminal = openTerminal(place, [], { env, program: join(place.directory, 'scripts/bootstrap.mjs') });
    assert.equal(await terminal.ended, 1);
    assert.match(terminal.shown(), /installing the locked packages.*npm ci failed: .*ECONNREFUSED.*reachable once\. /s);
    assert.equal(terminal.shown().trim().split('\n').length, 3, terminal.shown());
    assert.doesNotMatch(terminal.shown(), UNFIT_FOR_PEOPLE);
  });

  test('writes records instead on --log json', async () => {
    await using place = await newWorkplace();
    const terminal = serve(place, '--log', 'json');
    await terminal.until(/"level"/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 0);
    assert.match(terminal.shown(), /^\{"level":30,.*"msg":"work"\}/m);
    assert.doesNotMatch(terminal.shown(), /[█░]/);
  });
});

test('a reader who has had enough, as head(1) has, is no fault of any command', async () => {
  await using place = await newWorkplace();
  await (await openStore({ dataDir: join(place.directory, 'data') })).close();
  for (const args of [['--help'], ['completion', 'zsh'], ['config', 'print', '--json'], ['keys', 'list']]) {
    const child = launch(place, args);
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    assert.deepEqual({ code, said }, { code: 0, said: '' }, args.join(' '));
  }
});
