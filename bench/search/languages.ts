/** Search bench over several languages: what is found in each by its names, how fast with all loaded, and what each weighs. */
import { parseArgs } from 'node:util';
import { seeded } from '../../demo/random.ts';
import { foldName } from '../../src/catalog/fold.ts';
import { foldEastern, isEastern } from '../../src/search/scripts/fold-eastern.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { buffersOf, buildIndexData, type IndexData } from '../../src/search/tables/index-data.ts';
import { type CardRow, readCardRows } from './card-rows.ts';
import { searchSource } from './engines.ts';
import { letterCount, pick, TYPOS } from './misspell.ts';

const USAGE =
  'usage: node scripts/node24.mjs bench/search/languages.ts <cards file> fr=<cards file> ja=<cards file> … [--queries 2000] [--seed 1] [--misses 0]';

/** A name of a card in a further language. */
interface Named {
  id: string;
  name: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'string', default: '0' },
  },
});
const [source, ...further] = positionals;
if (source === undefined || further.length === 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const count = Number(values.queries);
const cards = await readCardRows(source, undefined);
const languages = new Map<string, Named[]>();
const printed = new Map<string, Set<string>>();
for (const each of further) {
  const [language = '', file = ''] = each.split('=');
  const rows = await readCardRows(file, undefined);
  languages.set(language, spread(rows));
  printed.set(language, new Set(rows.map(({ name }) => name)));
}
const folded = (name: string) => (isEastern(name) ? foldEastern(name) : foldName(name));
const all = [...languages.values()].flat();
const index = new SearchIndex(dataOf(all));
const names = new Map<string, Set<string>>();
for (const { id, name } of [...cards, ...all]) names.set(id, (names.get(id) ?? new Set()).add(folded(name)));
print(
  `${cards.length} cards, own names and ${[...languages].map(([language]) => language).join(', ')}; ${count} queries a kind`,
);
const alone = bytesOf(dataOf([]));
for (const [language, named] of languages) {
  const megabytes = (bytesOf(dataOf(named)) - alone) / 1e6;
  const distinct = new Set(named.map(({ name }) => name)).size;
  print(`\n${language}: ${named.length} names, ${distinct} distinct, ${megabytes.toFixed(1)} MB`);
  // What `spread` made up is there to be in the way, and nobody types it.
  const asked = named.filter(({ name }) => printed.get(language)?.has(name));
  for (const [kind, ask] of Object.entries(kindsOf(asked))) report(kind, asked, ask);
}
print('\nown');
for (const [kind, ask] of Object.entries(kindsOf(cards))) report(kind, cards, ask);

function dataOf(furtherNames: readonly Named[]): IndexData {
  return buildIndexData({ ...searchSource(cards), furtherNames });
}

/**
 * A name in the language for each card: its own where ids are the same, and otherwise the language's names in turn, each time
 * round as other letters, so that a small file weighs as much as a whole catalog.
 */
function spread(rows: readonly CardRow[]): Named[] {
  const own = new Map(rows.map(({ id, name }) => [id, name]));
  const shared = cards.filter(({ id }) => own.has(id)).length;
  if (shared > cards.length / 2)
    return cards.flatMap(({ id }) => (own.has(id) ? [{ id, name: own.get(id) ?? '' }] : []));
  return cards.map(({ id }, at) => {
    const name = rows[at % rows.length]?.name ?? '';
    return { id, name: varied(name, Math.floor(at / rows.length)) };
  });
}

function varied(name: string, copy: number): string {
  const along = (letters: string, unit: string, by: number) =>
    letters[(letters.indexOf(unit) + by) % letters.length] ?? '';
  return name
    .replace(/[aeiou]/g, (unit) => along('aeiou', unit, copy % 5))
    .replace(/[bdgklmnprst]/g, (unit) => along('bdgklmnprst', unit, Math.floor(copy / 5) * 3))
    .replace(/[ア-ヨ]/g, (unit) => String.fromCharCode(0x30a2 + ((unit.charCodeAt(0) - 0x30a2 + copy * 2) % 70)))
    .replace(/[一-鿿]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + copy));
}

