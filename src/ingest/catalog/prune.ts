/** Lets go of the printings that upstream has no more, unless they are too many at once. */

import type { Card } from '../../catalog/records.ts';
import { cardBodies, setCardBody } from '../../store/catalog/cards.ts';
import { deleteVariants, type PublishedVariant, setMissingRuns, variantCount } from '../../store/catalog/variants.ts';
import { dropCurrent } from '../../store/prices/current-prices.ts';
import type { Writes } from '../../store/store.ts';
import { type Changes, noteNames } from '../changes.ts';
import type { MissingVariants } from './card-plan.ts';
import type { NamedCatalog } from './name-catalog.ts';

/** A run that would prune more than this share of the printings holds the pruning back until it is accepted. */
const PRUNE_SHARE_MAX = 0.01;

/** Counts missing printings one run further, and deletes those that are due, unless they are too many at once. */
export async function prune(
  { writes, game, counts, changes }: NamedCatalog,
  { due, waiting, returned }: MissingVariants,
  acceptPrune: boolean,
): Promise<void> {
  await setMissingRuns(writes, returned, 0);
  await setMissingRuns(writes, waiting, 1);
  counts.variants_missing = waiting.length;
  if (due.length === 0) return;
  if (!acceptPrune && due.length > (await variantCount(writes, game.name)) * PRUNE_SHARE_MAX) {
    counts.prune_withheld = due.length;
    return;
  }
  await deleteVariants(writes, due);
  await dropCurrent(writes, due);
  counts.variants_pruned += due.length;
  for (const { id, card_id } of due) {
    changes.variantsPruned.push(id);
    changes.cards.add(card_id);
  }
  await removeFromCards(writes, due, changes);
}

async function removeFromCards(writes: Writes, pruned: readonly PublishedVariant[], changes: Changes): Promise<void> {
  const gone = new Set(pruned.map(({ id }) => id));
  const cardIds = [...new Set(pruned.map((variant) => variant.card_id))];
  for (const [id, text] of await cardBodies(writes, cardIds)) {
    const card = JSON.parse(text) as Card;
    const left = card.variants.filter((variant) => !gone.has(variant.id));
    noteNames(changes, id, card.variants, left);
    card.variants = left;
    await setCardBody(writes, id, JSON.stringify(card));
  }
}
