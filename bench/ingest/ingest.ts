/** Ingest of the whole catalog: time, memory and what a second run on unchanged data costs beside the first, both ways. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node bench/ingest/ingest.ts [rounds = 2]; a minute a round.

import { openStore } from '../../src/store/open-store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { RUN_TABLES, storedDigests } from '../../test/support/oracles/stored.ts';
import { cpuMsOf, type IngestEnd, startIngest } from '../../test/support/processes/ingest-process.ts';
import {
  type FixtureUpstream,
  fixturesMissing,
  startFixtureUpstream,
} from '../../test/support/sources/fixture-upstream.ts';
import { newLocation } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';

const ways: Record<string, (upstream: FixtureUpstream) => SourceSettings> = {
  'compiled files': ({ files }) => ({ adapter: 'tcgdex', files }),
  'REST crawl': ({ rest }) => ({ adapter: 'tcgdex', url: rest }),
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(0)} %`;

/** A run, and the processor time that the upstream used to answer it. */
interface Measured extends IngestEnd {
  /** The run itself, without the start of the process. */
  runMs: number;
  upstreamCpuMs: number;
}

function describe({ runMs, ms, memoryMb, cpuMs, upstreamCpuMs }: Measured): string {
  const cpu = `CPU ${seconds(cpuMs)} here, ${seconds(upstreamCpuMs)} at the upstream`;
  return `${seconds(runMs)} (process ${seconds(ms)}), at most ${memoryMb.toFixed(0)} MB, ${cpu}`;
}

async function round(way: string, upstream: FixtureUpstream, source: SourceSettings): Promise<void> {
  await using place = await newLocation('sqlite');
  const run = async (): Promise<Measured> => {
    const before = cpuMsOf(upstream.pid);
    const end = await startIngest({ catalog: source }, place.location).ended;
    const [report] = end.reports;
    if (report?.outcome !== 'succeeded') throw new Error(report?.reason ?? end.said);
    return { ...end, runMs: report.duration_ms, upstreamCpuMs: cpuMsOf(upstream.pid) - before };
  };
  const stored = async () => {
    const store = await openStore(place.location);
    const digests = await storedDigests(store, RUN_TABLES);
    await store.close();
    return JSON.stringify(digests);
  };
  const first = await run();
  const before = await stored();
  const second = await run();
  const wrote = (await stored()) === before ? 'wrote nothing' : 'WROTE SOMETHING';
  line(`${way}: first run`, describe(first));
  line(`${way}: second run on unchanged data, ${wrote}`, describe(second));
  line(`${way}: second by first`, `${percent(second.runMs, first.runMs)}; CPU ${percent(second.cpuMs, first.cpuMs)}`);
}

if (fixturesMissing) line('ingest', fixturesMissing);
else {
  await using upstream = await startFixtureUpstream('full');
  for (let left = Number(process.argv[2] ?? 2); left > 0; left -= 1) {
    for (const [way, sourceOf] of Object.entries(ways)) await round(way, upstream, sourceOf(upstream));
  }
}
