/** What a catalog run counts. */

/** What a run brought and changed. Printings pruned are `variants_pruned`; `prune_withheld` waits for `--accept-prune`. */
export const emptyCounts = () => ({
  ...{ series_new: 0, series_changed: 0, expansions_new: 0, expansions_changed: 0 },
  ...{ cards_new: 0, cards_changed: 0, cards_relinked: 0, cards_renamed: 0 },
  ...{ variants_new: 0, variants_respelled: 0, variants_missing: 0, variants_pruned: 0, prune_withheld: 0 },
});
export type CatalogCounts = ReturnType<typeof emptyCounts>;

/** Adds counts to those of the same names. */
export function addUp(total: Record<string, number>, counts: Record<string, number | undefined>) {
  for (const [name, count = 0] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  return total;
}
