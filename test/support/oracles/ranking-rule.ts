/** The ranking as docs/search.md says it: each row's score from the text and the row alone, every row looked at, no index. */
import { numberNormalized } from '../../../src/catalog/collector-number.ts';
import { foldName } from '../../../src/catalog/fold.ts';
import { typingCost } from '../../../src/catalog/words/edit-distance.ts';
import { trigramSimilarity, trigramsOf } from '../../../src/search/names/trigrams.ts';
import { type NumberWanted, parseQuery } from '../../../src/search/query.ts';
import { foldEastern, isEastern } from '../../../src/search/scripts/fold-eastern.ts';
import { kanaCost } from '../../../src/search/scripts/kana-typos.ts';
import { romajiOf } from '../../../src/search/scripts/romaji.ts';
import type { Hit, SearchRequest } from '../../../src/search/search-index.ts';
import { codeKey } from '../../../src/search/tables/code-key.ts';
import { compareIds, type SearchRow, type SearchSource } from '../../../src/search/tables/index-columns.ts';
import { fitByRule } from './fit-rule.ts';

const FLOOR = 0.4;
const EDIT = 10;
const LIKELY_EDIT = 9;

const inOrderOf = (source: SearchSource) => (a: Hit, b: Hit) =>
  b.score - a.score || compareIds(source.integerIds, a.id, b.id);

/** All that a query finds in these groups, the best first. */
export function rankedByRule(source: SearchSource, { query, groups = [], keeps = () => true }: SearchRequest): Hit[] {
  return source.rows
    .filter((row) => groups.every((group) => row.groups.includes(group)) && keeps(row.id))
    .map((row) => ({ id: row.id, score: scoreOfRow(source, row, query) }))
    .filter(({ score }) => score > 0)
    .sort(inOrderOf(source));
}

/** One page of what was ranked. */
export function pageByRule(ranked: readonly Hit[], source: SearchSource, { after, limit }: SearchRequest): Hit[] {
  const compare = inOrderOf(source);
  return ranked.filter((hit) => after === undefined || compare(hit, after) > 0).slice(0, limit);
}

/** Four decimals; 0 for what is not found. */
function kept(score: number): number {
  return score < FLOOR ? 0 : Math.round(score * 10_000) / 10_000;
}

function scoreOfRow(source: SearchSource, row: SearchRow, query: string): number {
  const wanted = parseQuery(query);
  const given = [row.name, ...(source.furtherNames ?? []).flatMap(({ id, name }) => (id === row.id ? [name] : []))];
  const names = [...given, ...given.flatMap((name) => (isEastern(name) ? romajiOf(foldEastern(name)) : []))];
  let best = Math.max(...names.map((name, at) => similar(query, name, at === 0, lifted)));
  if (!source.hasNumbers) return best;
  const fit = fitByRule(source, row, query, costOf);
  best = Math.max(best, kept(fit), kept(placed(source, row, query)));
  for (const reading of wanted.numbers) {
    const bears = howItBears(source, row, reading.number);
    if (reading.name === '') {
      const right = reading.isParted === true ? 0.98 : 1;
      const nearly = reading.number.isPart === true ? 0.97 : 0.5;
      if (bears !== undefined) best = Math.max(best, kept(bears === 'right' ? right : nearly));
      continue;
    }
    const asName = Math.max(...names.map((name, at) => similar(reading.typed, name, at === 0)));
    best = Math.max(best, kept(0.9 * asName));
    if (bears === 'nearly') best = Math.max(best, kept(0.95 * asName));
    if (bears !== 'right') continue;
    const begins = names.some((name, at) => beginsWith(reading.typed, name, at === 0));
    best = Math.max(best, kept(begins ? 0.95 + (1 - 0.95) * asName : asName));
  }
  // Below the floor stands one thing alone: nothing but a rarity or a printing fits, and not all words.
  return best === 0 ? fit && 0.39 : best;
}

