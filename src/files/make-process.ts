/** The process that files are made in: its heap is small, and what it took goes with it. */
import { faultOfFile } from '../failure.ts';
import { openStore } from '../store/open-store.ts';
import type { StoreLocation } from '../store/store.ts';
import { type MakeOptions, makeFiles } from './make-files.ts';

/** What is to be made, of which store. */
export interface MakeJob extends Omit<MakeOptions, 'isServed'> {
  location: StoreLocation;
}

/** What the process says at its end. */
export type MakeMessage = { made: true } | { fault: string };

async function make({ location, ...options }: MakeJob): Promise<void> {
  const store = await openStore(location);
  try {
    await makeFiles(store, { ...options, isServed: true });
  } finally {
    await store.close();
  }
}

const say = (message: MakeMessage) => process.send?.(message, () => process.exit());

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (job: MakeJob) => {
  make(job).then(
    () => say({ made: true }),
    (error: Error) => say({ fault: faultOfFile(error) }),
  );
});
