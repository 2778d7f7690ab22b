/** How sure a row's card is: what speaks for it against the others and against none, and never sure what the row contradicts. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DeployedGame } from '../../../src/games/game.ts';
import { CERTAIN, type Choice, choose, withoutRivals } from '../../../src/lookup/choose.ts';
import type { Candidate } from '../../../src/lookup/evidence.ts';
import { ExpansionBook } from '../../../src/lookup/expansion-book.ts';
import type { ListedRow } from '../../../src/lookup/listed-row.ts';
import { understand } from '../../../src/lookup/wanted.ts';
import { GAME } from '../../support/stages/game.ts';

const expansion = (id: string, name: string, official: number) => ({
  ...{ id, game: 'game', name, translated: [], codes: [], official, region: undefined },
});
const book = new ExpansionBook([expansion('e1', 'Ember Dawn', 102), expansion('e2', 'Frost Gate', 30)], []);

/** A card of `e1`, unless its id says another. */
const candidate = (id: string, name: string, byId = 0): Candidate => {
  const [expansion_id = '', number = ''] = id.split('-');
  return {
    byId,
    translated: {},
    card: { id, game: 'game', expansion_id, name, number, number_sort: number.padStart(6, '0') },
  };
};

function chosen(row: ListedRow, candidates: readonly Candidate[], { hasKnownId = false, limit = 3 } = {}) {
  const wanted = understand(row, { games: [], stored: book.games, isCalled: (text) => book.isAny(text) });
  return choose(candidates, wanted, { book, games: [], hasKnownId }, limit);
}

const EMBER = candidate('e1-4', 'Ember');
const sure = (row: ListedRow, candidates = [EMBER], hasKnownId = false) =>
  chosen(row, candidates, { hasKnownId })[0]?.confidence ?? 0;

suite('a card that the row contradicts', () => {
  const agreed = { name: 'Ember', number: '4/102', expansion: 'Ember Dawn' };

  test('is as sure as .6 at most, however much else agrees; one that nothing contradicts is certain', () => {
    assert.ok(sure(agreed) >= CERTAIN, `${sure(agreed)}`);
    for (const [why, row, candidates, hasKnownId] of [
      ['another count', { ...agreed, number: '4/103' }],
      ['an expansion that none is called', { ...agreed, expansion: 'Zzyzx' }],
      ['letters that the card has none of', { name: 'Ember', number: 'TG4' }],
      ['an id that is another card’s', agreed, [EMBER], true],
      ['a name with more to say, an id of another', { ...agreed, name: 'Ember Lord' }, [EMBER], true],
    ] as [string, ListedRow, Candidate[]?, boolean?][]) {
      assert.equal(sure(row, candidates, hasKnownId), 0.6, why);
    }
    const other = { ...agreed, number: '5/102' };
    const byId = [candidate('e1-4', 'Ember', 9)];
    assert.equal(sure(other, byId, true), 0.6, 'another number, though an id leads to the card');
  });

  test('is one of an expansion that has only words in common with the stated one, where no number bears it out', () => {
    for (const expansion of ['Dawn', 'Ember Down', 'Dwn of Ember']) {
      const [first] = chosen({ name: 'Ember', expansion }, [EMBER]);
      assert.equal(first?.contradicts, undefined, `${expansion}: shortened or mistyped`);
    }
    const like = { name: 'Ember', expansion: 'Dawn of Embers IV' };
    assert.equal(sure(like), 0.6);
    assert.equal(chosen(like, [EMBER])[0]?.contradicts, "Its expansion is only like this card's.");
    assert.equal(sure({ ...like, number: '4' }), 0.6, 'another expansion may have the number too');
    assert.ok(sure({ ...like, number: '4/102' }) >= CERTAIN, 'its count bears it out');
    for (const expansion of ['Ember Dawn Tide', 'Art Series: Ember Dawn', 'Ember Dawn Promos', 'Ember Dawn 2025'])
      assert.equal(sure({ name: 'Ember', number: '4', expansion }), 0.6, expansion);
    assert.ok(sure({ name: 'Ember', number: '4', expansion: 'EX Ember Dawn' }) >= CERTAIN, 'the code of a series');
    assert.ok(sure(like, [candidate('e1-4', 'Ember', 4)], true) >= CERTAIN, 'an id bears it out too');
  });

  test('but an id that leads to it bears out an unknown expansion, and with its number another count', () => {
    const byId = [candidate('e1-4', 'Ember', 4)];
    for (const row of [
      { ...agreed, expansion: 'Zzyzx' },
      { ...agreed, number: '4/103' },
    ]) {
      assert.ok(sure(row, byId, true) >= CERTAIN, JSON.stringify(row));
    }
    assert.equal(sure({ ...agreed, expansion: 'Frost Gate' }, byId, true), 0.6, 'not another expansion that is known');
  });
});

