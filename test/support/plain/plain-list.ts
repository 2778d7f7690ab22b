/** A list as the specification says it: rows as objects, kept by a plain test, sorted by a plain comparison, walked by place. */
import { foldValue } from '../../../src/catalog/listing/card-fields.ts';
import { LAST } from '../../../src/store/schema/tables.ts';
import type { BuiltRow } from '../../../src/store/views/listing/column-builder.ts';
import type { ListFilter } from '../../../src/store/views/listing/list-filter.ts';
import type { Sort } from '../../../src/store/views/listing/list-order.ts';

const inRange = <Value extends string | number>(
  value: Value,
  { from, to }: { from?: Value | undefined; to?: Value | undefined },
) => (from === undefined || value >= from) && (to === undefined || value <= to);

/** Whether the filter leaves the row. */
export function isLeft({ coded, numbers }: BuiltRow, filter: ListFilter): boolean {
  const [day = LAST] = coded.released ?? [];
  const wanted = filter.expansionsOfNumber?.get(coded.number?.[0] ?? '');
  return (
    Object.entries(filter.values).every(([field, values]) =>
      coded[field]?.some((value) => values.has(foldValue(value))),
    ) &&
    (wanted === undefined || wanted.has(coded.expansion?.[0] ?? '')) &&
    (filter.released === undefined || (day !== LAST && inRange(day, filter.released))) &&
    (['usd', 'eur', 'changed'] as const).every((name) => {
      const [range, number] = [filter.numbers[name], numbers[name]];
      return range === undefined || (number !== null && inRange(number, range));
    }) &&
    (filter.priced === undefined || filter.priced.some((currency) => numbers[currency] !== null))
  );
}

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** The rows in the order of the sort: those without a value last, among equals the catalog's order. */
export function inOrderOf(rows: readonly BuiltRow[], sort: Sort): BuiltRow[] {
  const field = sort.replace('-', '');
  const sortedBy = ({ coded, numbers }: BuiltRow) => {
    if (field === 'usd' || field === 'eur') return numbers[field];
    const [value = null] = field === 'catalog' ? [] : (coded[field] ?? []);
    return value === LAST ? null : value;
  };
  const placeOf = ({ coded: { released, expansion, number }, id = '' }: BuiltRow) =>
    [released?.[0], expansion?.[0], number?.[0], id].map((each) => each ?? '');
  return [...rows].sort((one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)];
    if (a !== b && (a === null || b === null)) return a === null ? 1 : -1;
    const order = a === null || b === null ? 0 : compared(a, b) * (sort.startsWith('-') ? -1 : 1);
    const [here, there] = [placeOf(one), placeOf(other)];
    return order || here.map((part, at) => compared(part, there[at] ?? '')).find((each) => each !== 0) || 0;
  });
}
