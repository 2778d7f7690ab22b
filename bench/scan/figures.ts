/** Prints what the scan bench counted: how often right, how often wrongly sure, how far the scores are to be believed. */
import { loadavg } from 'node:os';
import { line, percentile } from '../report.ts';
import type { Trial } from './trial.ts';

const FLOORS = [0.5, 0.7, 0.9] as const;

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
export const share = (trials: readonly Trial[], of: (trial: Trial) => boolean): string =>
  percent(trials.filter(of).length, trials.length);

export const isRight = ({ place }: Trial): boolean => place === 0;

/** The main figures of one tier. */
export function printTier(name: string, trials: readonly Trial[]): void {
  if (trials.length === 0) return;
  const withheld = trials.filter((trial) => trial.withheld !== undefined);
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
export function printGames(name: string, trials: readonly Trial[]): void {
  for (const game of new Set(trials.map((trial) => trial.game))) {
    const own = trials.filter((trial) => trial.game === game);
    const withheld = own.filter((trial) => trial.withheld !== undefined);
    const mistaken = withheld.filter((trial) => (trial.withheld ?? 0) >= 0.7);
    line(
      `${name}, ${game}: photos, right, accepted and right`,
      `${own.length}, ${share(own, isRight)}, ${share(own, (trial) => isRight(trial) && trial.probability >= 0.7)}`,
    );
    line(
      `${name}, ${game}: withheld, yet accepted`,
      `${mistaken.length} of ${withheld.length} (${percent(mistaken.length, withheld.length)})`,
    );
    for (const { id, mistaken: as, withheld: p } of mistaken) line(`  ${id}`, `taken for ${as} at ${p?.toFixed(2)}`);
    for (const trial of own.filter((one) => !isRight(one) && one.probability >= 0.7)) {
      line(`  ${trial.id}`, `in the catalog, yet another was answered at ${trial.probability.toFixed(2)}`);
    }
  }
}

/** Bounds of a share at 95 % (Wilson): with few answers a band says little. */
export function bounds(share: number, count: number): [low: number, high: number] {
  const z = 1.96;
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const reach = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

/** A band may be off by so much. */
const BAND_GOAL = 0.15;

/** What a band of scores said and what came true, and what so few answers allow to say of the goal. */
function bandFigure(answers: readonly { said: number; right: boolean }[]): string {
  const count = answers.length;
  const said = answers.reduce((sum, one) => sum + one.said, 0) / count;
  const was = answers.filter(({ right }) => right).length / count;
  const [low, high] = bounds(was, count);
  const isKept = Math.abs(said - was) <= BAND_GOAL;
  const isSurelyOff = low > said + BAND_GOAL || high < said - BAND_GOAL;
  const word = isKept ? 'kept' : isSurelyOff ? 'off' : 'off, within chance';
  return `mean ${said.toFixed(3)}, right ${was.toFixed(3)} (${low.toFixed(2)} to ${high.toFixed(2)}) of ${count}: ${word}`;
}

/** How often an answer of each probability was right, known and withheld cards together. */
export function printCalibration(name: string, trials: readonly Trial[]): void {
  if (trials.length === 0) return;
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
    line(`${name}: said .${band} to ${band === 9 ? '1' : `.${band + 1}`}`, bandFigure(own));
  }
  line(`${name}: calibration error`, `${error.toFixed(4)} over ${judged.length} answers`);
}

/** Clock and processor time of the photos, and how busy the machine was in the last minute. */
export function printTimes(name: string, trials: readonly Pick<Trial, 'wallMs' | 'cpuMs'>[]): void {
  if (trials.length === 0) return;
  const at = (of: (trial: Pick<Trial, 'wallMs' | 'cpuMs'>) => number): string =>
    [0.5, 0.95].map((part) => percentile(trials.map(of), part).toFixed(0)).join(', ');
  line(
    `${name}: milliseconds p50, p95 by the clock, load ${loadavg()[0]?.toFixed(1)}`,
    at(({ wallMs }) => wallMs),
  );
  line(
    `${name}: milliseconds p50, p95 of the processor`,
    at(({ cpuMs }) => cpuMs),
  );
}
