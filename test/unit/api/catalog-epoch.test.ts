/** Which version answers are kept under: asked often, or seldom where commits are told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogEpoch, isOfEpoch, versionText } from '../../../src/api/front/catalog-epoch.ts';

const NOON = new Date('2026-03-01T12:00:00.000Z');

function watched(isHearing: boolean, now = NOON) {
  const asked = { times: 0, version: 1 };
  const readVersion = async () => {
    asked.times += 1;
    return asked.version;
  };
  const epoch = new CatalogEpoch({ readVersion, indexVersion: () => 1, now: () => now, isHearing: () => isHearing });
  return { epoch, asked };
}

test('without announcements a version is trusted for 10 ms, with them for 1 s at most', async () => {
  const quiet = watched(false);
  await quiet.epoch.read();
  const told = watched(true);
  await told.epoch.read();
  const at = performance.now();
  assert.equal(quiet.epoch.known(at + 50), undefined);
  assert.ok(told.epoch.known(at + 500)?.startsWith('1/1/'));
  assert.equal(told.epoch.known(at + 1500), undefined);
});

test('an announced version is asked for at once, and again shortly while a replica does not show it yet', async () => {
  const { epoch, asked } = watched(true);
  await epoch.read();
  epoch.expect(2);
  const at = performance.now();
  assert.equal(epoch.known(at), undefined);
  await epoch.read();
  assert.equal(epoch.known(performance.now() + 50), undefined, 'the replica is behind');
  asked.version = 2;
  assert.ok((await epoch.read()).startsWith('2/'));
  assert.ok(epoch.known(performance.now() + 500)?.startsWith('2/'));
  epoch.expect(undefined);
  assert.equal(epoch.known(performance.now()), undefined, 'what was told while nobody heard is unknown');
});

test('what is announced while the question is under way is asked again', async () => {
  const { epoch } = watched(true);
  const reading = epoch.read();
  epoch.expect(2);
  await reading;
  assert.equal(epoch.known(performance.now() + 50), undefined);
});

test('an epoch ends at midnight UTC, when the default window of price histories moves', async () => {
  const { epoch } = watched(true, new Date('2026-03-01T23:59:59.900Z'));
  await epoch.read();
  assert.equal(epoch.known(performance.now() + 150), undefined);
});

test('an answer belongs to the epoch of its own version, a search to that of its index too', () => {
  assert.ok(isOfEpoch('7/6/20000', { version: 7 }));
  assert.ok(!isOfEpoch('7/6/20000', { version: 70 }));
  assert.ok(!isOfEpoch('7/6/20000', { version: 8 }));
  assert.ok(isOfEpoch('7/6/20000', { version: 7, index: 6 }));
  assert.ok(!isOfEpoch('7/6/20000', { version: 7, index: 7 }));
  assert.equal(versionText({ version: 7 }), '7');
  assert.equal(versionText({ version: 7, index: 6 }), '7/6');
});
