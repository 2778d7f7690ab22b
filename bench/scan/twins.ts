/** Prints how often the scan bench's exact printing was found among twins: where pictures differ, and where chance decides. */
import { line } from '../report.ts';
import type { BenchCatalog } from './catalog.ts';
import { isRight, share } from './figures.ts';
import type { Trial } from './trial.ts';

/** How many cards of the catalog have twins, and what can be told of them. */
export function printTwinCounts({ pictures, alike, copies }: BenchCatalog): void {
  for (const game of new Set(pictures.map((picture) => picture.game))) {
    const twinned = [...pictures.keys()].filter((row) => pictures[row]?.game === game && alike(row).size > 1);
    const differing = twinned.filter((row) => copies(row).size < alike(row).size).length;
    const copied = twinned.filter((row) => copies(row).size > 1).length;
    line(
      `${game}: cards with twins | whose picture differs from some | is the very same as some`,
      `${twinned.length} | ${differing} | ${copied}`,
    );
  }
}

/** Among accepted photos of cards with twins: what came first and what was listed. */
export function printTwins(name: string, trials: readonly Trial[]): void {
  if (trials.length === 0) return;
  const own = trials.filter((trial) => trial.twins > 0 && isRight(trial) && trial.probability >= 0.7);
  const differing = own.filter(({ twins, copies }) => copies <= twins);
  line(
    `${name}, twins whose pictures differ: right picture first, listed`,
    `${share(differing, ({ samePicture }) => samePicture)}, ${share(differing, ({ listed }) => listed)} of ${differing.length}`,
  );
  const lone = differing.filter(({ copies }) => copies === 1);
  line(
    `${name}, of them with a picture of its own: exact card first`,
    `${share(lone, ({ exact }) => exact)} of ${lone.length}`,
  );
  const copied = own.filter(({ copies }) => copies > 1);
  const chance = copied.reduce((sum, { copies }) => sum + 1 / copies, 0) / copied.length;
  line(
    `${name}, copies of one picture: exact card first, by chance`,
    `${share(copied, ({ exact }) => exact)}, ${(100 * chance).toFixed(1)} % of ${copied.length}`,
  );
  line(
    `${name}, all twins: exact card first, listed`,
    `${share(own, ({ exact }) => exact)}, ${share(own, ({ listed }) => listed)} of ${own.length}`,
  );
  const alone = own.filter(({ answered }) => answered === 1);
  line(
    `${name}, of them answered by one card, which is right or its picture`,
    `${alone.length}, ${share(alone, ({ samePicture }) => samePicture)}`,
  );
  line(`${name}, cards answered, mean`, (own.reduce((sum, { answered }) => sum + answered, 0) / own.length).toFixed(2));
}
