/** A copy is put in place of a store whose process was killed. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
