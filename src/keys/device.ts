/** What a browser says that it is, in the words of people: of what it sends, nothing else is kept. */

/** Name by sign. Browsers and systems bear the signs of those that they resemble too, so the first that fits is meant. */
type Signs = readonly (readonly [sign: RegExp, name: string])[];

const BROWSERS: Signs = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: Signs = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox on Windows`; empty for what is no browser that people know. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((signs) => signs.find(([sign]) => sign.test(userAgent))?.[1]);
  return [browser, system].filter((name) => name !== undefined).join(' on ');
}
