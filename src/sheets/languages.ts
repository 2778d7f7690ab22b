/** Languages as lists name them: by names, codes with and without a region, and Cardmarket's numbers. */

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'english eng 1',
    fr: 'french français fra fre 2',
    de: 'german deutsch deu ger 3',
    es: 'spanish español spa 4',
    it: 'italian italiano ita 5',
    'zh-cn': 'chinese zh chi zho cs zhs zh-hans simplified-chinese chinese-simplified 6',
    ja: 'japanese jp jpn 7',
    pt: 'portuguese português por 8',
    ru: 'russian rus 9',
    ko: 'korean kr kor 10',
    'zh-tw': 'zht ct zh-hant zh-hk traditional-chinese chinese-traditional 11',
    nl: 'dutch nld',
    pl: 'polish pol',
    th: 'thai tha',
    id: 'indonesian ind',
  }).flatMap(([code, names]) => [code, ...names.split(' ')].map((name): [string, string] => [name, code])),
);
/** Words for no language, or for whichever. */
const NONE = new Set(['', 'any', 'all', 'none', 'unknown', 'n-a']);

/** The code of the language, without its region; empty where the text names none, undefined where it is not known. */
export function languageOf(text: string): string | undefined {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join('-');
  // `Portuguese (Brazil)`, `en_US`: lists tell regions that names are not told apart by.
  return NONE.has(name) ? '' : (LANGUAGES.get(name) ?? LANGUAGES.get(words[0] ?? ''));
}
