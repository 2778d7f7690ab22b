/** A process of its own that takes from a shared budget when told to, and says how many requests were admitted. */
import { once } from 'node:events';
import { MemoryBudgets } from '../../../src/keys/gcra.ts';
import { RedisBudgets } from '../../../src/keys/redis-budgets.ts';

const [url = '', id = '', limit = '', times = ''] = process.argv.slice(2);
const budgets = await RedisBudgets.connect(url, new MemoryBudgets(10), () => undefined);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const takes = Array.from({ length: Number(times) }, () => budgets.take(id, Number(limit), performance.now()));
const admitted = (await Promise.all(takes)).filter((verdict) => verdict.isAdmitted).length;
process.stdout.write(`${admitted}\n`, () => process.exit(0));
