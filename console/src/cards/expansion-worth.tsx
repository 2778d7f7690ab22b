/** What an expansion is worth: its total, and the same by finish with the dearest cards. */
import type { ExpansionStatistics } from '../../../client/src/statistics.ts';
import { amount, type Currency } from '../../../src/catalog/listing/amounts.ts';
import { count, variantName } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { Link } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';

const DEAREST = 5;

function Market({ market: { currency, by_finish, dearest } }: { market: ExpansionStatistics['markets'][number] }) {
  const unit = currency as Currency;
  const number = (name: string) => ({ name, kind: 'number' as const });
  return (
    <div>
      <Table
        label={`Value in ${unit} by printing`}
        columns={['Printing', number(unit), number('Priced'), number('Without a price')]}
      >
        {by_finish.map(({ finish, cents, priced, unpriced }) => (
          <tr key={finish}>
            <th scope="row">{variantName(finish)}</th>
            <td class="number" data-label={unit}>
              {amount(cents, unit)}
            </td>
            <td class="number" data-label="Priced">
              {count(priced)}
            </td>
            <td class="number" data-label="Without">
              {count(unpriced)}
            </td>
          </tr>
        ))}
      </Table>
      <ol class="dearest">
        {dearest.slice(0, DEAREST).map(({ card_id, name, variant, amount: cents }) => (
          <li key={`${card_id}/${variant}`}>
            <Link to={`/cards/${encodeURIComponent(card_id)}`}>{name}</Link>{' '}
            <span class="quiet">
              {variantName(variant)}, {amount(cents, unit)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** One line until it is opened; nothing without prices. An expansion is often announced before all its cards are known. */
export function ExpansionWorth({ id, announced = 0 }: { id: string; announced: number | undefined }) {
  const { data } = useLoad(`worth/${id}`, (signal) => client.expansions.stats(id, { signal }));
  const markets = data?.markets.filter(({ value }) => value.priced > 0) ?? [];
  const [first] = markets;
  if (first === undefined) return null;
  const known = first.value.priced + first.value.unpriced;
  return (
    <details class="worth">
      <summary>
        Worth {markets.map(({ currency, value }) => amount(value.cents, currency as Currency)).join(' or ')}
        {known < announced && ` for the ${count(known)} of its ${count(announced)} cards that are known`}
      </summary>
      <p class="quiet">
        The ordinary printing of each card:{' '}
        {markets
          .map(
            ({ currency, value }) => `${count(value.priced)} of ${count(value.priced + value.unpriced)} in ${currency}`,
          )
          .join(', ')}
        .
      </p>
      <div class="columns">
        {markets.map((market) => (
          <Market market={market} key={market.currency} />
        ))}
      </div>
    </details>
  );
}
