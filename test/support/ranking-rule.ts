/** The ranking as docs/search.md says it: each row's score from the text and the row alone, every row looked at, no index. */
import { numberNormalized } from '../../src/catalog/collector-number.ts';
import { foldName } from '../../src/catalog/fold.ts';
import { compareIds, type SearchRow, type SearchSource } from '../../src/search/index-data.ts';
import { typingCost } from '../../src/search/names/edit-distance.ts';
import { trigramSimilarity, trigramsOf } from '../../src/search/names/trigrams.ts';
import { type NumberWanted, parseQuery } from '../../src/search/query.ts';
import type { Hit, SearchRequest } from '../../src/search/search-index.ts';

const FLOOR = 0.4;
const EDIT = 10;
const LIKELY_EDIT = 9;

/** One page of the ranked set. */
export function pageByRule(source: SearchSource, { query, groups = [], after, limit }: SearchRequest): Hit[] {
  const compare = (a: Hit, b: Hit) => b.score - a.score || compareIds(source.integerIds, a.id, b.id);
  return source.rows
    .filter((row) => groups.every((group) => row.groups.includes(group)))
    .map((row) => ({ id: row.id, score: scoreOfRow(source, row, query) }))
    .filter((hit) => hit.score > 0 && (after === undefined || compare(hit, after) > 0))
    .sort(compare)
    .slice(0, limit);
}

/** Four decimals; 0 for what is not found. */
function kept(score: number): number {
  return score < FLOOR ? 0 : Math.round(score * 10_000) / 10_000;
}

function scoreOfRow(source: SearchSource, row: SearchRow, query: string): number {
  const wanted = parseQuery(query);
  const name = foldName(row.name);
  let best = lifted(wanted.name, name, similarityOf(wanted.name, name));
  if (!source.hasNumbers) return best;
  for (const reading of wanted.numbers) {
    const bears = howItBears(source, row, reading.number);
    if (reading.name === '') {
      if (bears !== undefined) best = Math.max(best, kept(bears === 'right' ? 1 : 0.5));
      continue;
    }
    const similar = similarityOf(reading.name, name);
    best = Math.max(best, kept(0.9 * similar));
    if (bears === 'nearly') best = Math.max(best, kept(0.95 * similar));
    if (bears !== 'right') continue;
    best = Math.max(best, kept(name.startsWith(reading.name) ? 0.95 + (1 - 0.95) * similar : similar));
  }
  return best;
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

/** The best of the three readings of a folded text. */
function similarityOf(text: string, name: string): number {
  if (text === '') return 0;
  const [ours, others] = [new Set(trigramsOf(text)), new Set(trigramsOf(name))];
  const similarity = trigramSimilarity([...ours].filter((one) => others.has(one)).length, ours.size, others.size);
  const cost = costOf(text, name, text.length < 3 ? 0 : text.length < 4 ? 1 : text.length < 8 ? 2 : 3);
  const closeness = 1 - cost / EDIT / Math.max(text.length, name.length);
  const slip = cost === Number.POSITIVE_INFINITY ? 0 : kept(0.9 * closeness + (1 - 0.9) * similarity);
  return Math.max(kept(0.9 * similarity), slip, wordsOf(text, name));
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
  const slip = cost === Number.POSITIVE_INFINITY ? 0 : word.length - (2 * cost) / EDIT;
  if (typed === word) return 2 * word.length;
  return Math.max(slip, word.startsWith(typed) ? typed.length : 0);
}

/** A name that begins with the one word typed stands above all that are a slip away. */
function lifted(text: string, name: string, score: number): number {
  if (score === 0 || text.includes(' ') || text.length < 3 || !name.startsWith(text)) return score;
  const base = 0.9 * (1 - LIKELY_EDIT / EDIT / (text.length + 1)) + (1 - 0.9);
  return Math.max(score, kept(base + ((1 - base) * score) / 2));
}

function costOf(typed: string, name: string, maxEdits: number): number {
  const units = unitsOf(name);
  return typingCost(unitsOf(typed), units, 0, units.length, maxEdits);
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}
