/** A priced list: what it comes to, its rows, what is left to settle, and the file to take away. */
import { useMemo, useState } from 'preact/hooks';
import type { LookedUp } from '../../../client/src/cardstock.ts';
import { amount } from '../../../src/catalog/listing/amounts.ts';
import { type PricedRow, pricedCsv, remarkOf, surenessOf, type Total, totalsOf } from '../../../src/sheets/priced.ts';
import type { Sheet } from '../../../src/sheets/sheet.ts';
import { Choice } from '../elements/choice.tsx';
import { downloadCsv } from '../elements/csv-file.ts';
import { count, counted, day, printing } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { Link } from '../frame/router.tsx';
import { type Settled, settledRows } from './use-list.ts';

/** So many rows are drawn at first, and with each wish for more. */
const ROWS_SHOWN = 200;

type Row = PricedRow<LookedUp> & { at: number };

/** The days of the prices that a total is made of, the oldest first. */
const daysOf = (rows: readonly Row[]): string[] =>
  rows
    .flatMap(({ answer: { usd_market, eur_market } }) => [usd_market?.observed_on, eur_market?.observed_on])
    .filter((day) => day != null)
    .sort();

function Totals({ rows }: { rows: readonly Row[] }) {
  const totals = totalsOf(rows);
  const all = totals.at(-1);
  const days = daysOf(rows);
  const [oldest, newest] = [days[0], days.at(-1)];
  return (
    <section class="panel" aria-labelledby="totals-title">
      <h2 id="totals-title">Total</h2>
      <Table
        label="Totals by condition"
        columns={['Condition', ...['Cards', 'USD', 'EUR'].map((name) => ({ name, kind: 'number' as const }))]}
      >
        {totals.map(({ condition, cards, usd, eur, withoutUsd, withoutEur }) => (
          <tr key={condition} class={condition === 'all' ? 'total' : ''}>
            <th scope="row">{condition === 'all' ? 'All' : condition}</th>
            <td class="number" data-label="Cards">
              {count(cards)}
            </td>
            <td class="number" data-label="USD">
              {amount(withoutUsd === cards ? null : usd, 'USD')}
            </td>
            <td class="number" data-label="EUR">
              {amount(withoutEur === cards ? null : eur, 'EUR')}
            </td>
          </tr>
        ))}
      </Table>
      {all !== undefined && <TotalNotes total={all} />}
      {oldest !== undefined && (
        <p class="quiet">
          Prices of {oldest === newest ? '' : `${day(oldest)} to `}
          {day(newest ?? null)}.
        </p>
      )}
    </section>
  );
}

function TotalNotes({ total: { withoutUsd, withoutEur, asNm } }: { total: Total }) {
  const notes = [
    withoutUsd > 0 && `${counted(withoutUsd, 'card')} without a USD price`,
    withoutEur > 0 && `${counted(withoutEur, 'card')} without a EUR price`,
    asNm > 0 && `${counted(asNm, 'card')} at the USD price of NM, having none of their own condition`,
  ].filter(Boolean);
  return notes.length === 0 ? null : <p class="quiet">{notes.join('; ')}.</p>;
}

const SURE: Readonly<Record<string, string>> = {
  certain: 'good',
  'printing open': 'open',
  likely: 'open',
  unclear: 'bad',
  'not found': 'bad',
};

/** What a candidate is told apart by. */
function optionText(answer: LookedUp, at: number): string {
  const candidate = answer.candidates[at];
  if (candidate === undefined) return '';
  const { card, variant, usd_market } = candidate;
  const words = variant ? printing(variant) : '';
  const place = `${card.name}, ${card.expansion.name}${card.number === null ? '' : ` #${card.number}`}`;
  const told = answer.differ_in.includes('printing') ? words : [place, words].filter(Boolean).join(' · ');
  return `${told} (${amount(usd_market?.market, 'USD')})`;
}

interface SettleProps {
  /** As the service answered. */
  answer: LookedUp;
  line: number;
  choice: number | undefined;
  onChoose: (choice: number | undefined) => void;
}

function Settle({ answer, line, choice, onChoose }: SettleProps) {
  if (answer.candidates.length === 0) return null;
  return (
    <select
      class="settle"
      aria-label={`What line ${line} means`}
      value={choice === undefined ? '' : String(choice)}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : Number(value))}
    >
      <option value="">{answer.card === null ? 'Choose…' : 'As found'}</option>
      {answer.candidates.map(({ card, variant }, at) => (
        <option key={`${card.id}/${variant?.id}`} value={String(at)}>
          {optionText(answer, at)}
        </option>
      ))}
    </select>
  );
}

