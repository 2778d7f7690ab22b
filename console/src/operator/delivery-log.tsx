/** The log of a subscription's deliveries: each with what was sent and what was answered, to be sent again. */
import { useState } from 'preact/hooks';
import { Action } from '../elements/action.tsx';
import { ago, count, moment } from '../elements/format.ts';
import { Paged, usePages } from '../elements/pager.tsx';
import { Code } from '../elements/snippet-box.tsx';
import { fitting } from '../elements/some.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { useEvery, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';
import type { Attempt, Delivery, DeliveryDetail } from './records.ts';

const PAGE_ROWS = { narrow: 5, wide: 25 };
const REFRESH_S = 5;

function Headers({ headers }: { headers: Record<string, string> }) {
  return (
    <Code
      label="Headers sent"
      text={Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}
    />
  );
}

/** One attempt: when, with what outcome, and both sides of it. */
export function AttemptRow({
  attempt: { at, status, duration_ms, error, answer, request_headers },
}: {
  attempt: Attempt;
}) {
  return (
    <li class="attempt">
      <p>
        <span class={error === null ? 'state state-ok' : 'state state-failed'}>{status ?? 'no answer'}</span>{' '}
        <time dateTime={at}>{moment(at)}</time>{' '}
        <span class="quiet">
          {count(duration_ms)}
          {'\u00a0'}ms
        </span>
        {error && <span class="field-error"> {error}</span>}
      </p>
      {request_headers && <Headers headers={request_headers} />}
      {answer && <Code label="Answer" text={answer} />}
    </li>
  );
}

/** The body as it is sent, spread out to be read. */
function bodyText({ body, body_bytes }: DeliveryDetail): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return `${body}\n… ${count(body_bytes)} bytes in all`;
  }
}

function Detail({ id }: { id: string }) {
  const path = `/admin/deliveries/${encodeURIComponent(id)}`;
  const delivery = useLoad(path, (signal) => call<DeliveryDetail>('GET', path, { signal }));
  return (
    <Loaded loading={delivery} wait={<Skeleton kind="row" count={3} />}>
      {(data) => (
        <div class="delivery-detail">
          <h3>Attempts</h3>
          {data.attempts.length === 0 ? (
            <p class="quiet">None yet.</p>
          ) : (
            <ul class="attempts">
              {data.attempts.map((attempt) => (
                <AttemptRow attempt={attempt} key={attempt.id} />
              ))}
            </ul>
          )}
          <h3>
            Body <span class="quiet">{count(data.body_bytes)} bytes</span>
          </h3>
          <Code label="Body sent" text={bodyText(data)} />
        </div>
      )}
    </Loaded>
  );
}

function DeliveryRow({ delivery, again }: { delivery: Delivery; again: () => void }) {
  const { id, name, position, state, tries, due_at, attempts } = delivery;
  const [isOpen, setOpen] = useState(false);
  const resend = async () => {
    await call('POST', `/admin/deliveries/${encodeURIComponent(id)}/resend`);
    again();
  };
  const last = attempts[0];
  return (
    <li class="delivery">
      <div class="delivery-head">
        <button type="button" class="plain delivery-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class={`state state-${state}`}>{state}</span> {name} <span class="quiet">#{position}</span>
        </button>
        <span class="quiet">
          {tries} {tries === 1 ? 'attempt' : 'attempts'}
          {last ? `, last ${ago(last.at, new Date())}: ${last.error ?? last.status}` : ''}
          {state === 'pending' ? `, due ${moment(due_at)}` : ''}
        </span>
        <Action act={resend}>Send again</Action>
      </div>
      {isOpen && <Detail id={id} key={`${id}/${tries}`} />}
    </li>
  );
}

export function DeliveryLog({ path, samples }: { path: string; samples: readonly Attempt[] }) {
  const [isFailedOnly, setFailedOnly] = useState(false);
  const log = usePages<Delivery>(`${path}/deliveries?limit=${fitting(PAGE_ROWS)}${isFailedOnly ? '&failed=true' : ''}`);
  useEvery(REFRESH_S, log);
  return (
    <section class="panel" aria-labelledby="log-title">
      <div class="panel-head">
        <h2 id="log-title">Deliveries</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={isFailedOnly}
            onChange={(event) => {
              log.turn([]);
              setFailedOnly(event.currentTarget.checked);
            }}
          />
          Failing only
        </label>
      </div>
      <Paged pages={log}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title={isFailedOnly ? 'None is failing' : 'No deliveries yet'}>
              {samples.length > 0 && <p>Samples do not stand here: they are shown where they are sent.</p>}
            </Empty>
          ) : (
            <ul class="deliveries">
              {deliveries.map((delivery) => (
                <DeliveryRow delivery={delivery} again={log.again} key={delivery.id} />
              ))}
            </ul>
          )
        }
      </Paged>
    </section>
  );
}
