/** Ingest: the sources with what they are doing now, a run at once, and the runs of before. */
import { useState } from 'preact/hooks';
import type { Page } from '../../../client/src/cardstock.ts';
import type { Overview } from '../../../src/api/operator/overview.ts';
import { Action } from '../elements/act.tsx';
import { ago, count, length, moment } from '../elements/format.ts';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { useTitle } from '../frame/title.ts';
import type { Run, RunProgress } from '../operator/records.ts';
import { useRunProgress } from '../operator/run-progress.ts';
import { useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

const PAGE_ROWS = 20;

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

const start = (source: string, isPruning = false) =>
  call('POST', '/admin/runs', { body: isPruning ? { source, accept_prune: true } : { source } });

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
      <td class="wide-cell" data-label={progress ? 'Now' : 'Last success'}>
        {progress ? <Progress run={progress} /> : ago(last, new Date())}
      </td>
      <td class="actions">
        <Action act={() => start(name)} isDisabled={progress !== undefined}>
          Run now
        </Action>
      </td>
    </tr>
  );
}

const countsText = (counts: Record<string, number>): string => {
  const set = Object.entries(counts).filter(([, value]) => value !== 0);
  return set.length === 0
    ? 'nothing changed'
    : set.map(([name, value]) => `${name.replaceAll('_', ' ')} ${count(value)}`).join(', ');
};

function RunRow({ run }: { run: Run }) {
  const { task, started_at, finished_at, outcome, counts, reason } = run;
  const took = finished_at === null ? '–' : length((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
  return (
    <tr>
      <th scope="row">{task}</th>
      <td data-label="Outcome">
        <span class={`state state-${outcome}`}>{outcome}</span>
      </td>
      <td data-label="Started">
        <time dateTime={started_at}>{moment(started_at)}</time>
      </td>
      <td class="short" data-label="Took">
        {took}
      </td>
      <td class="wide-cell" data-label="What it did">
        {outcome === 'running' ? '' : countsText(counts)}
        {reason && <p class={outcome === 'failed' ? 'field-error' : 'quiet'}>{reason}</p>}
        {reason?.includes('prun') && outcome === 'succeeded' && (
          <Action
            act={() => start(task, true)}
            question="The next run removes the printings that were held back. Subscribers are told of it."
          >
            Accept and run again
          </Action>
        )}
      </td>
    </tr>
  );
}

function Runs({
  page,
  cursors,
  setCursors,
}: {
  page: Page<Run>;
  cursors: string[];
  setCursors: (next: string[]) => void;
}) {
  if (page.items.length === 0) {
    return (
      <Empty title="Nothing has run yet">
        <p>Runs start on their schedule, or now, with the buttons above.</p>
      </Empty>
    );
  }
  return (
    <>
      <section class="table-wrap" tabIndex={0} aria-label="Table: Runs">
        <table>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">Outcome</th>
              <th scope="col">Started</th>
              <th scope="col">Took</th>
              <th scope="col">What it did</th>
            </tr>
          </thead>
          <tbody>
            {page.items.map((run) => (
              <RunRow run={run} key={run.id} />
            ))}
          </tbody>
        </table>
      </section>
      <div class="pager">
        <button type="button" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
          Newer
        </button>
        <button
          type="button"
          disabled={page.next_cursor === null}
          onClick={() => page.next_cursor !== null && setCursors([...cursors, page.next_cursor])}
        >
          Older
        </button>
      </div>
    </>
  );
}

export function IngestPage() {
  useTitle('Ingest');
  const [cursors, setCursors] = useState<string[]>([]);
  const [told, setTold] = useState('');
  const cursor = cursors.at(-1);
  const overview = useLoad('overview', (signal) => call<Overview>('GET', '/admin/overview', { signal }));
  const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const path = `/admin/runs?limit=${PAGE_ROWS}${after}`;
  const runs = useLoad(path, (signal) => call<Page<Run>>('GET', path, { signal }), { keeps: true });
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
          {(known) => (
            <section class="table-wrap" tabIndex={0} aria-label="Table: Sources">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Source</th>
                    <th scope="col">Format</th>
                    <th scope="col">Schedule</th>
                    <th scope="col">Now, or last success</th>
                    <th scope="col" class="actions">
                      Act
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {runnable(known).map((source) => (
                    <SourceRow
                      key={source.name}
                      source={source}
                      last={known.tasks.find(({ name }) => name === source.name)?.last_success_at ?? null}
                      progress={live.runs.find(({ task }) => task === source.name)}
                    />
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </Loaded>
        <Action act={() => start('all')} isSmall={false} isDisabled={live.runs.some(({ task }) => task !== SCAN)}>
          Run all now
        </Action>
        <p class="quiet" role="status">
          {told}
        </p>
      </section>
      <section class="panel" aria-labelledby="runs-title" aria-busy={runs.isLoading}>
        <h2 id="runs-title">Runs</h2>
        <Loaded loading={runs} wait={<Skeleton kind="row" count={6} />}>
          {(page) => <Runs page={page} cursors={cursors} setCursors={setCursors} />}
        </Loaded>
      </section>
    </>
  );
}