suite('what the row says to the letter', () => {
  const lettered = {
    ...candidate('e1-H11', 'Ember'),
    card: { ...candidate('e1-H11', 'Ember').card, number_sort: 'H000011' },
  };

  test('is a number that another card of the expansion bears: then it is no lettered one', () => {
    const row = { name: 'Ember', number: '11', expansion: 'Ember Dawn' };
    assert.ok(sure(row, [lettered]) >= CERTAIN, 'no other card bears it');
    assert.ok(sure(row, [lettered, candidate('e1-11', 'Frost')]) <= 0.6);
    assert.ok(sure(row, [lettered, candidate('e2-11', 'Frost')]) >= CERTAIN, 'of another expansion');
  });

  test('is another card’s name: then it is no typo of this one’s, nor this one’s with words behind it', () => {
    const row = { number: '4/102', expansion: 'Ember Dawn' };
    for (const [said, other] of [
      ['Embers', 'Embers'],
      ['Ember V', 'Ember V'],
      ['Ember V (Secret)', 'Ember V'],
      ['Ember♂', 'Ember♂'],
    ] as const) {
      const asked = { ...row, name: said };
      assert.ok(sure(asked, [EMBER, candidate('e2-4', other)]) <= 0.6, said);
    }
    const begun = { number: '169', expansion: 'Ember Dawn', name: 'Ember' };
    const longer = candidate('e1-169', 'Ember V');
    for (const [other, said] of [
      ['e1-52', "Its name is another card's."],
      ['e2-52', undefined],
    ] as const) {
      const [first] = chosen(begun, [longer, candidate(other, 'Ember')]);
      assert.deepEqual(
        [first?.card.id, first?.contradicts],
        ['e1-169', said],
        `short for one, and the name of ${other}`,
      );
    }
    const unnumbered = { name: 'Ember', expansion: 'Ember Dawn' };
    assert.ok(sure(unnumbered, [longer]) >= CERTAIN, 'no card is called just so');
    assert.equal(sure(unnumbered, [longer, candidate('e2-52', 'Ember')]), 0.6, 'without a number one anywhere');
    assert.equal(sure({ name: 'Ember (pr)', expansion: 'Ember Dawn' }, [candidate('e1-4', 'Ember (p2)')]), 0.6);
    assert.ok(sure({ ...row, name: 'Embers' }) >= CERTAIN, 'no card is called so');
    assert.ok(sure({ ...row, name: 'Embers' }, [EMBER, candidate('e2-4', 'Ember')]) >= CERTAIN);
  });
});

