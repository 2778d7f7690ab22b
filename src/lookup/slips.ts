/** What spreadsheets, people and shops do to rows of a list: numbers that became days, columns in each other's place, titles, languages in passing. */
import { regionalPrint } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import { readCondition } from './conditions.ts';
import { languageOf } from './languages.ts';
import type { ListedRow } from './listed-row.ts';
import { areOfPrintings, lexiconOf } from './printing-words.ts';
import { type Known, TITLE_NUMBER } from './within-names.ts';

/** By how English and German spreadsheets begin them. */
const MONTHS = 'jan feb mar|mär|mrz apr may|mai jun jul aug sep oct|okt nov dec|dez'.split(' ');
const MONTH = `(?<month>${MONTHS.join('|')})\\p{L}*\\.?`;
const DAY = '(?<day>\\d{1,2})';
const IN_FIGURES = `\\d{4}-(?<month>\\d{1,2})-${DAY}(?:[T ]0?0:00(?::00)?)?|(?<month>\\d{1,2})/${DAY}/\\d{2}(?:\\d{2})?`;
const A_DAY = new RegExp(`^(?:${DAY}[-. ]+${MONTH}|${MONTH}[- ]+(?<day>\\d{2})|${IN_FIGURES})$`, 'iu');

/** `5/25`, where a spreadsheet took it for a day: `25-May`, `May-25`, `2026-05-25`. */
export function undated(row: ListedRow, isCalled: (text: string) => boolean, problems: string[]): ListedRow {
  const said = row.number?.trim() ?? '';
  const { day, month = '' } = A_DAY.exec(said)?.groups ?? {};
  // `DEC-10` is a number where an expansion has that code.
  if (day === undefined || isCalled(month)) return row;
  const named = MONTHS.findIndex((names) => names.split('|').includes(month.toLowerCase())) + 1;
  const number = `${Number(month) || named}/${Number(day)}`;
  problems.push(`Its number “${said}” is a day, as spreadsheets make of numbers: it is read as ${number}.`);
  return { ...row, number };
}

/** Codes of expansions are shorter: cards may be called like one. */
const NAME_MIN = 5;
const LIKE_NUMBER = /^#?[a-z]{0,4}\d+[a-z]?(?:\/[a-z]*\d+)?$/i;

/** The row with an expansion that stands as its number or name where it belongs. */
export function unswapped(row: ListedRow, { isCalled, isCard }: Known, problems: string[]): ListedRow {
  const { name = '', number = '', expansion = '' } = row;
  if (expansion.trim() === '' || isCalled(expansion)) return row;
  const isNumber = /\p{L}/u.test(number) && isCalled(number) && LIKE_NUMBER.test(expansion.trim());
  const isName = !isNumber && foldName(name).length > NAME_MIN && isCalled(name) && !isCard?.(name);
  if (!isNumber && !isName) return row;
  problems.push(`Its expansion stands as its ${isNumber ? 'number' : 'name'}, and the other way round.`);
  return isNumber ? { ...row, number: expansion, expansion: number } : { ...row, name: expansion, expansion: name };
}

const YEAR = /^(?:19|20)\d\d$/;
/** What games are sold as, around their names. */
const SOLD_AS = 'tcg|ccg|trading|cards?|game|karten?|cartas?|cartes?';
const SOLD = new RegExp(`^(?:(?:${SOLD_AS}) )+|(?: (?:${SOLD_AS}))+$`, 'g');
const DIVIDER = /^[^\p{L}\p{N}?!]+$/u;
/** `Mint Condition`, `Near Mint`: some conditions of one word begin names. */
const WORN_BEFORE = /^(?:(?:near )?mint(?: condition)?|nm)$/;
const TITLE_WORDS_MAX = 6;
/** An expansion's name of fewer letters may be anything. */
const CALLED_MIN = 5;

/** Behind year and game, on what was graded: `EMBER DAWN #83 GLINT-HOLO`; shops have the name before the number. */
const LABEL = /^(?:((?:[^\p{Ll}]|(?<=\d)\p{Ll})*\S) )?#(\S+) (.*\p{Lu}{2}.*)$/u;

/**
 * The row whose name is a title as shops write them, year and game first, then often the expansion: `2000 Game Ember Dawn Glint
 * 83/82`. Cards may be called like the game: it is a title where something else says so too.
 */
