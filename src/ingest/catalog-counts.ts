/** What a catalog run counts. */

/** What a run brought and changed. Printings pruned are `variants_pruned`; `prune_withheld` waits for `--accept-prune`. */
export type CatalogCounts = Record<
  | 'series_new'
  | 'series_changed'
  | 'expansions_new'
  | 'expansions_changed'
  | 'cards_new'
  | 'cards_changed'
  | 'cards_relinked'
  | 'cards_renamed'
  | 'variants_new'
  | 'variants_respelled'
  | 'variants_missing'
  | 'variants_pruned'
  | 'prune_withheld',
  number
>;

/** All of them at nothing. */
export const emptyCounts = (): CatalogCounts => ({
  series_new: 0,
  series_changed: 0,
  expansions_new: 0,
  expansions_changed: 0,
  cards_new: 0,
  cards_changed: 0,
  cards_relinked: 0,
  cards_renamed: 0,
  variants_new: 0,
  variants_respelled: 0,
  variants_missing: 0,
  variants_pruned: 0,
  prune_withheld: 0,
});
