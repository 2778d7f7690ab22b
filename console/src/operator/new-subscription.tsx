/** The form of a subscription: its address, the events that it gets, and the prices that it watches. */
import { useRef } from 'preact/hooks';
import type { Overview } from '../../../src/api/operator/overview.ts';
import { FormDialog } from '../elements/dialog.tsx';
import { asError, useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';
import type { NewSecret } from './records.ts';

const FORMATS = ['standard', 'discord', 'slack', 'ntfy', 'telegram'];
/** When a watch speaks; the figure is an amount, a share or a length of time. */
const WHEN: Readonly<Record<string, { label: string; rule(figure: number): object }>> = {
  below: { label: 'comes below the amount', rule: (figure) => ({ below: Math.round(figure * 100) }) },
  above: { label: 'comes above the amount', rule: (figure) => ({ above: Math.round(figure * 100) }) },
  moved: { label: 'moves by % in 7 days', rule: (figure) => ({ moved: { percent: figure, days: 7 } }) },
  new_low: { label: 'is the lowest of so many days', rule: (figure) => ({ new_low: figure }) },
  new_high: { label: 'is the highest of so many days', rule: (figure) => ({ new_high: figure }) },
};

const wordsOf = (values: FormData, name: string): string[] =>
  String(values.get(name))
    .split(/[\s,]+/)
    .filter(Boolean);

/** The rule that the form describes; undefined where it says of nothing. */
function watchOf(values: FormData): object | undefined {
  const of = String(values.get('of'));
  const text = String(values.get('watched')).trim();
  if (text === '') return undefined;
  const watched =
    of === 'filter' ? text : wordsOf(values, 'watched').map((id) => (of === 'products' ? Number(id) : id));
  const { rule } = WHEN[String(values.get('when'))] ?? {};
  if (values.get('figure') === '') throw new Error('The watch lacks its amount, its % or its days.');
  return { [of]: watched, currency: values.get('currency'), ...rule?.(Number(values.get('figure'))) };
}

function Watch({ watched }: { watched: string | undefined }) {
  return (
    <details open={watched !== undefined}>
      <summary>Watch prices</summary>
      <label class="field">
        Of
        <select name="of">
          <option value="cards">cards, by id</option>
          <option value="expansions">expansions, by id</option>
          <option value="products">sealed products, by id</option>
          <option value="filter">cards, by field terms</option>
        </select>
      </label>
      <label class="field">
        Which
        <input name="watched" defaultValue={watched} autocomplete="off" placeholder="fl1-2, fl1-10" />
      </label>
      <label class="field">
        Currency
        <select name="currency">
          <option value="usd">USD</option>
          <option value="eur">EUR</option>
        </select>
      </label>
      <label class="field">
        When the price
        <select name="when">
          {Object.entries(WHEN).map(([value, { label }]) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Amount, % or days
        <input name="figure" type="number" min="0" step="any" />
      </label>
    </details>
  );
}

/** Names as text, and a menu that adds one. */
function EventsField({ names, isNone }: { names: readonly string[]; isNone: boolean }) {
  const events = useRef<HTMLInputElement>(null);
  const pick = (name: string) => {
    if (events.current) events.current.value = [events.current.value.trim(), name].filter(Boolean).join(', ');
  };
  return (
    <>
      <label class="field">
        Events
        <input
          ref={events}
          name="events"
          // What was typed stays, also when the names come later.
          defaultValue={isNone ? '' : names[0] ? `${names[0].split('.')[0]}.*` : 'game.*'}
          autocomplete="off"
          aria-describedby="events-note"
        />
        <span class="quiet" id="events-note">
          Names, or the beginning of names before <code>.*</code>, separated by commas. None where only prices are
          watched.
        </span>
      </label>
      <label class="field-inline">
        Add
        <select
          value=""
          onChange={({ currentTarget }) => {
            pick(currentTarget.value);
            currentTarget.value = '';
          }}
        >
          <option value="">an event…</option>
          {names.map((name) => (
            <option value={name} key={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function Options() {
  return (
    <>
      <label class="field">
        Posted as
        <select name="format">
          {FORMATS.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" name="ordered" />
        <span>
          <strong>In order</strong> <span class="quiet">one delivery at a time</span>
        </span>
      </label>
      <label class="check">
        <input type="checkbox" name="allow_private" />
        <span>
          <strong>In my own network</strong> <span class="quiet">lets the address be private, and plain http</span>
        </span>
      </label>
    </>
  );
}

interface NewSubscriptionProps {
  /** The card that it is made for, which then needs no events. */
  watched: string | undefined;
  onClose: () => void;
  onMade: (made: NewSecret) => void;
}

export function NewSubscription({ watched, onClose, onMade }: NewSubscriptionProps) {
  const overview = useLoad('overview', (signal) => call<Overview>('GET', '/admin/overview', { signal }));
  const names = overview.data?.event_names ?? [];
  const submit = async (values: FormData) => {
    const watch = watchOf(values);
    const body = {
      url: String(values.get('url')),
      events: wordsOf(values, 'events'),
      format: values.get('format'),
      allow_private: values.get('allow_private') !== null,
      ordered: values.get('ordered') !== null,
      ...(watch && { watch: [watch] }),
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
      <EventsField names={names} isNone={watched !== undefined} />
      <Watch watched={watched} />
      <Options />
    </FormDialog>
  );
}
