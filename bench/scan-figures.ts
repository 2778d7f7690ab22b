/** Prints what the scan bench counted: how often right, how often wrongly sure, how far the scores are to be believed. */
import { line, percentile } from './report.ts';
import type { Trial } from './scan-trial.ts';

const FLOORS = [0.5, 0.7, 0.9] as const;

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
const share = (trials: readonly Trial[], of: (trial: Trial) => boolean): string =>
  percent(trials.filter(of).length, trials.length);

const isRight = ({ place }: Trial): boolean => place === 0;

/** The main figures of one tier. */
export function printTier(name: string, trials: readonly Trial[]): void {
  const withheld = trials.filter((trial) => trial.withheld !== undefined);
  const twinned = trials.filter(({ twins, place, probability }) => twins > 0 && place === 0 && probability >= 0.7);
  line(`${name}: photos`, String(trials.length));
  line(
    `${name}: right artwork first, among five`,
    `${share(trials, isRight)}, ${share(trials, ({ place }) => place >= 0 && place < 5)}`,
  );
  const accepted = FLOORS.map((floor) => share(trials, (trial) => isRight(trial) && trial.probability >= floor));
  line(`${name}: accepted and right at .5, .7, .9`, accepted.join(', '));
  const wrong = trials.filter((trial) => !isRight(trial) && trial.probability >= 0.7);
  line(`${name}: accepted and wrong at .7`, `${wrong.length} (${percent(wrong.length, trials.length)})`);
  const false_ = FLOORS.map((floor) => withheld.filter((trial) => (trial.withheld ?? 0) >= floor).length);
  line(`${name}: withheld, yet accepted at .5, .7, .9`, `${false_.join(', ')} of ${withheld.length}`);
  line(`${name}: turned 0, 90, 180, 270: right`, turns(trials));
  for (const [which, doubled] of [
    ['twins of other pictures', false],
    ['a twin of the same picture', true],
  ] as const) {
    const own = twinned.filter((trial) => trial.doubled === doubled);
    const exact = `${share(own, ({ exact: first }) => first)}, ${share(own, ({ listed }) => listed)} of ${own.length}`;
    line(`${name}: with ${which}: first, listed`, exact);
  }
}

const turns = (trials: readonly Trial[]): string =>
  [0, 1, 2, 3]
    .map((quarters) =>
      share(
        trials.filter((trial) => trial.quarters === quarters),
        isRight,
      ),
    )
    .join(', ');

/** By game: right, accepted, and wrongly accepted when withheld, with the cards that were taken for others. */
export function printGames(trials: readonly Trial[]): void {
  for (const game of new Set(trials.map((trial) => trial.game))) {
    const own = trials.filter((trial) => trial.game === game);
    const withheld = own.filter((trial) => trial.withheld !== undefined);
    const mistaken = withheld.filter((trial) => (trial.withheld ?? 0) >= 0.7);
    line(
      `${game}: photos, right, accepted and right`,
      `${own.length}, ${share(own, isRight)}, ${share(own, (trial) => isRight(trial) && trial.probability >= 0.7)}`,
    );
    line(
      `${game}: withheld, yet accepted`,
      `${mistaken.length} of ${withheld.length} (${percent(mistaken.length, withheld.length)})`,
    );
    for (const { id, mistaken: as, withheld: p } of mistaken) line(`  ${id}`, `taken for ${as} at ${p?.toFixed(2)}`);
    for (const trial of own.filter((one) => !isRight(one) && one.probability >= 0.7)) {
      line(`  ${trial.id}`, `in the catalog, yet another was answered at ${trial.probability.toFixed(2)}`);
    }
  }
}

/** How often an answer of each probability was right, known and withheld cards together. */
export function printCalibration(trials: readonly Trial[]): void {
  const judged = trials.flatMap((trial) => [
    { said: trial.probability, right: isRight(trial) },
    ...(trial.withheld === undefined ? [] : [{ said: trial.withheld, right: false }]),
  ]);
  let error = 0;
  for (let band = 0; band < 10; band += 1) {
    const own = judged.filter(({ said }) => Math.min(9, Math.floor(10 * said)) === band);
    if (own.length === 0) continue;
    const said = own.reduce((sum, one) => sum + one.said, 0) / own.length;
    const was = own.filter(({ right }) => right).length / own.length;
    error += (Math.abs(said - was) * own.length) / judged.length;
    line(
      `said .${band} to ${band === 9 ? '1' : `.${band + 1}`}`,
      `mean ${said.toFixed(3)}, right ${was.toFixed(3)}, ${own.length} answers`,
    );
  }
  line('calibration error', error.toFixed(4));
}

/** Clock and processor time of the photos. */
export function printTimes(name: string, trials: readonly Trial[]): void {
  const at = (of: (trial: Trial) => number): string =>
    [0.5, 0.95].map((part) => percentile(trials.map(of), part).toFixed(0)).join(', ');
  line(
    `${name}: milliseconds p50, p95 by the clock`,
    at(({ wallMs }) => wallMs),
  );
  line(
    `${name}: milliseconds p50, p95 of the processor`,
    at(({ cpuMs }) => cpuMs),
  );
}
