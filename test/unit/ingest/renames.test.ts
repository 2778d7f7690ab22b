/** Which new id is an old record under another name, and where that stays in doubt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRenames, type Named } from '../../../src/ingest/catalog/renames.ts';

const named = (id: string, more: Partial<Named> = {}): Named => ({
  id,
  parent_id: 'ember1',
  name: 'Glimmer',
  mark: '12',
  ...more,
});

const renamesOf = (appeared: Named[], vanished: Named[]) => Object.fromEntries(findRenames(appeared, vanished));

test('same parent, name and number is a rename, whatever the spelling of name and number', () => {
  const old = named('old', { name: 'Glimmér', mark: 'TG07' });
  for (const now of [{ mark: 'TG07' }, { mark: 'tg07' }, { mark: 'TG7' }, { mark: 'TG007', name: 'GLIMMER' }]) {
    assert.deepEqual(renamesOf([named('new', now)], [old]), { new: 'old' }, JSON.stringify(now));
  }
  assert.deepEqual(renamesOf([named('new', { mark: null })], [named('old', { mark: null })]), { new: 'old' });
});

test('another parent, another name or another number is another record', () => {
  const others: Partial<Named>[] = [
    { parent_id: 'ember2' },
    { name: 'Glimmers' },
    { mark: '13' },
    { mark: '120' },
    { mark: '102' },
    { mark: '12a' },
    { mark: null },
  ];
  for (const other of others) {
    assert.deepEqual(renamesOf([named('new', other)], [named('old')]), {}, JSON.stringify(other));
  }
  assert.deepEqual(renamesOf([named('new', { mark: '1' })], [named('old', { mark: '10' })]), {});
});

test('with a second candidate on either side nobody is renamed, and the others still are', () => {
  const sure = [named('sure-new', { mark: '1' }), named('sure-old', { mark: '1' })] as const;
  const renamed = { 'sure-new': 'sure-old' };
  assert.deepEqual(renamesOf([sure[0], named('new')], [sure[1], named('old'), named('older')]), renamed);
  assert.deepEqual(renamesOf([sure[0], named('new'), named('newer')], [sure[1], named('old')]), renamed);
  assert.deepEqual(
    renamesOf([sure[0], named('new'), named('newer')], [sure[1], named('old'), named('older')]),
    renamed,
  );
});

test('what only came, or only went, is renamed to nothing', () => {
  assert.deepEqual(renamesOf([named('new')], []), {});
  assert.deepEqual(renamesOf([], [named('old')]), {});
});
