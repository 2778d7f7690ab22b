/** The processes that run sources, told to end and killed: what the list of runs says of it then. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import { recentRuns } from '../../src/store/runs.ts';
import type { StoreLocation } from '../../src/store/store.ts';
import { cleanEnvironment, newWorkplace, PROGRAM, run } from '../support/processes/command.ts';
import { silentUpstream } from '../support/servers/silent-upstream.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { ENGINES, newLocation } from '../support/stages/stores.ts';

/** Each command ends by its own way; what it leaves in a store of PostgreSQL is asked of one that serves. */
const SERVE = ['serve', '--port', '0'];
const COMMANDS = { sqlite: [SERVE, ['worker'], ['ingest', 'run', 'all']], postgres: [SERVE] };

async function told(location: StoreLocation) {
  const store = await openStore(location);
  const runs = await recentRuns(store.reads, { limit: 9 });
  await store.close();
  return runs.map(({ task, outcome, reason }) => ({ task, outcome, reason }));
}

/** A place with a source that never answers, and one that does. */
async function newSilentPlace(location: StoreLocation) {
  const place = await newWorkplace();
  const upstream = await silentUpstream();
  const market = await marketFolder();
  await market.write(tinyMarket('2026-05-01', 3));
  const sources = {
    silent: { adapter: 'tcgdex', files: upstream.base },
    eur_market: { ...market.sources.eur, every: '30d' },
  };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  const env = {
    CARDSTOCK_DATA: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  };
  /** Starts a command, and ends it by `signal` once it is at the source that never answers. */
  const endedBy = async (signal: NodeJS.Signals, args: readonly string[]) => {
    const asked = upstream.asked();
    const options = { cwd: place.directory, env: cleanEnvironment(env), stdio: 'ignore' as const };
    const child = spawn(process.execPath, [PROGRAM, ...args], options);
    const ended = once(child, 'close');
    await asked;
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return {
    endedBy,
    run: (...args: string[]) => run(place, args, env),
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]();
      await market[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

for (const [engine, missing] of ENGINES) {
  suite(`runs on ${engine}`, { skip: missing }, () => {
    test('one of a process that is told to end is closed by then', async () => {
      await using at = await newLocation(engine);
      await using place = await newSilentPlace(at.location);
      for (const args of COMMANDS[engine]) {
        const code = await place.endedBy('SIGTERM', args);
        const [newest] = await told(at.location);
        assert.deepEqual(newest, { task: 'silent', outcome: 'failed', reason: 'its process was stopped' }, args[0]);
        assert.equal(code, args[0] === 'ingest' ? 128 + constants.signals.SIGTERM : 0);
      }
      if (engine === 'sqlite') assert.equal(await place.endedBy('SIGINT', ['ingest', 'run', 'silent']), 130);
      assert.ok((await told(at.location)).every(({ outcome }) => outcome === 'failed'));
    });

    test('one of a process that is killed is closed by the next that runs a source, whichever', async () => {
      await using at = await newLocation(engine);
      await using place = await newSilentPlace(at.location);
      assert.equal(await place.endedBy('SIGKILL', ['worker']), null);
      const next = await place.run('ingest', 'run', 'eur_market');
      assert.equal(next.code, 0, next.stderr);
      assert.deepEqual(await told(at.location), [
        {
          task: 'eur_market',
          outcome: 'succeeded',
          reason: 'none of its 3 rows prices a card or product that is here',
        },
        { task: 'silent', outcome: 'failed', reason: 'the process ended during the run' },
      ]);
    });
  });
}

test('a service that still waits for its origin ends in order when it is told to', async () => {
  await using place = await newWorkplace();
  await using origin = await silentUpstream();
  const asked = origin.asked();
  const args = [PROGRAM, 'serve', '--port', '0', '--follow', origin.base];
  const child = spawn(process.execPath, args, { cwd: place.directory, env: cleanEnvironment({}), stdio: 'ignore' });
  await asked;
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
});

test('a signal is heard in the moment, too, in which another part of the service begins to listen', async () => {
  await using place = await newWorkplace();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // It comes where the part that listened before no longer does.
    const watch = `process.on('removeListener', (name) => name === '${signal}' && process.kill(process.pid, name))`;
    const env = cleanEnvironment({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}` });
    const args = [PROGRAM, 'serve', '--port', '0'];
    const child = spawn(process.execPath, args, { cwd: place.directory, env, stdio: 'ignore' });
    assert.deepEqual(await once(child, 'close'), [0, null], signal);
  }
});
