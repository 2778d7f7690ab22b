/** The numbers that stand for sub-types of sealed products in the packed history. */
import { putRows, valuesBy } from '../rows.ts';
import type { Reads, Writes } from '../store.ts';

/** Slugs by number. */
export type SubTypes = ReadonlyMap<number, string>;

export const subTypes = (reads: Reads): Promise<SubTypes> => valuesBy(reads, 'sub_types', {}, 'id', 'slug');

/** Numbers by slug. */
export const subTypeIds = (reads: Reads): Promise<Map<string, number>> =>
  valuesBy(reads, 'sub_types', {}, 'slug', 'id');

/** @throws Error for a number that was never given out */
export function slugOf(slugs: SubTypes, id: number): string {
  const slug = slugs.get(id);
  if (slug === undefined) throw new Error(`price history names the unknown sub-type ${id}`);
  return slug;
}

/** The same, new ones given out where needed. */
export async function subTypeNumbers(writes: Writes, slugs: Iterable<string>): Promise<Map<string, number>> {
  const wanted = [...new Set(slugs)].map((slug) => ({ slug }));
  await putRows(writes, 'sub_types', ['slug'], wanted, []);
  return subTypeIds(writes);
}
