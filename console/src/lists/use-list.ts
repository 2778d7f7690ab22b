/** A list on its way to being priced: read here, asked 200 rows at a time, and settled by whoever looks at it. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CardstockError, LookedUp } from '../../../client/src/cardstock.ts';
import { type PricedRow, pricedRows } from '../../../src/sheets/priced.ts';
import { readSheet, type Sheet } from '../../../src/sheets/sheet.ts';
import { SheetFault } from '../../../src/sheets/sheet-fault.ts';
import { asError } from '../service/load.ts';
import { client } from '../service/service.ts';

const ROWS_AT_ONCE = 200;

/** A file as text or bytes, and what it is called. */
export interface Source {
  name: string;
  bytes: Uint8Array;
}

export type Listing =
  | { state: 'none' }
  | { state: 'strange'; problem: string }
  | { state: 'asking'; sheet: Sheet; done: number }
  | { state: 'failed'; error: CardstockError; source: Source }
  | { state: 'done'; name: string; sheet: Sheet; answers: LookedUp[] };

/** Prices one list at a time: a later one takes the place of the one before. */
export function useList(): { listing: Listing; price: (source: Source) => void } {
  const [listing, setListing] = useState<Listing>({ state: 'none' });
  const underway = useRef<AbortController | undefined>(undefined);
  const price = useCallback(async (source: Source) => {
    underway.current?.abort();
    const controller = new AbortController();
    underway.current = controller;
    const { signal } = controller;
    try {
      const sheet = readSheet(source.bytes);
      const answers: LookedUp[] = [];
      while (answers.length < sheet.rows.length) {
        setListing({ state: 'asking', sheet, done: answers.length });
        const rows = sheet.rows.slice(answers.length, answers.length + ROWS_AT_ONCE).map(({ asked }) => asked);
        answers.push(...(await client.lookup(rows, { signal })));
        // An answer that was here already when the next list came is of the list before.
        if (signal.aborted) return;
      }
      setListing({ state: 'done', name: source.name, sheet, answers });
    } catch (cause) {
      if (signal.aborted) return;
      if (cause instanceof SheetFault) setListing({ state: 'strange', problem: cause.message });
      else setListing({ state: 'failed', error: asError(cause), source });
    }
  }, []);
  useEffect(() => () => underway.current?.abort(), []);
  return { listing, price };
}

/** Which of its candidates a person has said that a row means, by the place of the row. */
export type Settled = ReadonlyMap<number, number>;

/** The answer once somebody has settled it. */
function settledAnswer(answer: LookedUp, choice: number | undefined): LookedUp {
  const chosen = choice === undefined ? undefined : answer.candidates[choice];
  return chosen === undefined ? answer : { ...answer, ...chosen, is_certain: true, is_variant_certain: true };
}

/** The rows with their prices, as they were settled. */
export const settledRows = (sheet: Sheet, answers: readonly LookedUp[], settled: Settled): PricedRow<LookedUp>[] =>
  pricedRows(
    sheet,
    answers.map((answer, at) => settledAnswer(answer, settled.get(at))),
  );
