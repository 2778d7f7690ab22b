/** Finds the ids that upstream renamed, so that a record keeps its own id and answers to the new one as well. */
import { foldName } from '../../catalog/fold.ts';

/** What a rename is recognised by. */
export interface Named {
  id: string;
  /** The expansion (of a card) or series (of an expansion) it belongs to; a series belongs to nothing. */
  parent_id: string;
  name: string;
  /** The number of a card, the release date of an expansion, that of the first expansion of a series. */
  mark: string | null;
}

/** Zero-padding is what upstream changes most often: `me02-12` became `me02-012`. */
const unpadded = (mark: string | null) => (mark ?? '').toLowerCase().replace(/(?<!\d)0+(?=\d)/g, '');

const evidence = ({ parent_id, name, mark }: Named) => JSON.stringify([parent_id, foldName(name), unpadded(mark)]);

/**
 * Pairs each record that appeared with the one that vanished and is plainly the same: same parent, name and number (or
 * date), and no second candidate on either side. Returns old id by new id. A pair in doubt is two records.
 */
export function findRenames(appeared: readonly Named[], vanished: readonly Named[]): Map<string, string> {
  const candidates = Map.groupBy(vanished, evidence);
  const renames = new Map<string, string>();
  for (const [key, [one, another]] of Map.groupBy(appeared, evidence)) {
    const [before, otherBefore] = candidates.get(key) ?? [];
    if (one && before && !another && !otherBefore) renames.set(one.id, before.id);
  }
  return renames;
}
