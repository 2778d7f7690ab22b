/** What a browser says that it is, in the words of people: of what it sends, nothing else is kept. */

/** By a sign, which is the name where none stands behind it. Of several the first counts: they bear the signs of others too. */
const BROWSERS = 'Edg=Edge OPR=Opera SamsungBrowser=Samsung Firefox FxiOS=Firefox Chrom=Chrome CriOS=Chrome Safari';
const SYSTEMS = 'iPhone iPad Android Windows Mac=macOS CrOS=ChromeOS Linux';

/** `Firefox on Windows`; empty for what is no browser that people know. */
export function deviceOf(userAgent = ''): string {
  const named = (names: string) => {
    const found = names.split(' ').map((name) => name.split('='));
    return found.find(([sign = '']) => userAgent.includes(sign))?.at(-1);
  };
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(' on ');
}
