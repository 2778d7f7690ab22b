/** The index finds what the rule says, row for row and score for score: it only looks at fewer rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchIndex } from '../../../src/search/search-index.ts';
import type { SearchRow, SearchSource } from '../../../src/search/tables/index-columns.ts';
import { buildIndexData } from '../../../src/search/tables/index-data.ts';
import { fc } from '../../support/made/properties.ts';
import { pageByRule, rankedByRule } from '../../support/oracles/ranking-rule.ts';

const OFFICIAL = new Map([
  ['first', 102],
  ['second', 30],
]);

const latin = fc.constantFrom(...'ember emberling frost warden of the tidal élan token x ex'.split(' '));
const foreign = fc.constantFrom(
  ...'Ωμέγα Дракон ピカチュウ ピカチユウ ｶﾞﾙﾃﾞｨ- 火竜 리자몽 พิคาชู تنين 𝕱𝖗𝖔𝖘𝖙 ★ // ½'.split(' '),
);
const letters = fc.string({ unit: fc.constantFrom(...'abeér 1'), minLength: 1, maxLength: 14 });
const anything = fc.string({ unit: 'grapheme', maxLength: 6 });
const word = fc.oneof({ weight: 5, arbitrary: latin }, { weight: 2, arbitrary: letters }, foreign, anything);
const names = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
/** Most of them begin with the same letters, so that a short text finds hundreds. */
const family = fc.tuple(fc.constantFrom('ember', 'emb', 'e'), letters).map((parts) => parts.join(''));
const number = fc.constantFrom('4', '04', '25', 'TG25', '4a', 'X-025', 'EMB-EN4', '!', null);
/** Phrases that share words with names, with each other and with codes. */
const phrase = fc.constantFrom('Frost Rare', 'Secret Frost Rare', 'élan', 'Ada Warden', '1st-edition', 'the x', '');
const GROUPS = new Map([
  ['first', { phrases: ['Ember Tide'], codes: ['first', 'EMB', 'sv03.5'] }],
  ['second', { phrases: ['Tide 25'], codes: ['second', 'x', 'TG'] }],
  ['third', { phrases: ['Frost'], codes: ['third', 'emb'] }],
]);

/** So many cards with such names, or some fewer; a query is often made of one of them. */
function sourceOf(name: fc.Arbitrary<string>, most: number, integerIds: boolean): fc.Arbitrary<SearchSource> {
  const card = fc.record({
    name,
    number,
    phrases: fc.array(phrase, { maxLength: 3 }),
    group: fc.constantFrom('first', 'second', 'third'),
  });
  const all = fc.array(card, { minLength: Math.ceil(most / 2), maxLength: most });
  const further = fc.array(fc.tuple(fc.nat(most), name), { maxLength: 4 });
  const idOf = (i: number) => String((i * 7_919) % 10_007);
  return fc.tuple(all, further).map(([cards, called]) => ({
    // In another order than that of their ids.
    rows: cards.map((drawn, i): SearchRow => {
      const { group, phrases: _, ...facts } = drawn;
      return { ...facts, id: idOf(i), groups: [group, 'all'] };
    }),
    officialCounts: OFFICIAL,
    integerIds,
    hasNumbers: true,
    // Some of them of no row.
    furtherNames: called.map(([i, each]) => ({ id: idOf(i), name: each })),
    facts: { phrasesOf: (at) => cards[at]?.phrases ?? [], groups: GROUPS },
  }));
}

/** What happens to a name when it is typed, one after another. */
const typos = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'swap', 'far swap', 'cut', 'turn'),
    at: fc.nat(40),
    letter: fc.constantFrom(...'aebxé 火ーツぴ'),
  }),
  { maxLength: 4 },
);

function typed(name: string, edits: readonly { kind: string; at: number; letter: string }[]): string {
  let units = [...name];
  for (const { kind, at: place, letter } of edits) {
    const at = place % (units.length + 1);
    const [a = '', b = '', c = ''] = units.slice(at, at + 3);
    if (kind === 'insert') units.splice(at, 0, letter);
    else if (kind === 'delete') units.splice(at, 1);
    else if (kind === 'replace') units.splice(at, 1, letter);
    else if (kind === 'swap') units.splice(at, 2, b, a);
    else if (kind === 'far swap') units.splice(at, 3, c, a);
    else if (kind === 'cut') units = units.slice(0, at + 1);
    else units = [...units.slice(at), ' ', ...units.slice(0, at)];
  }
  return units.join('');
}

interface Case {
  source: SearchSource;
  index: SearchIndex;
  query: string;
}

/** What of the ranked set is asked for. */
interface Part {
  limit: number;
  groups: readonly string[];
  place: number;
  keeps: ((id: string) => boolean) | undefined;
}

function assertByRule({ source, index, query }: Case, { limit, groups, place, keeps }: Part): void {
  const whole = { query, groups, keeps, limit: 9_999 };
  const all = index.search(whole);
  const ranked = rankedByRule(source, whole);
  assert.deepEqual(all, ranked, JSON.stringify(query));
  const last = all[place % (all.length + 1)];
  // A cursor is a place: a row that was there may be gone, or have another score.
  for (const after of [last, last && { id: last.id, score: Math.max(0.4, last.score - 0.01) }]) {
    const request = { query, groups, keeps, after, limit };
    assert.deepEqual(index.search(request), pageByRule(ranked, source, request), JSON.stringify(request));
  }
}

function holds(name: fc.Arbitrary<string>, most: number, numRuns: number): void {
  const drawn = fc.boolean().chain((integerIds) => sourceOf(name, most, integerIds));
  const text = fc.record({
    meant: fc.nat(999),
    typos,
    bears: fc.constantFrom(
      '',
      '4',
      '4/102',
      'tg25/30',
      '25 ',
      'emb',
      'emb 4',
      'x-25',
      'x 25',
      'x2 025',
      'x025/102',
      'emb en4',
      'sv3.5',
      'tg 25',
      'frost rare',
      'tide sec',
      '1st',
    ),
    own: word,
  });
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 9 }),
    groups: fc.constantFrom([], ['first'], ['second', 'all'], ['none']),
    place: fc.nat(99),
    keeps: fc.constantFrom(
      undefined,
      undefined,
      (id: string) => Number(id) % 2 === 0,
      () => false,
    ),
  });
  fc.assert(
    fc.property(drawn, fc.array(fc.tuple(text, page), { minLength: 1, maxLength: 6 }), (source, asked) => {
      const index = new SearchIndex(buildIndexData(source));
      for (const [{ meant, typos: edits, bears, own }, part] of asked) {
        const row = source.rows[meant % (source.rows.length + 1)];
        const query = `${typed(row?.name ?? own, edits)} ${bears}`.trim();
        assertByRule({ source, index, query }, part);
      }
    }),
    // Hundreds of cards take minutes to be made fewer.
    { numRuns, endOnFailure: most > 100 },
  );
}

test('the ranked set and its pages are what the rule says, in all scripts', () => holds(names, 12, 500));
test('and so where a text finds hundreds', () => holds(family, 800, 12));
