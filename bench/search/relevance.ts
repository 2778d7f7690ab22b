/** Relevance bench: misspelt names, numbers in every printed form, names with numbers, by seed, over any cards. */
import { parseArgs } from 'node:util';
import { seeded } from '../../demo/random.ts';
import { numberNormalized } from '../../src/catalog/collector-number.ts';
import { foldName } from '../../src/catalog/fold.ts';
import { percentile } from '../report.ts';
import { type CardRow, readCardRows } from './card-rows.ts';
import { cardstockEngine, type Engine, fuseEngine, minisearchEngine, pgTrgmEngine, tcgdexEngine } from './engines.ts';
import { letterCount, pick, TYPOS, type Typo } from './misspell.ts';

/** A query and what answers it rightly; the whole right set must come before anything else where `all` is asked. */
interface Question {
  query: string;
  right: ReadonlySet<string>;
}

/** CARDSTOCK_KEY is the key for a running catalog; DATABASE_URL adds pg_trgm to the peers, `--tcgdex` a server of TCGdex's with the same cards. */
const USAGE =
  'usage: node scripts/node24.mjs bench/search/relevance.ts <cards file, or base address> [--seed 1] [--queries 200] [--peers] [--tcgdex base address] [--misses 0]';
const TEN = 10;
const TIMED_A_KIND = 5;
/** It passes over every card for each query: seconds where there are more. */
const FUSE_CARDS_MAX = 50_000;
/** What stands behind the name that people say: they leave it out, for the number tells it. */
const SUFFIX = /(?: |-)(?:ex|gx|v|vmax|vstar|v-union|lv\.x|break|legend|star|☆|δ|◇)$/i;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    queries: { type: 'string', default: '200' },
    peers: { type: 'boolean', default: false },
    tcgdex: { type: 'string' },
    misses: { type: 'string', default: '0' },
  },
});
const [source] = positionals;
if (source === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const cards = await readCardRows(source, process.env.CARDSTOCK_KEY);
const count = Number(values.queries);
const seed = Number(values.seed);
const printedNames = [...Map.groupBy(cards, (card) => foldName(card.name)).values()].map((same) => same[0]?.name ?? '');
const engines = await openEngines();
process.stdout.write(
  `${cards.length} cards, ${printedNames.length} distinct names, seed ${seed}, ${count} queries a kind\n`,
);
process.stdout.write(`\n${''.padEnd(16)}${engines.map((engine) => engine.title.padEnd(24)).join('')}\n`);
for (const { kind, minLetters, typo } of TYPOS) {
  await report(kind, nameQuestions(typo, minLetters), (engine, query) => engine.names(query, TEN));
}
await reportNumbers();
await report('name + number', numberQuestions(nameWithNumberForms), (engine, query) => engine.cards(query, TEN));
await report('base + number', baseQuestions(), (engine, query) => engine.cards(query, TEN));
await reportTimes();
await Promise.all(engines.map((engine) => engine.close()));

async function openEngines(): Promise<Engine[]> {
  const own = cardstockEngine(cards);
  if (!values.peers) return [own];
  const { DATABASE_URL } = process.env;
  const postgres = DATABASE_URL ? [await pgTrgmEngine(DATABASE_URL, cards)] : [];
  const tcgdex = values.tcgdex === undefined ? [] : [tcgdexEngine(values.tcgdex)];
  const fuse = cards.length > FUSE_CARDS_MAX ? [] : [fuseEngine(cards)];
  return [own, ...fuse, minisearchEngine(cards), ...postgres, ...tcgdex];
}

function nameQuestions(typo: Typo, minLetters: number): Question[] {
  const random = seeded(seed);
  const pool = printedNames.filter((name) => letterCount(name) >= minLetters);
  const questions: Question[] = [];
  // Some typos fit few names (accents): a bounded number of tries, repeats allowed.
  for (let tries = 0; tries < count * 200 && questions.length < count; tries++) {
    const name = pick(pool, random) ?? '';
    const query = typo(name, random)?.trim();
    if (query !== undefined && query !== name) questions.push({ query, right: new Set([foldName(name)]) });
  }
  return questions;
}

/** Questions about a card whose number is printed, each in one of the forms that `forms` gives. */
function numberQuestions(forms: (card: CardRow, number: string) => NumberForm[]): Question[] {
  const random = seeded(seed);
  const sameNumber = Map.groupBy(cards, (card) => numberNormalized(card.number));
  const numbered = cards.filter((card) => /[0-9]/.test(card.number ?? ''));
  return Array.from({ length: numbered.length === 0 ? 0 : count }, () => {
    const card = pick(numbered, random);
    const form = card && pick(forms(card, card.number ?? ''), random);
    if (!card || !form) return { query: '', right: new Set<string>() };
    const right = (sameNumber.get(numberNormalized(card.number)) ?? []).filter(
      (other) =>
        (!form.withTotal || other.official === card.official) &&
        (!form.withName || foldName(other.name) === foldName(card.name)),
    );
    return { query: form.text, right: new Set(right.map(({ id }) => id)) };
  });
}

interface NumberForm {
  text: string;
  withTotal: boolean;
  withName: boolean;
}

/** `25`, `025`, `#25`, `tg12`, and with the total: `4/102`, `004/102`, `tg12/tg30`. */
function numberForms(card: CardRow, number: string): NumberForm[] {
  const [, prefix = '', digits = '', suffix = ''] = /^([^0-9]*)([0-9]+)(.*)$/.exec(number) ?? [];
  const short = `${prefix}${Number(digits)}${suffix}`;
  const long = `${prefix}${digits.padStart(3, '0')}${suffix}`;
  const plain = [number, number.toLowerCase(), short, long, `#${number}`];
  const total = card.official;
  const withTotal = [`${number}/${total}`, `${short}/${total}`, `${long}/${String(total).padStart(3, '0')}`];
  if (prefix !== '') withTotal.push(`${number}/${prefix}${total}`.toLowerCase());
  return [
    ...plain.map((text) => ({ text, withTotal: false, withName: false })),
    ...(total > 0 ? withTotal.map((text) => ({ text, withTotal: true, withName: false })) : []),
  ];
}

function nameWithNumberForms(card: CardRow, number: string): NumberForm[] {
  return numberForms(card, number).flatMap((form) => [
    { ...form, text: `${card.name} ${form.text}`, withName: true },
    { ...form, text: `${form.text} ${card.name}`.toLowerCase(), withName: true },
  ]);
}

/** `umbreon 215/203` for Umbreon VMAX: the name without its suffix, and the number as printed. */
function baseQuestions(): Question[] {
  const random = seeded(seed);
  const pool = cards.filter(
    ({ name, number, official }) => SUFFIX.test(name) && official > 0 && /[0-9]/.test(number ?? ''),
  );
  return Array.from({ length: pool.length === 0 ? 0 : count }, () => {
    const card = pick(pool, random);
    if (!card) return { query: '', right: new Set<string>() };
    const base = foldName(card.name.replace(SUFFIX, ''));
    const right = cards.filter(
      ({ name, number, official }) =>
        official === card.official &&
        numberNormalized(number) === numberNormalized(card.number) &&
        foldName(name).startsWith(base),
    );
    return { query: `${base} ${card.number}/${card.official}`, right: new Set(right.map(({ id }) => id)) };
  });
}

/** Prints in how many of 100 questions a right answer stood first, and among the first ten. */
async function report(
  kind: string,
  questions: readonly Question[],
  ask: (engine: Engine, query: string) => Promise<string[]>,
): Promise<void> {
  const cells: string[] = [];
  for (const engine of engines) {
    let first = 0;
    let amongTen = 0;
    let shown = 0;
    for (const { query, right } of questions) {
      const found = await ask(engine, query);
      if (right.has(found[0] ?? '')) first++;
      else if (engine === engines[0] && shown++ < Number(values.misses)) {
        process.stdout.write(`  ${kind}: "${query}" meant ${[...right][0]}, first was ${found[0]}\n`);
      }
      if (found.some((answer) => right.has(answer))) amongTen++;
    }
    cells.push(`first ${percent(first, questions)} ten ${percent(amongTen, questions)}`.padEnd(24));
  }
  process.stdout.write(`${kind.padEnd(16)}${cells.join('')}\n`);
}

/** Numbers are right only when all the cards meant come before all others. */
async function reportNumbers(): Promise<void> {
  const questions = numberQuestions(numberForms);
  const cells: string[] = [];
  for (const engine of engines) {
    let right = 0;
    for (const question of questions) {
      const found = await engine.cards(question.query, question.right.size);
      if (found.length === question.right.size && found.every((id) => question.right.has(id))) right++;
    }
    cells.push(`all before others ${percent(right, questions)}`.padEnd(24));
  }
  process.stdout.write(`${'number'.padEnd(16)}${cells.join('')}\n`);
}

/** Prints what a page of ten takes, in milliseconds by the clock, of misspelt names that each engine is asked in turn. */
async function reportTimes(): Promise<void> {
  const questions = TYPOS.flatMap(({ typo, minLetters }) => nameQuestions(typo, minLetters).slice(0, TIMED_A_KIND));
  const waited = engines.map((): number[] => []);
  for (const { query } of questions) {
    for (const [at, engine] of engines.entries()) {
      const began = performance.now();
      await engine.cards(query, TEN);
      waited[at]?.push(performance.now() - began);
    }
  }
  const cells = waited.map((ms) => `p50 ${percentile(ms, 0.5).toFixed(2)} p99 ${percentile(ms, 0.99).toFixed(2)}`);
  process.stdout.write(`${'ms a page'.padEnd(16)}${cells.map((cell) => cell.padEnd(24)).join('')}\n`);
}

function percent(part: number, questions: readonly Question[]): string {
  return questions.length === 0 ? '–' : ((100 * part) / questions.length).toFixed(questions.length >= 1_000 ? 2 : 1);
}
