/** One subscription: its state, samples, the log of its deliveries, and what can be done about them. */
import { useState } from 'preact/hooks';
import type { Overview } from '../../../src/api/operator/overview.ts';
import { amount } from '../../../src/catalog/listing/amounts.ts';
import { Action } from '../elements/action.tsx';
import { FormDialog, SecretDialog } from '../elements/dialog.tsx';
import { Counts, FactList } from '../elements/facts.tsx';
import { ago, counted, moment } from '../elements/format.ts';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { go, Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { DeliveryLog } from '../operator/delivery-log.tsx';
import type { NewSecret, Recovered, SampleResult, SubscriptionDetail } from '../operator/records.ts';
import { useEvery, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

const REFRESH_S = 10;
const HOUR_MS = 3_600_000;
/** Letters of one part of a rule, which may name 500 cards. */
const RULE_MAX = 200;

function TestPanel({ path, again }: { path: string; again: () => void }) {
  const overview = useLoad('overview', (signal) => call<Overview>('GET', '/admin/overview', { signal }));
  const [event, setEvent] = useState('');
  const [outcome, setOutcome] = useState<SampleResult>();
  const names = overview.data?.event_names ?? [];
  const send = async () => {
    // Which is the first that it takes the service knows: of rules alone it is what these post.
    const body = event === '' ? {} : { event };
    setOutcome(await call<SampleResult>('POST', `${path}/test`, { body }));
    again();
  };
  return (
    <section class="panel" aria-labelledby="test-title">
      <h2 id="test-title">Send a sample</h2>
      <div class="tools">
        <label class="field-inline">
          Event
          <select value={event} onChange={(change) => setEvent(change.currentTarget.value)}>
            <option value="">The first that it takes</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Action act={send} isSmall={false}>
          Send it now
        </Action>
      </div>
      <div role="status">
        {outcome && (
          <p>
            <span class={outcome.error === null ? 'state state-ok' : 'state state-failed'}>
              {outcome.status ?? 'no answer'}
            </span>{' '}
            {outcome.error ?? `${outcome.name} was taken.`}
            {outcome.snippet && <code class="answer"> {outcome.snippet}</code>}
          </p>
        )}
      </div>
    </section>
  );
}

function Recover({ path, onClose }: { path: string; onClose: (told?: string) => void }) {
  const submit = async (values: FormData) => {
    const since = new Date(Date.now() - Number(values.get('hours')) * HOUR_MS).toISOString();
    const { replayed } = await call<Recovered>('POST', `${path}/recover`, { body: { since } });
    onClose(`${counted(replayed, 'event')} will be sent again.`);
  };
  return (
    <FormDialog title="Recover" submitLabel="Send them again" onClose={() => onClose()} submit={submit}>
      <p>Every event of a time is made due again. Subscribers know one they have had by its id.</p>
      <label class="field">
        Since
        <select name="hours">
          <option value="1">an hour ago</option>
          <option value="6">6 hours ago</option>
          <option value="24">a day ago</option>
          <option value="168">a week ago</option>
          <option value="720">30 days ago, all that is kept</option>
        </select>
      </label>
    </FormDialog>
  );
}

function Actions({
  subscription: { id, state },
  path,
  again,
}: {
  subscription: SubscriptionDetail;
  path: string;
  again: () => void;
}) {
  const [secret, setSecret] = useState<string>();
  const [isRecovering, setRecovering] = useState(false);
  const [told, setTold] = useState('');
  const turn = async (way: 'pause' | 'resume') => {
    await call('POST', `${path}/${way}`);
    again();
  };
  const rotate = async () => {
    setSecret((await call<NewSecret>('POST', `${path}/rotate-secret`)).secret);
    again();
  };
  const remove = async () => {
    await call('DELETE', path);
    go('/subscriptions');
  };
  return (
    <div class="tools" key={id}>
      {state === 'active' ? (
        <Action act={() => turn('pause')}>Pause</Action>
      ) : (
        <Action act={() => turn('resume')}>Resume</Action>
      )}
      <button type="button" class="small" onClick={() => setRecovering(true)}>
        Recover…
      </button>
      <Action act={rotate} question="A new secret signs from now on; the old one signs too for 24 hours.">
        Rotate the secret
      </Action>
      <Action act={remove} isDanger question="The subscription and everything that waits for it are removed.">
        Delete
      </Action>
      <span class="quiet" role="status">
        {told}
      </span>
      {secret !== undefined && (
        <SecretDialog title="The new secret" secret={secret} kind="signing" onClose={() => setSecret(undefined)} />
      )}
      {isRecovering && (
        <Recover
          path={path}
          onClose={(text) => {
            setRecovering(false);
            if (text !== undefined) setTold(text);
            again();
          }}
        />
      )}
    </div>
  );
}

/** A rule in the words that it was sent in. */
function ruleText({ moved, ...rule }: SubscriptionDetail['watch'][number]): string {
  const currency = rule.currency === 'eur' ? 'EUR' : 'USD';
  const said = ([name, value]: [string, unknown]) =>
    `${name} ${/above|below|amount/.test(name) ? amount(Number(value), currency) : value}`;
  return Object.entries({ ...rule, ...moved })
    .map((part) => said(part).slice(0, RULE_MAX))
    .join(' · ');
}

function Facts({ subscription }: { subscription: SubscriptionDetail }) {
  const { events, watch, allow_private, created_at, last_success_at, failing_since, hold_until, previous_until } =
    subscription;
  return (
    <FactList
      facts={[
        ['Events', events.join(', ')],
        ['Rules of prices', watch.map(ruleText).join('; ')],
        ['Address', allow_private ? 'may be private' : 'must be public'],
        ['Created', moment(created_at)],
        ['Last success', ago(last_success_at, new Date())],
        ['Failing since', failing_since && moment(failing_since)],
        ['Asked to be left alone until', hold_until && moment(hold_until)],
        ['Old secret signs until', previous_until && moment(previous_until)],
      ]}
    />
  );
}

export function SubscriptionPage({ id }: { id: string }) {
  useTitle('Subscription');
  const path = `/admin/subscriptions/${encodeURIComponent(id)}`;
  const subscription = useLoad(path, (signal) => call<SubscriptionDetail>('GET', path, { signal }));
  useEvery(REFRESH_S, subscription);
  return (
    <>
      <p class="trail">
        <Link to="/subscriptions">Subscriptions</Link>
      </p>
      <h1>Subscription</h1>
      <Loaded loading={subscription} wait={<Skeleton kind="panel" count={3} />}>
        {(data) => (
          <>
            <p class="facts">
              <code class="address">{data.url}</code>
              <span class={`state state-${data.state}`}>{data.state}</span>
              {data.reason && <span>{data.reason}</span>}
            </p>
            <Actions subscription={data} path={path} again={subscription.again} />
            <Counts counts={data.deliveries} />
            <Facts subscription={data} />
            <TestPanel path={path} again={subscription.again} />
            <DeliveryLog path={path} samples={data.attempts} />
          </>
        )}
      </Loaded>
    </>
  );
}