/** The id or a code of an expansion and a number in it, and nothing else: the surer the name, the higher. */
function placed(source: SearchSource, row: SearchRow, query: string): number {
  const [code = '', number, more] = query.normalize('NFKC').trim().split(/\s+/);
  if (number === undefined || more !== undefined) return 0;
  const wanted = numberNormalized(number.replace(/^#/, ''));
  if (wanted === null || wanted !== numberNormalized(row.number) || codeKey(code) === '') return 0;
  const scores = row.groups.map((group) => {
    const codes = source.facts?.groups.get(group)?.codes ?? [];
    if (!codes.some((each) => codeKey(each) === codeKey(code))) return 0;
    const ids = [group, group.slice(group.indexOf('-') + 1)];
    if (ids.includes(code)) return 0.998;
    if (ids.some((id) => id.toLowerCase() === code.toLowerCase())) return 0.996;
    return ids.some((id) => codeKey(id) === codeKey(code)) ? 0.994 : 0.992;
  });
  return Math.max(...scores);
}

/** Whether a row bears the number, or one that differs in what was not typed or in the total. */
function howItBears(source: SearchSource, row: SearchRow, wanted: NumberWanted): 'right' | 'nearly' | undefined {
  const number = numberNormalized(row.number);
  if (number === null) return undefined;
  const ofTotal =
    wanted.total === undefined || row.groups.some((group) => (source.officialCounts.get(group) ?? 0) === wanted.total);
  if (number === wanted.normalized) return ofTotal ? 'right' : 'nearly';
  const value = Number(/[0-9]+/.exec(number)?.[0]);
  return ofTotal && wanted.bareValue === value ? 'nearly' : undefined;
}

type Lift = (text: string, name: string, score: number) => number;

/** Whether a text is read by its words beside a name: an own name is by every text, but one in an eastern script by one in such. */
const isSpaced = (text: string, name: string, isOwn: boolean): boolean =>
  isOwn ? !(isEastern(text) && isEastern(foldName(name))) : !(isEastern(text) || isEastern(name));

/** A text in an eastern script is read as such where the name is in one. */
function similar(text: string, name: string, isOwn: boolean, lift: Lift = (_, __, score) => score): number {
  const [typed, folded] = [foldName(text), foldName(name)];
  const spaced = isSpaced(text, name, isOwn) ? lift(typed, folded, similarityOf(typed, folded)) : 0;
  if (!isEastern(text) || !isEastern(name)) return spaced;
  const score = easternSimilarity(text, foldEastern(name));
  const begins = score > 0 && lift === lifted && foldEastern(name).startsWith(foldEastern(text));
  return Math.max(spaced, score, begins ? kept(atBeginning(foldEastern(text).length, score)) : 0);
}

function beginsWith(text: string, name: string, isOwn: boolean): boolean {
  if (isEastern(text) && isEastern(name) && foldEastern(name).startsWith(foldEastern(text))) return true;
  return isSpaced(text, name, isOwn) && foldName(name).startsWith(foldName(text));
}

const pairsOf = (text: string) =>
  new Set(Array.from({ length: text.length + 1 }, (_, i) => `${text[i - 1] ?? ''}|${text[i] ?? ''}`));

/** The best of the three readings of a text in a script without spaces. */
function easternSimilarity(typed: string, name: string): number {
  const text = foldEastern(typed);
  const [ours, others] = [pairsOf(text), pairsOf(name)];
  const shared = [...ours].filter((one) => others.has(one)).length;
  const similarity = trigramSimilarity(shared, ours.size, others.size);
  const parts = typed.split(/\s+/).map(foldEastern).filter(Boolean);
  const covered = kept(0.4 + 0.45 * Math.min(1, (2 * text.length) / name.length));
  const part = (shared > 0 || text.length === 1) && parts.every((each) => name.includes(each)) ? covered : 0;
  const units = unitsOf(name);
  const cost = kanaCost(unitsOf(text), units, 0, units.length);
  const isTypo = shared > 0 && cost <= EDIT * (text.length < 2 ? 0 : text.length < 4 ? 1 : text.length < 8 ? 2 : 3);
  const closeness = 1 - cost / EDIT / Math.max(text.length, name.length);
  return Math.max(
    part,
    kept(0.9 * similarity),
    isTypo ? kept(cost === 0 ? 1 : 0.9 * closeness + (1 - 0.9) * similarity) : 0,
  );
}

/** The best of the three readings of a folded text. */
function similarityOf(text: string, name: string): number {
  if (text === '') return 0;
  const [ours, others] = [new Set(trigramsOf(text)), new Set(trigramsOf(name))];
  const similarity = trigramSimilarity([...ours].filter((one) => others.has(one)).length, ours.size, others.size);
  const cost = costOf(text, name, text.length < 3 ? 0 : text.length < 4 ? 1 : text.length < 8 ? 2 : 3);
  const closeness = 1 - cost / EDIT / Math.max(text.length, name.length);
  const typo = cost === Number.POSITIVE_INFINITY ? 0 : kept(0.9 * closeness + (1 - 0.9) * similarity);
  return Math.max(kept(0.9 * similarity), typo, wordsOf(text, name));
}

function wordsOf(text: string, name: string): number {
  let all = 0;
  for (const typed of new Set(text.split(' '))) {
    const covered = Math.max(...name.split(' ').map((word) => coveredOf(typed, word)));
    if (covered <= 0) return 0;
    all += covered;
  }
  return kept(0.4 + 0.45 * Math.min(1, all / name.length));
}

/** How many letters of a name's word one typed word covers. */
function coveredOf(typed: string, word: string): number {
  const cost = costOf(typed, word, typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2);
  const typo = cost === Number.POSITIVE_INFINITY ? 0 : word.length - (2 * cost) / EDIT;
  if (typed === word) return 2 * word.length;
  return Math.max(typo, word.startsWith(typed) ? typed.length : 0);
}

/** A name that begins with the one word typed stands above all that are a typo away. */
function lifted(text: string, name: string, score: number): number {
  if (score === 0 || text.includes(' ') || text.length < 3 || !name.startsWith(text)) return score;
  return Math.max(score, kept(atBeginning(text.length, score)));
}

function atBeginning(length: number, score: number): number {
  const base = 0.9 * (1 - LIKELY_EDIT / EDIT / (length + 1)) + (1 - 0.9);
  return base + ((1 - base) * score) / 2;
}

function costOf(typed: string, name: string, maxEdits: number): number {
  const units = unitsOf(name);
  return typingCost(unitsOf(typed), units, 0, units.length, maxEdits);
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}
