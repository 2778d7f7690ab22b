/** Proves by simulation that nothing is lost and nothing invented: each seed is a deployment under its own faults, a red one is repeated at will. */
// npm run simulate -- [--seeds 60] [--from 1]      lives these seeds
//   --without crash,stall                           leaves out faults that it would draw
// npm run simulate -- --mutants [--seeds 2000]      plants defects, each of which has to be found
import { parseArgs } from 'node:util';
import { live as liveSeed, needless } from '../test/simulation/lives.ts';
import { foundBy, MUTANTS } from '../test/simulation/mutants.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
    mutants: { type: 'boolean' },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

function add(sum: Record<string, number>, more: Record<string, number>): void {
  for (const [name, number] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + number;
}

async function live(from: number, count: number, without: readonly string[]): Promise<void> {
  const total = {
    seeds: 0,
    steps: 0,
    days: 0,
    struck: {} as Record<string, number>,
    seen: {} as Record<string, number>,
  };
  const began = process.cpuUsage();
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations, steps, days, struck, seen } = await liveSeed(seed, without);
    total.seeds += 1;
    total.steps += steps;
    total.days += days;
    add(total.struck, struck);
    add(total.seen, seen);
    if (violations.length === 0) continue;
    print(`seed ${seed}:\n  ${violations.slice(0, 5).join('\n  ')}`);
    const named = without.length > 0 ? without : await needless(seed);
    const less = named.length > 0 ? ` --without ${named.join()}` : '';
    print(`again, with what it takes: npm run simulate -- --from ${seed} --seeds 1${less}`);
    process.exitCode = 1;
    break;
  }
  const { user, system } = process.cpuUsage(began);
  const cpuS = (user + system) / 1e6;
  print(
    `${total.seeds} seeds from ${from} on: ${total.steps} steps, ${total.days.toFixed(0)} days; of processor time ` +
      `${(total.steps / cpuS).toFixed(0)} steps a second, ${((total.days / cpuS) * 60).toFixed(0)} days a minute`,
  );
  print(`struck: ${JSON.stringify(total.struck)}\nseen: ${JSON.stringify(total.seen)}`);
}

async function plant(seeds: number): Promise<void> {
  for (const mutant of MUTANTS) {
    const found = await foundBy(mutant, seeds);
    print(`${mutant.name}: ${found ? `found by seed ${found.seed}, ${found.says}` : `NOT FOUND in ${seeds} seeds`}`);
    if (found === undefined) process.exitCode = 1;
  }
}

if (values.mutants) await plant(Number(values.seeds ?? 2000));
else await live(Number(values.from), Number(values.seeds ?? 60), values.without.split(',').filter(Boolean));
