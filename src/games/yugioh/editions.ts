/** Sets that print under the letters of another one: what tells their cards from those of that set. */
import { foldName } from '../../catalog/fold.ts';

/**
 * The stamp of a printing from the set `setName` in the expansion `expansionName`; undefined where they are the same set. What
 * follows the expansion's name tells it: `Harbour (25th Anniversary Edition)` is `25th-anniversary-edition`.
 */
export function editionStamp(setName: string, expansionName: string): string | undefined {
  const set = foldName(setName);
  const expansion = foldName(expansionName);
  if (set === expansion) return undefined;
  const rest = set.startsWith(`${expansion} `) ? set.slice(expansion.length + 1) : set;
  return rest.replaceAll(' ', '-');
}
