/** Daily prices of a card or product: a chart by printing, currency and window, and the same figures as a table. */
import { useMemo, useState } from 'preact/hooks';
import type { CardPriceHistory, ProductPriceHistory } from '../../../client/src/records.ts';
import { Choice } from '../elements/choice.tsx';
import { amount, type Currency, counted, day, moveText, printing, variantName } from '../elements/format.ts';
import { SnippetBox } from '../elements/snippet-box.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { useLoad } from '../service/load.ts';
import { type Chart, chartOf, movesOf, observedDays, summary } from './chart-data.ts';
import { PriceChart } from './price-chart.tsx';

type History = CardPriceHistory | ProductPriceHistory;

interface PricePanelProps {
  /** The address of the history, for the request that is shown. */
  path: string;
  load(window: { from?: string }, signal: AbortSignal): Promise<History>;
  /** Why the printing at this place has no price on the market, in words; undefined where that is not known. */
  reasonAt?: ((at: number, currency: Currency) => string | undefined) | undefined;
}

const DAY_MS = 86_400_000;
const WINDOWS = [
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
] as const;
const CURRENCIES: readonly Currency[] = ['USD', 'EUR'];

const startOf = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const labelOf = ({ variants }: History, at: number): string => {
  const variant = variants[at]?.variant;
  if (variant === undefined) return '';
  return typeof variant === 'string' ? variantName(variant) : printing(variant);
};

/** Printings with a price first: that is what one comes for. */
const firstPriced = (history: History): { at: number; currency: Currency } => {
  for (const currency of CURRENCIES) {
    const at = history.variants.findIndex((_, index) => chartOf(history, index, currency).lines.length > 0);
    if (at >= 0) return { at, currency };
  }
  return { at: 0, currency: 'USD' };
};

function Figures({ chart }: { chart: Chart }) {
  const days = observedDays(chart);
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
              {chart.lines.map(({ label, points }) => (
                <td class="number" key={label}>
                  {amount(points.get(one), chart.currency)}
                </td>
              ))}
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

function Shown({ history, reasonAt }: { history: History } & Pick<PricePanelProps, 'reasonAt'>) {
  const initial = useMemo(() => firstPriced(history), [history]);
  const [chosenAt, setAt] = useState<number>();
  const [chosenCurrency, setCurrency] = useState<Currency>();
  const at = chosenAt ?? initial.at;
  const currency = chosenCurrency ?? initial.currency;
  const chart = useMemo(() => chartOf(history, at, currency), [history, at, currency]);
  const text = (cents: number) => amount(cents, currency);
  const reason = reasonAt?.(at, currency);
  return (
    <>
      <div class="tools">
        {history.variants.length > 1 && (
          <label class="field-inline">
            Printing
            <select value={at} onChange={(event) => setAt(Number(event.currentTarget.value))}>
              {history.variants.map((_, index) => (
                <option value={index} key={labelOf(history, index)}>
                  {labelOf(history, index)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Choice
          legend="Currency"
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          value={currency}
          onChoose={setCurrency}
        />
      </div>
      {chart.lines.length === 0 ? (
        <Empty title={`No ${currency} prices in these days`}>
          <p class="quiet">
            {reason === undefined
              ? `No day between ${day(history.from)} and ${day(history.to)} has one of ${labelOf(history, at)}.`
              : `${labelOf(history, at)} has none on this market: ${reason}.`}
          </p>
        </Empty>
      ) : (
        <>
          <Moves chart={chart} />
          <div class="prices">
            <PriceChart
              chart={chart}
              from={history.from}
              to={history.to}
              label={`${labelOf(history, at)}. ${summary(chart, day(history.from), day(history.to), text)}`}
            />
            <Figures chart={chart} />
          </div>
        </>
      )}
    </>
  );
}

export function PricePanel({ path, load, reasonAt }: PricePanelProps) {
  const [days, setDays] = useState<number>(WINDOWS[0].days);
  const query = days === WINDOWS[0].days ? {} : { from: startOf(days) };
  const text = 'from' in query ? `?from=${query.from}` : '';
  const history = useLoad(`${path}${text}`, (signal) => load(query, signal), { keeps: true });
  return (
    <section class="panel" aria-labelledby="prices-title" aria-busy={history.isLoading}>
      <div class="panel-head">
        <h2 id="prices-title">Prices</h2>
        <Choice
          legend="Window"
          options={WINDOWS.map((one) => ({ value: one.days as number, label: one.label }))}
          value={days}
          onChoose={setDays}
        />
      </div>
      <Loaded loading={history} wait={<Skeleton kind="panel" count={1} />}>
        {(data) => <Shown history={data} reasonAt={reasonAt} />}
      </Loaded>
      <SnippetBox snippet={{ method: 'GET', path: `${path}${text}` }} languages={['curl', 'TypeScript', 'Python']} />
    </section>
  );
}
