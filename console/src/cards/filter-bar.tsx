/** What a grid of cards is narrowed to and sorted by: in the address, so that a link shows the same. */
import { Fragment } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { CardFilter, Sort, ValueField } from '../../../client/src/cardstock.ts';
import { count } from '../elements/format.ts';
import { Empty } from '../elements/states.tsx';
import { go, queryOf, usePlace } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';
import { useFactNames } from './outline.ts';

/** Longer menus are no menus: further values are found by the search. */
const VALUES_MAX = 200;

const MENUS = {
  rarity: 'Rarity',
  category: 'Kind',
  type: 'Type',
  variant: 'Finish',
  legality: 'Format',
} as const satisfies Partial<Record<ValueField, string>>;
type Menu = keyof typeof MENUS;

const SORTS: readonly { value: Sort | ''; label: string }[] = [
  { value: '', label: 'By expansion and number' },
  { value: 'name', label: 'Name' },
  { value: '-released', label: 'Newest first' },
  { value: '-usd', label: 'Dearest first, USD' },
  { value: 'usd', label: 'Cheapest first, USD' },
  { value: '-eur', label: 'Dearest first, EUR' },
  { value: 'eur', label: 'Cheapest first, EUR' },
];

/** What of the address a list of cards is asked by. */
export function useCardFilter(): CardFilter {
  const { query } = usePlace();
  const menus = Object.keys(MENUS).map((name) => [name, query.get(name) ?? undefined]);
  const sort = SORTS.find(({ value }) => value === query.get('sort'))?.value || undefined;
  const filter = query.get('filter');
  return {
    ...Object.fromEntries(menus.filter(([, value]) => value)),
    ...(filter && { filter }),
    ...(sort && { sort }),
  };
}

/** `rarity=Foo` as people say it; a term of fields stands as it was written. */
function Asked({ text }: { text: string }) {
  const [name = '', value] = text.split('=', 2);
  return name in MENUS && value !== undefined ? (
    <strong>
      {MENUS[name as Menu]}: {value}
    </strong>
  ) : (
    <code>{text}</code>
  );
}

/** Nothing is left of a list: by which of its filters, where one alone leaves nothing, and the way back to all. */
export function NoneLeft({ unmatched = [] }: { unmatched?: readonly string[] | undefined }) {
  const { path, query } = usePlace();
  const rest = Object.fromEntries([...query].filter(([name]) => name !== 'filter' && !(name in MENUS)));
  return (
    <Empty title="No such cards">
      {unmatched.length === 0 ? (
        <p>No card fits all of these filters.</p>
      ) : (
        <p>
          No card has{' '}
          {unmatched.map((text, at) => (
            <Fragment key={text}>
              {at > 0 && ' or '}
              <Asked text={text} />
            </Fragment>
          ))}
          .
        </p>
      )}
      <button type="button" onClick={() => go(`${path}${queryOf(rest)}`, { replace: true, keepsFocus: false })}>
        Clear the filters
      </button>
    </Empty>
  );
}

function useChange(): (name: string, value: string) => void {
  const { path, query } = usePlace();
  return (name, value) => go(`${path}${queryOf({ ...Object.fromEntries(query), [name]: value })}`, { replace: true });
}

/** The values of one field, those that most cards have first; nothing where there is no choice. */
function ValueMenu({ field, game }: { field: Menu; game: string | undefined }) {
  const { query } = usePlace();
  const factName = useFactNames(game);
  const change = useChange();
  const { data = [] } = useLoad(`values/${field}/${game ?? ''}`, (signal) => client.values(field, { game, signal }));
  const chosen = query.get(field) ?? '';
  if (data.length < 2 && chosen === '') return null;
  const shown = data.slice(0, VALUES_MAX);
  return (
    <label class="field-inline">
      {field === 'type' ? factName('types', MENUS.type) : MENUS[field]}
      <select value={chosen} onChange={(event) => change(field, event.currentTarget.value)}>
        <option value="">Any</option>
        {chosen !== '' && !shown.some(({ value }) => value === chosen) && <option value={chosen}>{chosen}</option>}
        {shown.map(({ value, count: cards }) => (
          <option value={value} key={value}>
            {value} ({count(cards)})
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where there is little room the menus stand behind a button, so that the first screen shows cards. */
export function FilterBar({ game }: { game?: string | undefined }) {
  const change = useChange();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const asked = useCardFilter();
  const { sort = '', filter = '' } = asked;
  const chosen = Object.keys(asked).length;
  return (
    <div class={`filters ${isOpen ? 'filters-open' : ''}`}>
      <button
        type="button"
        class="filters-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters and order{chosen === 0 ? '' : ` (${chosen})`}
      </button>
      <div class="tools" id={id}>
        {(Object.keys(MENUS) as Menu[]).map((field) => (
          <ValueMenu key={field} field={field} game={game} />
        ))}
        <label class="field-inline">
          Fields
          <input
            type="search"
            value={filter}
            placeholder="hp>=150 type:fire"
            onChange={(event) => change('filter', event.currentTarget.value.trim())}
          />
        </label>
        <label class="field-inline">
          Order
          <select value={sort} onChange={(event) => change('sort', event.currentTarget.value)}>
            {SORTS.map(({ value, label }) => (
              <option value={value} key={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}
