/** A list with its prices: what each row comes to, the totals by currency and condition, and the file to give back. */

import { inUnits } from '../catalog/listing/amounts.ts';
import { plainName } from '../catalog/printings/plain-name.ts';
import type { Printing } from '../catalog/records.ts';
import { csvText } from './csv.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** What of a look-up's answer is shown. */
export interface Answered {
  confidence: number;
  card: { id: string; name: string; number: string | null; expansion: { name: string } } | null;
  variant: Printing | null;
  usd_market: { condition: string; market: number | null } | null;
  product: { id: number; name: string } | null;
  eur_market: { price_kind: string | null; trend: number | null; trend_holo: number | null } | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  condition: string | null;
  quantity: number | null;
  problem: string | null;
  candidates: readonly { card: { id: string } }[];
}

/** A row with its answer, and the cents of one card. */
export interface PricedRow<Answer extends Answered = Answered> {
  row: SheetRow;
  answer: Answer;
  quantity: number;
  usd: number | null;
  eur: number | null;
}

/** Of all cards of a condition, or of all. */
export interface Total {
  condition: string;
  cards: number;
  usd: number;
  eur: number;
  /** Cards without a price. */
  withoutUsd: number;
  withoutEur: number;
  /** Cards whose USD price is that of NM, their own condition having none. */
  asNm: number;
}

const BEST = 'NM';
const ORDER = [BEST, 'LP', 'MP', 'HP', 'DMG'];

/** Joins the rows of a file with their answers, which stand in the same order. */
export const pricedRows = <Answer extends Answered>(
  { rows, isUnsure }: Pick<Sheet, 'rows' | 'isUnsure'>,
  answers: readonly Answer[],
): PricedRow<Answer>[] =>
  rows.flatMap((row, at) => {
    const told = answers[at];
    if (told === undefined) return [];
    // What a column says that was not read may tell another card.
    const answer = isUnsure ? { ...told, is_certain: false, is_variant_certain: false } : told;
    const { usd_market, eur_market } = answer;
    // The list's own, though it be more than a look-up takes.
    const quantity = row.asked.quantity ?? 1;
    const eur = eur_market && (eur_market.price_kind === 'holo' ? eur_market.trend_holo : eur_market.trend);
    return [{ row, answer, quantity, usd: usd_market?.market ?? null, eur }];
  });

/** A total for each condition, the best first, and one of all, which is called so. */
export function totalsOf(rows: readonly PricedRow[]): Total[] {
  const byCondition = Map.groupBy(rows, ({ answer }) => answer.condition ?? 'unknown');
  const place = (condition: string) => (ORDER.indexOf(condition) + ORDER.length + 1) % (ORDER.length + 1);
  const conditions = [...byCondition].sort(([a], [b]) => place(a) - place(b));
  return [...conditions.map(([condition, of]) => totalOf(condition, of)), totalOf('all', rows)];
}

function totalOf(condition: string, rows: readonly PricedRow[]): Total {
  const total = { condition, cards: 0, usd: 0, eur: 0, withoutUsd: 0, withoutEur: 0, asNm: 0 };
  for (const { quantity, usd, eur, answer } of rows) {
    total.cards += quantity;
    total.usd += quantity * (usd ?? 0);
    total.eur += quantity * (eur ?? 0);
    if (usd === null) total.withoutUsd += quantity;
    if (eur === null) total.withoutEur += quantity;
    const isNm = answer.usd_market?.condition === BEST && answer.condition !== BEST;
    if (isNm && usd !== null) total.asNm += quantity;
  }
  return total;
}

/** How sure an answer is, in a word. */
export function surenessOf({ card, product, is_certain, is_variant_certain, candidates }: Answered): string {
  if (card === null && product == null) return candidates.length === 0 ? 'not found' : 'unclear';
  if (!is_certain) return 'likely';
  return is_variant_certain ? 'certain' : 'printing open';
}

/** What of a row people should know. */
export const remarkOf = ({ row, answer }: PricedRow): string => [answer.problem, row.note].filter(Boolean).join(' ');

const COLUMNS: readonly [name: string, cell: (priced: PricedRow) => string][] = [
  ['card_id', ({ answer }) => answer.card?.id ?? ''],
  ['card', ({ answer }) => answer.card?.name ?? answer.product?.name ?? ''],
  ['product_id', ({ answer }) => String(answer.product?.id ?? '')],
  ['card_expansion', ({ answer }) => answer.card?.expansion.name ?? ''],
  ['card_number', ({ answer }) => answer.card?.number ?? ''],
  ['card_printing', ({ answer }) => (answer.variant === null ? '' : plainName(answer.variant))],
  ['card_condition', ({ answer }) => answer.condition ?? ''],
  ['card_quantity', ({ quantity }) => String(quantity)],
  ['usd', ({ usd }) => inUnits(usd)],
  ['usd_condition', ({ answer }) => answer.usd_market?.condition ?? ''],
  ['usd_total', ({ usd, quantity }) => inUnits(usd === null ? null : usd * quantity)],
  ['eur', ({ eur }) => inUnits(eur)],
  ['eur_total', ({ eur, quantity }) => inUnits(eur === null ? null : eur * quantity)],
  ['confidence', ({ answer }) => String(answer.confidence)],
  ['sure', ({ answer }) => surenessOf(answer)],
  ['may_be', ({ answer }) => (answer.is_certain ? '' : answer.candidates.map(({ card }) => card.id).join(' '))],
  ['remark', remarkOf],
];

/** The file with what was found behind its own columns, separated as it was. */
export function pricedCsv({ head, separator }: Sheet, rows: readonly PricedRow[]): string {
  const width = rows.reduce((most, { row }) => Math.max(most, row.cells.length), head.length);
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '');
  return csvText(
    [
      [...filled(head), ...COLUMNS.map(([name]) => name)],
      ...rows.map((priced) => [...filled(priced.row.cells), ...COLUMNS.map(([, cell]) => cell(priced))]),
    ],
    separator,
  );
}
