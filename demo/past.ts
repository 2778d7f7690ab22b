/** What happened to the demo before it began: one bad day of an upstream. */

/** A run that failed. */
export interface FailedRun {
  /** The document that failed it, below its day. */
  file: string;
  reason: string;
}

const FILE = 'cardmarket/price_guide.json';

/** The run of `day`, when the EUR side's file came in another unit. */
export const failedRunOf = (day: string): FailedRun => ({
  file: FILE,
  reason: `demo:@${day}/${FILE}: half of its amounts are 100.00 times the last known ones or more: wrong unit?`,
});
