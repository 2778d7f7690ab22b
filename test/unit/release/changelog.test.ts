/** Holds that a release takes the notes of this changelog, and gives them its version. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { releasedAs, unreleased } from '../../../scripts/release/changelog.ts';

test('what is not released becomes the newest release, word for word, and nothing else changes', () => {
  const here = readFileSync('CHANGELOG.md', 'utf8');
  const before = unreleased(here) === undefined ? here.replace('\n## ', '\n## Unreleased\n\n- one\n\n## ') : here;
  const notes = unreleased(before);
  assert.ok(notes);
  const after = releasedAs(before, '9.9.9', '2026-01-02');
  assert.ok(after.includes(`## 9.9.9 (2026-01-02)\n\n${notes}\n`));
  assert.deepEqual(after.split('\n').length, before.split('\n').length);
  assert.equal(unreleased(after), undefined);
});

test('notes end where the release before begins, or the file', () => {
  assert.equal(unreleased('# C\n\n## Unreleased\n- a\n\n### Fixed\n- b\n\n## 0.1.0\n- c\n'), '- a\n\n### Fixed\n- b');
  assert.equal(unreleased('## Unreleased\n\n- a\n'), '- a');
  assert.equal(unreleased('## Unreleased\n\n## 0.1.0\n- c\n'), '');
});
