/** Lists that are read page by page, and the ways through them. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Page } from '../../../client/src/cardstock.ts';
import { type Loading, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';
import { Loaded, Skeleton } from './states.tsx';

/** The pages of a list of the operator's side; `path` has a query. */
export interface Pages<Row> extends Loading<Page<Row>> {
  /** Cursors of the pages that led here. */
  cursors: readonly string[];
  turn: (cursors: string[]) => void;
}

export function usePages<Row>(path: string): Pages<Row> {
  const [cursors, turn] = useState<string[]>([]);
  const address = [path, ...cursors.slice(-1)].join('&cursor=');
  const loading = useLoad(address, (signal) => call<Page<Row>>('GET', address, { signal }), { keeps: true });
  return { ...loading, cursors, turn };
}

type Turn = false | (() => void);

/** To the page before and to the next; at an end its button is off but keeps the keyboard. */
export function Pager({ before, next, children }: { before: Turn; next: Turn; children?: ComponentChildren }) {
  const button = (label: string, turn: Turn) => (
    <button type="button" aria-disabled={!turn} onClick={turn || undefined}>
      {label}
    </button>
  );
  return (
    <div class="pager">
      {button('Before', before)}
      {children}
      {button('Next', next)}
    </div>
  );
}

interface PagedProps<Row> {
  pages: Pages<Row>;
  /** Shapes that stand in its place until it has come. */
  wait?: number;
  children: (rows: readonly Row[]) => ComponentChildren;
}

/** A page once it is there, with the ways on where there is more than one. */
export function Paged<Row>({ pages, wait = 6, children }: PagedProps<Row>) {
  const { cursors, turn } = pages;
  return (
    <Loaded loading={pages} wait={<Skeleton kind="row" count={wait} />}>
      {({ items, next_cursor }) => (
        <>
          {children(items)}
          {(next_cursor || cursors.length > 0) && (
            <Pager
              before={cursors.length > 0 && (() => turn(cursors.slice(0, -1)))}
              next={next_cursor !== null && (() => turn([...cursors, next_cursor]))}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
