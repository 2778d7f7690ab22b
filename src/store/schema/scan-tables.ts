/** What the scan knows of the catalog's pictures, and the model that it describes them by. */

export interface ScanTables {
  /** What the scan knows of a card's picture: one row for each card whose picture was ever tried. */
  scan_pictures: {
    /** The card's `key`. */
    card_key: number;
    picture: string;
    model: string;
    /** Of the picture's bytes: the same bytes are not described again. */
    digest: string | null;
    etag: string | null;
    /** Null where there is none: the picture could not be had or read. */
    vector: Uint8Array | null;
    /** Order of writing, and of committing too: one process writes at a time. */
    seq: number;
    /** Tries in a row that failed. */
    failures: number;
    /** Why the last one did. */
    reason: string | null;
    tried_at: string;
  };
  /** What the scan knows of a card's picture in a further language, where that is another picture than its own. */
  scan_language_pictures: ScanTables['scan_pictures'] & {
    /** Counts from 1; whoever writes holds the lock of the scan. */
    id: number;
    language: string;
    /** The picture in small; behind the vectors, so that a sweep of those does not read it. */
    thumbnail: Uint8Array | null;
  };
  /** A card's picture in small, apart from the vectors: those are read in one sweep, these a few at a time. */
  scan_thumbnails: {
    card_key: number;
    body: Uint8Array;
    /** The picture in full, packed; null where an older release described it. */
    detail: Uint8Array | null;
    /** Digest of the picture that it is of: an older release changes `body` alone. */
    detail_of: string | null;
  };
  /** Two cards that show one artwork; each pair stands here both ways. */
  same_artworks: {
    card_key: number;
    other_key: number;
  };
  /** Where the source of a card has its pictures, where they are kept here: its record may name our address instead. */
  card_pictures: {
    card_id: string;
    /** Empty for the catalog's own. */
    language: string;
    low: string;
    high: string;
  };
  /** The model that an operator had fitted; without a row the default one serves. */
  scan_models: {
    id: number;
    version: string;
    body: Uint8Array;
  };
}
