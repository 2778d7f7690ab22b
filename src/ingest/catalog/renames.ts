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
  const candidates = new Map<string, { appeared: string[]; vanished: string[] }>();
  for (const side of ['appeared', 'vanished'] as const) {
    for (const record of side === 'appeared' ? appeared : vanished) {
      const key = evidence(record);
      const entry = candidates.get(key) ?? { appeared: [], vanished: [] };
      entry[side].push(record.id);
      candidates.set(key, entry);
    }
  }
  const renames = new Map<string, string>();
  for (const pair of candidates.values()) {
    const [newId, ...moreNew] = pair.appeared;
    const [oldId, ...moreOld] = pair.vanished;
    if (newId !== undefined && oldId !== undefined && moreNew.length + moreOld.length === 0) renames.set(newId, oldId);
  }
  return renames;
}