suite('what the name tells beside the name', () => {
  test('is another expansion than the card’s, or another number than is in its name: then it is not certain', () => {
    const row = { number: '4', expansion: 'Ember Dawn' };
    for (const name of ['Ember (Frost Gate)', 'Ember [Frost Gate]', 'Ember - Frost Gate']) {
      const [first] = chosen({ ...row, name }, [EMBER]);
      assert.equal(first?.contradicts, "Its name tells another expansion than this card's.", name);
      assert.ok((first?.confidence ?? 1) <= 0.6, name);
    }
    for (const name of ['Ember (Ember Dawn)', 'Ember - Ember Dawn', 'Ember (Ember Dawn 4)', 'Ember (Elsewhere)'])
      assert.equal(chosen({ ...row, name }, [EMBER])[0]?.contradicts, undefined, name);
    const numbered = candidate('e1-4', 'Wick 39: Tide');
    const [other] = chosen({ ...row, name: 'Wick 38: Tide' }, [numbered]);
    assert.deepEqual([other?.contradicts, other?.confidence], ["Its name tells another number than this card's.", 0.6]);
    assert.ok(sure({ ...row, name: 'Wick 39 Tide' }, [numbered]) >= CERTAIN);
    assert.equal(chosen({ ...row, name: 'Ember 2' }, [candidate('e1-4', 'Ember2')])[0]?.contradicts, undefined);
  });

  test('is no other card’s name where that is only nearer to it', () => {
    const row = { name: 'Ember (Tide)', number: '4', expansion: 'Ember Dawn' };
    const [first] = chosen(row, [candidate('e1-4', 'Ember (Wick) (p4)'), candidate('e2-4', 'Ember')]);
    assert.deepEqual([first?.card.id, first?.contradicts], ['e1-4', "Another card's name is nearer to its own."]);
  });
});

suite('cards that a row may mean', () => {
  test('have the number behind the code of their expansion, joined as it may be, which tells no place by itself', () => {
    const coded = { name: 'Ember', number: 'E1004' };
    assert.ok(sure(coded) < CERTAIN, 'letters are no code with a digit');
    const dawn = new ExpansionBook([{ ...expansion('e1', 'Ember Dawn', 102), codes: ['EMD'] }], []);
    const isCalled = (text: string) => dawn.isAny(text);
    const answer = (row: ListedRow) => {
      const wanted = understand(row, { games: [], stored: dawn.games, isCalled });
      return choose([EMBER], wanted, { book: dawn, games: [], hasKnownId: false }, 1)[0]?.confidence ?? 0;
    };
    assert.ok(answer({ name: 'Ember', number: 'EMD004' }) >= CERTAIN);
    assert.ok(answer({ name: 'Ember', number: 'EMD005' }) <= 0.6);
    assert.ok(answer({ number: 'EMD004' }) < 0.5, 'it may be a number itself');
  });

  test('come by how likely they are, equals by id, as many as are asked', () => {
    const candidates = [candidate('e2-4', 'Ember'), candidate('e1-4', 'Ember'), candidate('e1-9', 'Ember')];
    const row = { name: 'Ember', number: '4' };
    assert.deepEqual(
      chosen(row, candidates).map(({ card }) => card.id),
      ['e1-4', 'e2-4', 'e1-9'],
    );
    assert.deepEqual(
      chosen(row, candidates, { limit: 1 }).map(({ card }) => card.id),
      ['e1-4'],
    );
    const [first, second] = chosen(row, candidates);
    assert.equal(first?.confidence, second?.confidence);
    assert.ok((first?.confidence ?? 1) < 0.5, 'two equals share what is sure');
  });

  test('say whether an id led to them, and are less sure than certain for a name alone', () => {
    assert.deepEqual(
      chosen({ name: 'Ember' }, [EMBER, candidate('e1-5', 'Ember', 2)]).map(({ isById }) => isById),
      [true, false],
    );
    assert.ok(sure({ name: 'Ember' }) < CERTAIN);
    assert.deepEqual(chosen({ name: 'Ember' }, []), []);
  });
});

suite('a part of an expansion', () => {
  const parted = new ExpansionBook(
    [expansion('e1', 'Ember Dawn', 102), expansion('eg', 'Ember Dawn Gallery', 30), expansion('e2', 'Frost Gate', 30)],
    [],
  );
  const best = (row: ListedRow, candidates: readonly Candidate[]) => {
    const wanted = understand(row, { games: [], stored: parted.games, isCalled: (text) => parted.isAny(text) });
    const [first] = choose(candidates, wanted, { book: parted, games: [], hasKnownId: false }, 1);
    return [first?.card.id, (first?.confidence ?? 0) >= CERTAIN];
  };
  const inPart = candidate('eg-4', 'Ash');
  const inWhole = candidate('e1-4', 'Ash');

  test('is meant by the name of the whole where no card of that bears the name', () => {
    const row = { name: 'Ash', expansion: 'Ember Dawn' };
    assert.deepEqual(best(row, [inPart, candidate('e1-4', 'Ember')]), ['eg-4', true]);
    assert.deepEqual(best(row, [inPart, inWhole]), ['e1-4', true]);
  });

  test('comes before another expansion that has the number, and is then not certain', () => {
    const row = { name: 'Ash', number: '9/30', expansion: 'Ember Dawn' };
    assert.deepEqual(best(row, [inPart, candidate('e2-9', 'Ash')]), ['eg-4', false]);
  });
});

