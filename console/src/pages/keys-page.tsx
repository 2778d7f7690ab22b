/** API keys: making them, how they are used, and ending them. */
import { useState } from 'preact/hooks';
import { Action } from '../elements/action.tsx';
import { FormDialog, SecretDialog } from '../elements/dialog.tsx';
import { Paged, usePages } from '../elements/pager.tsx';
import { useTitle } from '../frame/title.ts';
import { KeyTable, RATE_DEFAULT } from '../operator/key-table.tsx';
import type { IssuedKey, KeyRecord } from '../operator/records.ts';
import { call } from '../service/service.ts';
import { type Session, useSession } from '../service/session.tsx';

const SCOPES: readonly [scope: string, meaning: string][] = [
  ['read', 'reads the catalog, prices and events'],
  ['scan', 'identifies cards from photos'],
  ['admin', 'operates the service: this console, metrics'],
];
const DAY_MS = 86_400_000;

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
        {/* Too long a name is refused in words: a limit of the field would cut what is pasted without one. */}
        <input name="name" required autocomplete="off" placeholder="shop" />
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

/** The session of this browser. It is known by its name and end, which those of one key that ends soon share. */
function ownOf(sessions: readonly KeyRecord[], { state }: Session): KeyRecord | undefined {
  if (state.state !== 'in') return undefined;
  const { name, expires_at } = state.session;
  const same = sessions.filter((one) => one.name === name && one.expires_at === expires_at);
  return same.length === 1 ? same[0] : undefined;
}

interface SessionsProps {
  active: readonly KeyRecord[];
  own: KeyRecord | undefined;
  onIssued: (key: string) => void;
  again: () => void;
}

function Sessions({ active, own, ...acting }: SessionsProps) {
  const others = own === undefined ? [] : active.filter((one) => one !== own);
  const revokeOthers = async () => {
    for (const { id } of others) await call('POST', `/admin/keys/${encodeURIComponent(id)}/revoke`);
    acting.again();
  };
  return (
    <>
      <div class="title-row">
        <h2>Sessions of the console</h2>
        {others.length > 0 && (
          <Action act={revokeOthers} isDanger question="Every other browser has to sign in again.">
            Revoke all others
          </Action>
        )}
      </div>
      <KeyTable label="Table of sessions" noun="Session" keys={active} own={own} {...acting} />
    </>
  );
}

export function KeysPage() {
  useTitle('Keys');
  const session = useSession();
  const keys = usePages<KeyRecord>('/admin/keys?sessions=false&limit=50');
  const sessions = usePages<KeyRecord>('/admin/keys?sessions=true&limit=200');
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
      <Paged pages={keys} wait={4}>
        {(rows) => <KeyTable label="Table of keys" noun="Key" keys={rows} onIssued={onIssued} again={keys.again} />}
      </Paged>
      <Paged pages={sessions} wait={1}>
        {(rows) => {
          const active = rows.filter(({ state }) => state === 'active');
          const own = ownOf(active, session);
          return active.length > 0 && <Sessions active={active} own={own} onIssued={onIssued} again={sessions.again} />;
        }}
      </Paged>
      {isNew && <NewKey onClose={() => setNew(false)} onIssued={onIssued} />}
      {secret !== undefined && (
        <SecretDialog title="The new key" kind="key" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
