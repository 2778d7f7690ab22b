/** Ways through a list that is read page by page, newest first. */

interface PagerProps {
  /** Cursors of the pages that led here. */
  cursors: readonly string[];
  /** Of the page that follows; null on the last. */
  next: string | null;
  onTurn: (cursors: string[]) => void;
}

export function Pager({ cursors, next, onTurn }: PagerProps) {
  return (
    <div class="pager">
      <button type="button" disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
        Newer
      </button>
      <button type="button" disabled={next === null} onClick={() => next !== null && onTurn([...cursors, next])}>
        Older
      </button>
    </div>
  );
}
