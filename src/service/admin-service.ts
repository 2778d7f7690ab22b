/** What operators ask of a running service over HTTP that other rooms do: runs, their progress, the audit. */
import type { Logger } from 'pino';
import type { Operator } from '../api/context.ts';
import type { KeyControl } from '../api/operator/keys.ts';
import type { RunProgress } from '../api/operator/runs.ts';
import type { SubscriptionService } from '../events/manage-subscriptions.ts';
import { Failure } from '../failure.ts';
import { auditInBackground } from '../ingest/audit/audit-background.ts';
import { backups } from '../ingest/backup-source.ts';
import { configuredSources, sourcesNamed } from '../ingest/configured-sources.ts';
import type { IngestJob } from '../ingest/runs/ingest-thread.ts';
import { onDemandRuns } from '../ingest/runs/on-demand.ts';
import type { RunReport } from '../ingest/runs/runner.ts';
import { type Progress, SCAN_TASK } from '../ingest/source.ts';
import { VERSION } from '../release.ts';
import { catalogVersion, setMetaValue } from '../store/meta.ts';
import type { Store } from '../store/store.ts';

export const logRun =
  (log: Logger) =>
  ({ fault, ...run }: RunReport): void =>
    log[run.outcome === 'failed' ? 'error' : 'info']({ run, ...(fault && { fault }) }, 'ingest run');

/** A write of its own finds out whether the store takes one: silence after a promise would be worse than a refusal. */
async function requireRoom(store: Store): Promise<void> {
  try {
    await store.write((writes) => setMetaValue(writes, 'run_asked_at', new Date().toISOString()));
  } catch (cause) {
    const says = store.faults.says ?? 'the store takes nothing';
    throw new Failure('internal', `The run cannot be recorded, and so was not started: ${says}.`, { cause });
  }
}

/** The audit of the catalog as it is now, made once for each version. */
function auditOf(store: Store, job: () => Pick<IngestJob, 'location' | 'config'>): Operator['audit'] {
  let audit: { version: number; report: ReturnType<typeof auditInBackground> } | undefined;
  return async () => {
    const version = await catalogVersion(store.reads);
    if (audit?.version !== version) {
      const report = auditInBackground(job());
      audit = { version, report };
      report.catch(() => {
        audit = undefined;
      });
    }
    return audit.report;
  };
}

interface AdminParts {
  subscriptions: SubscriptionService;
  keyControl: KeyControl;
  /** Where and what to ingest; asked for at each run, since the service's own address is known only once it listens. */
  job: () => Pick<IngestJob, 'location' | 'config'>;
  log: Logger;
}

/** The operator's side of a service. */
export function openAdminService({ subscriptions, keyControl, job, log }: AdminParts) {
  const { store } = subscriptions;
  const underWay = new Map<string, RunProgress>();
  const onProgress = ({ task, step, done, total }: Progress) => {
    underWay.set(task, { task, step, done, total: total ?? null });
  };
  const onReport = (report: RunReport) => {
    underWay.delete(report.source);
    logRun(log)(report);
  };
  const onFault = (err: unknown) => {
    underWay.clear();
    log.error({ err }, 'ingest fault');
  };
  const runs = onDemandRuns({ store, job, onProgress, onReport, onFault });
  const sources = configuredSources(job().config);
  const shown: Operator = {
    version: VERSION,
    subscriptions,
    sources: sources.map(({ name, scope: { game }, adapter, everyMs }) => {
      return { name, game, adapter, every_s: everyMs / 1000 };
    }),
    runNow: async (source, options) => {
      const known = sources.map(({ name }) => name);
      const own = [SCAN_TASK, ...backups(job().config)].map(({ name }) => name);
      const names = own.includes(source) ? [source] : sourcesNamed(known, source);
      if (names.length === 0) {
        const choice = [...known, ...own].join(', ');
        throw new Failure('bad_request', `There is no source ${source}; known are ${choice}, and all.`);
      }
      if (runs.isStopped) throw new Failure('rate_limited', 'The service is ending; ask again.');
      await requireRoom(store);
      const asked = names.filter((name) => runs.asked.has(name));
      if (asked.length > 0) throw new Failure('bad_request', `A run of ${asked.join(', ')} was asked for already.`);
      runs.start(source === SCAN_TASK.name ? 'scan' : 'sources', names, options);
      for (const task of names) underWay.set(task, { task, step: null, done: null, total: null });
      return names;
    },
    progress: () => [...underWay.values()],
    audit: auditOf(store, job),
    ...keyControl,
  };
  return {
    shown,
    /** Hears of the progress and the ends of runs of this process, whoever started them. */
    onProgress,
    onReport,
    stop: () => runs.stop(),
  };
}
