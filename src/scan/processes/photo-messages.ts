/** What the service and its photo processes say to each other. */
import type { StoreLocation } from '../../store/store.ts';
import type { CardOnPhoto } from '../compare/identify-all.ts';
import type { Stages } from '../compare/stages.ts';
import type { ScanMatch } from '../compare/verdict.ts';

/** A photo as it was sent, and the game that it is of where the caller knows that. */
export interface SentPhoto {
  photo: Uint8Array;
  game?: string | undefined;
  everyCard?: boolean | undefined;
  /** Whether to tell how the answer came about. */
  withStages?: boolean | undefined;
}

/** What was found on a photo: the most prominent card, and each of several where they were asked for. */
export interface Found {
  matches: ScanMatch[];
  several?: boolean;
  cards?: CardOnPhoto[];
  /** Whether there are more cards than `cards` holds; beside it. */
  more?: boolean;
  stages?: Stages;
}

/**
 * Where the catalog is, first: a command line would show the password of a database. Then photos as they were
 * sent; one process takes large ones too.
 */
export type ToProcess = { location: StoreLocation } | ({ id: number; takesLarge: boolean } & SentPhoto);

/**
 * What came of one photo: its matches, why it is no picture, that there is nothing to compare it with, that it is for the
 * process of large ones, that other work left no processor time for it, or a fault of ours. `isLast` says that the process ends now.
 */
export type PhotoOutcome = { id: number; isLast?: boolean } & (
  | { found: Found }
  | { refused: string }
  | { isEmpty: true }
  | { isLarge: true }
  | { isStarved: true }
  | { fault: string }
);

/** Ready for the first photo, why it ends by itself, or what came of a photo. */
export type FromProcess = { ready: true } | { ending: string } | PhotoOutcome;
