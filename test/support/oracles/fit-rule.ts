/** How the words of a text fit a row, as docs/search.md says it: from the text and the row alone, no index. */
import { numberNormalized } from '../../../src/catalog/collector-number.ts';
import { foldName } from '../../../src/catalog/fold.ts';
import { type NumberWanted, numberWanted } from '../../../src/search/query.ts';
import { type TypedWords, typedWords } from '../../../src/search/signals/typed-words.ts';
import { codeKey, placesIn } from '../../../src/search/tables/code-key.ts';
import type { SearchRow, SearchSource } from '../../../src/search/tables/index-columns.ts';

/** What is true of a row, and which words say it; letters in tenths. */
interface Said {
  fits: Set<number>;
  exact: Set<number>;
  covered: number;
  letters: number;
  tells: '' | 'code' | 'number' | 'place';
  /** Whether it is true of thousands. */
  isBroad?: boolean;
}

/** The cost of typing `typed` for `word`, in tenths of an edit; Infinity beyond so many edits. */
export type CostOf = (typed: string, word: string, maxEdits: number) => number;

/** Its score by its words, not yet rounded; 0 where none fits. */
export function fitByRule(source: SearchSource, row: SearchRow, query: string, costOf: CostOf): number {
  const typed = typedWords(query);
  const { words } = typed;
  const fully = saidOfName(words, foldName(row.name), costOf);
  const isCalled = words.some((word) => word.length >= 4 && foldName(row.name).startsWith(`${word} `));
  const name = saysEnough(fully) || isCalled ? fully : nothing(0);
  const used: Said[] = [];
  const known = new Set(name.fits);
  for (const said of [...phrases(source, row, words), ...codes(source, row, typed)].sort(byWeight)) {
    if ([...said.fits].every((word) => known.has(word))) continue;
    used.push(said);
    for (const word of said.fits) known.add(word);
  }
  if (known.size === 0 || (words.length === 1 && used.length === 0)) return 0;
  const counted = name.fits.size > 0 ? [name, ...used] : used;
  const sum = (of: (said: Said) => number) => counted.reduce((all, said) => all + of(said), 0);
  const share = Math.min(1, sum(({ covered }) => covered) / sum(({ letters }) => letters));
  const exact = new Set(counted.flatMap((said) => [...said.exact]));
  const tells = (one: 'code' | 'number') => used.some((said) => said.tells === one || said.tells === 'place');
  const isUnnamed = name.fits.size === 0;
  const isPlace = isUnnamed && tells('number') && tells('code');
  const isBare = isUnnamed && !tells('number');
  if (isBare && words.length === 1) return 0.4 + 0.2 * share;
  const lessened = (score: number) => (isBare ? 0.4 + (score - 0.4) * 0.8 : score);
  if (known.size < words.length && isUnnamed && used.every(({ isBroad }) => isBroad)) return 0.39;
  if (known.size < words.length) {
    const part = known.size - 1 + share * (isUnnamed && tells('number') ? 0.9 : 1);
    return lessened(0.4 + ((0.6 - 0.4) * part) / (words.length - 1));
  }
  if (exact.size < known.size) return used.length === 0 ? 0 : lessened(0.6 + (0.7 - 0.6) * share);
  return lessened(0.9 + ((used.length === 0 || isPlace ? 0.99 : 0.98) - 0.9) * share);
}

const nothing = (letters: number): Said => ({ fits: new Set(), exact: new Set(), covered: 0, letters, tells: '' });
const saysEnough = ({ covered, letters }: Said) => 4 * covered >= letters;
const lettersOf = (folded: string) => 10 * folded.replaceAll(' ', '').length;

function saidOfName(words: readonly string[], name: string, costOf: CostOf): Said {
  const said = nothing(lettersOf(name));
  for (const [i, typed] of words.entries()) {
    if (words.indexOf(typed) < i || name === '') continue;
    const covers = name.split(' ').map((word) => {
      if (word === typed) return 10 * word.length;
      const begins = typed.length >= 3 && word.startsWith(typed) ? 10 * typed.length : 0;
      const cost = costOf(typed, word, typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2);
      return Math.max(begins, cost === Number.POSITIVE_INFINITY ? 0 : 10 * word.length - 2 * cost);
    });
    const best = Math.max(...covers);
    if (best <= 0) continue;
    said.fits.add(i);
    if (name.split(' ').some((word, at) => word === typed && covers[at] === best)) said.exact.add(i);
    said.covered += best;
  }
  return said;
}

