/** Subscriptions to events: making them, and how they fare. */
import { useState } from 'preact/hooks';
import type { Overview } from '../../../src/api/operator/overview.ts';
import { FormDialog, SecretDialog } from '../elements/dialog.tsx';
import { ago } from '../elements/format.ts';
import { Paged, usePages } from '../elements/pager.tsx';
import { Empty } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { go, Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import type { NewSecret, Subscription } from '../operator/records.ts';
import { asError, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { id, url, events, state, reason, last_success_at, failing_since } = subscription;
  return (
    <tr>
      <th scope="row" class="wide-cell">
        <Link to={`/subscriptions/${encodeURIComponent(id)}`}>{url}</Link>
      </th>
      <td data-label="State">
        <span class={`state state-${state}`}>{state}</span>
        {reason && <p class="quiet">{reason}</p>}
      </td>
      <td class="wide-cell" data-label="Events">
        {events.join(', ')}
      </td>
      <td data-label="Last success">{ago(last_success_at, new Date())}</td>
      <td data-label="Failing">
        {failing_since ? (
          <span class="field-error">since {ago(failing_since, new Date())}</span>
        ) : (
          <span class="quiet">no</span>
        )}
      </td>
    </tr>
  );
}

function NewSubscription({ onClose, onMade }: { onClose: () => void; onMade: (made: NewSecret) => void }) {
  const overview = useLoad('overview', (signal) => call<Overview>('GET', '/admin/overview', { signal }));
  const names = overview.data?.event_names ?? [];
  const submit = async (values: FormData) => {
    const body = {
      url: String(values.get('url')),
      events: String(values.get('events'))
        .split(/[\s,]+/)
        .filter(Boolean),
      allow_private: values.get('allow_private') !== null,
    };
    try {
      onMade(await call<NewSecret>('POST', '/admin/subscriptions', { body }));
    } catch (cause) {
      // The service speaks to callers of its API; here there is a box to tick.
      if (asError(cause).code !== 'url_not_allowed' || body.allow_private) throw cause;
      throw new Error('That address is not https, or not a public one. Where it is meant, tick “In my own network”.');
    }
  };
  return (
    <FormDialog title="New subscription" submitLabel="Subscribe" onClose={onClose} submit={submit}>
      <label class="field">
        Address
        <input name="url" type="url" required placeholder="https://shop.example/hook" autocomplete="off" />
      </label>
      <label class="field">
        Events
        <input
          name="events"
          required
          list="event-names"
          // What was typed stays, also when the names come later.
          defaultValue={names[0] ? `${names[0].split('.')[0]}.*` : 'game.*'}
          autocomplete="off"
          aria-describedby="events-note"
        />
        <span class="quiet" id="events-note">
          Names, or the beginning of names before <code>.*</code>, separated by commas.
        </span>
        <datalist id="event-names">
          {names.map((name) => (
            <option value={name} key={name} />
          ))}
        </datalist>
      </label>
      <label class="check">
        <input type="checkbox" name="allow_private" />
        <span>
          <strong>In my own network</strong> <span class="quiet">lets the address be private, and plain http</span>
        </span>
      </label>
    </FormDialog>
  );
}

function Shown({ items }: { items: readonly Subscription[] }) {
  if (items.length === 0) {
    return (
      <Empty title="No subscriptions yet">
        <p>
          A subscription sends every change as a signed POST to an address of yours. Callers that cannot be called read{' '}
          <code>/v1/events</code>.
        </p>
      </Empty>
    );
  }
  return (
    <Table label="Subscriptions" columns={['Address', 'State', 'Events', 'Last success', 'Failing']}>
      {items.map((subscription) => (
        <SubscriptionRow subscription={subscription} key={subscription.id} />
      ))}
    </Table>
  );
}

export function SubscriptionsPage() {
  useTitle('Subscriptions');
  const subscriptions = usePages<Subscription>('/admin/subscriptions?limit=50');
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<NewSecret>();
  return (
    <>
      <div class="title-row">
        <h1>Subscriptions</h1>
        <button type="button" class="primary" onClick={() => setNew(true)}>
          New subscription
        </button>
      </div>
      <Paged pages={subscriptions} wait={4}>
        {(items) => <Shown items={items} />}
      </Paged>
      {isNew && (
        <NewSubscription
          onClose={() => setNew(false)}
          onMade={(result) => {
            setNew(false);
            setMade(result);
          }}
        />
      )}
      {made && (
        <SecretDialog
          title="The secret that signs deliveries"
          kind="signing"
          secret={made.secret}
          onClose={() => go(`/subscriptions/${encodeURIComponent(made.id)}`)}
        />
      )}
    </>
  );
}
