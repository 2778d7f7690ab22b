/** A source that takes a question and never answers it: a run on it is under way until somebody ends it. */
import { createServer } from 'node:http';
import { type Listening, listening } from './listening.ts';

export interface SilentUpstream extends Listening {
  /** Resolves when the next question has come. */
  asked(): Promise<void>;
}

export async function silentUpstream(): Promise<SilentUpstream> {
  let come = Promise.withResolvers<void>();
  const server = createServer(() => {
    come.resolve();
    come = Promise.withResolvers();
  });
  return { ...(await listening(server)), asked: () => come.promise };
}
