/** Keys as a table, and sessions of the console, which are keys that end soon. */
import { Action } from '../elements/action.tsx';
import { ago, count, day, moment } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { call } from '../service/service.ts';
import type { IssuedKey, KeyRecord } from './records.ts';

/** Requests a minute of a key that has no budget of its own. */
export const RATE_DEFAULT = 600;

const rateText = (rate: number | null): string =>
  rate === 0 ? 'no budget' : `${count(rate ?? RATE_DEFAULT)} a minute`;

interface Acting {
  /** Hears of a new key, which is shown once. */
  onIssued: (key: string) => void;
  again: () => void;
}

function KeyActions({ record: { id, name, session_of }, onIssued, again }: Acting & { record: KeyRecord }) {
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
  const { name, prefix, scopes, rate, state, last_used_at } = record;
  return (
    <tr>
      <th scope="row">
        {name} {isOwn && <span class="chip">this browser</span>}
        <br />
        <code class="quiet">{prefix}…</code>
      </th>
      <td data-label="State">
        <span class={`state state-${state}`}>{state}</span>
      </td>
      <td data-label="Scopes">{scopes.join(', ')}</td>
      <td class="short" data-label="Budget">
        {rateText(rate)}
      </td>
      <td class="short" data-label="Last used">
        {/* Uses are written down every so often: this one is in use as it is shown. */}
        {isOwn ? (
          'now'
        ) : (
          <time dateTime={last_used_at ?? ''} title={moment(last_used_at)}>
            {ago(last_used_at, new Date())}
          </time>
        )}
      </td>
      <td data-label="Made">
        <Made record={record} />
      </td>
      <td class="actions">{state === 'active' && <KeyActions record={record} {...acting} />}</td>
    </tr>
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
  return (
    <Table label={label} columns={[noun, 'State', 'Scopes', 'Budget', 'Last used', 'Created', 'actions']}>
      {keys.map((record) => (
        <KeyRow record={record} isOwn={record === own} key={record.id} {...acting} />
      ))}
    </Table>
  );
}
