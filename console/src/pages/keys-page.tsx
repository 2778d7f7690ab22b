/** API keys: making them, how they are used, and ending them. */
import { useState } from 'preact/hooks';
import type { Page } from '../../../client/src/cardstock.ts';
import { Action, FormDialog, SecretDialog } from '../elements/act.tsx';
import { ago, count, day, moment } from '../elements/format.ts';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { useTitle } from '../frame/title.ts';
import type { IssuedKey, KeyRecord } from '../operator/records.ts';
import { type Loading, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

const SCOPES: readonly [scope: string, meaning: string][] = [
  ['read', 'reads the catalog, prices and events'],
  ['scan', 'identifies cards from photos'],
  ['admin', 'operates the service: this console, metrics'],
];
const RATE_DEFAULT = 600;
const DAY_MS = 86_400_000;

const rateText = (rate: number | null): string =>
  rate === 0 ? 'no budget' : `${count(rate ?? RATE_DEFAULT)} a minute`;

function KeyRow({
  record,
  onIssued,
  again,
}: {
  record: KeyRecord;
  onIssued: (key: string) => void;
  again: () => void;
}) {
  const { id, name, prefix, scopes, rate, state, expires_at, last_used_at, created_at } = record;
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
    <tr>
      <th scope="row">
        {name}
        <br />
        <code class="quiet">{prefix}…</code>
      </th>
      <td data-label="State">
        <span class={`state state-${state}`}>{state}</span>
      </td>
      <td data-label="May">{scopes.join(', ')}</td>
      <td class="short" data-label="Budget">
        {rateText(rate)}
      </td>
      <td class="short" data-label="Last used">
        <time dateTime={last_used_at ?? ''} title={moment(last_used_at)}>
          {ago(last_used_at, new Date())}
        </time>
      </td>
      <td data-label="Made">
        <time dateTime={created_at}>{day(created_at.slice(0, 10))}</time>
        {expires_at && (
          <span class="quiet" title={moment(expires_at)}>
            {' '}
            until {day(expires_at.slice(0, 10))}
          </span>
        )}
      </td>
      <td class="actions">
        {state === 'active' && (
          <>
            {record.session_of === null && (
              <Action act={rotate} question={`“${name}” gets a new key; the old one goes on for 24 hours.`}>
                Rotate
              </Action>
            )}
            <Action
              act={revoke}
              isDanger
              question={`Whoever uses “${name}” is refused from now on. This cannot be taken back.`}
            >
              Revoke
            </Action>
          </>
        )}
      </td>
    </tr>
  );
}

function Keys({
  label,
  keys,
  onIssued,
  again,
}: {
  label: string;
  keys: readonly KeyRecord[];
  onIssued: (key: string) => void;
  again: () => void;
}) {
  return (
    <section class="table-wrap" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">State</th>
            <th scope="col">May</th>
            <th scope="col">Budget</th>
            <th scope="col">Last used</th>
            <th scope="col">Made</th>
            <th scope="col" class="actions">
              Act
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((record) => (
            <KeyRow record={record} onIssued={onIssued} again={again} key={record.id} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function NewKey({ onClose, onIssued }: { onClose: () => void; onIssued: (key: string) => void }) {
  const submit = async (values: FormData) => {
    const days = Number(values.get('days'));
    const rate = String(values.get('rate'));
    if (values.getAll('scope').length === 0) throw new Error('Choose at least one thing that it may do.');
    const body = {
      name: String(values.get('name')),
      scopes: values.getAll('scope').map(String),
      rate: rate === '' ? null : Number(rate),
      expires_at: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
    };
    onIssued((await call<IssuedKey>('POST', '/admin/keys', { body })).key);
  };
  return (
    <FormDialog title="New key" submitLabel="Make the key" onClose={onClose} submit={submit}>
      <label class="field">
        Name
        <input name="name" required maxLength={100} autocomplete="off" placeholder="shop" />
      </label>
      <fieldset class="field">
        <legend>It may</legend>
        {SCOPES.map(([scope, meaning]) => (
          <label class="check" key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'read'} />
            <span>
              <strong>{scope}</strong> <span class="quiet">{meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        Requests a minute
        <input
          name="rate"
          type="number"
          min={0}
          max={1_000_000}
          placeholder={`${RATE_DEFAULT}`}
          aria-describedby="rate-note"
        />
        <span class="quiet" id="rate-note">
          Empty for {RATE_DEFAULT}, 0 for no budget.
        </span>
      </label>
      <label class="field">
        Valid for
        <select name="days">
          <option value="0">as long as it is not revoked</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="365">a year</option>
        </select>
      </label>
    </FormDialog>
  );
}

function Shown({
  loading,
  page,
  onIssued,
}: {
  loading: Loading<Page<KeyRecord>>;
  page: Page<KeyRecord>;
  onIssued: (key: string) => void;
}) {
  const keys = page.items.filter(({ session_of }) => session_of === null);
  const sessions = page.items.filter(({ session_of, state }) => session_of !== null && state === 'active');
  return (
    <>
      <Keys label="Table of keys" keys={keys} onIssued={onIssued} again={loading.again} />
      {sessions.length > 0 && (
        <>
          <h2>Sessions of the console</h2>
          <Keys label="Table of sessions" keys={sessions} onIssued={onIssued} again={loading.again} />
        </>
      )}
    </>
  );
}

export function KeysPage() {
  useTitle('Keys');
  const keys = useLoad('keys', (signal) => call<Page<KeyRecord>>('GET', '/admin/keys', { signal }));
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string>();
  const onIssued = (key: string) => {
    setNew(false);
    setSecret(key);
    keys.again();
  };
  return (
    <>
      <div class="title-row">
        <h1>Keys</h1>
        <button type="button" class="primary" onClick={() => setNew(true)}>
          New key
        </button>
      </div>
      <Loaded loading={keys} wait={<Skeleton kind="row" count={4} />}>
        {(page) => <Shown loading={keys} page={page} onIssued={onIssued} />}
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} onIssued={onIssued} />}
      {secret !== undefined && (
        <SecretDialog title="The new key" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