function phrases({ rows, facts }: SearchSource, row: SearchRow, words: readonly string[]): Said[] {
  const own = facts?.phrasesOf(rows.indexOf(row)) ?? [];
  const groups = row.groups.flatMap((group) => facts?.groups.get(group)?.phrases ?? []);
  const of = (texts: readonly string[], isBroad: boolean) =>
    [...new Set(texts.map(foldName))].map((phrase) => ({ phrase, isBroad }));
  return [...of(groups, false), ...of(own, true)].flatMap(({ phrase, isBroad }) => {
    const said = { ...nothing(lettersOf(phrase)), isBroad };
    for (const [i, typed] of words.entries()) {
      const [isExact, begins] = [
        phrase.split(' ').includes(typed),
        phrase.split(' ').some((word) => word.startsWith(typed)),
      ];
      if (!isExact && (!begins || typed.length < 3)) continue;
      said.fits.add(i);
      if (isExact) said.exact.add(i);
      said.covered = Math.min(said.letters, said.covered + 10 * typed.length);
    }
    return said.fits.size > 0 && saysEnough(said) ? [said] : [];
  });
}

/** Its expansions' codes, its place, its id and its number, each as one token says it. */
function codes(source: SearchSource, row: SearchRow, { tokens, numbers }: TypedWords): Said[] {
  const keys = row.groups.flatMap((group) => source.facts?.groups.get(group)?.codes ?? []).map(codeKey);
  const bears = (number: string) => isNumber(source, row, numberWanted(number));
  const said = (bits: number, letters: number, tells: Said['tells']): Said => {
    const fits = new Set(Array.from({ length: 12 }, (_, i) => i).filter((i) => (bits & (1 << i)) !== 0));
    return { fits, exact: fits, covered: 10 * letters, letters: 10 * letters, tells };
  };
  return [
    ...tokens.flatMap(({ text, bits }, i) => {
      const before = tokens[i - 1];
      const isPlace = placesIn(text).some(
        ({ code, number, printed }) => bears(printed) || (keys.includes(code) && bears(number)),
      );
      const isId =
        !source.integerIds && /[-0-9]/.test(text) && [text, text.toLowerCase(), text.toUpperCase()].includes(row.id);
      const isCode = codeKey(text) !== '' && keys.includes(codeKey(text));
      return [
        ...(isCode ? [said(bits, text.length, 'code')] : []),
        ...(isPlace || isId ? [said(bits, text.length, 'place')] : []),
        ...(before && /[0-9]/.test(text) && bears(`${before.text}-${text}`)
          ? [said(before.bits | bits, before.text.length + text.length, 'place')]
          : []),
      ];
    }),
    ...numbers
      .filter(({ wanted }) => isNumber(source, row, wanted))
      .map(({ bits, letters, wanted }) => ({
        ...said(bits, letters, 'number'),
        isBroad: wanted.total === undefined && wanted.bareValue !== undefined,
      })),
  ];
}

function isNumber({ officialCounts }: SearchSource, row: SearchRow, wanted: NumberWanted | undefined): boolean {
  if (wanted === undefined || numberNormalized(row.number) !== wanted.normalized) return false;
  return wanted.total === undefined || row.groups.some((group) => (officialCounts.get(group) ?? 0) === wanted.total);
}

const bitsOf = (words: ReadonlySet<number>) => [...words].reduce((bits, word) => bits | (1 << word), 0);
const TELLS = ['', 'code', 'number', 'place'];

/** What is covered best is taken first. */
const byWeight = (a: Said, b: Said): number =>
  Number(a.isBroad ?? false) - Number(b.isBroad ?? false) ||
  b.covered / b.letters - a.covered / a.letters ||
  b.fits.size - a.fits.size ||
  b.exact.size - a.exact.size ||
  b.covered - a.covered ||
  bitsOf(a.fits) - bitsOf(b.fits) ||
  bitsOf(a.exact) - bitsOf(b.exact) ||
  TELLS.indexOf(a.tells) - TELLS.indexOf(b.tells);
