/** Finds out which expansion a marketplace's own expansion number stands for: by the cards it is known to sell. */

/**
 * Which expansion each group of a marketplace is, by the votes of its single cards: every article whose id is written on
 * a card votes for that card's expansion, and the most votes win. A group without votes, or with a tie, has none.
 */
export function groupExpansions(
  articles: Iterable<{ product_id: number; group_id: number }>,
  expansionsOf: ReadonlyMap<number, ReadonlySet<string>>,
): Map<number, string> {
  const votes = new Map<number, Map<string, number>>();
  for (const { product_id, group_id } of articles) {
    const expansions = expansionsOf.get(product_id);
    // An id on cards of two expansions is wrong for one of them: it has no vote.
    if (expansions?.size !== 1) continue;
    const counts = votes.get(group_id) ?? new Map<string, number>();
    votes.set(group_id, counts);
    for (const id of expansions) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const elected = new Map<number, string>();
  for (const [group, counts] of votes) {
    const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
    if (first && first[1] !== second?.[1]) elected.set(group, first[0]);
  }
  return elected;
}
