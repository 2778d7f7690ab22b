/** The words of printing fields, in whatever language a TCGdex build spells them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printingWord } from '../../../src/games/pokemon/tcgdex/printing-words.ts';

const word = (field: Parameters<typeof printingWord>[0], text: string) => {
  const unknown: string[] = [];
  return [printingWord(field, text, (what) => unknown.push(what)), unknown];
};

test('a translated word is the canonical one, and every spelling of it', () => {
  for (const text of [
    '1st-edition',
    '1st Edition',
    '1re Édition',
    '1. Auflage',
    '1ra Edición',
    '1a Edição',
    '1ª Edizione',
  ]) {
    assert.deepEqual(word('stamp', text), ['1st-edition', []]);
  }
  assert.deepEqual(word('type', 'Básico'), ['normal', []]);
  assert.deepEqual(word('type', 'Métal'), ['metal', []]);
  assert.deepEqual(word('size', 'Padrão'), ['standard', []]);
  assert.deepEqual(word('foil', 'Lumière d’étoile'), ['starlight', []]);
  assert.deepEqual(word('stamp', 'Jason Klaczynski'), ['jason-klaczynski', []]);
  assert.deepEqual(word('subtype', 'sans ombre'), ['shadowless', []]);
});

test('an unknown word is kept as it came and told; a new canonical one is no unknown word, but of type and size', () => {
  assert.deepEqual(word('stamp', 'Sello nuevo'), ['Sello nuevo', ['stamp "Sello nuevo"']]);
  assert.deepEqual(word('stamp', 'worlds-2027'), ['worlds-2027', []]);
  assert.deepEqual(word('type', 'brillante'), ['brillante', ['type "brillante"']]);
});
