/** What happened to the demo before it began: one bad day of an upstream. */

/** A run that failed. */
export interface FailedRun {
  source: string;
  reason: string;
}

/** The run of `day`, when the EUR side's file came in another unit. */
export const failedRunOf = (day: string): FailedRun => ({
  source: 'eur_market',
  reason: `demo:@${day}/cardmarket/price_guide.json: half of its amounts are 100.00 times the last known ones or more: wrong unit?`,
});
