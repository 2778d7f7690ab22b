/** What people read is in the field's words: the list of docs/glossary.md, held over documents, help, reasons and the console. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { buildProgram } from '../src/cli/program.ts';

/** Words of our own, and what the field says instead. Names of 0.1.0 that programs hold (`article-never-priced`) are let be. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\barticles?\b(?![-_])/i, 'marketplace product'],
  [/\b(is|are|be|was|were|been|being) told\b|\btold (of|as|by|to)\b/i, 'notified, reported'],
  [/\bput(s|ting)? aside\b/i, 'quarantined'],
  [/\bpass(es|ed)? over\b/i, 'skipped'],
  [/\b(let|lets|letting) go\b/i, 'deleted, released'],
  [/\b(plain|holo|second|first|which|its) half\b|\b(plain|holo) halves\b/i, 'price side'],
  [/\bprint lines?\b/i, 'regional print'],
  [/\b(lasting|foreign|our) ids?\b/i, 'stable upstream, external, internal id'],
  [/\bheld (amount|price)s?\b|\bamounts? (is|are) held\b/i, 'pending'],
  [/\b(is|are|not|be) believed\b|\bbears? (it|them) out\b/i, 'accepted, supported'],
  [/\btwins?\b(?!\.ts)/i, 'same-artwork printings'],
  [/\blineage\b/i, 'timeline id'],
  [/\bslips?\b(?! of)/i, 'typos'],
  [/\bstands?[- ]by\b|\bstanding by\b/i, 'waits, standby process'],
  [/\bturnstile\b|\bmanners\b|\bpours?\b|\bcare of\b/i, 'admission queue, crawl policy, stream, maintenance'],
  [/\bare taken\b|\bcomes it\b|\bnone asks\b|\bWho asks\b/, 'a sentence with subject, verb, object'],
];

/** Options of commands, file names and addresses are no words. */
const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/g, ' ');

/** The sentences that a source file shows: its strings and the text of its elements, of more than one word. */
function shownBy(source: string): string {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|^import .*$/gm, ' ');
  return (
    [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;]+)</g)]
      .map(([, ...texts]) => texts.find((text) => text !== undefined) ?? '')
      .filter(
        (text) => /[a-z] [a-z]/i.test(text) && !/^\s*(select|savepoint|release|rollback) |^\S+ as \w+$/i.test(text),
      )
      // Tables as steps of the schema declare them, under the names of 0.1.0.
      .filter((text) => !/^\w+ (text|integer|long|counter)\b/.test(text))
      .join('\n')
  );
}

function faults(place: string, text: string): string[] {
  return WORDS.flatMap(([word, instead]) => {
    const found = word.exec(text);
    return found === null
      ? []
      : [`${place}: “${text.slice(Math.max(0, found.index - 40), found.index + 40)}” → ${instead}`];
  });
}

const filesIn = (folder: string, ending: string) => globSync(`${folder}/**/*${ending}`).sort();
const read = (path: string) => readFileSync(path, 'utf8');

suite('the word list', () => {
  test('is kept by every document', () => {
    const documents = ['README.md', 'SECURITY.md', 'client/README.md', 'client-python/README.md'];
    const all = [...documents, ...filesIn('docs', '.md').filter((path) => !/decisions|glossary/.test(path))];
    // Line by line, so that each fault is shown where it stands.
    const lines = all.flatMap((path) =>
      withoutCode(read(path))
        .split('\n')
        .map((line) => [path, line] as const),
    );
    assert.deepEqual(
      lines.flatMap(([path, line]) => faults(path, line)),
      [],
    );
  });

  test('is kept by the descriptions of the interface', () => {
    const { paths, components } = JSON.parse(read('docs/openapi.json'));
    const texts = [...JSON.stringify([paths, components]).matchAll(/"(?:description|summary)":"((?:[^"\\]|\\.)*)"/g)];
    assert.deepEqual(
      texts.flatMap(([, text = '']) => faults('openapi.json', withoutCode(text))),
      [],
    );
  });

  test('is kept by the help of every command', () => {
    const help = (command: ReturnType<typeof buildProgram>): string =>
      [command.helpInformation(), ...command.commands.map(help)].join('\n');
    assert.deepEqual(faults('--help', help(buildProgram())), []);
  });

  test('is kept by what the service and the console say', () => {
    // The steps of the schema name tables and columns, which nobody is shown; what sets are called is not ours to say.
    const source = filesIn('src', '.ts').filter((path) => !/store\/schema\/steps\/|japanese-sets/.test(path));
    const files = [...source, ...filesIn('console/src', '.tsx'), ...filesIn('console/src', '.ts')];
    assert.deepEqual(
      files.flatMap((path) =>
        shownBy(read(path))
          .split('\n')
          .flatMap((line) => faults(path, line)),
      ),
      [],
    );
  });

  test('finds a planted word, and no name that programs hold', () => {
    assert.equal(faults('x', shownBy("const a = 'no article of this marketplace';")).length, 1);
    assert.equal(faults('x', withoutCode('see `article-never-priced` and articles_asked')).length, 0);
  });
});
