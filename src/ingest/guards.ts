/** When an upstream's answer must not be believed: too few rows, or too many that cannot be taken. */
import type { CatalogSeed, Quarantined } from '../catalog/seeds.ts';
import { Outage } from '../upstream/document.ts';

const ROWS_SHARE_MIN = 0.9;
const EXPANSION_SHARE_MIN = 0.5;
const QUARANTINE_SHARE_MAX = 0.01;

/**
 * At most 1 % of the rows may be put aside; more means that the format has changed.
 * @throws Outage
 */
export function checkQuarantine(quarantined: readonly Quarantined[], rows: number): void {
  if (quarantined.length <= rows * QUARANTINE_SHARE_MAX) return;
  const [first] = quarantined;
  throw new Outage(
    `${quarantined.length} of ${rows} records cannot be taken; the first: ${first?.reason} (${first?.sample})`,
  );
}

/**
 * What is left out of records may be so in 1 % of them, and in one whatever their number; more means that the format has
 * changed, and publishing it would empty the field everywhere.
 * @throws Outage
 */
export function checkLeftOut(leftOut: readonly Quarantined[], rows: number): void {
  const records = new Set(leftOut.map(({ sample }) => sample)).size;
  if (records <= Math.max(1, rows * QUARANTINE_SHARE_MAX)) return;
  const [first] = leftOut;
  throw new Outage(
    `${records} of ${rows} records have fields that cannot be taken; the first: ${first?.reason} (${first?.sample})`,
  );
}

/**
 * Cards of expansions that are not listed are no fault of theirs: a language may lack a few. Where they are more than one in
 * ten, it is the list that is not whole.
 * @throws Outage
 */
export function checkUnplaced(unplaced: readonly string[], cards: number): void {
  if (cards >= (unplaced.length + cards) * ROWS_SHARE_MIN) return;
  throw new Outage(`${unplaced.length} cards are of expansions that are not listed; the first: ${unplaced[0]}`);
}

/**
 * An empty answer, or one of fewer than 90 % of the last good run's rows, is an outage. One row less never is: in a
 * list of a few it would be.
 * @throws Outage
 */
export function checkRows(what: string, rows: number, lastRows: number | null | undefined): void {
  if (rows === 0) throw new Outage(`no ${what} came`);
  if (typeof lastRows === 'number' && rows < Math.min(lastRows * ROWS_SHARE_MIN, lastRows - 1)) {
    throw new Outage(`only ${rows} ${what} came; the last good run had ${lastRows}`);
  }
}

/**
 * An expansion that is still listed but came with fewer than half of the cards it has is an outage.
 * @throws Outage
 */
export function checkExpansionCards(came: ReadonlyMap<string, number>, published: ReadonlyMap<string, number>): void {
  for (const [id, count] of published) {
    const now = came.get(id);
    if (now !== undefined && now < count * EXPANSION_SHARE_MIN) {
      throw new Outage(`only ${now} of the ${count} cards of expansion ${id} came`);
    }
  }
}

/** Every record that came, of whatever kind. */
export const recordCount = (seed: CatalogSeed): number => seed.listed.series + seed.listed.expansion + seed.listed.card;