function CardCell({ row: { answer, row } }: { row: Row }) {
  const { card, product, variant } = answer;
  if (product != null) return <Link to={`/products/${product.id}`}>{product.name}</Link>;
  if (card === null) {
    const asked = [row.asked.name, row.asked.number, row.asked.expansion, row.asked.external_id];
    return <span class="quiet">{asked.filter(Boolean).join(', ')}</span>;
  }
  return (
    <>
      <Link to={`/cards/${encodeURIComponent(card.id)}`}>{card.name}</Link>
      <span class="quiet list-place">
        {[card.expansion.name, card.number && `#${card.number}`, variant && printing(variant)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

function Rows({
  rows,
  answers,
  settled,
  onSettle,
}: {
  rows: readonly Row[];
  answers: readonly LookedUp[];
  settled: Settled;
  onSettle: (at: number, choice: number | undefined) => void;
}) {
  const number = (name: string) => ({ name, kind: 'number' as const });
  return (
    <Table
      label="Rows of the list"
      columns={['Line', 'Card', 'Condition', number('Quantity'), number('USD'), number('EUR'), 'How sure']}
    >
      {rows.map((row) => {
        const { answer, quantity, usd, eur, at } = row;
        const sure = surenessOf(answer);
        const asked = answers[at];
        const remark = remarkOf(row);
        return (
          <tr key={at}>
            <td data-label="Line">{row.row.line}</td>
            <td class="wide-cell">
              <CardCell row={row} />
              {remark !== '' && <span class="quiet list-place">{remark}</span>}
            </td>
            <td data-label="Condition">{answer.condition ?? 'unknown'}</td>
            <td class="number" data-label="Quantity">
              {count(quantity)}
            </td>
            <td class="number" data-label="USD">
              {amount(usd, 'USD')}
              {usd !== null && answer.usd_market?.condition !== answer.condition && ' (NM)'}
            </td>
            <td class="number" data-label="EUR">
              {amount(eur, 'EUR')}
            </td>
            <td data-label="How sure">
              <span class={`sure sure-${SURE[sure]}`}>{settled.has(at) ? 'settled by you' : sure}</span>
              {asked !== undefined && (
                <Settle
                  answer={asked}
                  line={row.row.line}
                  choice={settled.get(at)}
                  onChoose={(choice) => onSettle(at, choice)}
                />
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const SHOWN = [
  { value: 'all', label: 'All rows' },
  { value: 'open', label: 'To check' },
] as const;

export function PricedList({ name, sheet, answers }: { name: string; sheet: Sheet; answers: LookedUp[] }) {
  const [settled, setSettled] = useState<Settled>(new Map());
  const [shown, setShown] = useState<'all' | 'open'>('all');
  const [limit, setLimit] = useState(ROWS_SHOWN);
  const rows = useMemo(
    () => settledRows(sheet, answers, settled).map((row, at) => ({ ...row, at })),
    [sheet, answers, settled],
  );
  // A row stays in sight once it is settled, so that the choice can be changed.
  const wanted = shown === 'all' ? rows : rows.filter(({ at }) => answers[at]?.is_variant_certain === false);
  const settle = (at: number, choice: number | undefined) => {
    const next = new Map(settled);
    if (choice === undefined) next.delete(at);
    else next.set(at, choice);
    setSettled(next);
  };
  return (
    <>
      <p class="quiet" role="status">
        {counted(rows.length, 'row')} of {name}, read as {sheet.dialect}
        {sheet.leftOut > 0 && `; ${counted(sheet.leftOut, 'row')} without a card left out`}.
        {sheet.unread.length > 0 && ` Columns not read: ${sheet.unread.join(', ')}.`}
        {sheet.isUnsure && ' They may name another card, so no row is certain.'}
      </p>
      <Totals rows={rows} />
      <div class="tools">
        <Choice legend="Which rows" options={SHOWN} value={shown} onChoose={setShown} />
        <button
          type="button"
          onClick={() => downloadCsv(pricedCsv(sheet, rows), `priced-${name.replace(/\.\w+$/, '')}`)}
        >
          Download as CSV
        </button>
      </div>
      {wanted.length === 0 ? (
        <p class="quiet">There is nothing to check: every row leaves one card and one printing.</p>
      ) : (
        <Rows rows={wanted.slice(0, limit)} answers={answers} settled={settled} onSettle={settle} />
      )}
      {wanted.length > limit && (
        <button type="button" onClick={() => setLimit(limit + ROWS_SHOWN)}>
          Show {count(Math.min(ROWS_SHOWN, wanted.length - limit))} more
        </button>
      )}
    </>
  );
}
