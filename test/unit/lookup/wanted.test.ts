/** What a row is understood to say: places in its number or name, languages in words, grades in any of their forms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedRow } from '../../../src/lookup/listed-row.ts';
import { nameFit } from '../../../src/lookup/name-fit.ts';
import { understand } from '../../../src/lookup/wanted.ts';

const CODES = new Set(['how', 'how1', 'ex', 'pr ha']);
const isCalled = (text: string) => CODES.has(text.toLowerCase().replace('-', ' '));
const understood = (row: ListedRow) => understand(row, { games: [], stored: new Set(), isCalled });

test('a code before the number is the expansion, in the number or behind the name', () => {
  for (const [row, expansion, number, name, isGuessed] of [
    [{ number: 'HOW 25' }, 'HOW', 'HOW25', undefined, false],
    [{ number: 'how1 8/58' }, 'how1', 'how18', undefined, false],
    [{ name: 'Vultwick', number: 'HOW #25' }, 'HOW', 'HOW25', 'vultwick', false],
    [{ name: 'Vultwick HOW 125' }, 'HOW', '125', 'vultwick', false],
    [{ name: 'Vultwick (HOW 125/198)' }, undefined, '125', undefined, false],
    [{ name: 'Vultwick PR-HA TG5' }, 'PR-HA', 'TG5', 'vultwick', false],
    // All in capitals: the code may be a word of the name.
    [{ name: 'HOW 25' }, 'HOW', '25', undefined, true],
    [{ name: 'VULTWICK EX 25' }, 'EX', '25', 'vultwick', true],
    // No code, small letters, a number or an expansion of its own.
    [{ name: 'Vultwick Unit 25' }, undefined, '', 'vultwick unit 25', false],
    [{ name: 'Vultwick how 25' }, undefined, '', 'vultwick how 25', false],
    [{ name: 'Vultwick HOW 25', number: '3' }, undefined, '3', 'vultwick how 25', false],
    [{ name: 'Vultwick HOW 25', expansion: 'Harbour' }, 'Harbour', '', 'vultwick how 25', false],
    [{ name: 'Vultwick HA01-016' }, undefined, 'HA01-016', 'vultwick', false],
  ] as const) {
    const { expansion: place, writtenNumber, bareNumber, names, isGuessed: guessed } = understood(row);
    if (/^HOW/.test(number)) assert.equal(bareNumber, Number(/\d+$/.exec(number.replace('how1', ''))?.[0]));
    assert.deepEqual([place, writtenNumber, guessed], [expansion, number, isGuessed], JSON.stringify(row));
    if (name !== undefined || row.number !== undefined) assert.equal(names[0]?.text, name, JSON.stringify(row));
  }
});

test('a number is read behind its words, and its count in words', () => {
  for (const [number, own, total] of [
    ['No. 4', '000004', undefined],
    ['no 4 of 102', '000004', 102],
    ['4 of 102', '000004', 102],
    ['Nr4', 'NR000004', undefined],
  ] as const) {
    const wanted = understood({ name: 'a', number });
    assert.deepEqual([wanted.number, wanted.total], [own, total], number);
  }
});

test('a language behind a dash or in brackets is stated; a name may be one all the same', () => {
  for (const [name, lang] of [
    ['Vultwick - Korean', 'ko'],
    ['Vultwick [Japanese]', 'ja'],
    ['Vultwick Korean', undefined],
    ['Korean - Vultwick', undefined],
    ['Vultwick - Korean Envoy', undefined],
  ] as const)
    assert.equal(understood({ name }).lang, lang, name);
});

test('a language is one by its name in any of six languages; another is told', () => {
  for (const [lang, code] of [
    ['Japanese', 'ja'],
    ['JP', 'ja'],
    ['日本語', 'ja'],
    ['Französisch', 'fr'],
    ['allemand', 'de'],
    ['Traditional Chinese', 'zh-tw'],
    ['Chinese', 'zh'],
    ['pt-BR', 'pt'],
  ] as const) {
    const { lang: told, problems } = understood({ name: 'a', lang });
    assert.deepEqual([told, problems], [code, []], lang);
  }
  const { lang, problems } = understood({ name: 'a', lang: 'Klingon' });
  assert.deepEqual([lang, problems], [undefined, ['Its language is not known.']]);
});

test('a grade is told in whatever form it has, and what only sounds like one is none', () => {
  for (const condition of [
    ...['PSA', 'PSA 10', 'PSA10', 'PSA-10', 'PSA GEM MT 10', 'psa authentic', 'BGS 9,5 Gem Mint', 'BGS 10 Black Label'],
    ...[
      'CGC Pristine 10',
      'CGC 9.5 Mint+',
      'SGC 9',
      'Beckett 9',
      'Gem Mint 10',
      'ACE 10',
      'TAG 9 Mint',
      'Graded: PSA 9',
    ],
  ]) {
    const { isGraded, condition: read, problems } = understood({ name: 'a', condition });
    assert.deepEqual([isGraded, read], [true, null], condition);
    assert.match(problems.join(), /^It is graded \(/);
  }
  for (const name of ['Ace Spec', 'Tag Team', 'Psyduck', 'Grand Master', 'Mint 9']) {
    assert.equal(understood({ name }).isGraded, false, name);
  }
});

test('a name in another script says nothing of the card, neither for it nor against it', () => {
  const readings = understood({ name: 'Charcoal ex' }).names;
  assert.deepEqual(nameFit(['リザードンex'], readings), { weight: 0, kind: 'foreign' });
  assert.equal(nameFit(['リザードンex', 'charcoal ex'], readings).kind, 'whole');
  assert.equal(nameFit(['vultwick'], readings).kind, 'other');
});
