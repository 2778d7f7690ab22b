/** Ingest: the sources with what they are doing now, a run at once, and the runs of before. */
import { useState } from 'preact/hooks';
import type { Overview } from '../../../src/api/operator/overview.ts';
import { Action } from '../elements/action.tsx';
import { ago, count, length } from '../elements/format.ts';
import { usePages } from '../elements/pager.tsx';
import { isNarrow, useSome } from '../elements/some.tsx';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { useTitle } from '../frame/title.ts';
import type { Run, RunProgress } from '../operator/records.ts';
import { type LiveRuns, useRunProgress } from '../operator/run-progress.ts';
import { Runs } from '../operator/runs.tsx';
import { startRun } from '../operator/start-run.ts';
import { useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

/** A page of runs, on a phone and elsewhere. */
const [ROWS_NARROW, ROWS_WIDE] = [4, 20];

function Progress({ run: { task, step, done, total, started_at } }: { run: RunProgress }) {
  if (started_at === null) return <span class="quiet">waits for its turn</span>;
  const figures = done === null ? '' : total === null ? count(done) : `${count(done)} of ${count(total)}`;
  return (
    <span class="progress">
      <progress
        aria-label={`Progress of ${task}`}
        {...(done !== null && total !== null ? { max: Math.max(1, total), value: done } : {})}
      />
      <span class="quiet">
        {step ?? 'under way elsewhere'} {figures}
      </span>
    </span>
  );
}

/** What can be run: a source, or the index of pictures that scanning stands on. */
interface Source {
  name: string;
  format: string;
  schedule: string;
}

const SCAN = 'scan';

function runnable({ sources, tasks }: Overview): Source[] {
  const shown = sources.map(({ name, adapter, every_s }) => ({
    name,
    format: adapter,
    schedule: `every ${length(every_s)}`,
  }));
  const hasScan = tasks.some(({ name }) => name === SCAN);
  return hasScan ? [...shown, { name: SCAN, format: 'pictures', schedule: 'with the catalog' }] : shown;
}

function SourceRow({
  source: { name, format, schedule },
  last,
  progress,
}: {
  source: Source;
  last: string | null;
  progress: RunProgress | undefined;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Format">{format}</td>
      <td data-label="Schedule">{schedule}</td>
      <td class={progress ? 'wide-cell' : 'short'} data-label={progress ? 'Now' : 'Last success'}>
        {progress ? <Progress run={progress} /> : ago(last, new Date())}
      </td>
      <td class="actions">
        <Action act={() => startRun(name)} isDisabled={progress !== undefined}>
          Run now
        </Action>
      </td>
    </tr>
  );
}

function Sources({ known, live }: { known: Overview; live: LiveRuns }) {
  const [shown, showAll] = useSome(runnable(known), { narrow: 5, wide: 40, noun: 'sources' });
  const lastSuccess = (source: string) => known.tasks.find(({ name }) => name === source)?.last_success_at ?? null;
  return (
    <>
      <Table label="Table: Sources" columns={['Source', 'Format', 'Schedule', 'Now, or last success', 'actions']}>
        {shown.map((source) => (
          <SourceRow
            key={source.name}
            source={source}
            last={lastSuccess(source.name)}
            progress={live.runs.find(({ task }) => task === source.name)}
          />
        ))}
      </Table>
      {showAll}
    </>
  );
}

export function IngestPage() {
  useTitle('Ingest');
  const [told, setTold] = useState('');
  const overview = useLoad('overview', (signal) => call<Overview>('GET', '/admin/overview', { signal }));
  const runs = usePages<Run>(`/admin/runs?limit=${isNarrow() ? ROWS_NARROW : ROWS_WIDE}`);
  const live = useRunProgress((run) => {
    setTold(`The run of ${run.task} ${run.outcome}.`);
    runs.again();
    overview.again();
  });
  return (
    <>
      <h1>Ingest</h1>
      <section class="panel" aria-labelledby="sources-title">
        <div class="panel-head">
          <h2 id="sources-title">Sources</h2>
          <span class={live.isLive ? 'state state-ok' : 'state state-late'}>
            {live.isLive ? 'live' : 'connecting…'}
          </span>
        </div>
        <Loaded loading={overview} wait={<Skeleton kind="row" count={3} />}>
          {(known) => <Sources known={known} live={live} />}
        </Loaded>
        <Action act={() => startRun('all')} isSmall={false} isDisabled={live.runs.some(({ task }) => task !== SCAN)}>
          Run all now
        </Action>
        <p class="quiet" role="status">
          {told}
        </p>
      </section>
      <section class="panel" aria-labelledby="runs-title" aria-busy={runs.isLoading}>
        <h2 id="runs-title">Runs</h2>
        <Runs runs={runs} />
      </section>
    </>
  );
}
