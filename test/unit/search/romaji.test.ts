/** Names in kana as people write them in Latin letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEastern } from '../../../src/search/scripts/fold-eastern.ts';
import { romajiOf } from '../../../src/search/scripts/romaji.ts';

test('a name of kana is read as it sounds, and as a loan with l, its long ar and x; one of other characters is not', () => {
  for (const [name, ...readings] of [
    ['ヒトカゲ', 'hitokage'],
    ['ひとかげ', 'hitokage'],
    ['リザードン', 'rizadon', 'lizardon'],
    ['リザードンex', 'rizadon ex', 'lizardon ex'],
    ['ピカチュウ', 'pikachuu'],
    ['カメックス', 'kamekkusu', 'kamex'],
    ['ラックス', 'rakkusu', 'lax'],
    ['ファイヤー', 'faiya', 'faiyar'],
    ['ウィンディ', 'windi'],
    ['シェルダー', 'sheruda', 'sheludar'],
    ['ジャッキー', 'jakki'],
    ['ヴァ', 'va'],
    ['オーキドはかせ', 'okidohakase'],
    ['博士の研究'],
    ['피카츄'],
    ['Vultwick'],
    [''],
  ] as [string, ...string[]][]) {
    assert.deepEqual(romajiOf(foldEastern(name)), readings, name);
  }
});
