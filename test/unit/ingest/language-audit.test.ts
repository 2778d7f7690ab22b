/** The language audit on the fixture: the wrong pairs of its list are found, right ones are served. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type AuditedCard, auditLanguage, REASONS } from '../../../src/ingest/languages/language-audit.ts';
import { type FixtureData, fixtureFolder, fixturesMissing } from '../../support/sources/fixture-upstream.ts';

interface UpstreamCard {
  id: string;
  localId: string;
  name: string;
  category: string;
  illustrator?: string;
  hp?: number;
  types?: string[];
  dexId?: number[];
  set: { id: string };
}

const linesOf = (path: string): UpstreamCard[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function cardsIn(data: FixtureData, language: string, snapshot = '2026-08-21'): UpstreamCard[] {
  const folder = fixtureFolder(data);
  return linesOf(`${folder}/${language === 'en' ? 'catalog' : `languages/${language}`}/${snapshot}/cards.ndjson.gz`);
}

const factsOf = ({ localId, illustrator, hp, types }: UpstreamCard) => ({
  number: localId,
  illustrator: illustrator ?? null,
  hp: hp ?? null,
  types: types?.length ?? 0,
});

function pairs(own: readonly UpstreamCard[], other: readonly UpstreamCard[]): AuditedCard[] {
  const texts = new Map(other.map((card) => [card.id, card]));
  return own.map((card) => {
    const text = texts.get(card.id);
    return {
      id: card.id,
      expansion_id: card.set.id,
      name: card.name,
      category: card.category,
      species: card.dexId ?? [],
      facts: factsOf(card),
      ...(text && { text: { name: text.name, facts: factsOf(text) } }),
    };
  });
}

const card = (expansion: string, name: string, text: string, more: Partial<AuditedCard> = {}): AuditedCard => {
  const facts = { number: '1', illustrator: 'Ada Quill', hp: 60, types: 1 };
  const id = `${expansion}-${name}-${text}`;
  return {
    id,
    expansion_id: expansion,
    name,
    category: 'Creature',
    species: [],
    facts,
    text: { name: text, facts },
    ...more,
  };
};

test('a name that stands for another species elsewhere is another card’s; one that is new, or spelled otherwise, is not', () => {
  const known = [
    card('a', 'Vultwick', 'Voutmèche', { species: [2] }),
    card('b', 'Vultwick', 'Voutmèche', { species: [2] }),
    card('a', 'Snufflet', 'Mouchet', { species: [1] }),
  ];
  const held = (...cards: AuditedCard[]) => [...auditLanguage([...known, ...cards]).values()];
  assert.deepEqual(held(), []);
  assert.deepEqual(held(card('c', 'Snufflet', 'Voutmèche', { species: [1] })), [REASONS.name]);
  assert.deepEqual(held(card('c', 'Wickling', 'Mécheron', { species: [3] })), []);
  // A card of a species' name that is of none itself, as a tool is, is not odd for it; one of another species is.
  const other = { text: { name: 'Lampe', facts: { number: '2', illustrator: 'Ada Quill', hp: 60, types: 1 } } };
  const odd = (species: readonly number[][]) =>
    species.map((own, at) => card('c', 'Vultwick', `Lampe ${at}`, { species: own }));
  assert.deepEqual(held(...odd([[], [], []])), []);
  assert.deepEqual(held(...odd([[7], [8]])), [], 'two may be chance');
  assert.deepEqual(held(...odd([[7], [8], [9]])), [REASONS.expansion, REASONS.expansion, REASONS.expansion]);
  assert.deepEqual(held(card('c', 'Vultwick', 'Lampe', { species: [7], ...other })), [REASONS.facts]);
  assert.deepEqual(held(card('c', 'Vult-Wick', 'VOUTMECHE', { species: [2] })), []);
  assert.deepEqual(held(card('c', 'Vultwick', 'Voutmèche brillante', { species: [2] })), []);
});

test('what stands in an expansion that joins different cards is believed only as a pair that stands elsewhere', () => {
  const names = ['Ash', 'Brine', 'Cinder', 'Dew'];
  const right = names.map((name, at) => card('a', name, `${name} fr`, { species: [at + 1] }));
  const shifted = names.map((name, at) => card('promo', name, `${names[(at + 1) % 4]} fr`, { species: [at + 1] }));
  const paired = card('promo', 'Ash', 'Ash fr', { id: 'paired', species: [1] });
  const unknown = card('promo', 'Ember', 'Braise', { id: 'unknown', species: [9] });
  const held = auditLanguage([...right, ...shifted, paired, unknown]);
  assert.deepEqual([...held.keys()].sort(), [...shifted.map(({ id }) => id), 'unknown'].sort());
  assert.equal(held.get('unknown'), REASONS.expansion);
});

test('where names say nothing, number, illustrator, hp and types must agree', () => {
  const facts = { number: '1', illustrator: 'Ada Quill', hp: 60, types: 1 };
  const other = (change: object) =>
    auditLanguage([card('a', 'Ash', 'Cendre', { text: { name: 'Cendre', facts: { ...facts, ...change } } })]).size;
  assert.equal(other({}), 0);
  assert.equal(other({ illustrator: null, hp: null }), 0);
  for (const change of [{ number: '2' }, { illustrator: 'B. Reed' }, { hp: 70 }, { types: 2 }]) {
    assert.equal(other(change), 1, JSON.stringify(change));
  }
});

suite('the language audit on the fixture', { skip: fixturesMissing }, () => {
  const manifest = () => JSON.parse(readFileSync(`${fixtureFolder('sample')}/MANIFEST.json`, 'utf8'));

  for (const [own, other] of [
    ['ja', 'zh-tw'],
    ['zh-tw', 'ja'],
  ] as const) {
    test(`finds 95 % of the wrong pairs of its list, ${other} beside ${own}`, () => {
      const listed: string[] = manifest().one_id_two_cards.cards.map(([id]: [string]) => id);
      const held = auditLanguage(pairs(cardsIn('sample', own), cardsIn('sample', other)));
      const found = listed.filter((id) => held.has(id));
      assert.ok(found.length >= listed.length * 0.95, `${found.length} of ${listed.length}`);
      const elsewhere = [...held.keys()].filter((id) => !listed.includes(id) && !id.startsWith('SV-P'));
      assert.ok(elsewhere.length <= 2, `right ones withheld: ${elsewhere}`);
    });
  }

  test('withholds all that one id joins of an English and a Japanese expansion with other cards in it', () => {
    const cards = pairs(cardsIn('full', 'en'), cardsIn('full', 'ja'));
    const joined = cards.filter(({ text }) => text !== undefined).map(({ id }) => id);
    assert.equal(joined.length, 14);
    assert.deepEqual([...auditLanguage(cards).keys()].sort(), joined.sort());
  });

  for (const [data, language] of [
    ['sample', 'fr'],
    ['sample', 'de'],
    ['full', 'fr'],
  ] as const) {
    test(`withholds at most 0.2 % of ${language} beside en: ${data}`, () => {
      const cards = pairs(cardsIn(data, 'en'), cardsIn(data, language));
      const started = process.cpuUsage();
      const held = auditLanguage(cards);
      const spentMs = process.cpuUsage(started).user / 1000;
      const texts = cards.filter(({ text }) => text !== undefined).length;
      assert.ok(held.size <= texts * 0.002, `${held.size} of ${texts}: ${[...held.keys()].slice(0, 20)}`);
      assert.ok(spentMs < 10_000, `${spentMs} ms`);
    });
  }
});
