/** Which letters of a name the search marks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight } from '../../../console/src/cards/highlight.ts';
import { fc } from '../../support/made/properties.ts';

/** The name with what is marked in brackets. */
const marked = (name: string, query: string): string =>
  highlight(name, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('the beginning of a word is marked as it is typed', () => {
  assert.equal(marked('Vultwick Alight', 'vul'), '[Vul]twick Alight');
  assert.equal(marked('Vultwick Alight', 'al'), 'Vultwick [Al]ight');
});

test('a misspelt word marks the letters that it shares', () => {
  assert.equal(marked('Vultwick', 'vultwik'), '[Vultwi]c[k]');
  assert.equal(marked('Drowned Vultwick', 'vutlwick'), 'Drowned [Vul]t[wick]');
});

test('accents, apostrophes and signs are looked over', () => {
  assert.equal(marked('Éclorelle', 'eclor'), '[Éclor]elle');
  assert.equal(marked("Will o'Wick", 'owick'), "Will [o]'[Wick]");
});

test('a word that is another one is not marked', () => {
  assert.equal(marked('Brass Kettle', 'vultwick'), 'Brass Kettle');
  assert.equal(marked('Brass Kettle', ''), 'Brass Kettle');
});

test('the pieces are the name, whatever is asked', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      (name, query) => {
        assert.equal(
          highlight(name, query)
            .map(({ text }) => text)
            .join(''),
          name,
        );
      },
    ),
  );
});
