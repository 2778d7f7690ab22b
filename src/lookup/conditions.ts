/** Conditions of cards: the five that prices are told of, and the words that lists use for them. */
import { foldName } from '../catalog/fold.ts';
import type { Condition as PriceCondition } from '../catalog/price-rows.ts';
import { readGrade } from './grades.ts';

/** As prices spell them. */
export type Condition = Exclude<PriceCondition, 'Unopened'>;

/**
 * Folded words and what they come to. The European scale has seven steps, of which mint and near mint are one here, good and
 * light played another: its `light played` is worse than the American `lightly played`.
 */
const WORDS: ReadonlyMap<string, Condition> = new Map(
  Object.entries({
    NM: `nm, m, mt, mint, near mint, nearmint, near mint mint, nm m, m nm, nm mt, near mint or better, pack fresh, neuwertig, neuf,
      proche du neuf, comme neuf, fast neu, wie neu, nuevo, como nuevo, come nuovo, casi nuevo, nuovo, quasi nuovo, quasi nuova, 美品, 新品, 未使用`,
    LP: `lp, sp, ex, excellent, lightly played, slightly played, lightlyplayed, good lightly played, lightly played excellent,
      exzellent, excelente, eccellente`,
    MP: `mp, gd, good, light played, lightplayed, moderately played, moderatelyplayed, moderate play, vg, very good,
      moderately played very good, gut, bon, bon etat, bueno, buono`,
    HP: `hp, pl, played, heavily played, heavilyplayed, heavy play, heavily played poor, bespielt, gespielt, joue, jugado, jugada,
      usado, usada, giocato, giocata`,
    DMG: `dmg, d, po, poor, damaged, beschadigt, schlecht, abime, endommage, mauvais, mauvais etat, danado, mal estado, danneggiato,
      danneggiata, rovinato, rovinata`,
  } satisfies Record<Condition, string>).flatMap(([condition, words]) =>
    words.split(/,\s+/).map((word): [string, Condition] => [word, condition as Condition]),
  ),
);
const WORDS_MAX = 4;

/**
 * The longest condition that the text begins with, and the words behind it: `Near Mint Foil` tells the printing too. Undefined where
 * it begins with none, or another one stands behind it.
 */
export function readCondition(text: string) {
  const words = foldName(text).split(' ');
  for (let count = Math.min(WORDS_MAX, words.length); count > 0; count -= 1) {
    const condition = WORDS.get(words.slice(0, count).join(' '));
    const rest = words.slice(count).join(' ');
    // `Near Mint (NM)` says it twice, `NM/LP` may be either.
    const again = condition && WORDS.get(rest);
    if (again !== undefined && again !== condition) return undefined;
    if (condition !== undefined) return { condition, rest: again === undefined ? rest : '' };
  }
  return undefined;
}

/** Whether a product in this condition is sealed, as it is where nothing is said. */
export const isUnopened = (text: string): boolean =>
  text.trim() === '' || /(?<!not |un)\b(?:unopened|sealed|new)\b/i.test(text);

/** What a condition alone says: `10`, `9.5`, `AP 9` of whoever grades, `slabbed`. */
const GRADE_ALONE = /^(?:slab(?:bed)?|authentic|(?:[a-z]{2,4}[ -]?)?(?:10|[1-9])(?:[.,]5)?)$/i;

/** The grade that a condition names, which may be nothing else. */
export function readConditionAsGrade(text: string): ReturnType<typeof readGrade> {
  const isGrade = GRADE_ALONE.test(text.trim()) && readCondition(text) === undefined;
  return isGrade ? { grade: text.trim(), rest: '' } : readGrade(text);
}
