/** What the scan takes at once, and what it says where it is turned off or has nothing to compare with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../src/failure.ts';
import { ScanBusy } from '../../../src/scan/processes/photo-processes.ts';
import { openScanner } from '../../../src/scan/processes/scanner.ts';
import { newStore } from '../../support/stages/stores.ts';

test('eight photos are fetched at once, a ninth is busy until one is done', async () => {
  await using place = await newStore('sqlite');
  const answers: (() => void)[] = [];
  const resolve = () => new Promise<string[]>((done) => answers.push(() => done([])));
  const scanner = openScanner({ ...place, network: { resolve }, processes: 1 });
  const photoAt = () => scanner.photoAt('https://photos.example/a.jpg');
  const fetching = Array.from({ length: 8 }, () => assert.rejects(photoAt(), Failure));
  await assert.rejects(photoAt(), ScanBusy);
  answers.shift()?.();
  await fetching[0];
  const next = assert.rejects(photoAt(), Failure);
  await assert.rejects(photoAt(), ScanBusy);
  for (const answer of answers) answer();
  await Promise.all([...fetching, next]);
  scanner.stop();
});

test('where it is turned off, or no picture is indexed, the scan is unavailable and says which', async () => {
  await using place = await newStore('sqlite');
  const parts = { ...place, network: { resolve: async () => [] } };
  for (const [processes, says] of [
    [0, /turned off on this deployment/],
    [1, /its pictures are not indexed/],
  ] as const) {
    const failed = openScanner({ ...parts, processes }).requireIndex();
    await assert.rejects(
      failed,
      (error) => error instanceof Failure && error.code === 'scan_unavailable' && says.test(error.message),
    );
  }
});