type Ask = (name: string, random: () => number) => string | undefined;

function kindsOf(named: readonly Named[]): Record<string, Ask> {
  const letters = [...new Set(named.flatMap(({ name }) => [...name].filter(isEastern)))];
  const typo = TYPOS.find(({ kind }) => kind === 'one edit')?.typo;
  // A language's file may hold single names in another script: each is misspelt in its own.
  const oneEdit: Ask = (name, random) => {
    if (isEastern(name)) return [...name].length < 4 ? undefined : easternTypo(name, letters, random);
    return letterCount(name) < 4 ? undefined : typo?.(name, random);
  };
  const kinds: Record<string, Ask> = { exact: (name) => name, 'one edit': oneEdit };
  if (letters.some((letter) => /[ァ-ヶ]/.test(letter))) {
    kinds.hiragana = (name) => (isEastern(name) ? name.replace(/[ァ-ヶ]/g, shifted(-0x60)) : undefined);
    kinds.katakana = (name) => (isEastern(name) ? name.replace(/[ぁ-ゖ]/g, shifted(0x60)) : undefined);
    kinds['half width'] = (name) => name.replace(/[！-～]/g, shifted(-0xfee0));
    kinds['small kana'] = (name) => otherThan(name, name.replace(/[ァィゥェォッャュョ]/g, shifted(1)));
    kinds['no long marks'] = (name) => otherThan(name, name.replaceAll('ー', ''));
  }
  kinds.beginning = (name, random) => name.slice(0, 1 + Math.floor(random() * 5));
  return kinds;
}

function otherThan(name: string, typed: string): string | undefined {
  return typed === name ? undefined : typed;
}

function shifted(by: number): (unit: string) => string {
  return (unit) => String.fromCharCode(unit.charCodeAt(0) + by);
}

/** A letter put in, left out, wrong, or swapped with its neighbour. */
function easternTypo(name: string, letters: readonly string[], random: () => number): string | undefined {
  const units = [...name];
  const at = Math.floor(random() * units.length);
  const other = pick(letters, random) ?? '';
  const typos = [
    units.toSpliced(at, 0, other),
    units.toSpliced(at, 1),
    units.toSpliced(at, 1, other),
    units.toSpliced(at, 2, units[at + 1] ?? '', units[at] ?? ''),
  ];
  const typed = pick(typos, random)?.join('');
  return typed === undefined || folded(typed) === folded(name) ? undefined : typed;
}

/** How often a row of the highest score bears the name that was meant, in any language, and how long each search took. */
function report(kind: string, named: readonly Named[], ask: Ask): void {
  const random = seeded(Number(values.seed));
  const distinct = [...new Set(named.map(({ name }) => name))];
  const times: number[] = [];
  let first = 0;
  let shown = 0;
  for (let tries = 0; tries < count * 20 && times.length < count; tries++) {
    const name = pick(distinct, random) ?? '';
    const query = ask(name, random)?.trim();
    if (!query) continue;
    const before = performance.now();
    const hits = index.search({ query, limit: 50 });
    times.push(performance.now() - before);
    const [hit] = hits;
    // Rows of one score stand in order of id: V is a name, and the number of an Unown.
    const highest = hits.filter(({ score }) => score === hit?.score);
    if (highest.some(({ id }) => names.get(id)?.has(folded(name)))) first += 1;
    else if (kind !== 'beginning' && shown++ < Number(values.misses)) {
      print(`  "${query}" meant ${name}, first was ${[...(names.get(hit?.id ?? '') ?? [])].join(' | ')} ${hit?.score}`);
    }
  }
  if (times.length === 0) return;
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  const found = `first ${((100 * first) / times.length).toFixed(2)} %`;
  print(`${kind.padEnd(16)}${found.padEnd(16)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, of ${times.length}`);
}

/** What the index holds, strings at one byte a character as V8 keeps them. */
function bytesOf(data: IndexData): number {
  return buffersOf(data).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
