/** A grid of cards of any length: only the tiles in sight exist, and arrow keys walk over all of them. */
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CardSummary } from '../../../client/src/records.ts';
import { rarityText } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { Link } from '../frame/router.tsx';
import { priceText } from './card-price.ts';
import { GAP, type GridMeasures, type GridWindow, measureGrid, tileAfterKey, windowOf } from './grid-window.ts';

interface CardGridProps {
  cards: readonly CardSummary[];
  label: string;
  /** What they are sorted by: a tile shows the price in that currency. */
  sort: string | undefined;
  /** Asked for when the end comes near; undefined when there is no more. */
  onNearEnd?: (() => void) | undefined;
}

/** More is asked for when so many windows of tiles are left. */
const NEAR_END_WINDOWS = 4;

/** Rows before one asks for more, and with each time: a page ends where a reader wants it to. */
const [FIRST_ROWS, MORE_ROWS] = [7, 40];
/** How far lists were asked for, by their address: "back" finds its place again. */
const grown = new Map<string, number>();

/** A card in a grid. */
function CardTile({ card, sort }: { card: CardSummary; sort: string | undefined }) {
  const { name, number, rarity, image, lang } = card;
  const price = priceText(card, sort);
  return (
    <>
      <span class="card-picture">
        <Picture src={image?.low} alt="" width={245} height={342} isLazy>
          <span class="card-blank">no picture</span>
        </Picture>
      </span>
      <span class="card-name" lang={lang}>
        {name}
      </span>
      <span class="card-facts quiet">
        {price !== undefined && <strong>{price}</strong>} {number !== null && <span>#{number}</span>}{' '}
        {rarityText(rarity)}
      </span>
    </>
  );
}

const isSame = (a: GridWindow, b: GridWindow): boolean =>
  a.first === b.first && a.last === b.last && a.after === b.after;

/** Which tiles of a list are in sight, as it is scrolled and as its width changes; of `count` as many as fill the rows. */
function useGridWindow(list: RefObject<HTMLUListElement | null>, count: number, rows: number) {
  const [width, setWidth] = useState(0);
  const total = Math.min(count, rows * measureGrid(width || 1).columns);
  const [seen, setSeen] = useState<GridWindow>(() => windowOf(measureGrid(1000), total, { top: 0, height: 900 }));
  const look = useCallback(() => {
    const box = list.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const next = windowOf(measureGrid(box.width), total, { top: -box.top, height: innerHeight });
    setSeen((last) => (isSame(last, next) ? last : next));
  }, [list, total]);
  useLayoutEffect(() => {
    const node = list.current;
    if (!node) return;
    setWidth(node.clientWidth);
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, [list]);
  useLayoutEffect(() => {
    if (width > 0) look();
  }, [look, width]);
  useLayoutEffect(() => {
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [look]);
  return { seen, look, total, measures: measureGrid(width || 1) };
}

function show(tile: HTMLElement): void {
  tile.focus({ preventScroll: true });
  tile.scrollIntoView({ block: 'nearest' });
}

interface Walked {
  list: RefObject<HTMLUListElement | null>;
  measures: GridMeasures;
  total: number;
  look: () => void;
}

/** The tile that the keyboard is at, and keys that lead from it to another one, made or not. */
function useTileKeys({ list, measures: { columns, rowHeight }, total, look }: Walked) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | undefined>(undefined);
  const tileAt = (at: number) => list.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
  // A tile that a key leads to may have to be made first.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const tile = tileAt(wanted.current);
    if (!tile) return;
    wanted.current = undefined;
    show(tile);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).dataset.at ?? active);
    const next = tileAfterKey(event.key, at, columns, total);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    const made = tileAt(next);
    if (made) show(made);
    else {
      wanted.current = next;
      const top = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
      scrollTo(0, top + Math.floor(next / columns) * rowHeight - innerHeight / 3);
      look();
    }
  };
  /** The focus goes to a tile once it is made. */
  const leadTo = (at: number) => {
    wanted.current = at;
    setActive(at);
  };
  return { active, setActive, onKeyDown, leadTo };
}

export function CardGrid({ cards, label, sort, onNearEnd }: CardGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const place = `${location.pathname}${location.search}`;
  const [rows, setRows] = useState(() => grown.get(place) ?? FIRST_ROWS);
  const { seen, look, total, measures } = useGridWindow(list, cards.length, rows);
  const isCut = total < cards.length;
  const { first, last, before, after } = seen;
  // A page that came may still end near: then the total is what is new.
  const endNear = !isCut && total - last < (last - first) * NEAR_END_WINDOWS ? total : undefined;
  useEffect(() => {
    if (endNear !== undefined) onNearEnd?.();
  }, [endNear, onNearEnd]);
  const { active, setActive, onKeyDown, leadTo } = useTileKeys({ list, measures, total, look });
  const grow = () => {
    setRows(rows + MORE_ROWS);
    grown.set(place, rows + MORE_ROWS);
    leadTo(total);
  };
  const tabStop = active >= first && active < last ? active : first;
  return (
    <>
      <ul
        ref={list}
        class="card-grid"
        aria-label={label}
        onKeyDown={onKeyDown}
        style={{
          gridTemplateColumns: `repeat(${measures.columns}, minmax(0, 1fr))`,
          gridAutoRows: `${measures.rowHeight - GAP}px`,
          paddingTop: `${before}px`,
          paddingBottom: `${Math.max(0, after)}px`,
        }}
      >
        {cards.slice(first, last).map((card, offset) => {
          const at = first + offset;
          return (
            <li key={card.id} aria-posinset={at + 1} aria-setsize={onNearEnd ? -1 : cards.length}>
              <Link
                to={`/cards/${encodeURIComponent(card.id)}`}
                class="card-tile"
                data-at={at}
                tabIndex={at === tabStop ? 0 : -1}
                onFocus={() => setActive(at)}
              >
                <CardTile card={card} sort={sort} />
              </Link>
            </li>
          );
        })}
      </ul>
      {isCut && (
        <p class="more">
          <button type="button" onClick={grow}>
            More
          </button>
        </p>
      )}
    </>
  );
}
