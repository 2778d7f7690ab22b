/** What the index of the scan and its picture process say to each other. */

/** The model to describe with, first; then pictures, or paths of the demo's own. */
export type ToPictureProcess =
  | { model: Uint8Array }
  | { id: number; picture: Uint8Array }
  | { id: number; demo: string };

/** A described picture. */
export interface Described {
  /** Of the picture's bytes. */
  digest: string;
  vector: Uint8Array;
  thumbnail: Uint8Array;
  detail: Uint8Array;
}

/** Of one picture its description, or why there is none. */
export type FromPictureProcess = { id: number; described: Described } | { id: number; refused: string };