export function untitled(row: ListedRow, { games, isCalled, isCard }: Known): ListedRow {
  const words = row.name?.trim().split(/\s+/) ?? [];
  const own = games.map(({ name, lists }) => lists.titles[0] ?? foldName(name));
  const titles = new Set([...own, ...games.flatMap(({ lists }) => lists.titles)].map(foldName));
  const numberAt = words.findIndex((word) => TITLE_NUMBER.test(word));
  const isBeforeNumber = numberAt > 0 && !isCard?.(words.slice(0, numberAt).join(' '));
  let at = 0;
  /** The longest run of words from here on that is such a text, folded; the words behind it come next. */
  const take = (is: (text: string, end: number) => boolean): string => {
    for (let end = Math.min(words.length, at + TITLE_WORDS_MAX); end > at; end -= 1) {
      const text = foldName(words.slice(at, end).join(' '));
      if (text === '' || !is(text, end)) continue;
      at = end;
      return text;
    }
    return '';
  };
  const before = isBeforeNumber ? take((text) => WORN_BEFORE.test(text)) : '';
  const year = take((text) => YEAR.test(text));
  const sold = take((text) => titles.has(text.replace(SOLD, '')));
  const game = row.game || sold.replace(SOLD, '');
  const isDivided = DIVIDER.test(words[at - 1] ?? '');
  // `Game Glint 8/58`, where a card is called Glint, and none so.
  const isBesideGame = isBeforeNumber && (isDivided || isCard?.(words.slice(at, numberAt).join(' ')));
  // An expansion may be called as the game is.
  const first = isCalled(sold) ? sold : '';
  const [label, place = first, number = '', name = ''] = LABEL.exec(words.slice(at).join(' ')) ?? [];
  if (
    year !== '' &&
    sold !== '' &&
    label !== undefined &&
    !areOfPrintings(foldName(name).split(' '), lexiconOf(games))
  ) {
    const graded = { ...row, game, name, number: row.number || number, expansion: row.expansion || place };
    return withStatedLanguage(graded, isCalled);
  }
  const expansion = take((text, end) => {
    const isLong = text.length >= CALLED_MIN || /^\d+$/.test(text);
    const [next = ''] = words.slice(end);
    return isLong && next !== '' && isCalled(text) && !isCard?.(`${text} ${next}`);
  });
  // Nothing is called like the longer and shorter forms of the game's own word.
  const isTold = before !== '' || (sold !== '' && (isBesideGame || !own.includes(sold)));
  if (!isTold && [year, sold, expansion].filter(Boolean).length < 2) return row;
  return {
    ...row,
    name: words.slice(at).join(' '),
    game,
    expansion: row.expansion || expansion || first,
    condition: row.condition || before.replace(' condition', ''),
  };
}

/** The row whose condition stands in brackets behind the name, or where the set belongs: `Glint [NM]`, `NM`. */
export function unworn(row: ListedRow, { isCalled }: Known): ListedRow {
  const { name = '', expansion = '' } = row;
  const isWorn = (text: string) => WORN.test(foldName(text)) && !isCalled(text) && readCondition(text)?.rest === '';
  if (isWorn(expansion)) return { ...row, expansion: '', condition: row.condition || expansion };
  const found = [...name.matchAll(/\s[([]([^()[\]]+)[)\]]/g)].find(([, inside = '']) => isWorn(inside));
  if (found === undefined) return row;
  return { ...row, name: name.replace(found[0], ''), condition: row.condition || (found[1] ?? '') };
}

/** Words of a run that is taken. */
const RUN_MAX = 8;
/** An expansion's code, which is shorter. */
const CODE = /^[A-Z]{1,4}\d{1,2}[a-z]?$/;
/** Conditions of one word that are no word of anything else. */
const WORN = /^(?:nm|lp|mp|hp|dmg|mint|damaged|.+ .+)$/;
/** A language by one word, feminine as cards are; short ones may be codes of anything, but for a French version. */
const spokenIn = (folded: string): string | undefined => {
  if (!/^\S{5,}$/.test(folded)) return folded === 'vf' ? 'fr' : undefined;
  return languageOf(folded) ?? languageOf(folded.replace(/[ae]$/, ''));
};

/**
 * The row whose name goes on behind its number, with expansion, condition and language where they belong; in a title that has none,
 * with the expansion that stands last.
 * @param listed the row before a title's beginning was taken
 */
