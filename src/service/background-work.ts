/** The work of this deployment, done by one process at a time: ingest on schedule, and the deliveries of events. */
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { startDeliveries } from '../events/deliver.ts';
import { scheduledSources } from '../ingest/backup-source.ts';
import { scanSource } from '../ingest/pictures/scan-source.ts';
import { type Schedule, type ScheduleParts, startSchedule } from '../ingest/runs/schedule.ts';
import { faultsIn } from '../log.ts';
import { VERSION } from '../release.ts';
import { releaseAllDeliveries } from '../store/events/deliveries.ts';
import type { Store } from '../store/store.ts';
import { claimLanguages, LANGUAGE_REMOVED } from './claim-languages.ts';
import { locationOf, sourcesConfig, subscriptionServiceOf } from './configured-parts.ts';
import { standForElection, type Work } from './leader-election.ts';

type Followers = Pick<ScheduleParts, 'onProgress' | 'onReport'>;

/** Stands for the work on `store`; `publicUrl` is where the demo's pictures are. */
export function leaderElectionOn(store: Store, config: Config, publicUrl: string, log: Logger, followers: Followers) {
  return standForElection({
    store,
    start: () => workOn(store, config, publicUrl, log, followers),
    onChange: (state) => log.info({ state }, 'work'),
    onFault: faultsIn(log, 'work fault'),
  });
}

function workOn(store: Store, config: Config, publicUrl: string, log: Logger, followers: Followers): Work {
  // What a run changed goes out at once, also where nothing did for some time.
  const onReport: Followers['onReport'] = (report) => {
    followers.onReport(report);
    void deliveries.then((started) => started.look());
  };
  // One of another configuration may have worked since this process started, and brought back what that took out.
  const schedule = claimLanguages(store, config)
    .then((removed) => {
      for (const language of removed) log.info({ language }, LANGUAGE_REMOVED);
    })
    .catch(faultsIn(log, 'language fault'))
    .then(() => scheduleFor(store, config, publicUrl, log, { ...followers, onReport }));
  const onFault = faultsIn(log, 'delivery fault');
  const deliveries = store
    .write(releaseAllDeliveries)
    // Without it what the process before was at waits until its lease has run out.
    .catch(onFault)
    .then(() => {
      const { seal, network } = subscriptionServiceOf(config, store);
      const { eventsKeptDays: keptDays } = config.values;
      return startDeliveries({ store, seal, network, userAgent: `cardstock/${VERSION}`, keptDays, onFault });
    });
  return {
    firstRound: schedule.then(({ firstRound }) => firstRound),
    stop: async () => {
      await Promise.all([schedule.then((started) => started.stop()), deliveries.then((started) => started.stop())]);
    },
  };
}

/** The schedule of the sources, and of the scan's index once they have run for the first time. */
function scheduleFor(store: Store, config: Config, publicUrl: string, log: Logger, followers: Followers): Schedule {
  const jobConfig = sourcesConfig(config, publicUrl);
  const job = { location: locationOf(config), config: jobConfig };
  const sources = scheduledSources(jobConfig);
  const watch = { store, ...followers, onFault: faultsIn(log, 'ingest fault') };
  const catalog = startSchedule({ ...watch, job: { ...job, runLock: 'sources' }, sources: async () => sources });
  if (config.values.scanProcesses === 0) return catalog;
  const scan = startSchedule({
    ...watch,
    job: { ...job, runLock: 'scan' },
    // The first pictures are there when the first catalog is.
    after: catalog.firstRound,
    sources: async () => [await scanSource(store.reads, jobConfig)],
  });
  const stop = async () => void (await Promise.all([catalog.stop(), scan.stop()]));
  return { firstRound: catalog.firstRound, stop };
}
