/** Has a source run now: by a button of its own, and where something was accepted that only a run takes in. */
import { call } from '../service/service.ts';

/** Runs a source, or `all`, now. */
export const startRun = (source: string, isPruning = false) =>
  call('POST', '/admin/runs', { body: isPruning ? { source, accept_prune: true } : { source } });
