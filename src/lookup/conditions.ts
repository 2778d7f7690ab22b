/**
 * Conditions of cards: the five that prices are told of, and the words that lists use for them; and who grades, as lists write it: a
 * graded card costs what no price here is of.
 */
import { foldName } from '../catalog/fold.ts';
import type { Condition as PriceCondition } from '../catalog/price-rows.ts';

/** As prices spell them. */
export type Condition = Exclude<PriceCondition, 'Unopened'>;

/**
 * What words come to. The European scale has seven steps, of which mint and near mint are one here, good and light played
 * another: its `light played` is worse than the American `lightly played`. What one shop's letters or scratches come to is not
 * known of the next one's: `状態A`, `傷あり` are none of these.
 */
const WORDS: Readonly<Record<Condition, string>> = {
  NM: `nm, m, mt, mint, near mint, nearmint, near mint mint, nm m, m nm, nm mt, like new, pack fresh, neuwertig, neuf, nuevo, nuovo,
    novo, 美品, 極美品, 新品, 未使用, ほぼ新品, 未使用に近い`,
  LP: `lp, sp, ex, excellent, light play, lightlyplayed, good lightly played, lightly played excellent, exzellent, excelente, eccellente, ottimo`,
  MP: `mp, gd, good, light played, lightplayed, moderatelyplayed, vg, very good, moderately played very good, gut,
    bon, bon état, bueno, buono`,
  HP: 'hp, pl, heavilyplayed, heavily played poor',
  DMG: `dmg, d, po, poor, damaged, beschädigt, schlecht, abîmé, endommagé, mauvais, mauvais état, dañado, mal estado, danificado,
    danneggiato, rovinato, ジャンク`,
};
/** By whole phrases: as good as new, and how much it was played, which is a lot where no word says. */
const PHRASES: Readonly<Partial<Record<Condition, [first: string, last: string]>>> = {
  NM: [
    'fast, nahezu, wie, comme, quasi, presque, proche du, como, casi, come, quase',
    'neu, neuwertig, neuf, nuevo, nuovo, novo',
  ],
  LP: ['lightly, slightly, leicht, légèrement, peu, ligeramente, poco, leggermente, pouco, levemente', 'played'],
  MP: ['moderate, moderately, mäßig, moyennement, modérément, moderadamente, moderatamente', 'played'],
  HP: [', heavy, heavily, stark, très, fortement, muy, molto, muito', 'played'],
};
const PLAYED = 'played, play, gespielt, bespielt, joué, jugado, usado, giocato, jogado';
const listed = (text: string): string[] => text.split(/,\s+/);

let known: ReadonlyMap<string, Condition> | undefined;
/** Made when first asked for: the console, which reads grades alone, is packed without. */
function conditions(): ReadonlyMap<string, Condition> {
  known ??= new Map(
    (Object.keys(WORDS) as Condition[]).flatMap((condition) => {
      const [first, last = ''] = PHRASES[condition] ?? [];
      const ends = first === undefined ? [] : listed(last === 'played' ? PLAYED : last);
      const phrases = ends.flatMap((end) => listed(first ?? '').map((begin) => `${begin} ${end}`));
      return [...listed(WORDS[condition]), ...phrases].map((text): [string, Condition] => [foldName(text), condition]);
    }),
  );
  return known;
}
const WORDS_MAX = 4;
const OR_BETTER = /^(?:or better|oder besser|ou mieux|o mejor|o meglio|o migliore|ou melhor)\b ?/;

/** The condition that folded words are; cards are feminine in some languages. */
const conditionOf = (words: string): Condition | undefined =>
  conditions().get(words) ?? conditions().get(words.replace(/(?<=[dmntv])a$/, 'o').replace(/(?<=jou|im|ag)ee$/, 'e'));

/**
 * The longest condition that the text begins with, and the words behind it: `Near Mint Foil` tells the printing too. Undefined where
 * it begins with none, or another one stands behind it.
 */
export function readCondition(text: string) {
  const words = foldName(text).split(' ');
  for (let count = Math.min(WORDS_MAX, words.length); count > 0; count -= 1) {
    const condition = conditionOf(words.slice(0, count).join(' '));
    const rest = words.slice(count).join(' ').replace(OR_BETTER, '');
    // `Near Mint (NM)` says it twice, `NM/LP` and `NM or LP` may be either.
    const again = condition && conditionOf(rest.replace(/^(?:or|oder|ou|o|to|bis) /, ''));
    if (again !== undefined && again !== condition) return undefined;
    if (condition !== undefined) return { condition, rest: again === undefined ? rest : '' };
  }
  return undefined;
}

/** Whether a product in this condition is sealed, as it is where nothing is said. */
export const isUnopened = (text: string): boolean =>
  text.trim() === '' || /(?<!not |like |un)\b(?:unopened|sealed|new)\b/i.test(text);

/** Those whose name alone says it; the others are words too. */
const SURE = 'psa|bgs|bvg|cgc|sgc|beckett';
const COMPANIES = `${SURE}|ags|ace|tag|hga|gma|ksa|mnt|getgraded|aura grading`;
const SCALE = String.raw`[ ,-]*(?:\d{1,2}(?:[.,]\d)?\+?|graded|(?:gem|near)?[ -]*(?:mint|mt)\+?|gem|nm-?mt|pristine|perfect|black label|authentic|altered)`;
const GRADED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:graded:?(?: [^,;]*)?|(?:${COMPANIES})(?:${SCALE})+|(?:${SURE})|gem[ -]?(?:mint|mt)(?:${SCALE})*)(?![\\p{L}\\p{N}])`,
  'iu',
);
const MARK = /^graded (?!card)/i;

/** The grade as a condition, which says that it is one. */
export const gradeOf = (text: string): string => (GRADED.test(text) ? text : `Graded ${text}`);

/** The grade that the text names, and the text without it; undefined where it names none. */
export function readGrade(text: string): { grade: string; rest: string } | undefined {
  const [found] = GRADED.exec(text) ?? [];
  if (found === undefined) return undefined;
  const rest = text
    .replace(found, ' ')
    .replace(/[([]\s*[)\]]/g, ' ')
    .trim();
  // `PSA 10 Glint GEM MINT` says it twice.
  return { grade: found.replace(MARK, ''), rest: readGrade(rest)?.rest ?? rest };
}

/** What a condition alone says: `10`, `9.5`, `AP 9`, `NM-MT+ 8.5` of whoever grades, `slabbed`. */
const GRADE_ALONE =
  /^(?:slab(?:bed)?|authentic|(?:(?:[a-z]{2,4}|[a-z]{2}-[a-z]{2}\+?|near mint|excellent|very good)[ -]?)?(?:10|[1-9])(?:[.,]5)?)$/i;

/** The grade that a condition names, which may be nothing else. */
export function readConditionAsGrade(text: string): ReturnType<typeof readGrade> {
  return GRADE_ALONE.test(text.trim()) ? { grade: text.trim(), rest: '' } : readGrade(text);
}