export function untailed(row: ListedRow, { games, isCalled, isCard }: Known, listed: ListedRow): ListedRow {
  const words = row.name?.trim().split(/\s+/) ?? [];
  const numberAt = words.findIndex((word) => TITLE_NUMBER.test(word));
  // Behind a number that stands first comes the name.
  if (numberAt === 0 || (numberAt < 0 && (row === listed || isCard?.(row.name ?? '')))) return row;
  const behind = words.splice(Math.max(1, numberAt + 1));
  /** The longest run that is such a text, which is taken. */
  const take = (is: (folded: string, run: string) => boolean): string => {
    for (let length = Math.min(RUN_MAX, behind.length); length > 0; length -= 1) {
      for (let at = 0; at + length <= behind.length; at += 1) {
        const run = behind.slice(at, at + length).join(' ');
        if (!is(foldName(run), run) || (numberAt < 0 && at + length < behind.length)) continue;
        behind.splice(at, length);
        return run;
      }
    }
    return '';
  };
  /** Of two words at least, as a card may be called by one: `Glint Ember Dawn 83/82`. */
  const placeBefore = (): string => {
    for (let at = 1; at < numberAt - 1; at += 1) {
      const run = words.slice(at, numberAt).join(' ');
      if (!isCalled(run) || isCard?.(words.slice(0, numberAt).join(' '))) continue;
      words.splice(at, numberAt - at);
      return run;
    }
    return '';
  };
  const lexicon = lexiconOf(games);
  const isLong = (folded: string, run: string) =>
    folded.length >= CALLED_MIN || /^\d{3}$/.test(folded) || CODE.test(run);
  const isPlace = (folded: string, run: string) =>
    isLong(folded, run) && isCalled(run) && !areOfPrintings(folded.split(' '), lexicon);
  // What the row states itself is no more looked for.
  const condition = row.condition || take((folded) => WORN.test(folded) && readCondition(folded)?.rest === '');
  const lang = row.lang || spokenIn(foldName(take((folded) => spokenIn(folded) !== undefined)));
  const expansion = row.expansion || take(isPlace) || placeBefore();
  return { ...row, name: [...words, ...behind].join(' '), expansion, condition, ...(lang ? { lang } : {}) };
}

/** Letters of full width and slashes of fractions as keyboards have them, without what pages and spreadsheets put round a text or, unseen, in it. */
export const plainText = (text: string): string =>
  text
    .replace(/[™®©]/g, ' ')
    .replace(/\p{Cf}+/gu, '')
    .normalize('NFKC')
    .replace(/[⁄∕]/g, '/')
    .replace(/&(?:#0*39|apos|rsquo);/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/^="(.*)"$|^'(?=\d)/, '$1');

/** What is said in passing: in brackets behind the name, among the words of the printing, with the game. */
const WORD = 'japanese|japan|jpn?|korean|chinese|german|french|spanish|italian|portuguese|english';
const IN_BRACKETS = new RegExp(`(?:[([]|\\s-\\s)\\s*(${WORD})\\s*(?:[)\\]]|$)`, 'i');
const ANYWHERE = new RegExp(`(?<![\\p{L}\\p{N}])(${WORD})(?![\\p{L}\\p{N}])`, 'iu');

/** Behind the code of an expansion or a number, as catalogs tell the prints of one place apart: `all-de`, `115-es`. */
const BEHIND_CODE = /(?<=^[^-]{2,6}|\d\p{L}?★?)-(de|en|es|fr|it|ja|jp|ko|pt|ru|zhs|zht)(?=$|-\d)/iu;

/** Where a card may be called so itself, only brackets or a dash say it. */
const PLACES: readonly (readonly [Exclude<keyof ListedRow, 'quantity'>, RegExp])[] = [
  ['name', IN_BRACKETS],
  ['printing', ANYWHERE],
  ['condition', ANYWHERE],
  ['expansion', ANYWHERE],
  ['game', ANYWHERE],
  ['expansion', BEHIND_CODE],
  ['number', BEHIND_CODE],
];

/** The row without the words of a language, and with that as its own where it has no other. */
export function withStatedLanguage(row: ListedRow, isCalled: (text: string) => boolean): ListedRow {
  const told = { ...row };
  for (const [field, pattern] of PLACES) {
    const said = told[field] ?? '';
    const [found, word = ''] = pattern.exec(said) ?? [];
    if (found === undefined) continue;
    const rest = said.replace(found, ' ').replace(/\s+/g, ' ').trim();
    // The language may be all that there is, or be part of what an expansion is called.
    const isAll = foldName(rest) === '' && (field === 'name' || field === 'expansion');
    const isName = field === 'expansion' && isCalled(said);
    if (isAll || (isName && pattern === BEHIND_CODE)) continue;
    if (!isName) told[field] = rest;
    told.lang = row.lang?.trim() || (languageOf(word) ?? '');
  }
  return withPrintedLanguage(told);
}

/** The row whose number is that of a print in a language, with the number of the catalogs: `LOB-DE001`. */
export function withPrintedLanguage(row: ListedRow): ListedRow {
  const print = regionalPrint(row.number?.trim() ?? '');
  return print === undefined ? row : { ...row, number: print.english, lang: row.lang?.trim() || print.lang };
}
