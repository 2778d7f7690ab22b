/** A copy is put in place of a store, whose process may have been killed. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp, restore } from '../../../src/store/maintenance/backup.ts';
import { setMetaValue } from '../../../src/store/meta.ts';
import { openStore } from '../../../src/store/open-store.ts';

test('what a killed process left beside its store is no hindrance for a restore: the store is set aside and replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-restore-test-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const [copy, live, killed] = ['copy', 'live', 'killed'].map((name) => join(folder, name)) as [string, string, string];
  const store = await openStore({ dataDir: live });
  await backUp(live, copy);
  await store.write((writes) => setMetaValue(writes, 'link_ends', '{}'));
  mkdirSync(killed);
  for (const name of readdirSync(live)) {
    if (name.startsWith('cardstock.db')) cpSync(join(live, name), join(killed, name));
  }
  await store.close();
  assert.ok(existsSync(join(killed, 'cardstock.db-shm')), 'as after SIGKILL');
  const { set_aside } = await restore(copy, killed, { force: true });
  assert.ok(existsSync(join(set_aside ?? '', 'cardstock.db')));
  const restored = await openStore({ dataDir: killed });
  const later = await restored.reads.selectFrom('meta').select('value').where('key', '=', 'link_ends').execute();
  assert.deepEqual(later, []);
  await restored.close();
});

test('what a copy brings beside its store sets its like aside, never to be lost; other files stay where they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-restore-test-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const [copy, from, to] = ['copy', 'from', 'to'].map((name) => join(folder, name)) as [string, string, string];
  for (const dataDir of [from, to]) {
    await (await openStore({ dataDir })).close();
    writeFileSync(join(dataDir, 'secrets-key'), dataDir);
  }
  writeFileSync(join(to, 'first-key'), to);
  await backUp(from, copy);
  const { set_aside } = await restore(copy, to, { force: true });
  const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
  assert.deepEqual([read(to, 'secrets-key'), read(set_aside ?? '', 'secrets-key')], [from, to]);
  assert.deepEqual([read(to, 'first-key'), readdirSync(set_aside ?? '').sort()], [to, ['cardstock.db', 'secrets-key']]);
});
