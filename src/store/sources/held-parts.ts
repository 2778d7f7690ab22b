/** Parts of sources that a guard left out: what was in them is kept until they let go. */
import { sql } from 'kysely';
import { withoutCredentials } from '../../failure.ts';
import { pendingPrices } from '../prices/market-knowledge.ts';
import { deleteWhere, isAny, putRows, rowsWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** A part that is left out, with the rows of each of its days, as JSON. */
export interface HeldPart extends Omit<Tables['held_parts'], 'accepted'> {
  isAccepted: boolean;
  days: Map<string, string>;
}

export type HeldListing = Omit<Tables['held_parts'], 'accepted'> & { days: string[] };

/** The parts of a source by id, with their rows. */
export async function heldParts(reads: Reads | Writes, source: string): Promise<Map<string, HeldPart>> {
  const rows = await rowsWhere(reads, 'held_parts', { source });
  const parts = new Map(
    rows.map(({ accepted, ...row }): [string, HeldPart] => [
      row.id,
      { ...row, isAccepted: accepted === 1, days: new Map() },
    ]),
  );
  const days = await rowsWhere(reads, 'held_rows', { id: [...parts.keys()] }, undefined, 'observed_on');
  for (const { id, observed_on, body } of days) parts.get(id)?.days.set(observed_on, body);
  return parts;
}

/** Puts the part in its place, or takes it away where it is undefined. */
export async function putHeldPart(writes: Writes, id: string, part: HeldPart | undefined): Promise<void> {
  for (const table of ['held_rows', 'held_parts'] as const) await deleteWhere(writes, table, { id });
  if (part === undefined) return;
  const { days, isAccepted, ...row } = part;
  // A reason may name the document's address, and that a password.
  const reason = withoutCredentials(row.reason);
  await putRows(writes, 'held_parts', ['id'], [{ ...row, reason, accepted: isAccepted ? 1 : 0 }]);
  const rows = [...days].map(([observed_on, body]) => ({ id, observed_on, body }));
  await putRows(writes, 'held_rows', ['id', 'observed_on'], rows);
}

/** Takes the prices of the day out of the parts of a source; returns how many had some. */
export async function forgetHeldDay(writes: Writes, source: string, observed_on: string): Promise<number> {
  const parts = await heldParts(writes, source);
  const had = [...parts].filter(([, { days }]) => days.get(observed_on) !== '[]' && days.delete(observed_on));
  for (const [id, { since, part, ...rest }] of had) {
    const [first] = rest.days.keys();
    // A whole day is named by the first on which it was so.
    const named = first === undefined ? undefined : { ...rest, since: first, part: part === since ? first : part };
    await putHeldPart(writes, id, named);
  }
  return had.length;
}

/** Everything that is left out, single amounts among it, the longest first. */
export async function allHeld(reads: Reads | Writes): Promise<HeldListing[]> {
  const parts = await rowsWhere(reads, 'held_parts', {});
  const days = await rowsWhere(reads, 'held_rows', {}, ['id', 'observed_on'], 'observed_on');
  const daysOf = Map.groupBy(days, ({ id }) => id);
  const amounts = await rowsWhere(reads, 'held_amounts', {});
  const listed = [
    ...parts
      .filter(({ guard }) => guard !== 'amount')
      .map(({ accepted: _, ...part }) => ({
        ...part,
        days: (daysOf.get(part.id) ?? []).map((day) => day.observed_on),
      })),
    ...amounts.map(({ source, key, observed_on, ...amount }) => ({
      id: amountId(source, key),
      source,
      part: key,
      guard: 'amount',
      reason: reasonOfAmount({ key, ...amount }),
      since: observed_on,
      days: [observed_on],
    })),
  ];
  return listed.sort((a, b) => (a.since === b.since ? (a.id < b.id ? -1 : 1) : a.since < b.since ? -1 : 1));
}

/** Forgets what is left out of sources other than these: nothing of it would ever be judged again. */
export async function forgetHeldBeside(writes: Writes, sources: readonly string[]): Promise<void> {
  const gone = (await allHeld(writes)).filter(({ source }) => !sources.includes(source));
  for (const { id } of gone) await putHeldPart(writes, id, undefined);
  await deleteWhere(writes, 'held_amounts', { source: gone.map(({ source }) => source) });
}

/** What speaks against a single amount, in cents as all of them. */
export const reasonOfAmount = ({ key, held, previous }: Pick<Tables['held_amounts'], 'key' | 'held' | 'previous'>) =>
  `${key} is ${held}, and was ${previous}`;

const amountId = (source: string, key: string) => `${source}:amount:${key}`;

/** Has the parts named taken as they are by the next run of their source. */
export async function acceptHeld(writes: Writes, listed: readonly HeldListing[]): Promise<void> {
  for (const { days: _, ...row } of listed) {
    await putRows(writes, 'held_parts', ['id'], [{ ...row, accepted: 1 }], ['accepted']);
  }
}

export async function acceptedAmounts(reads: Reads | Writes, source: string): Promise<Set<string>> {
  const rows = await rowsWhere(reads, 'held_parts', { source, guard: 'amount' }, ['part']);
  return new Set(rows.map(({ part }) => part));
}

/** Forgets that amounts were accepted which wait no more. */
export async function settleAccepted(writes: Writes, source: string): Promise<void> {
  const accepted = await acceptedAmounts(writes, source);
  if (accepted.size === 0) return;
  const waiting = new Set((await pendingPrices(writes, source)).map(({ key }) => key));
  for (const key of accepted) if (!waiting.has(key)) await putHeldPart(writes, amountId(source, key), undefined);
}

/** Whether anything of the source is accepted and not taken yet. */
export const hasAccepted = (reads: Reads | Writes, source: string): Promise<boolean> =>
  isAny(reads.selectFrom('held_parts').select('id').where('source', '=', source).where('accepted', '=', 1));

/** The days of which prices are held, oldest first: what is judged by the days of runs keeps no rows. */
export async function daysHeld(reads: Reads, source: string): Promise<string[]> {
  const { rows } = await sql<{ observed_on: string }>`select distinct held_rows.observed_on from held_rows
    join held_parts on held_parts.id = held_rows.id where source = ${source} and held_rows.body <> '[]'
    order by held_rows.observed_on`.execute(reads);
  return rows.map(({ observed_on }) => observed_on);
}
