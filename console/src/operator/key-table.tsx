/** Keys as a table with what each was used for, and sessions of the console, which are keys that end soon. */
import { useState } from 'preact/hooks';
import type { Page } from '../../../client/src/cardstock.ts';
import { Action } from '../elements/action.tsx';
import { ago, count, day, moment } from '../elements/format.ts';
import { useSome } from '../elements/some.tsx';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';
import { sessionName } from '../service/session.tsx';
import type { IssuedKey, KeyRecord, Usage } from './records.ts';
import { ShareFile } from './share-file.tsx';

/** Requests a minute of a key that has no budget of its own. */
export const RATE_DEFAULT = 600;

const rateText = ({ rate, rate_day }: KeyRecord): string =>
  [
    rate === 0 ? 'no budget' : `${count(rate ?? RATE_DEFAULT)} a minute`,
    ...(rate_day === null ? [] : [`${count(rate_day)} a day`]),
  ].join(', ');

/** Days up to today of which the sums are shown. */
const SPANS = [1, 7, 31];
const DAY_MS = 86_400_000;

/** How often it was used, by route and status, the most used first. */
function usageRows(usage: readonly Usage[]) {
  const since = SPANS.map((days) => new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10));
  const rows = new Map<string, { route: string; status: number; counts: number[] }>();
  for (const { day: on, route, status, count: times } of usage) {
    const row = rows.get(`${route} ${status}`) ?? { route, status, counts: SPANS.map(() => 0) };
    rows.set(`${route} ${status}`, {
      ...row,
      counts: row.counts.map((sum, at) => sum + (on < `${since[at]}` ? 0 : times)),
    });
  }
  return [...rows.values()].sort((a, b) => (b.counts.at(-1) ?? 0) - (a.counts.at(-1) ?? 0));
}

function UsageTable({ record: { id, name } }: { record: KeyRecord }) {
  const path = `/admin/keys/${encodeURIComponent(id)}/usage?days=${SPANS.at(-1)}`;
  const usage = useLoad(path, (signal) => call<Page<Usage>>('GET', path, { signal }));
  return (
    <Loaded loading={usage} wait={<Skeleton kind="row" count={3} />}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="quiet">It was not used in {SPANS.at(-1)} days.</p>
        ) : (
          <Table
            label={`What ${name} was used for`}
            columns={[
              'Route',
              'Status',
              ...SPANS.map((days) => ({ name: days === 1 ? 'Today' : `${days} days`, kind: 'number' as const })),
            ]}
          >
            {usageRows(items).map(({ route, status, counts }) => (
              <tr key={`${route} ${status}`}>
                <th scope="row">
                  <code>{route}</code>
                </th>
                <td data-label="Status">{status}</td>
                {counts.map((times, at) => (
                  <td class="number" data-label={at === 0 ? 'Today' : `${SPANS[at]} days`} key={SPANS[at]}>
                    {count(times)}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        )
      }
    </Loaded>
  );
}

interface Acting {
  /** Hears of a new key, which is shown once. */
  onIssued: (key: string) => void;
  again: () => void;
}

function KeyActions({ record, onIssued, again }: Acting & { record: KeyRecord }) {
  const { id, name, scopes, session_of } = record;
  const [isSharing, setSharing] = useState(false);
  const path = `/admin/keys/${encodeURIComponent(id)}`;
  const revoke = async () => {
    await call('POST', `${path}/revoke`);
    again();
  };
  const rotate = async () => {
    onIssued((await call<IssuedKey>('POST', `${path}/rotate`)).key);
    again();
  };
  return (
    <>
      {session_of === null && scopes.includes('read') && (
        <span class="action">
          <button type="button" class="small" onClick={() => setSharing(true)}>
            Share
          </button>
          {isSharing && <ShareFile record={record} onClose={() => setSharing(false)} />}
        </span>
      )}
      {session_of === null && (
        <Action act={rotate} question={`“${name}” gets a new key; the old one goes on for 24 hours.`}>
          Rotate
        </Action>
      )}
      <Action act={revoke} isDanger question={`Whoever uses “${name}” is refused for good.`}>
        Revoke
      </Action>
    </>
  );
}

/** Keys last for months, sessions for hours: of these the hour tells one from another. */
function Made({ record: { created_at, expires_at, session_of } }: { record: KeyRecord }) {
  const text = (time: string) => (session_of === null ? day(time.slice(0, 10)) : moment(time));
  return (
    <>
      <time dateTime={created_at}>{text(created_at)}</time>
      {expires_at && (
        <span class="quiet end" title={moment(expires_at)}>
          until {text(expires_at)}
        </span>
      )}
    </>
  );
}

interface KeyRowProps extends Acting {
  record: KeyRecord;
  /** Whether it is the session that this page is read by. */
  isOwn: boolean;
}

function KeyRow({ record, isOwn, ...acting }: KeyRowProps) {
  const { name, prefix, scopes, games, addresses, state, last_used_at, requests_today, session_of } = record;
  const [isOpen, setOpen] = useState(false);
  const limits = [...games, ...addresses];
  return (
    <>
      <tr>
        <th scope="row">
          {session_of === null ? name : sessionName(name)} {isOwn && <span class="chip">this browser</span>}
          <br />
          <code class="quiet">{prefix}…</code>
        </th>
        <td data-label="State">
          <span class={`state state-${state}`}>{state}</span>
        </td>
        <td data-label="Scopes">
          {scopes.join(', ')}
          {limits.length > 0 && <p class="quiet">only {limits.join(', ')}</p>}
        </td>
        <td data-label="Budget">{rateText(record)}</td>
        <td data-label="Last used">
          {/* Uses are written down every so often: this one is in use as it is shown. */}
          {isOwn ? (
            'now'
          ) : (
            <time dateTime={last_used_at ?? ''} title={moment(last_used_at)}>
              {/* What its sessions do counts for a key, and says nothing of when. */}
              {last_used_at === null && requests_today > 0 ? 'by its sessions' : ago(last_used_at, new Date())}
            </time>
          )}{' '}
          {/* Sessions count under the key that signed in. */}
          {session_of === null && (
            <button type="button" class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {count(requests_today)}&nbsp;today
            </button>
          )}
        </td>
        <td data-label="Created">
          <Made record={record} />
        </td>
        <td class="actions">{state === 'active' && <KeyActions record={record} {...acting} />}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={7} class="wide-cell">
            <UsageTable record={record} />
          </td>
        </tr>
      )}
    </>
  );
}

interface KeyTableProps extends Acting {
  label: string;
  /** What a row is. */
  noun: string;
  keys: readonly KeyRecord[];
  own?: KeyRecord | undefined;
}

export function KeyTable({ label, noun, keys, own, ...acting }: KeyTableProps) {
  const ownFirst = keys.toSorted((a, b) => Number(b === own) - Number(a === own));
  const [shown, showAll] = useSome(ownFirst, { narrow: 4, wide: 30, noun: `${noun.toLowerCase()}s` });
  return (
    <>
      <Table label={label} columns={[noun, 'State', 'Scopes', 'Budget', 'Last used', 'Created', 'actions']}>
        {shown.map((record) => (
          <KeyRow record={record} isOwn={record === own} key={record.id} {...acting} />
        ))}
      </Table>
      {showAll}
    </>
  );
}
