/** A text that is the id or code of an expansion and a number in it: `swsh7 8`, `exu Z`, `SV 41`, `swsh7-8`. */
import { numberNormalized, PRINTED_LANGUAGE } from '../../catalog/collector-number.ts';
import { includes, listAt } from '../../packed/lists.ts';
import { placeOf, textAt } from '../../packed/packed-texts.ts';
import { codeKey } from '../tables/code-key.ts';
import type { IndexData } from '../tables/index-data.ts';
import { rowsNumbered } from '../tables/number-table.ts';

/** How the expansion is named, the surer ways first: regions have ids that differ in capitals, or in characters and zeros. */
const BY_ID = 0.998;
const BY_ID_IN_ANY_CASE = 0.996;
const BY_ID_WITHOUT_SIGNS = 0.994;
const BY_CODE = 0.992;

/** The cards at the place that the text names; none where it is more or less than two words. */
export function placeTyped(data: IndexData, query: string): { row: number; score: number }[] {
  const words = query
    .normalize('NFKC')
    .trim()
    .replace(PRINTED_LANGUAGE, '')
    .replace(/^(\S+)-(\S+)$|^(\p{L}+)(\d+[a-z]?)$/u, '$1$3 $2$4');
  const [code = '', number, more] = words.split(/\s+/);
  if (number === undefined || more !== undefined) return [];
  const { codes, codeGroups } = data.facts;
  const at = placeOf(codes, codeKey(code));
  const normalized = numberNormalized(number.replace(/^#/, ''));
  if (at === undefined || normalized === null) return [];
  const rows = rowsNumbered(data.numbers, normalized);
  return Array.from(listAt(codeGroups, at)).flatMap((group) => {
    const score = scoreOf(textAt(data.groups, group), code);
    return Array.from(listAt(data.groupRows, group)).flatMap((row) => (includes(rows, row) ? [{ row, score }] : []));
  });
}

function scoreOf(id: string, typed: string): number {
  // A game's ids may begin with its own prefix.
  const ids = [id, id.slice(id.indexOf('-') + 1)];
  if (ids.includes(typed)) return BY_ID;
  if (ids.some((each) => each.toLowerCase() === typed.toLowerCase())) return BY_ID_IN_ANY_CASE;
  return ids.some((each) => codeKey(each) === codeKey(typed)) ? BY_ID_WITHOUT_SIGNS : BY_CODE;
}