suite('a number that is all that a row says', () => {
  const lettered = (id: string): Candidate => {
    const [, digits = ''] = /(\d+)$/.exec(id) ?? [];
    const each = candidate(id, 'Ember');
    const { number } = each.card;
    return { ...each, card: { ...each.card, number_sort: number?.replace(digits, digits.padStart(6, '0')) ?? '' } };
  };
  const games = [{ name: 'game', lists: { isNumberOneCards: true } }] as unknown as DeployedGame[];
  const sureOf = (number: string, ids: readonly string[]) => {
    const wanted = understand({ number }, { games: [], stored: book.games, isCalled: (text) => book.isAny(text) });
    return choose(ids.map(lettered), wanted, { book, games, hasKnownId: false }, 1)[0]?.confidence ?? 0;
  };

  test('is a card’s where it has letters and one card alone bears it', () => {
    assert.ok(sureOf('EMB020', ['e1-EMB020']) >= CERTAIN);
    assert.ok(sureOf('EMB020', ['e1-EMB020', 'e2-20']) >= CERTAIN);
    assert.ok(sureOf('EMB020', ['e1-EMB020', 'e2-EMB020']) < 0.5, 'two bear it');
    assert.ok(sureOf('20', ['e1-20']) < 0.5, 'digits alone');
  });
});

test('a card whose names are all in another script than a Latin name is less likely, unless a language is stated', () => {
  const foreign = [candidate('e1-4', 'リザードン')];
  assert.ok(sure({ name: 'Charizard', number: '4/102' }, foreign) < 0.5);
  assert.ok(sure({ name: 'Charizard', number: '4/102', lang: 'ja' }, foreign) > 0.5);
  for (const row of [
    { name: 'Charizard', number: '4/102', expansion: 'Ember Dawn', lang: 'ja' },
    { name: 'リザードン SAR', number: '5/102', expansion: 'Ember Dawn' },
  ]) {
    assert.ok(sure(row, foreign) < CERTAIN, row.name);
  }
});

test('a name as it sounds in Latin letters is the card’s, unless another card is spelt so', () => {
  const kabuto = candidate('e1-4', 'カブト');
  const row = { name: 'Kabuto', number: '4/102' };
  assert.ok(sure({ ...row, expansion: 'Ember Dawn' }, [kabuto]) >= CERTAIN);
  assert.ok(sure({ ...row, name: 'Kabutops', expansion: 'Ember Dawn' }, [kabuto]) < CERTAIN, 'no name with a typo');
  const spelt = { ...candidate('e2-4', 'Kabuto') };
  const [best, other] = chosen({ name: 'Kabuto', number: '4' }, [kabuto, spelt]);
  assert.deepEqual([best?.card.id, other?.card.id], ['e2-4', 'e1-4']);
  assert.ok((best?.confidence ?? 0) >= CERTAIN);
});

test('of the prints of one place that of the stated language is meant, else the one whose id ends in none', () => {
  const prints = ['e1-4', 'e1-4-de', 'e1-4-ja'].map((id) => candidate(id, 'Ember'));
  const placed = { name: 'Ember', number: '4/102', expansion: 'Ember Dawn' };
  for (const [row, id] of [
    [placed, 'e1-4'],
    [{ ...placed, lang: 'en' }, 'e1-4'],
    [{ ...placed, lang: 'fr' }, 'e1-4'],
    [{ ...placed, lang: 'German' }, 'e1-4-de'],
    [{ ...placed, number: '4-ja' }, 'e1-4-ja'],
  ] as const) {
    const [best] = chosen(row, prints);
    assert.equal(best?.card.id, id, JSON.stringify(row));
    assert.ok(best.confidence >= CERTAIN, JSON.stringify(row));
  }
});

