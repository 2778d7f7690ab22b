/** Finds out which expansion a marketplace's own one is by the names of its cards, where no ids tell. */
import type { ClaimingCard } from '../../catalog/claims.ts';
import { foldName } from '../../catalog/fold.ts';

/** So many of a group's names must be in the expansion: reprints share names, a set of them is another set's by half. */
const GROUP_SHARE_MIN = 0.8;
/** And so many of the expansion's in the group: a handful of promotional cards are all in some larger one. */
const EXPANSION_SHARE_MIN = 0.5;

/** The expansion of each group that is plainly one, by the group's number. */
export function namedGroups(
  articles: readonly { group_id: number; name: string }[],
  cards: readonly Pick<ClaimingCard, 'name' | 'expansion_id'>[],
): Map<number, string> {
  const expansionsOf = new Map<string, Set<string>>();
  const namesIn = new Map<string, Set<string>>();
  for (const { name, expansion_id } of cards) {
    const folded = foldName(name);
    expansionsOf.set(folded, (expansionsOf.get(folded) ?? new Set()).add(expansion_id));
    namesIn.set(expansion_id, (namesIn.get(expansion_id) ?? new Set()).add(folded));
  }
  const groups = Map.groupBy(articles, ({ group_id }) => group_id);
  return new Map(
    [...groups].flatMap(([group, listed]): [number, string][] => {
      const names = new Set(listed.map(({ name }) => foldName(name)));
      const shared = new Map<string, number>();
      for (const name of names) {
        for (const id of expansionsOf.get(name) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
      }
      const [first, second] = [...shared].sort(([, a], [, b]) => b - a);
      if (first === undefined || first[1] === second?.[1]) return [];
      const [expansion, count] = first;
      const isPlain =
        count >= names.size * GROUP_SHARE_MIN && count >= (namesIn.get(expansion)?.size ?? 0) * EXPANSION_SHARE_MIN;
      return isPlain ? [[group, expansion]] : [];
    }),
  );
}
