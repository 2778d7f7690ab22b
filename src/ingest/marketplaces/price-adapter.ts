/** What a source of prices is to the rest of the service: all that only its own files know, as data and small functions. */
import Type, { type TObject } from 'typebox';
import type { SourceSettings } from '../../upstream/source-fields.ts';
import type { MarketView } from '../matching/links/market-view.ts';
import type { RunContext, Source } from '../source.ts';
import type { ReadDay } from './day-walk.ts';

/** How many days before today the first run reads, where an address holds `{day}`. */
export const HistoryDays = Type.Integer({ minimum: 0, maximum: 4000 });

/** Reads prices from one kind of source, of any game. `Settings` are those that passed its schema. */
export interface PriceAdapter<Settings extends SourceSettings = SourceSettings> {
  /** What the configuration may tell it; closed, so that a misspelling is a fault. */
  settings: TObject;
  /** Raised by a release that reads the same documents otherwise: the newest day is read anew then, once. */
  revision: number;
  /**
   * The market that it says all of: prices in a catalog's cards serve that one no more. Null where it gives way to whoever
   * else has a price of one, and so feeds what others may feed too.
   */
  speaksFor: 'usd' | 'eur' | null;
  /** Names the records that it feeds: two sources of a game that feed the same overwrite each other. */
  feed(settings: Settings): string;
  /** Names the sealed products that it feeds, which one game has for itself; absent where it feeds none. */
  products?(settings: Settings): string;
  /** The address that is asked, which decides how politely. */
  address(settings: Settings): string;
  /** The small document that `sources test` reads. */
  probe(settings: Settings): Source['probe'];
  /** Where the prices lie, with `{day}` in it those of each day; and how many days before today the first run reads. */
  days(settings: Settings): { address: string; historyDays?: number | undefined };
  /**
   * Makes the part that reads, loaded only then: answering needs none of it.
   * @param outranking names of the game's sources that say all of the USD market
   */
  open(settings: Settings, context: RunContext, view: MarketView, outranking: ReadonlySet<string>): Promise<ReadDay>;
}
