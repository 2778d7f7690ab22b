/** Times and prints what a bench measures. */

/** What repeated runs took. */
export interface Timings {
  /** Milliseconds of each run by the clock. */
  wallMs: number[];
  /** Mean of the processor's time on this thread: what a machine busy with other things leaves nearly alone. */
  cpuMs: number;
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Runs `work` `count` times one after another, after a third as many that are not counted. */
export async function timings(work: () => unknown, count = 300): Promise<Timings> {
  const [timed] = await timingsInTurns([work], count);
  return timed;
}

/** The same of several, which take turns: what comes and goes on the machine falls on all of them. */
export async function timingsInTurns<Works extends readonly (() => unknown)[]>(
  works: readonly [...Works],
  count = 300,
): Promise<{ [At in keyof Works]: Timings }> {
  for (let run = 0; run < count / 3; run += 1) for (const work of works) await work();
  const timed = works.map((work) => ({ work, wallMs: [] as number[], cpuMs: 0 }));
  for (let run = 0; run < count; run += 1) {
    for (const each of timed) {
      const [began, cpuBefore] = [performance.now(), cpuMs()];
      await each.work();
      each.wallMs.push(performance.now() - began);
      each.cpuMs += (cpuMs() - cpuBefore) / count;
    }
  }
  return timed as { [At in keyof Works]: Timings };
}

/** The value below which this share of `values` lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const percentiles = ({ wallMs, cpuMs: cpu }: Timings): string =>
  `${[0.5, 0.95, 0.99].map((share) => `p${share * 100} ${percentile(wallMs, share).toFixed(2)}`).join(', ')} ms, CPU ${cpu.toFixed(2)} ms`;

export function line(label: string, figure: string): void {
  process.stdout.write(`${label.padEnd(52)} ${figure}\n`);
}
