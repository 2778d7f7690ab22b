/** When an upstream's answer must not be believed: too few rows, or too many that cannot be taken. */
import type { CatalogSeed, Quarantined } from '../catalog/seeds.ts';
import { Outage } from '../upstream/document.ts';

const ROWS_SHARE_MIN = 0.9;
const EXPANSION_SHARE_MIN = 0.5;
const QUARANTINE_SHARE_MAX = 0.01;

/**
 * What speaks against an answer of so many rows: at most 1 % may be quarantined, and one whatever their number; more means
 * that the format has changed.
 * @param known so many were on the last good run, by which they are the normal
 */
export function quarantineFault(quarantined: readonly Quarantined[], rows: number, known = 0): string | undefined {
  if (quarantined.length <= Math.max(1, known, rows * QUARANTINE_SHARE_MAX)) return undefined;
  return `${quarantined.length} of ${rows} records cannot be taken; ${mostFrequent(quarantined)}`;
}

/** What a source's last good run counted, by name. */
export const lastCounts = ({ last_counts }: { last_counts: string | null }): Record<string, number | undefined> =>
  JSON.parse(last_counts ?? '{}');

export const lastQuarantined = (task: { last_counts: string | null }): number | undefined =>
  lastCounts(task).quarantined;

/**
 * What is left out of records may be so in 1 % of them, and in one whatever their number; more means that the format has
 * changed, and publishing it would empty the field everywhere.
 * @param known so many were on the last good run, by which they are the normal
 */
export function leftOutFault(leftOut: readonly Quarantined[], rows: number, known = 0): string | undefined {
  const records = new Set(leftOut.map(({ sample }) => sample)).size;
  if (records <= Math.max(1, known, rows * QUARANTINE_SHARE_MAX)) return undefined;
  return `${records} of ${rows} records have fields that cannot be taken; ${mostFrequent(leftOut)}`;
}

/** Of findings the reason that most have, with its first example: what is wrong here and there hides nothing of the rest. */
function mostFrequent(findings: readonly Quarantined[]): string {
  const [[reason, found = []] = []] = reasonsOf(findings);
  const count = found.length === findings.length ? '' : ` of ${found.length}`;
  return `the first${count}: ${reason} (${found[0]?.sample})`;
}

const reasonsOf = (findings: readonly Quarantined[]) =>
  [...Map.groupBy(findings, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);

/**
 * What speaks against a file of so many rows: one field that cannot be taken in more than half of them, whose meaning has changed then.
 * @param known so many fields were on the last good run, by which they are the normal
 */
export function columnFault(file: string, leftOut: readonly Quarantined[], rows: number, known = 0) {
  if (leftOut.length <= known) return undefined;
  for (const [reason, all] of Map.groupBy(leftOut, ({ reason }) => reason)) {
    if (all.length * 2 > rows) return `${file}: ${reason} in ${all.length} of ${rows} rows (${all[0]?.sample})`;
  }
  return undefined;
}

/** Fewer may well have lost an amount by chance. */
const EMPTIED_ROWS_MIN = 10;

/** What speaks against a file that lacks an amount which most of its rows had: it cannot be taken, or it does not come any more. */
export function emptiedFault(
  file: string,
  emptied: { name: string; gone: number; had: number } | undefined,
  leftOut: readonly Quarantined[],
  rows: number,
): string | undefined {
  if (emptied === undefined) return undefined;
  const { name, gone, had } = emptied;
  const missing =
    had < EMPTIED_ROWS_MIN ? undefined : `${file}: ${name} is missing in ${gone} of ${had} rows that had it`;
  return columnFault(file, leftOut, rows) ?? missing;
}

/** What a run tells the operator: what there is of `notes`, null where that is nothing. */
export const noticeOf = (notes: readonly (string | null)[]): string | null =>
  notes.filter((note) => note !== null).join('; ') || null;

/** So many are told of one kind: more would hide the rest. */
const TOLD_MAX = 5;

export const firstFew = (all: readonly string[]): string =>
  (all.length > TOLD_MAX ? [...all.slice(0, TOLD_MAX), `${all.length - TOLD_MAX} more`] : all).join(', ');

/** Each reason with its count and one example, the most frequent first. */
export function byReason(what: string, findings: readonly Quarantined[]): string[] {
  const told = reasonsOf(findings).map(([reason, rows]) => `${rows.length} × ${reason} (${rows[0]?.sample})`);
  return told.length === 0 ? [] : [`${what}: ${firstFew(told)}`];
}

/**
 * Cards of expansions that are not listed are no fault of theirs: a language may lack a few. Where they are more than one in
 * ten, it is the list that is not whole.
 * @param known so many were on the last good run, by which they are the normal
 */
export const unplacedFault = (unplaced: readonly string[], cards: number, known = 0): string | undefined =>
  unplaced.length <= known || cards >= (unplaced.length + cards) * ROWS_SHARE_MIN
    ? undefined
    : `${unplaced.length} cards are of expansions that are not listed; the first: ${unplaced[0]}`;

/** @param fault why none could be taken @throws Outage where nothing came */
export function checkRows(what: string, rows: number, fault?: string): void {
  if (rows === 0) throw new Outage(fault ?? `no ${what} came`);
}

/** What speaks against an answer of fewer than 90 % of the last good run's rows. One row less never does: of a few it would. */
export const rowsFault = (what: string, rows: number, lastRows: number | null | undefined): string | undefined =>
  typeof lastRows === 'number' && rows < Math.min(lastRows * ROWS_SHARE_MIN, lastRows - 1)
    ? `only ${rows} ${what} came; the last good run had ${lastRows}`
    : undefined;

/** What speaks against lists by which more than half of what was linked is nothing there now, or another product. */
export const unlinkedFault = (what: string, lost: number, had: number): string | undefined =>
  lost > Math.max(2, had / 2)
    ? `by the product lists ${lost} of ${had} ${what} are no product any more, or another`
    : undefined;

/**
 * Expansions that are still listed but came with fewer than half of the cards they have, each in words. It is news and no
 * outage: a card that does not come is kept.
 */
export const shrunkExpansions = (came: ReadonlyMap<string, number>, published: ReadonlyMap<string, number>): string[] =>
  [...published].flatMap(([id, count]) => {
    const now = came.get(id);
    return now !== undefined && now < count * EXPANSION_SHARE_MIN ? [`${now} of the ${count} cards of ${id}`] : [];
  });

/** Every record that came, of whatever kind. */
export const recordCount = (seed: CatalogSeed): number => seed.listed.series + seed.listed.expansion + seed.listed.card;
