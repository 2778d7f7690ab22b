/** The printings of cards as they are searched. */
import { filledUp, inBatches, oneOf } from '../../batches.ts';
import { statement } from '../../engines/statement.ts';
import type { Reads } from '../../store.ts';
import { DictionaryBuilder, mappedColumn } from './dictionary-column.ts';

const printingRows = statement((reads, { ids }: { ids: readonly string[] }) =>
  reads.selectFrom('variants').select(['card_id', 'identity']).where('card_id', 'in', oneOf(ids)).orderBy('identity'),
);

/** The printings of each of the cards, in their order: type, subtype, size, stamps and foil as JSON. */
export async function searchablePrintings(reads: Reads, ids: readonly string[]) {
  // A few hundred lists of printings are those of all cards. In JSON no line ends.
  const lists = new DictionaryBuilder<string>();
  for (const some of inBatches(ids)) {
    const ofCard = Map.groupBy(await printingRows(reads, { ids: filledUp(some) }), ({ card_id }) => card_id);
    for (const id of some) lists.add((ofCard.get(id) ?? []).map(({ identity }) => identity).join('\n'));
  }
  return mappedColumn(lists.column(), (lines) => (lines === '' ? [] : lines.split('\n')));
}
