/** Daily prices of a card or product: a chart by printing, currency and window, and the same figures as a table. */
import { useMemo } from 'preact/hooks';
import type { CardPriceHistory, ProductPriceHistory } from '../../../client/src/records.ts';
import { amount, type Currency } from '../../../src/catalog/listing/amounts.ts';
import { compareOrdinary } from '../../../src/catalog/printings/ordinary-printing.ts';
import { Choice } from '../elements/choice.tsx';
import { downloadCsv } from '../elements/csv-file.ts';
import { counted, day, moveText, printing, variantName } from '../elements/format.ts';
import { RequestNote } from '../elements/snippet-box.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { go, queryOf, usePlace } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import {
  asChange,
  type Chart,
  type Currencies,
  chartOf,
  csvOf,
  joined,
  type Line,
  movesOf,
  observedDays,
  type Shown,
  summary,
} from './chart-data.ts';
import { PriceChart } from './price-chart.tsx';

type History = CardPriceHistory | ProductPriceHistory;

interface PricePanelProps {
  /** The address of the history, for the request that is shown. */
  path: string;
  load(window: { from?: string; to?: string }, signal: AbortSignal): Promise<History>;
  /** Why the printing at this place has no price on the market, in words; undefined where that is not known. */
  reasonAt?: ((at: number, currency: Currency) => string | undefined) | undefined;
}

const DAY_MS = 86_400_000;
/** The widest window of one request, in days. */
const WINDOW = 366;
/** Requests for all there is: ten years. */
const REQUESTS_MAX = 10;
const SPANS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: '1 year' },
  { value: 'all', label: 'All' },
] as const;
type Span = (typeof SPANS)[number]['value'];
const CURRENCIES: readonly { value: Currencies; label: string }[] = [
  { value: 'USD', label: 'USD' },
  { value: 'EUR', label: 'EUR' },
  { value: 'both', label: 'Both' },
];

/** A table of more lines does not stand beside the chart. */
const LINES_BESIDE = 5;

const dayBefore = (day: number, days: number): string => new Date(day - days * DAY_MS).toISOString().slice(0, 10);

type Load = PricePanelProps['load'];

/** The history of a span; of all days window after window, until one has none. */
async function historyOf(span: Span, load: Load, signal: AbortSignal): Promise<History> {
  const now = Date.now();
  if (span !== 'all') return load(span === '90' ? {} : { from: dayBefore(now, Number(span)) }, signal);
  let history = await load({ from: dayBefore(now, WINDOW) }, signal);
  for (let turn = 1; turn < REQUESTS_MAX; turn += 1) {
    const to = Date.parse(`${history.from}T00:00Z`);
    const older = await load({ from: dayBefore(to, WINDOW + 1), to: dayBefore(to, 1) }, signal);
    if (!older.variants.some((_, at) => chartOf(older, at, 'both').lines.length > 0)) break;
    history = joined(history, older);
  }
  return history;
}

const labelOf = ({ variants }: History, at: number): string => {
  const variant = variants[at]?.variant;
  if (variant === undefined) return '';
  return typeof variant === 'string' ? variantName(variant) : printing(variant);
};

/** Of the printings with a price, which is what one comes for, the ordinary one. */
const firstPriced = (history: History): { at: Shown; currency: Currencies } => {
  const printings = history.variants.map(({ variant }, at) => ({ at, variant }));
  const ordinary = printings.sort(({ variant: a }, { variant: b }) =>
    typeof a === 'string' || typeof b === 'string' ? 0 : compareOrdinary(a, b),
  );
  for (const currency of ['USD', 'EUR'] as const) {
    const first = ordinary.find(({ at }) => chartOf(history, at, currency).lines.length > 0);
    if (first) return { at: first.at, currency };
  }
  return { at: 0, currency: 'USD' };
};

const writeIn =
  ({ isChange }: Pick<Chart, 'isChange'>) =>
  (value: number, { currency }: Pick<Line, 'currency'>) =>
    isChange ? moveText(value / 100) : amount(value, currency);

