/** The runs of before: what each did, and what it held back. */
import { useState } from 'preact/hooks';
import type { Page } from '../../../client/src/cardstock.ts';
import { Action } from '../elements/action.tsx';
import { FactList } from '../elements/facts.tsx';
import { ago, length, moment } from '../elements/format.ts';
import { Paged, type Pages } from '../elements/pager.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { Link, queryOf } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';
import { HeldParts } from './held-parts.tsx';
import type { HeldPart, Run } from './records.ts';
import { countsText } from './run-counts.ts';
import { startRun } from './start-run.ts';

/** What else is known of a run: when it was, what its source leaves out until somebody accepts it, what is pending. */
function RunDetail({ run: { id, task, started_at, finished_at, counts } }: { run: Run }) {
  const held = useLoad(`held/${id}`, (signal) => call<Page<HeldPart>>('GET', '/admin/held', { signal }));
  const facts = [
    ['Started', moment(started_at)],
    ['Ended', moment(finished_at)],
    ['Run', id],
  ] as const;
  return (
    <>
      <FactList facts={facts} />
      <Loaded loading={held} wait={<Skeleton kind="row" count={1} />}>
        {({ items }) => {
          const parts = items.filter(({ source }) => source === task);
          return parts.length > 0 ? (
            <HeldParts parts={parts} again={held.again} />
          ) : (
            <p class="quiet">No part of this source is left out now.</p>
          );
        }}
      </Loaded>
      {(counts.held ?? 0) > 0 && <Link to={`/audit${queryOf({ q: task })}`}>Its amounts that are pending now</Link>}
    </>
  );
}

function RunRow({ run }: { run: Run }) {
  const { task, started_at, finished_at, outcome, counts, reason } = run;
  const [isOpen, setOpen] = useState(false);
  const took = finished_at !== null && `took ${length((Date.parse(finished_at) - Date.parse(started_at)) / 1000)}`;
  return (
    <>
      <tr>
        <th scope="row">{task}</th>
        <td data-label="Outcome">
          <span class={`state state-${outcome}`}>{outcome}</span>
        </td>
        <td class="short" data-label="Started">
          <time dateTime={started_at} title={moment(started_at)}>
            {ago(started_at, new Date())}
          </time>
          <span class="quiet end">{took}</span>
        </td>
        <td class="wide-cell" data-label="What it did">
          {outcome === 'running' ? '' : countsText(counts)}
          {reason && <p class={outcome === 'failed' ? 'field-error' : 'quiet'}>{reason}</p>}
          {reason?.includes('prun') && outcome === 'succeeded' && (
            <Action
              act={() => startRun(task, true)}
              question="The next run deletes the printings that were withheld and notifies subscribers."
            >
              Accept and run again
            </Action>
          )}
        </td>
        <td class="actions">
          <button type="button" class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Details
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} class="wide-cell">
            <RunDetail run={run} />
          </td>
        </tr>
      )}
    </>
  );
}

export function Runs({ runs }: { runs: Pages<Run> }) {
  return (
    <Paged pages={runs}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Nothing has run yet">
            <p>Runs start on their schedule, or now, with the buttons above.</p>
          </Empty>
        ) : (
          <Table label="Table: Runs" columns={['Source', 'Outcome', 'Started', 'What it did', 'actions']}>
            {rows.map((run) => (
              <RunRow run={run} key={run.id} />
            ))}
          </Table>
        )
      }
    </Paged>
  );
}
