/** Graded cards: who grades, and how lists write it. A graded card costs what no price here is of. */

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
  return {
    grade: found.replace(MARK, ''),
    rest: text
      .replace(found, ' ')
      .replace(/[([]\s*[)\]]/g, ' ')
      .trim(),
  };
}
