/** Records in another language: what it says stands in the place of what is there, what it does not say stays. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CardMetadata, NO_METADATA } from '../../../src/catalog/card-metadata.ts';
import type { Image } from '../../../src/catalog/field-shapes.ts';
import type { CardText, TextMetadata } from '../../../src/catalog/languages/texts.ts';
import { translatedCard, translatedGroup, translatedSummary } from '../../../src/catalog/languages/translated.ts';
import type { Card } from '../../../src/catalog/records.ts';

const image = (url: string) => ({ url }) as unknown as Image;
const OWN = { name: 'Ember', rarity: 'Rare', category: 'Creature', image: image('own') };

/** The metadata of a card that has `own`, in a language that says `texts` of it. */
function metadataIn(own: Partial<CardMetadata>, texts: TextMetadata): CardMetadata {
  const card = { ...OWN, metadata: { ...NO_METADATA, ...own } } as unknown as Card;
  return translatedCard(card, { name: 'Braise', metadata: texts } as CardText).metadata;
}

const attack = (name: string, cost: string[] = ['Fire'], text = `${name} hits`) => ({ name, cost, damage: '10', text });
const ability = (name: string) => ({ kind: 'Power', name, text: `${name} works` });

suite('lists of a card in another language', () => {
  test('are paired row by row where both have as many', () => {
    const shown = metadataIn(
      {
        types: ['Fire', 'Water'],
        abilities: [ability('one')],
        attacks: [attack('one'), attack('two', ['Fire', 'Fire'])],
        weaknesses: [{ type: 'Water', modifier: '×2' }],
        resistances: [{ type: 'Fire', modifier: '-20' }],
      },
      {
        types: ['Feu', 'Eau'],
        abilities: [{ kind: 'Pouvoir', name: 'un', text: 'un marche' }],
        attacks: [attack('un', ['Feu']), attack('deux', ['Feu', 'Feu'])],
        weaknesses: [{ type: 'Eau', modifier: '×3' }],
        resistances: [{ type: 'Feu', modifier: '-30' }],
      },
    );
    assert.deepEqual(shown.types, ['Feu', 'Eau']);
    assert.deepEqual(shown.abilities, [{ kind: 'Pouvoir', name: 'un', text: 'un marche' }]);
    assert.deepEqual(shown.attacks, [attack('un', ['Feu']), attack('deux', ['Feu', 'Feu'])]);
    assert.deepEqual(shown.weaknesses, [{ type: 'Eau', modifier: '×2' }]);
    assert.deepEqual(shown.resistances, [{ type: 'Feu', modifier: '-20' }]);
  });

  test('stay the card’s own where the other has one more or one fewer: which is which is not known', () => {
    const two = ['one', 'two'];
    const own = {
      types: two,
      abilities: two.map(ability),
      attacks: two.map((name) => attack(name)),
      weaknesses: two.map((type) => ({ type, modifier: '×2' })),
      resistances: two.map((type) => ({ type, modifier: '-20' })),
    };
    for (const words of [['un'], ['un', 'deux', 'trois'], []]) {
      const shown = metadataIn(own, {
        types: words,
        abilities: words.map(ability),
        attacks: words.map((name) => attack(name)),
        weaknesses: words.map((type) => ({ type, modifier: '×2' })),
        resistances: words.map((type) => ({ type, modifier: '-20' })),
      });
      const { types, abilities, attacks, weaknesses, resistances } = shown;
      assert.deepEqual({ types, abilities, attacks, weaknesses, resistances }, own, `${words.length} for 2`);
    }
    const costs = metadataIn({ attacks: [attack('one', ['Fire', 'Fire'])] }, { attacks: [attack('un', ['Feu'])] });
    assert.deepEqual(costs.attacks, [attack('un', ['Fire', 'Fire'], 'un hits')], 'a cost is a list of its own');
    assert.deepEqual(metadataIn(own, {}).types, two, 'one that is not told');
    assert.equal(metadataIn({ resistances: null }, { resistances: [] }).resistances, null);
    assert.deepEqual(metadataIn({ resistances: own.resistances }, { resistances: null }).resistances, own.resistances);
  });

  test('keep of a row what the other language leaves empty', () => {
    const shown = metadataIn(
      { abilities: [ability('one')], attacks: [attack('one')] },
      { abilities: [{ kind: '', name: 'un', text: '' }], attacks: [{ ...attack(''), text: 'un frappe' }] },
    );
    assert.deepEqual(shown.abilities, [{ kind: 'Power', name: 'un', text: 'one works' }]);
    assert.deepEqual(shown.attacks, [{ name: 'one', cost: ['Fire'], damage: '10', text: 'un frappe' }]);
    const other = metadataIn(
      { abilities: [ability('one')] },
      { abilities: [{ kind: 'Pouvoir', name: '', text: 'x' }] },
    );
    assert.deepEqual(other.abilities, [{ kind: 'Pouvoir', name: 'one', text: 'x' }]);
  });
});

suite('a game’s own terms in another language', () => {
  const attributes = { colors: ['red', 'blue'], face: { name: 'Front', cost: 3 }, cost: 2, none: null };
  const shown = (texts: unknown) =>
    metadataIn({ attributes }, { attributes: texts as NonNullable<TextMetadata['attributes']> }).attributes;

  test('are told field by field, lists row by row where both have as many', () => {
    assert.deepEqual(shown({ colors: ['rouge', 'bleu'], face: { name: 'Devant' } }), {
      ...attributes,
      colors: ['rouge', 'bleu'],
      face: { name: 'Devant', cost: 3 },
    });
    assert.deepEqual(shown({ colors: ['rouge'] }), attributes);
    assert.deepEqual(shown({ colors: 'rouge' }), attributes, 'a list that is told as none');
    assert.deepEqual(shown({ colors: null, face: null, cost: undefined }), attributes);
    assert.deepEqual(shown({ face: 'Devant', none: 'rien' }), { ...attributes, face: 'Devant', none: 'rien' });
  });
});

suite('fields of records in another language', () => {
  const told = { name: 'Braise', rarity: 'Rare fr', category: 'Créature', image: image('fr'), metadata: {} };
  const card = { ...OWN, metadata: { ...NO_METADATA, stage: 'Basic', effect: 'Burns.' } } as unknown as Card;

  test('are each as told, or else the record’s own', () => {
    const fields = ({ name, rarity, category, image: its }: Card) => ({ name, rarity, category, image: its });
    assert.deepEqual(fields(translatedCard(card, told)), {
      ...{ name: 'Braise', rarity: 'Rare fr', category: 'Créature', image: image('fr') },
    });
    assert.deepEqual(fields(translatedCard(card, { name: 'Braise', metadata: {} })), { ...OWN, name: 'Braise' });
    const { stage, effect } = translatedCard(card, { ...told, metadata: { stage: 'De base' } }).metadata;
    assert.deepEqual([stage, effect], ['De base', 'Burns.']);
    const row = { name: 'Ember', rarity: 'Rare', image: image('own') };
    assert.deepEqual(translatedSummary(row, told), { name: 'Braise', rarity: 'Rare fr', image: image('fr') });
    assert.deepEqual(translatedSummary(row, { name: 'Braise', metadata: {} }), { ...row, name: 'Braise' });
    const group = { name: 'Set', logo: image('own') };
    assert.deepEqual(translatedGroup(group, { name: 'Série' }), { ...group, name: 'Série' });
    assert.deepEqual(translatedGroup(group, { name: 'Série', logo: image('fr') }), {
      name: 'Série',
      logo: image('fr'),
    });
  });
});