function Figures({ chart }: { chart: Chart }) {
  const days = observedDays(chart);
  const write = writeIn(chart);
  return (
    <section class="figures" tabIndex={0} aria-label="Prices by day">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {chart.lines.map(({ label }) => (
              <th scope="col" class="number" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((one) => (
            <tr key={one}>
              <th scope="row">
                <time dateTime={one}>{day(one)}</time>
              </th>
              {chart.lines.map((line) => {
                const value = line.points.get(one);
                return (
                  <td class="number" key={line.label}>
                    {value === undefined || value === null ? '–' : write(value, line)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How the first line, which is what things cost, moved. */
function Moves({ chart: { lines } }: { chart: Chart }) {
  const [line] = lines;
  const moves = line === undefined ? [] : movesOf(line);
  if (line === undefined || moves.length === 0) return null;
  return (
    <p class="facts">
      <span>{line.label}</span>
      {moves.map(({ days, percent }) => (
        <span key={days}>
          {counted(days, 'day')} <strong>{moveText(percent)}</strong>
        </span>
      ))}
    </p>
  );
}

/** What of the address chooses what is shown: a link shows the same. */
function useChoice(history: History) {
  const { path, query } = usePlace();
  const initial = useMemo(() => firstPriced(history), [history]);
  const named = history.variants.findIndex((_, index) => labelOf(history, index) === query.get('printing'));
  const at: Shown = query.get('printing') === 'all' ? 'all' : named >= 0 ? named : initial.at;
  const currency = CURRENCIES.find(({ value }) => value === query.get('currency'))?.value ?? initial.currency;
  const isChange = query.get('as') === 'change';
  const choose = (name: string, value: string) =>
    go(`${path}${queryOf({ ...Object.fromEntries(query), [name]: value })}`, { replace: true });
  return { at, currency, isChange, choose };
}

interface ToolsProps {
  history: History;
  chart: Chart;
  name: string;
  choice: ReturnType<typeof useChoice>;
}

function Tools({ history, chart, name, choice: { at, currency, isChange, choose } }: ToolsProps) {
  const names = history.variants.map((_, index) => labelOf(history, index));
  return (
    <div class="tools">
      {names.length > 1 && (
        <label class="field-inline">
          Printing
          <select
            value={at === 'all' ? 'all' : name}
            onChange={(event) => choose('printing', event.currentTarget.value)}
          >
            <option value="all">All printings</option>
            {names.map((each) => (
              <option value={each} key={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      )}
      <Choice legend="Currency" options={CURRENCIES} value={currency} onChoose={(value) => choose('currency', value)} />
      <label class="check">
        <input type="checkbox" checked={isChange} onChange={() => choose('as', isChange ? '' : 'change')} />
        Change in %
      </label>
      {chart.lines.length > 0 && (
        <button type="button" onClick={() => downloadCsv(csvOf(chart), `prices-${name}`)}>
          CSV
        </button>
      )}
    </div>
  );
}

/** Why nothing of it is shown. */
function Nothing({
  history,
  name,
  currency,
  reason,
}: {
  history: History;
  name: string;
  currency: Currencies;
  reason: string | undefined;
}) {
  return (
    <Empty title={`No ${currency === 'both' ? '' : currency} prices in these days`}>
      <p class="quiet">
        {reason === undefined
          ? `No day between ${day(history.from)} and ${day(history.to)} has one of ${name}.`
          : `${name} has none on this market: ${reason}.`}
      </p>
    </Empty>
  );
}

function ShownPrices({ history, reasonAt }: { history: History } & Pick<PricePanelProps, 'reasonAt'>) {
  const choice = useChoice(history);
  const { at, currency, isChange } = choice;
  const nameOf = (index: number) => labelOf(history, index);
  const amounts = useMemo(() => chartOf(history, at, currency, nameOf), [history, at, currency]);
  const chart = useMemo(() => (isChange ? asChange(amounts) : amounts), [amounts, isChange]);
  const reason = at === 'all' || currency === 'both' ? undefined : reasonAt?.(at, currency);
  const name = at === 'all' ? 'All printings' : labelOf(history, at);
  const write = writeIn(chart);
  const days = observedDays(chart);
  const [from = history.from] = [days.at(-1)];
  return (
    <>
      <Tools history={history} chart={chart} name={name} choice={choice} />
      {days.length === 0 && <Nothing history={history} name={name} currency={currency} reason={reason} />}
      {days.length === 1 && <Figures chart={amounts} />}
      {days.length > 1 && (
        <>
          {!isChange && <Moves chart={chart} />}
          <div class="prices">
            <PriceChart
              chart={chart}
              from={from}
              to={history.to}
              label={`${name}. ${summary(chart, day(history.from), day(history.to), write)}`}
              write={write}
            />
            <details class="figures-fold" open={innerWidth > 1100 && chart.lines.length <= LINES_BESIDE}>
              <summary>Table of {counted(days.length, 'day')}</summary>
              <Figures chart={chart} />
            </details>
          </div>
        </>
      )}
    </>
  );
}

export function PricePanel({ path, load, reasonAt }: PricePanelProps) {
  const place = usePlace();
  const span = SPANS.find(({ value }) => value === place.query.get('span'))?.value ?? '90';
  const text = span === '90' ? '' : `?from=${dayBefore(Date.now(), span === 'all' ? WINDOW : Number(span))}`;
  const history = useLoad(`${path}/${span}`, (signal) => historyOf(span, load, signal), { keeps: true });
  const choose = (value: string) =>
    go(`${place.path}${queryOf({ ...Object.fromEntries(place.query), span: value === '90' ? '' : value })}`, {
      replace: true,
    });
  return (
    <section class="panel" aria-labelledby="prices-title" aria-busy={history.isLoading}>
      <div class="panel-head">
        <h2 id="prices-title">Prices</h2>
        <Choice legend="Span" options={SPANS} value={span} onChoose={choose} />
      </div>
      <Loaded loading={history} wait={<Skeleton kind="panel" count={1} />}>
        {(data) => <ShownPrices history={data} reasonAt={reasonAt} />}
      </Loaded>
      <RequestNote of="these prices" snippet={{ method: 'GET', path: `${path}${text}` }} />
    </section>
  );
}
