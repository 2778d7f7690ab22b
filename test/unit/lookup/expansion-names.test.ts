/** The hand tables of expansions' names, held to the lists of the sources as they were recorded: each entry is needed, and true. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { foldName } from '../../../src/catalog/fold.ts';
import type { DeployedGame } from '../../../src/games/game.ts';
import { GAMES } from '../../../src/games/games.ts';
import { ExpansionBook } from '../../../src/lookup/expansion-book.ts';
import { fixtureFolder, fixturesMissing } from '../../support/sources/fixture-upstream.ts';

/** What names an expansion so well is meant: then an entry adds nothing. */
const FIT_ENOUGH = 0.95;

/** As PSA has the first set on its labels, which were printed before there was a second one. */
const FIRST_SET = 'pokemon game';

interface Listed {
  id: string;
  name: string;
}

function recorded(file: string): Record<string, string>[] {
  const regionalPrints = gunzipSync(readFileSync(`${fixtureFolder('full')}/../${file}`)).toString();
  return regionalPrints
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, string>]));
}

const listed = (file: string, id: string): Listed[] =>
  recorded(file).map((row) => ({ id: row[id] ?? '', name: row.name ?? '' }));

/** Whether the text names the expansion at all: a word of it, its initials, or letters of it in their order. */
function tells(text: string, { id, name }: Listed): boolean {
  const folded = foldName(name);
  const letters = folded.replaceAll(' ', '');
  const initials = folded.replace(/(\S)\S*\s*/g, '$1');
  const code = new RegExp(`^${[...text].join('.*')}`);
  const isCode = /^[a-z]{3,4}$/.test(text) && code.test(letters);
  const words = text.split(' ').map((word) => word.replace(/(?<=.{3})s$/, ''));
  return isCode || words.some((word) => letters.includes(word) || initials.includes(word) || word === foldName(id));
}

for (const { name, files, id, isWhole } of [
  {
    ...{ name: 'pokemon' as const, id: 'id', isWhole: true },
    files: ['full/catalog/2026-08-21/sets.ndjson.gz', 'full/languages/ja/2026-08-21/sets.ndjson.gz'],
  },
  // Six of the chapters are recorded.
  { name: 'lorcana', id: 'code', isWhole: false, files: ['games/lorcana/sets.ndjson.gz'] },
] as const) {
  suite(`names of ${name}'s expansions that no catalog has`, { skip: fixturesMissing }, () => {
    const { lists, search } = GAMES[name] as unknown as DeployedGame;
    const entries = Object.entries(lists.expansions);
    const ofPeople = Object.entries(search?.expansions ?? {}).flatMap(([meant, names]) =>
      names.map((text) => [text, meant] as const),
    );
    const bookWith = (expansions: Readonly<Record<string, string>>, all: readonly Listed[]) => {
      const game = { name, idPrefix: '', search, lists: { ...lists, expansions } } as unknown as DeployedGame;
      const rows = all.map((each) => ({
        ...each,
        game: name,
        translated: [],
        codes: [],
        official: 0,
        region: undefined,
      }));
      return new ExpansionBook(rows, [game]);
    };

    test('lead each to an expansion that the source lists and that they name, and to no other', () => {
      const all = files.flatMap((file) => listed(file, id));
      const book = bookWith(lists.expansions, all);
      let checked = 0;
      for (const [text, meant] of entries.length > 0 ? entries : ofPeople) {
        const expansion = all.find((each) => each.id === meant);
        if (expansion === undefined && !isWhole) continue;
        assert.ok(expansion, `${text}: ${meant} is listed`);
        assert.ok(tells(text, expansion) || text === FIRST_SET, `${text} names ${expansion.name}`);
        assert.deepEqual([...book.fits(text)], [[meant, 1]], text);
        checked += 1;
      }
      assert.ok(checked > 5, `${checked}`);
    });

    test('what people call them else is the name of one that the source lists, and of no other', () => {
      const all = files.flatMap((file) => listed(file, id));
      const book = bookWith(lists.expansions, all);
      for (const [text, meant] of ofPeople) {
        if (all.some((each) => each.id === meant)) assert.deepEqual([...book.fits(text)], [[meant, 1]], text);
      }
    });

    test('are needed: without its entry none of them leads there', () => {
      const all = files.flatMap((file) => listed(file, id));
      const without = bookWith({}, all);
      const superfluous = entries.filter(([text, meant]) => (without.fits(text).get(meant) ?? 0) >= FIT_ENOUGH);
      assert.deepEqual(superfluous, []);
    });
  });
}
