/** Languages as lists name them: by names, codes with and without a region, and Cardmarket's numbers. */
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
