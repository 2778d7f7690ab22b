/** Which tiles of a long grid have to exist: those in sight and a little around them. */

/** A grid's measures in pixels. */
export interface GridMeasures {
  columns: number;
  tileWidth: number;
  /** From the top of one row to the top of the next. */
  rowHeight: number;
}

export const GAP = 16;
/** Trading cards are 63 by 88 mm. */
const CARD_RATIO = 88 / 63;
/** Three lines of the name and one of its facts; a second one of these takes the gap below. */
const CAPTION_HEIGHT = 88;
const TILE_WIDTH_MIN = 148;
/** Rows beyond the edges: a fast wheel turns about so many in a frame. */
const OVERSCAN_ROWS = 2;

export function measureGrid(width: number): GridMeasures {
  const columns = Math.max(2, Math.floor((width + GAP) / (TILE_WIDTH_MIN + GAP)));
  const tileWidth = (width - GAP * (columns - 1)) / columns;
  return { columns, tileWidth, rowHeight: Math.round(tileWidth * CARD_RATIO) + CAPTION_HEIGHT + GAP };
}

/** The tiles to make, and the room that those before and after them take. */
export interface GridWindow {
  first: number;
  /** Exclusive. */
  last: number;
  before: number;
  after: number;
}

/**
 * @param top how far the viewport's upper edge is below the grid's
 * @param height of the viewport
 */
export function windowOf(
  { columns, rowHeight }: GridMeasures,
  total: number,
  view: { top: number; height: number },
): GridWindow {
  const rows = Math.ceil(total / columns);
  const clamp = (row: number) => Math.min(Math.max(0, row), rows);
  const firstRow = clamp(Math.floor(view.top / rowHeight) - OVERSCAN_ROWS);
  const lastRow = clamp(Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN_ROWS);
  return {
    first: firstRow * columns,
    last: Math.min(total, lastRow * columns),
    before: firstRow * rowHeight,
    after: (rows - lastRow) * rowHeight,
  };
}

/** The tile that a key leads to from tile `from`; undefined for other keys. */
export function tileAfterKey(key: string, from: number, columns: number, total: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * 3,
    PageUp: columns * -3,
    Home: -from,
    End: total - 1 - from,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const to = from + step;
  // Up from the first row and down from the last stay: a jump to the side would surprise.
  if ((key === 'ArrowDown' || key === 'ArrowUp') && (to < 0 || to >= total)) return from;
  return Math.min(Math.max(0, to), total - 1);
}
