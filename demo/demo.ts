/** The built-in demo source: an original, fictional card game, emitted in the formats of the real sources. */
import { cardmarketFile } from './emit/cardmarket.ts';
import { justtcgFile } from './emit/justtcg.ts';
import { tcgcsvFile } from './emit/tcgcsv.ts';
import { tcgdexFile } from './emit/tcgdex.ts';

/** How a demo document is asked for: the day its prices are of (`YYYY-MM-DD`), and where pictures are served. */
export interface DemoRequest {
  day: string;
  pictureBase: string;
  /** The body of a POST. */
  body?: string;
}

/**
 * The text of the document at a `demo:` path, undefined where there is none. Paths are those of the real sources below
 * `tcgdex/`, `tcgcsv/`, `cardmarket/` and `justtcg/`; only prices depend on the day.
 */
export function demoDocument(path: string, { day, pictureBase, body }: DemoRequest): string | undefined {
  const slash = path.indexOf('/');
  const rest = path.slice(slash + 1);
  switch (path.slice(0, slash)) {
    case 'tcgdex':
      return tcgdexFile(rest, pictureBase);
    case 'tcgcsv':
      return tcgcsvFile(rest, day, pictureBase);
    case 'cardmarket':
      return cardmarketFile(rest, day);
    case 'justtcg':
      return justtcgFile(rest, day, body);
    default:
      return undefined;
  }
}
