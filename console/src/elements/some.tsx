/** The first of many: some screenfuls, and the rest when it is asked for. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { count } from './format.ts';
import { showMore } from './walk.ts';

const NARROW = 700;

/** Whether the window has no room for columns, as that of a phone or a tablet held upright. */
export const isNarrow = (): boolean => innerWidth <= NARROW;

/** Of what is more where there is room, as much as fits. */
export const fitting = ({ narrow, wide }: { narrow: number; wide: number }): number => (isNarrow() ? narrow : wide);

/**
 * The first `wide` items, on a phone the first `narrow`, and a button that shows all.
 * @param noun what they are, as in "Show all 14 expansions"
 */
export function useSome<Item>(
  items: readonly Item[],
  { noun, ...many }: { narrow: number; wide: number; noun: string },
): [shown: readonly Item[], button: ComponentChildren] {
  const [isAll, setAll] = useState(false);
  const most = fitting(many);
  // One more is no reason for a button.
  if (isAll || items.length <= most + 1) return [items, null];
  const button = (
    <button type="button" class="show-all" onClick={({ currentTarget }) => showMore(currentTarget, () => setAll(true))}>
      Show all {count(items.length)} {noun}
    </button>
  );
  return [items.slice(0, most), button];
}
