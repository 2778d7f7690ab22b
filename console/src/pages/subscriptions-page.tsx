/** Subscriptions to events: making them, and how they fare. */
import { useState } from 'preact/hooks';
import { SecretDialog } from '../elements/dialog.tsx';
import { ago } from '../elements/format.ts';
import { Paged, usePages } from '../elements/pager.tsx';
import { Empty } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { go, Link, usePlace } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { NewSubscription } from '../operator/new-subscription.tsx';
import type { NewSecret, Subscription } from '../operator/records.ts';

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { id, url, events, watch, state, reason, last_success_at, failing_since } = subscription;
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
        {[...events, ...(watch.length > 0 ? [`rules of prices: ${watch.length}`] : [])].join(', ')}
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
  const watched = usePlace().query.get('watch') ?? undefined;
  const [isNew, setNew] = useState(watched !== undefined);
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
          watched={watched}
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
        >
          {made.unmatched && <p>Nothing has these, so far: {made.unmatched.join(', ')}.</p>}
        </SecretDialog>
      )}
    </>
  );
}
