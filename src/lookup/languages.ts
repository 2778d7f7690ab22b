/** Languages as lists name them: by names, codes with and without a region, and Cardmarket's numbers; and in passing, within other texts. */
import { regionalPrint } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import type { ListedRow } from './listed-row.ts';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    // A flag is the letters of its country.
    .replace(/[🇦-🇿]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 0x61))
    .toLowerCase();

/** Without marks: as English, German, French, Spanish, Italian and Japanese lists call them. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'english eng 1 englisch anglais ingles inglese us uk gb 英語',
    fr: 'french fra fre 2 francais franzosisch frances francese フランス語',
    de: 'german deutsch deu ger 3 allemand aleman tedesco ドイツ語',
    es: 'spanish espanol spa sp castellano 4 spanisch espagnol spagnolo スペイン語',
    it: 'italian italiano ita 5 italienisch italien イタリア語',
    zh: 'chinese chi zho chinesisch chinois chino cinese 中国語 中文',
    'zh-cn': 'zhs cs cn zh-hans simplified-chinese chinese-simplified s-chinese 简体中文 6',
    ja: 'japanese japan jp jpn jap 日版 日文 7 japanisch japonais japones giapponese 日本語',
    pt: 'portuguese portugues por br 8 portugiesisch portugais portoghese ポルトガル語',
    ru: 'russian rus русскии 9 russisch russe ruso russo ロシア語',
    ko: 'korean kr kor 한국어 10 koreanisch coreen coreano 韓国語',
    'zh-tw': 'zht ct tw zh-hant zh-hk traditional-chinese chinese-traditional t-chinese 繁體中文 11',
    ...{ nl: 'dutch nld niederlandisch neerlandais', pl: 'polish pol polski polnisch polonais', th: 'thai tha' },
    id: 'indonesian ind',
  }).flatMap(([code, names]) => [code, ...names.split(' ')].map((name): [string, string] => [folded(name), code])),
);
/** Words for no language, or for whichever. */
const NONE = new Set(['', 'any', 'all', 'none', 'unknown', 'n-a']);

/** The code of the language, without its region; empty where the text names none, undefined where it is not known. */
export function languageOf(text: string): string | undefined {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join('-');
  // `Portuguese (Brazil)`, `en_US`: lists tell regions that names are not told apart by.
  return NONE.has(name) ? '' : (LANGUAGES.get(name) ?? LANGUAGES.get(words[0] ?? ''));
}

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
