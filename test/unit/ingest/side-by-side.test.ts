/** Runs of several games: in turn as long as none takes long; one that hangs holds up its own game and its host alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sideBySide } from '../../../src/ingest/runs/runner.ts';
import type { Source } from '../../../src/ingest/source.ts';

/** @param name `game/host` and what is read there */
const sourceOf = (name: string, memoryMb = 1024): Source => {
  const [game, host] = name.split('/');
  const probe = { address: host === 'file' ? `file:/${name}` : `https://${host}.example/${name}` };
  return { name, scope: { game }, probe, crawlPolicy: { memoryMb } } as Source;
};

/** Starts the runs; each ends when its name is ended, or at once where it is not among those that hang. */
function started(names: readonly string[], hanging: readonly string[], memoryMb?: number) {
  const log: string[] = [];
  const ends = new Map(hanging.map((name) => [name, Promise.withResolvers<void>()]));
  let late: () => void = () => undefined;
  const sleep = (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      late = resolve;
      signal?.addEventListener('abort', reject);
    });
  const done = sideBySide(
    names.map((name) => sourceOf(name, memoryMb)),
    { sleep },
    async ({ name }) => {
      log.push(name);
      await ends.get(name)?.promise;
      log.push(`${name}.`);
    },
  );
  const step = async () => {
    for (let turns = 0; turns < 5; turns += 1) await setImmediate();
    return log.splice(0);
  };
  return {
    done,
    step,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string, error: Error) => ends.get(name)?.reject(error),
    patience: () => late(),
  };
}

test('runs that take no time come one after the other, in their order', async () => {
  const names = ['a/one', 'b/two', 'a/three', 'c/file'];
  const runs = started(names, []);
  await runs.done;
  assert.deepEqual(
    await runs.step(),
    names.flatMap((name) => [name, `${name}.`]),
  );
});

test('a source that hangs holds up its own game and who asks its host, and nobody else', async () => {
  const runs = started(['a/one', 'a/two', 'b/three', 'b/one', 'c/four'], ['a/one']);
  assert.deepEqual(await runs.step(), ['a/one']);
  runs.patience();
  assert.deepEqual(await runs.step(), ['b/three', 'b/three.', 'c/four', 'c/four.']);
  runs.end('a/one');
  assert.deepEqual(await runs.step(), ['a/one.', 'a/two', 'b/one', 'a/two.', 'b/one.']);
  await runs.done;
});

test('as many games at once as there is memory for', async () => {
  const names = ['a/one', 'b/two', 'c/three'];
  const runs = started(names, ['a/one', 'b/two'], 512);
  await runs.step();
  runs.patience();
  assert.deepEqual(await runs.step(), ['b/two']);
  runs.patience();
  assert.deepEqual(await runs.step(), []);
  runs.end('a/one');
  assert.deepEqual(await runs.step(), ['a/one.', 'c/three', 'c/three.']);
  runs.end('b/two');
  await runs.done;
  const alone = started(names, ['a/one'], 300);
  await alone.step();
  alone.patience();
  assert.deepEqual(await alone.step(), []);
  alone.end('a/one');
  await alone.done;
});

test('where one throws the others are waited for: whoever comes next must not meet a run of before', async () => {
  const runs = started(['a/one', 'b/two', 'c/three'], ['a/one', 'b/two']);
  let isOver = false;
  const over = assert.rejects(runs.done, /the store is gone/).then(() => {
    isOver = true;
  });
  await runs.step();
  runs.patience();
  await runs.step();
  runs.fail('a/one', new Error('the store is gone'));
  runs.patience();
  await runs.step();
  assert.equal(isOver, false);
  runs.end('b/two');
  await over;
});
