/** CARDSTOCK_URL: which service the commands ask that ask one. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { cleanEnvironment, newPlace, newWorkplace, PROGRAM, startServer } from '../support/processes/command.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

test('get, search, scan and listen ask the service of CARDSTOCK_URL, and touch no store here', async () => {
  await using there = await newWorkplace();
  await using folder = await catalogFolder(tinyCatalog());
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files } };
  writeFileSync(join(there.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  await using server = await startServer(there, ['--no-work']);
  await using here = await newPlace();
  const inStore = (...args: string[]) => here.run([...args, '--data', join(there.directory, 'data'), '--json']);
  const { key } = JSON.parse((await inStore('keys', 'create', '--name', 'asks', '--scope', 'read,scan')).stdout);
  const env = { CARDSTOCK_URL: server.announced.listening, CARDSTOCK_KEY: key };

  const got = await here.run(['get', '/v1/series', '--json'], env);
  assert.deepEqual([got.code, JSON.parse(got.stdout).data.items], [0, []], got.stderr);
  const aside = { ...env, CARDSTOCK_URL: 'http://127.0.0.1:1', CARDSTOCK_PUBLIC_URL: 'http://127.0.0.1:1' };
  for (const flag of ['--url', '--public-url']) {
    const meant = await here.run(['get', '/v1/series', flag, env.CARDSTOCK_URL], aside);
    assert.equal(meant.code, 0, `${flag} is meant for this request, whatever is set: ${meant.stderr}`);
  }
  const searched = await here.run(['search', 'glimmer', '--sort=-usd', '-q', 'rarity=common', '--json'], env);
  assert.deepEqual([searched.code, JSON.parse(searched.stdout)], [0, []], searched.stderr);
  const refused = await here.run(['search', '--sort=price'], env);
  assert.match(refused.stderr, /sort must be one of/);
  const spoken = await here.run(['search', 'glimmer', '--lang', 'en', '--json'], env);
  assert.deepEqual([spoken.code, JSON.parse(spoken.stdout)], [0, []], spoken.stderr);
  assert.match((await here.run(['search', '--lang', 'de'], env)).stderr, /lang must be a language that is served here/);
  const photo = join(here.directory, 'photo.jpg');
  writeFileSync(photo, 'no picture');
  const scanned = await here.run(['scan', photo], env);
  assert.equal(scanned.code, 1);
  assert.match(scanned.stderr, /Scanning is turned off on this deployment/);

  const listener = spawn(process.execPath, [PROGRAM, 'listen', '--events', 'game.cards.*', '--json'], {
    cwd: here.directory,
    env: cleanEnvironment(env),
  });
  try {
    await once(listener.stderr, 'data');
    const first = once(createInterface({ input: listener.stdout }), 'line') as Promise<[string]>;
    const config = join(there.directory, 'cardstock.config.json');
    assert.equal((await inStore('ingest', 'run', 'all', '--config', config)).code, 0);
    // Nobody works there: listening on the store itself numbers what is in it.
    const store = spawn(process.execPath, [PROGRAM, 'listen'], { cwd: there.directory, env: cleanEnvironment({}) });
    const { name, position, data } = JSON.parse((await first)[0]);
    store.kill('SIGTERM');
    assert.deepEqual([name, position], ['game.cards.updated', 3]);
    assert.ok(data.cards.length > 0);
    // The service may still hold the empty catalog for a moment.
    let shown = '';
    while (!shown.includes('ember1-3')) shown = (await here.run(['search', '-q', 'expansion_id=ember1'], env)).stdout;
    assert.match(shown, /ember1-3 .*Ember Dawn/, 'expansions stand there by name');
    const saidOf = async (filter: string) => (await here.run(['search', '-q', filter], env)).stderr;
    assert.match(await saidOf('rarity=Foo'), /^No card has rarity=Foo\.$/m);
    assert.doesNotMatch(await saidOf('expansion_id=ember1'), /No card has/);
    assert.match((await here.run(['search', '--game', 'gaem'], env)).stderr, /^There is no game gaem here\.$/m);
  } finally {
    listener.kill('SIGTERM');
  }
  assert.deepEqual(await once(listener, 'close'), [0, null]);
  assert.ok(!existsSync(join(here.directory, 'data')));
});
