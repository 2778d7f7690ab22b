/** What a row is understood to say: places in its number or name, languages in words, grades in any of their forms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedRow } from '../../../src/lookup/listed-row.ts';
import { nameFit } from '../../../src/lookup/name-fit.ts';
import { understand } from '../../../src/lookup/wanted.ts';
import { GAME } from '../../support/stages/game.ts';

const CODES = new Set(['how', 'how1', 'ex', 'pr ha', 'harbour of wicks', 'harbour of wicks 2']);
const isCalled = (text: string) => CODES.has(text.toLowerCase().replace('-', ' '));
const understood = (row: ListedRow) => understand(row, { games: [], stored: new Set(), isCalled });

test('a number that a spreadsheet took for a day, or wrote otherwise, is that number, and a day is told', () => {
  const said = (number: string) => {
    const { writtenNumber, total, problems } = understood({ name: 'Vultwick', number });
    return [[writtenNumber, ...(total === undefined ? [] : [total])].join('/'), problems.length];
  };
  for (const [written, number] of [
    ['25-May', '5/25'],
    ['May-25', '5/25'],
    ['25. Mai', '5/25'],
    ['Apr-82', '4/82'],
    ['4-Feb', '2/4'],
    ['2026-05-25', '5/25'],
    ['2026-05-25 00:00:00', '5/25'],
    ['5/25/2026', '5/25'],
    ['2026-04-04', '4/4'],
    ['4/4/26', '4/4'],
    ['Dez 25', '12/25'],
  ] as const) {
    assert.deepEqual(said(written), [number, 1], written);
  }
  const [day] = understood({ name: 'Vultwick', number: 'May-25' }).problems;
  assert.equal(day, 'Its number “May-25” is a day, as spreadsheets make of numbers: it is read as 5/25.');
  for (const [written, number] of [
    ['4.0', '4'],
    ['51,00', '51'],
    ['4-102', '4/102'],
    ['4|102', '4/102'],
    ['4a\\102', '4a/102'],
    ['MAR-25x', 'MAR-25x'],
    ['HA-25', 'HA-25'],
    ['2026-13', '2026-13'],
    ['10-4', '10/4'],
  ] as const) {
    assert.deepEqual(said(written), [number, 0], written);
  }
  const called = { games: [], stored: new Set<string>(), isCalled: (text: string) => text === 'DEC' };
  assert.equal(understand({ number: 'DEC-10' }, called).writtenNumber, 'DEC-10', 'an expansion has that code');
});

test('an expansion in the column of the name or number is put in its place, and told', () => {
  for (const [row, meant] of [
    [{ name: 'Harbour of Wicks', expansion: 'Vultwick' }, 'name'],
    [{ name: 'Vultwick', number: 'Harbour of Wicks', expansion: '4/58' }, 'number'],
    [{ name: 'Vultwick', number: 'HOW', expansion: '#4' }, 'number'],
  ] as const) {
    const { names, expansion, problems } = understood(row);
    assert.deepEqual([names[0]?.text, /how|harbour/i.test(expansion ?? '')], ['vultwick', true], JSON.stringify(row));
    assert.deepEqual(problems, [`Its expansion stands as its ${meant}, and the other way round.`]);
  }
  for (const row of [
    // A card may be called as a code; the expansion may be one that is known; a number is none of its name.
    { name: 'How', expansion: 'Vultwick' },
    { name: 'Harbour of Wicks', expansion: 'ex' },
    { name: 'Vultwick', number: 'Harbour of Wicks', expansion: 'Flashfirs' },
    { name: 'Vultwick', number: '4', expansion: '58' },
  ]) {
    assert.deepEqual(understood(row).problems, [], JSON.stringify(row));
    assert.equal(understood(row).expansion, row.expansion);
  }
  const row = { name: 'Harbour of Wicks', expansion: 'Great Harbour of Wicks' };
  const { expansion } = understand(row, { games: [], stored: new Set(), isCalled, isCard: () => true });
  assert.equal(expansion, row.expansion, 'a card is called so too');
});

test('what is called fake or made by hand is no copy of the card; a printing may say a parallel', () => {
  for (const row of [{ condition: 'Fake' }, { printing: 'Replica' }, { name: 'Vultwick (Custom)' }]) {
    assert.equal(understood({ name: 'Vultwick', ...row }).isUnpriced, true, JSON.stringify(row));
  }
  assert.equal(understood({ name: 'Vultwick 8/58 Orica Holo' }).isUnpriced, true);
  assert.equal(understood({ name: 'Custom Wick' }).isUnpriced, false);
  assert.equal(understood({ name: 'Custom Wick 8/58' }).isUnpriced, false);
  const { names, printing } = understood({ name: 'Vultwick', number: 'T1-016', printing: 'Foil Parallel' });
  assert.deepEqual([names[0]?.text, printing], ['vultwick parallel', 'foil']);
  assert.equal(understood({ name: 'Vultwick', printing: 'Paralleled' }).names[0]?.text, 'vultwick');
  const called = (row: ListedRow) => understood({ name: 'Vultwick', ...row }).names[0]?.text;
  assert.equal(called({ printing: 'Alternate Art' }), 'vultwick alternate art');
  assert.equal(called({ number: 'T1-016_p1' }), 'vultwick parallel');
  assert.equal(called({ number: 'T1-016_p2' }), 'vultwick parallel p2', 'of several the second');
});

test('a number with its code may stand as the id, that of a parallel’s picture too', () => {
  for (const [row, name, number, hasId] of [
    [{ external_id: 'T1-016_p1' }, 'vultwick parallel', 'T1-016', false],
    [{ external_id: 'T1-016_p1', number: 't1-016' }, 'vultwick parallel', 'T1-016', false],
    [{ external_id: 'T1-016_p1', number: 'T1-017' }, 'vultwick', 'T1-017', true],
    [{ external_id: 'T1-016' }, 'vultwick', 'T1-016', true],
    [{ external_id: 'T1-016', number: 'T1-017' }, 'vultwick', 'T1-017', true],
    [{ external_id: 'ember1-16' }, 'vultwick', '', true],
  ] as const) {
    const { names, writtenNumber, hasId: isKept } = understood({ name: 'Vultwick', ...row });
    assert.deepEqual([names[0]?.text, writtenNumber, isKept], [name, number, hasId], JSON.stringify(row));
  }
});

test('a condition that is said twice is one, and of two nothing is known', () => {
  const conditionOf = (condition: string) => understood({ name: 'a', condition }).condition;
  for (const twice of ['Near Mint (NM)', 'NM / Near Mint', 'Mint (NM)']) assert.equal(conditionOf(twice), 'NM', twice);
  assert.equal(conditionOf('Lightly Played (LP)'), 'LP');
  assert.equal(conditionOf('Good (Lightly Played)'), 'LP', 'as one site calls it');
  for (const two of ['NM/LP', 'LP-MP', 'Near Mint or Played', 'NM to LP', 'Neuwertig oder gespielt'])
    assert.equal(conditionOf(two), null, two);
  assert.equal(understood({ name: 'a', condition: 'Near Mint Foil' }).printing, 'foil');
});

test('a number is read behind its words, and its count in words', () => {
  for (const [number, own, total] of [
    ['No. 4', '000004', undefined],
    ['no 4 of 102', '000004', 102],
    ['4 of 102', '000004', 102],
    ['4of102', '000004', 102],
    ['4 sur 102', '000004', 102],
    ['N°4', '000004', undefined],
    ['Nº 4', '000004', undefined],
    ['Nr. 4', '000004', undefined],
    ['4⁄102', '000004', 102],
    ['4∕102', '000004', 102],
    ['４／１０２', '000004', 102],
    ['4\u200b/\u2060102\ufeff', '000004', 102],
    ['="4/102"', '000004', 102],
    ["'4/102", '000004', 102],
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

test('a language behind a code or a number is stated, and none that is part of a code', () => {
  for (const [row, lang, expansion, number] of [
    [{ expansion: 'HOW-DE', number: '25' }, 'de', 'HOW', '25'],
    [{ expansion: 'how-es', number: '25' }, 'es', 'how', '25'],
    [{ expansion: 'HOW', number: '25-ja' }, 'ja', 'HOW', '25'],
    [{ number: 'how-25-de' }, 'de', undefined, 'how-25'],
    [{ number: 'how-es-25' }, 'es', undefined, 'how-25'],
    [{ number: 'HOW-DE025' }, 'de', undefined, 'HOW-EN025'],
    [{ number: 'HOW-SP025' }, 'es', undefined, 'HOW-EN025'],
    [{ number: 'HOW-EN025' }, undefined, undefined, 'HOW-EN025'],
    [{ number: '025/PR-HA' }, undefined, 'PR-HA', '025'],
    [{ number: '025/PR-HO' }, undefined, undefined, '025'],
    [{ number: 'HOW-G025' }, 'de', undefined, 'HOW-025'],
    [{ number: 'how-s025', lang: 'it' }, 'it', undefined, 'how-025'],
    [{ number: 'HOW-A025' }, undefined, undefined, 'HOW-A025'],
    [{ number: 'HOW-G25' }, undefined, undefined, 'HOW-G25'],
    [{ number: 'HOW-DEB25' }, 'de', undefined, 'HOW-ENB25'],
    [{ name: 'Vultwick HOW-FR025' }, 'fr', undefined, 'HOW-EN025'],
    [{ expansion: 'PR-HA', number: '25' }, undefined, 'PR-HA', '25'],
    [{ expansion: 'how-de', number: '25', lang: 'fr' }, 'fr', 'how', '25'],
  ] as const) {
    const { writtenNumber, ...said } = understood({ name: 'Vultwick', ...row });
    assert.deepEqual([said.lang, said.expansion, writtenNumber], [lang, expansion, number], JSON.stringify(row));
  }
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
    ...['10', '9.5', 'AP 9', 'Slabbed', 'slab', 'Authentic', 'EX 5', 'Mint 9', 'NM-MT+ 8.5', 'VG-EX 4'],
  ]) {
    const { isUnpriced, condition: read, problems } = understood({ name: 'a', condition });
    assert.deepEqual([isUnpriced, read], [true, null], condition);
    assert.match(problems.join(), /^It is graded \(/);
  }
  for (const name of ['Ace Spec', 'Tag Team', 'Psyduck', 'Grand Master', 'Mint 9']) {
    assert.equal(understood({ name }).isUnpriced, false, name);
  }
});

test('a set may hold the grade too, and only as one', () => {
  const { expansion, isUnpriced } = understood({ name: 'a', expansion: 'Harbour of Wicks (PSA 10)' });
  assert.deepEqual([expansion, isUnpriced], ['Harbour of Wicks', true]);
  for (const row of [
    { expansion: 'PSA' },
    { condition: 'NM' },
    { condition: 'EX 12' },
    { condition: '11' },
    { condition: 'Zustand 2' },
  ]) {
    assert.equal(understood({ name: 'a', ...row }).isUnpriced, false, JSON.stringify(row));
  }
});

test('a proxy is none of the cards that prices are of', () => {
  for (const row of [{ printing: 'foil proxy' }, { condition: 'Proxy' }, { name: 'Vultwick (Proxy)' }]) {
    const { isUnpriced, problems, names } = understood({ name: 'Vultwick', ...row });
    assert.deepEqual([isUnpriced, names.map(({ text }) => text)], [true, ['vultwick']], JSON.stringify(row));
    assert.match(problems.join(), /proxy/);
  }
  assert.equal(understood({ name: 'Proxy of Wicks' }).isUnpriced, false, 'a name of its own');
});

test('a condition in brackets, or where the set belongs, is one, unless an expansion is called so', () => {
  for (const [row, name, condition, expansion] of [
    [{ name: 'Vultwick [LP]' }, 'vultwick', 'LP', undefined],
    [{ name: 'Vultwick (Giant) [Near Mint]', expansion: 'how' }, 'vultwick giant', 'NM', 'how'],
    [{ name: 'Vultwick', expansion: 'MP' }, 'vultwick', 'MP', undefined],
    [{ name: 'Vultwick [LP]', condition: 'HP' }, 'vultwick', 'HP', undefined],
    [{ name: 'Vultwick', expansion: 'EX' }, 'vultwick', 'NM', 'EX'],
    [{ name: 'Vultwick (Good)' }, 'vultwick good', 'NM', undefined],
  ] as const) {
    const said = understood(row);
    assert.deepEqual([said.names[0]?.text, said.condition, said.expansion], [name, condition, expansion]);
  }
});

test('a game is known by its initials too', () => {
  const gameOf = (game: string) =>
    understand({ name: 'a', game }, { games: [], stored: new Set(['one_wick', 'orb']), isCalled }).game;
  assert.deepEqual(['OWTCG', 'OW TCG', 'One Wick Card Game', 'OTCG', 'WTCG'].map(gameOf), [
    'one_wick',
    'one_wick',
    'one_wick',
    'orb',
    null,
  ]);
});

test('a name in another script says nothing of the card, neither for it nor against it', () => {
  const readings = understood({ name: 'Charcoal ex' }).names;
  assert.deepEqual(nameFit(['リザードンex'], readings), { weight: 0, kind: 'foreign', spelt: 0 });
  assert.equal(nameFit(['リザードンex', 'charcoal ex'], readings).kind, 'whole');
  assert.equal(nameFit(['vultwick'], readings).kind, 'other');
});

test('conditions and languages are read as people of several countries write them', () => {
  for (const [condition, is] of [
    ['NM/M', 'NM'],
    ['Near Mint or Better', 'NM'],
    ['Proche du neuf', 'NM'],
    ['美品', 'NM'],
    ['Lightly Played (Excellent)', 'LP'],
    ['Bon état', 'MP'],
    ['VG', 'MP'],
    ['Bespielt', 'HP'],
    ['abîmé', 'DMG'],
    ['Abîmée', 'DMG'],
    ['Leicht bespielt', 'LP'],
    ['Légèrement jouée', 'LP'],
    ['Ligeramente jugada', 'LP'],
    ['Leggermente giocata', 'LP'],
    ['Pouco jogado', 'LP'],
    ['Ottima', 'LP'],
    ['Mäßig bespielt', 'MP'],
    ['Stark gespielt', 'HP'],
    ['Muito jogada', 'HP'],
    ['Jogado', 'HP'],
    ['Quase nova', 'NM'],
    ['Fast neuwertig oder besser', 'NM'],
    ['Casi nueva o mejor', 'NM'],
    ['極美品', 'NM'],
    ['ほぼ新品', 'NM'],
    ['Danificada', 'DMG'],
    ['LP - Light Play', 'LP'],
    // A shop's own letters, and scratches that nobody counts.
    ['状態A', null],
    ['傷あり', null],
    // They say that it was used, not how much.
    ['Gebraucht', null],
    ['Très bon état', null],
  ] as const) {
    assert.equal(understood({ name: 'a', condition }).condition, is, condition);
  }
  for (const [lang, is] of [
    ['🇯🇵', 'ja'],
    ['🇬🇧', 'en'],
    ['Русский', 'ru'],
    ['한국어', 'ko'],
    ['jap', 'ja'],
  ] as const) {
    assert.equal(understood({ name: 'a', lang }).lang, is, lang);
  }
  assert.deepEqual(understood({ name: 'a', lang: '🇿🇿' }).problems, ['Its language is not known.']);
});

test('what stands for a sign of a name may be said in more words', () => {
  const signs = { 'gold star': 'star', 'delta species': 'delta' };
  const games = [{ ...GAME, lists: { ...GAME.lists, signs } }];
  for (const name of ['Vultwick Gold Star (Delta Species)', 'Vultwick ☆ δ', 'Vultwick Star Delta']) {
    const { names } = understand({ name }, { games, stored: new Set(), isCalled });
    assert.equal(names[0]?.text, 'vultwick star delta', name);
  }
});

test('a title of shops is taken apart: year, game, expansion, and the name with what is behind it', () => {
  const game = { ...GAME, lists: { ...GAME.lists, titles: ['wicks', 'wicks tcg', 'the wicks'] } };
  const isCard = (text: string) => ['wicks how', 'harbour of wicks ex', 'lumen'].includes(text.toLowerCase());
  const asked = (name: string) => {
    const { names, writtenNumber, expansion, condition } = understand(
      { name },
      { games: [game], stored: new Set([game.name]), isCalled, isCard },
    );
    return [names.at(-1)?.text, writtenNumber, expansion, condition];
  };
  for (const [title, name, number, expansion] of [
    ['2000 Wicks Harbour of Wicks Vultwick 8/58', 'vultwick', '8', 'Harbour of Wicks'],
    ['Wicks! Harbour of Wicks: Vultwick #8', 'vultwick', '8', 'Harbour of Wicks'],
    ['Wicks TCG: Vultwick 8/58', 'vultwick', '8', undefined],
    ['The Wicks Trading Card Game Vultwick 8/58', 'vultwick', '8', undefined],
    ['2000 Wicks Vultwick', 'vultwick', '', undefined],
    ['2000 Wicks Vultwick 8/58 LP', 'vultwick', '8', undefined],
    // On what was graded the name stands behind the number.
    ['2000 WICKS HARBOUR OF WICKS #8 VULTWICK', 'vultwick', '8', 'Harbour of Wicks'],
    ['2000 WICKS H2a-HARBOURS #8 VULTWICK', 'vultwick', '8', 'H2a-harbours'],
    ['2000 WICKS GREAT HARBOURS #8 FA/VULTWICK', 'vultwick', '8', 'Great Harbours'],
    ['2000 WICKS HARBOUR OF WICKS VULTWICK #8 HOLO', 'vultwick', '8', 'Harbour of Wicks'],
    ['2000 Wicks Harbour of Wicks Vultwick #8 Rare WOTC', 'vultwick rare wotc', '8', 'Harbour of Wicks'],
    // Condition, game and language in other words, before the name and behind the number.
    ['Mint Condition Vultwick 8/58 Harbour of Wicks', 'vultwick', '8', 'Harbour of Wicks'],
    ['Carte Wicks Vultwick 8/58 Harbour of Wicks NM', 'vultwick', '8', 'Harbour of Wicks'],
    ['Wicks - Vultwick - 8/58 - Harbour of Wicks', 'vultwick', '8', 'Harbour of Wicks'],
    ['Wicks Lumen 8/58 Inglese Quasi Nuovo', 'lumen', '8', undefined],
    ['Lumen 8/58 Holo Harbour of Wicks 2 Englisch', 'lumen', '8', 'Harbour of Wicks 2'],
    ['Lumen 8/58 Harbour of Wicks VF', 'lumen', '8', 'Harbour of Wicks'],
    ['Lumen 8/58 Harbour of Wicks Française', 'lumen', '8', 'Harbour of Wicks'],
    ['Lumen Harbour of Wicks 2 8/58', 'lumen', '8', 'Harbour of Wicks 2'],
    ['Wicks TCG Vultwick Harbour of Wicks NM', 'vultwick', '', 'Harbour of Wicks'],
    // A card may be called like the game, by a year, and like an expansion.
    ['Wicks Vultwick 8/58', 'wicks vultwick', '8', undefined],
    ['2000 Vultwick 8/58', '2000 vultwick', '8', undefined],
    ['Wicks TCG Harbour of Wicks ex 8/58', 'harbour of wicks ex', '8', undefined],
    ['Harbour of Wicks ex 8/58', 'harbour of wicks ex', '8', undefined],
  ] as const) {
    assert.deepEqual(
      asked(title).map((said) => said?.toLowerCase()),
      [name, number, expansion?.toLowerCase(), title.endsWith('LP') ? 'lp' : 'nm'],
      title,
    );
  }
});

test('what pages and spreadsheets put for signs is those signs', () => {
  for (const [name, folded] of [
    ['Vultwick&#39;s', 'vultwicks'],
    ['Vultwick &amp; Bolt', 'vultwick bolt'],
    ['Ｖｕｌｔｗｉｃｋ', 'vultwick'],
  ] as const)
    assert.equal(understood({ name }).names[0]?.text, folded);
});
