/** What was scanned one after another: a running list with prices and total, put right by key or by hand, to take along. */
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import type { Page, ScanMatch } from '../../../client/src/cardstock.ts';
import type { CardSummary } from '../../../client/src/records.ts';
import { amount, inUnits } from '../../../src/catalog/listing/amounts.ts';
import { leastPrice } from '../../../src/catalog/listing/least-price.ts';
import { csvText } from '../../../src/sheets/csv.ts';
import { downloadCsv } from '../elements/csv-file.ts';
import { Dialog } from '../elements/dialog.tsx';
import { counted } from '../elements/format.ts';
import { Link } from '../frame/router.tsx';
import { useLoad, usePaused } from '../service/load.ts';
import { call, client } from '../service/service.ts';

/** A card as far as the list needs it. */
interface Named {
  id: string;
  name: string;
  number: string | null;
  place: string;
}

interface Scanned {
  at: number;
  /** Best first. */
  candidates: readonly Named[];
  card: Named;
}

const CURRENCIES = ['USD', 'EUR'] as const;
const PICKED_FROM = 20;

export function useScanList() {
  const [rows, setRows] = useState<readonly Scanned[]>([]);
  const add = useCallback((matches: readonly ScanMatch[]) => {
    const candidates = matches.map(({ card: { id, name, number, expansion } }) => ({
      ...{ id, name, number },
      place: expansion.name,
    }));
    const [card] = candidates;
    if (card) setRows((last) => [{ at: (last[0]?.at ?? 0) + 1, candidates, card }, ...last]);
  }, []);
  const choose = useCallback(
    (at: number, card: Named) => setRows((last) => last.map((row) => (row.at === at ? { ...row, card } : row))),
    [],
  );
  const remove = (at: number) => setRows(rows.filter((row) => row.at !== at));
  // One key for each candidate of the newest row: 1 is the best.
  useLayoutEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isElsewhere = target instanceof HTMLElement && target.closest('input, textarea, select, dialog');
      const [newest] = rows;
      const card = newest?.candidates[Number(key) - 1];
      if (newest && card && !isElsewhere && !ctrlKey && !metaKey && !altKey) choose(newest.at, card);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [rows, choose]);
  return { rows, add, choose, remove };
}

const textOf = ({ name, number, place }: Named): string => `${name}${number === null ? '' : ` #${number}`}, ${place}`;

/** What the cards cost at least, by id. */
function usePrices(rows: readonly Scanned[]) {
  const ids = [...new Set(rows.map(({ card }) => card.id))].sort().map(encodeURIComponent).join(',');
  const { data } = useLoad(
    `scanned/${ids}`,
    async (signal) =>
      ids === '' ? [] : (await call<Page<CardSummary>>('GET', `/v1/cards?ids=${ids}&include=prices`, { signal })).items,
    { keeps: true },
  );
  return new Map((data ?? []).map((card) => [card.id, card]));
}

/** Another card than any candidate, by its name. */
function Pick({ onPick, onClose }: { onPick: (card: Named) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const q = usePaused(text.trim());
  const found = useLoad(
    `pick/${q}`,
    async (signal) => (q === '' ? [] : (await client.cards.list({ q, limit: PICKED_FROM }, { signal })).items),
    { keeps: true },
  );
  return (
    <Dialog title="Which card is it?" onClose={onClose}>
      <input
        type="search"
        class="palette-input"
        aria-label="Name or number"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <ul class="palette">
        {(found.data ?? []).map(({ id, name, number, expansion_id }) => (
          <li key={id}>
            <button type="button" class="way" onClick={() => onPick({ id, name, number, place: expansion_id })}>
              {name} <span class="quiet">{id}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const OTHER = 'other';

type CostOf = (row: Scanned, currency: 'USD' | 'EUR') => number | undefined;

/** As apps write their lists: *Price a list* reads it again. */
function fileOf(rows: readonly Scanned[], costOf: CostOf): string {
  const lines = rows.toReversed().map((row) => {
    const { name, number, place, id } = row.card;
    return [name, place, number ?? '', '1', ...CURRENCIES.map((currency) => inUnits(costOf(row, currency))), id];
  });
  return csvText([['Name', 'Set', 'Number', 'Quantity', ...CURRENCIES, 'Id'], ...lines], ',');
}

interface RowProps {
  row: Scanned;
  costs: string;
  /** Without a card one is to be looked for. */
  onChoose: (card: Named | undefined) => void;
  onRemove: () => void;
}

function Row({ row: { at, card, candidates }, costs, onChoose, onRemove }: RowProps) {
  const isOther = !candidates.some(({ id }) => id === card.id);
  return (
    <li>
      <Link to={`/cards/${encodeURIComponent(card.id)}`}>{card.name}</Link>
      <span class="number">{costs}</span>
      <select
        aria-label={`Card ${at} is`}
        value={isOther ? OTHER : card.id}
        onChange={({ currentTarget: { value } }) => onChoose(candidates.find(({ id }) => id === value))}
      >
        {candidates.map((each) => (
          <option value={each.id} key={each.id}>
            {textOf(each)}
          </option>
        ))}
        <option value={OTHER}>{isOther ? textOf(card) : 'Another card…'}</option>
      </select>
      <button type="button" class="small" aria-label={`Remove card ${at}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}

export function ScanList({ rows, choose, remove }: Omit<ReturnType<typeof useScanList>, 'add'>) {
  const [picking, setPicking] = useState<number>();
  const prices = usePrices(rows);
  if (rows.length === 0) return null;
  const costOf: CostOf = ({ card }, currency) => {
    const priced = prices.get(card.id);
    return priced && leastPrice(priced, currency);
  };
  const total = (currency: 'USD' | 'EUR') => {
    const costs = rows.flatMap((row) => costOf(row, currency) ?? []);
    return amount(costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost), currency);
  };
  return (
    <section class="panel" aria-labelledby="scanned-title">
      <div class="panel-head">
        <h2 id="scanned-title">{counted(rows.length, 'card')} scanned</h2>
        <span role="status">
          <strong>{total('USD')}</strong> or <strong>{total('EUR')}</strong>
        </span>
        <button type="button" onClick={() => downloadCsv(fileOf(rows, costOf), 'scanned')}>
          CSV
        </button>
      </div>
      <p class="quiet by-keys">1 to 5 choose among the candidates of the newest.</p>
      <ol class="scanned" aria-label="Scanned cards">
        {rows.map((row) => (
          <Row
            key={row.at}
            row={row}
            costs={CURRENCIES.map((currency) => amount(costOf(row, currency), currency)).join(' ')}
            onChoose={(card) => (card ? choose(row.at, card) : setPicking(row.at))}
            onRemove={() => remove(row.at)}
          />
        ))}
      </ol>
      {picking !== undefined && (
        <Pick
          onClose={() => setPicking(undefined)}
          onPick={(card) => {
            choose(picking, card);
            setPicking(undefined);
          }}
        />
      )}
    </section>
  );
}
