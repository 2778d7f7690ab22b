/** Scryfall's list of ids that it has given up: which card answers for each. */

import { cardId } from './card-shape.ts';

/** An entry of the list, as far as we take it. */
interface Migration {
  migration_strategy?: unknown;
  old_scryfall_id?: unknown;
  new_scryfall_id?: unknown;
  metadata?: { set_code?: unknown; collector_number?: unknown } | null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The ids, Scryfall's own and ours of the place where the card stood, that were merged into a card that came, each with
 * our id of it. A card that was merged may itself have been merged later; one that was deleted has no heir.
 * @param idOf our id of the card that came under an id of Scryfall's
 */
export function mergedIds(
  migrations: readonly unknown[],
  idOf: (lastingId: string) => string | undefined,
): Map<string, string> {
  const merges = migrations.filter(
    (entry): entry is Migration & { old_scryfall_id: string; new_scryfall_id: string } => {
      const { migration_strategy, old_scryfall_id, new_scryfall_id } = (entry ?? {}) as Migration;
      return migration_strategy === 'merge' && isText(old_scryfall_id) && isText(new_scryfall_id);
    },
  );
  const next = new Map(merges.map((merge) => [merge.old_scryfall_id, merge.new_scryfall_id]));
  const heirOf = (lastingId: string): string | undefined => {
    const passed = new Set<string>();
    for (let id: string | undefined = lastingId; id !== undefined && !passed.has(id); id = next.get(id)) {
      passed.add(id);
      const found = idOf(id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const ids = new Map<string, string>();
  for (const { old_scryfall_id, new_scryfall_id, metadata } of merges) {
    const heir = heirOf(new_scryfall_id);
    if (heir === undefined) continue;
    ids.set(old_scryfall_id, heir);
    const { set_code, collector_number } = metadata ?? {};
    if (isText(set_code) && isText(collector_number)) ids.set(cardId(set_code, collector_number), heir);
  }
  return ids;
}
