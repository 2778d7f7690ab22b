/** Prints cards of as many distinct names as one says, made of real ones, in the form of a TCGdex build: for benches of names. */
// Usage: node scripts/node24.mjs bench/search/many-names.ts CARDS-FILE 200000 > cards.json
import { foldName } from '../../src/catalog/fold.ts';
import { varied } from '../scale/million-catalog.ts';
import { readCardRows } from './card-rows.ts';

const [file = '', size = '200000'] = process.argv.slice(2);
const cards = await readCardRows(file, undefined);
const named = [...new Map(cards.map((card) => [foldName(card.name), card])).values()];
const known = new Set<string>();
const made: unknown[] = [];
for (let copy = 0; made.length < Number(size); copy += 1) {
  const before = made.length;
  for (const { id, name, number, expansion_id, official } of named) {
    const own = copy === 0 ? name : varied(name, copy);
    if (made.length === Number(size) || known.has(foldName(own))) continue;
    known.add(foldName(own));
    const set = { id: expansion_id, name: expansion_id, cardCount: { official, total: official } };
    made.push({ id: copy === 0 ? id : `x${copy}${id}`, localId: number, name: own, set });
  }
  if (made.length === before) throw new Error(`no more than ${before} names can be made of these`);
}
process.stdout.write(JSON.stringify(made));
