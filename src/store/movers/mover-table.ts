/** The prices that moved most, as the last price run found them. */

/** The moves of one kind in a game, the greatest first. */
export interface MoverTable {
  game: string;
  currency: 'usd' | 'eur';
  /** Over how many days. */
  days: number;
  direction: 'up' | 'down';
  /** The newest day that they lead to. */
  observed_on: string;
  /** JSON, see moves.ts. */
  body: string;
}

/** By the name of the table. */
export interface MoverTables {
  movers: MoverTable;
}
