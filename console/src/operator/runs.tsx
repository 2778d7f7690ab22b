/** The runs of before: what each did, and what it held back. */
import { Action } from '../elements/action.tsx';
import { count, length, moment } from '../elements/format.ts';
import { Paged, type Pages } from '../elements/pager.tsx';
import { Empty } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { call } from '../service/service.ts';
import type { Run } from './records.ts';

/** Runs a source, or `all`, now. */
export const startRun = (source: string, isPruning = false) =>
  call('POST', '/admin/runs', { body: isPruning ? { source, accept_prune: true } : { source } });

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
            act={() => startRun(task, true)}
            question="The next run deletes the printings that were withheld and notifies subscribers."
          >
            Accept and run again
          </Action>
        )}
      </td>
    </tr>
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
          <Table label="Table: Runs" columns={['Source', 'Outcome', 'Started', 'Took', 'What it did']}>
            {rows.map((run) => (
              <RunRow run={run} key={run.id} />
            ))}
          </Table>
        )
      }
    </Paged>
  );
}
