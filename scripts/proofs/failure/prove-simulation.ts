/** Proves by simulation that nothing is lost and nothing invented: each seed is a deployment under its own faults, a red one is repeated at will. */
// npm run simulate                                  lives 100 seeds, and 20 on PostgreSQL where DATABASE_URL names a server
// npm run simulate -- [--seeds 100] [--from 1]      lives these seeds
//   --strikes 3,17                                  with these of its strikes alone; 0 for none
//   --engine postgres                               on the server that DATABASE_URL names
//   --unshrunk                                      says of a red one nothing but what is wrong
// npm run simulate -- --mutants [--seeds 2000]      plants defects, each of which has to be found
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/store/store.ts';
import { foundBy, MUTANTS } from '../../../test/simulation/mutants.ts';
import { PostgresPlace } from '../../../test/simulation/places/postgres-place.ts';
import { fewestFaults, live as liveSeed } from '../../../test/simulation/seeds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    strikes: { type: 'string' },
    engine: { type: 'string' },
    unshrunk: { type: 'boolean' },
    mutants: { type: 'boolean' },
  },
});
const POSTGRES_SEEDS = 20;
let engine: Engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
/** What stands in a command that repeats a life. */
const onEngine = () => (engine === 'sqlite' ? '' : ` --engine ${engine}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The seed that lives now, which a life that ends its process is told with. */
let living = 0;
process.on('uncaughtException', (error) => {
  print(
    `seed ${living} ended its process: npm run simulate -- --from ${living} --seeds 1${onEngine()}\n${error.stack}`,
  );
  process.exit(1);
});

function add(sum: Record<string, number>, more: Record<string, number>): void {
  for (const [name, number] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + number;
}

async function live(from: number, count: number, only?: readonly number[]): Promise<void> {
  const total = {
    seeds: 0,
    steps: 0,
    days: 0,
    struck: {} as Record<string, number>,
    seen: {} as Record<string, number>,
  };
  const began = process.cpuUsage();
  const beganMs = Date.now();
  for (let seed = from; seed < from + count; seed += 1) {
    living = seed;
    const { violations, steps, days, struck, faultDraws: strikes, seen } = await liveSeed(seed, only, engine);
    total.seeds += 1;
    total.steps += steps;
    total.days += days;
    add(total.struck, struck);
    add(total.seen, seen);
    if (violations.length === 0) continue;
    print(`seed ${seed}:\n  ${violations.slice(0, 5).join('\n  ')}`);
    if (!values.unshrunk) await shrink(seed, strikes);
    process.exitCode = 1;
    break;
  }
  const { user, system } = process.cpuUsage(began);
  const cpuS = (user + system) / 1e6;
  print(
    `${total.seeds} seeds from ${from} on, ${engine}, ${Math.ceil((Date.now() - beganMs) / 1000)} s: ` +
      `${total.steps} steps, ${total.days.toFixed(0)} days; of processor time ` +
      `${(total.steps / cpuS).toFixed(0)} steps a second, ${((total.days / cpuS) * 60).toFixed(0)} days a minute`,
  );
  print(`struck: ${JSON.stringify(total.struck)}\nseen: ${JSON.stringify(total.seen)}`);
}

async function shrink(seed: number, strikes: readonly number[]): Promise<void> {
  const fewest = await fewestFaults(
    strikes,
    async (fewer) => (await liveSeed(seed, fewer, engine)).violations.length > 0,
  );
  const named = fewest.length === 0 ? '0' : fewest.join();
  print(
    `of ${strikes.length} strikes it takes ${fewest.length}: npm run simulate -- --from ${seed} --seeds 1${onEngine()} --strikes ${named}`,
  );
}

async function plant(seeds: number): Promise<void> {
  for (const mutant of MUTANTS) {
    const found = await foundBy(mutant, seeds);
    print(`${mutant.name}: ${found ? `found by seed ${found.seed}, ${found.says}` : `NOT FOUND in ${seeds} seeds`}`);
    if (found === undefined) process.exitCode = 1;
  }
}

if (values.mutants) await plant(Number(values.seeds ?? 2000));
else await live(Number(values.from), Number(values.seeds ?? 100), values.strikes?.split(',').map(Number));
if (process.argv.length === 2 && process.env.DATABASE_URL && !process.exitCode) {
  engine = 'postgres';
  await live(1, POSTGRES_SEEDS);
}
await PostgresPlace.leave();
