/** A row of a list as it is asked, and how much it may say: what reads files in a browser needs no more of the look-up. */

/** Characters of a field, at most. */
export const TEXT_MAX = 300;

/** A row as it is asked; what it does not say is left out. */
export interface ListedRow {
  name?: string;
  number?: string;
  expansion?: string;
  game?: string;
  lang?: string;
  printing?: string;
  condition?: string;
  quantity?: number;
  external_id?: string;
}