test('a name that is spelt in two ways is no other card’s where both cards share one in another language', () => {
  const said = (id: string, name: string, fr: string) => ({ ...candidate(id, name), translated: { fr } });
  const row = { name: 'Emberwight', number: '4/102', expansion: 'Ember Dawn' };
  const asked = (other: string) =>
    sure(row, [said('e1-4', 'Emberwright', 'Braisier'), said('e2-9', 'Emberwight', other)]);
  assert.ok(asked('Braisier') >= CERTAIN);
  assert.equal(asked('Ombre'), 0.6);
});

test('an expansion is called by its id without the zero before its number too', () => {
  const numbered = new ExpansionBook([expansion('e01', 'Ember Dawn', 102), expansion('e10', 'Frost Gate', 30)], []);
  for (const [text, id] of Object.entries({ E01: 'e01', e1: 'e01', e10: 'e10' })) {
    assert.deepEqual([...numbered.fits(text)], [[id, 1]], text);
  }
});

test('a code before the name of an expansion tells which it is, as labels have it too', () => {
  const shared = new ExpansionBook([expansion('e02', 'Frost Gate', 30), expansion('E2a', 'Frost Gate', 30)], []);
  for (const text of ['E2a: Frost Gate', 'E2A-FROST GATE'])
    assert.deepEqual([...shared.fits(text)], [['E2a', 1]], text);
  assert.equal([...shared.fits('Frost-Gate')].length, 2);
});

test('an expansion whose name is like none is known by a code before it', () => {
  const coded = new ExpansionBook([expansion('E-P', '火の札', 102), expansion('e2', 'Frost Gate', 30)], []);
  assert.deepEqual([...coded.fits('E-P Promotional Cards')], [['E-P', 0.95]]);
  assert.deepEqual(
    [...coded.fits('E-P Frost Gate')].map(([id]) => id),
    ['e2'],
    'a name that is known comes first',
  );
  const games = [{ ...GAME, lists: { ...GAME.lists, titles: ['wicks'] } }];
  const beside = [expansion('E-P', '火の札', 102), expansion('p', 'Gate Cards', 30), expansion('w', 'Wicks Off', 30)];
  const books = new ExpansionBook(beside, games);
  assert.deepEqual([...books.fits('E-P Promotional Cards')][0], ['E-P', 0.95], 'a name that is hardly like it is none');
  assert.deepEqual([...books.fits('Wicks Gate')][0]?.[0], 'p', 'the title of the game says nothing');
  assert.deepEqual([...coded.fits('Dawn Promotional Cards')], []);
  assert.deepEqual([...coded.fits('火の 札')], [['E-P', 1]], 'and a script without spaces with them');
});

test('without its rivals a card is surer, and never surer than what the row contradicts', () => {
  const rival = { confidence: 0.4 } as Choice;
  assert.equal(withoutRivals({ chance: 0.55, most: 1 } as Choice, [rival], false), 0.8593);
  assert.equal(withoutRivals({ chance: 0.55, most: 0.6 } as Choice, [rival], true), 0.6);
  const open = { chance: 0.99, most: 0.6, isOpenToWords: true } as Choice;
  assert.deepEqual(
    [withoutRivals(open, [], false), withoutRivals(open, [], true)],
    [0.6, 0.99],
    'words that it explains',
  );
});

test('an expansion is known behind the words of a market, by a name that holds a colon too', () => {
  const named = new ExpansionBook([expansion('e1', 'Ember: The Dawn', 102), expansion('e2', 'Frost Gate', 30)], []);
  assert.deepEqual([...named.fits('Beyond Worlds: Ember: The Dawn')], [['e1', 0.95]]);
  assert.deepEqual([...named.fits('Beyond Worlds: Frost Gate')], [['e2', 0.95]]);
  assert.ok((named.fits('Beyond Worlds: Ember: The Dusk').get('e1') ?? 0) < 0.95, 'part of the name is not it');
});
