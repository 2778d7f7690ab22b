/** What a run counted, in words: `45,865 rows read`. docs/glossary.md says of each counter what it means. */
import { count } from '../elements/format.ts';

/** For the names that do not say it. */
const WORDS: Readonly<Record<string, string>> = {
  rows: 'rows read',
  duplicates: 'rows that came twice',
  quarantined: 'records quarantined',
  held: 'amounts pending',
  withdrawn: 'prices withdrawn',
  articles_asked: 'marketplace products asked for',
  prune_withheld: 'printings kept from deletion',
  described: 'pictures read',
  unchanged: 'pictures unchanged',
  failed: 'pictures failed',
  postponed: 'pictures postponed',
  indexed: 'cards found by photo',
  artworks_joined: 'pairs that show one artwork',
};

/** One of what several were said of: the first plural loses its sign, and a series is one as it is. */
const asOne = (words: string): string => words.replace(/(?<=ss)es\b|(?<!ie|s)s\b/, '');

/** The words of one counter with its figure. */
export function countedInRun(name: string, value: number): string {
  const said = name
    .replace(/^passed_over_(.+)$/, '$1 skipped')
    .replace(/^(.+)_(new|changed)$/, '$2 $1')
    .replace('variants', 'printings')
    .replaceAll('_', ' ');
  const words = WORDS[name] ?? said;
  return `${count(value)} ${value === 1 ? asOne(words) : words}`;
}

/** All that a run counted, without what stayed at nothing. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const said = Object.entries(counts).filter(([, value]) => value !== 0);
  return said.length === 0 ? 'nothing changed' : said.map((each) => countedInRun(...each)).join(', ');
}
