/** Amounts that moved so far that they wait for a second day, with the card or product that they are of. */

import { amount } from '../../../src/catalog/listing/amounts.ts';
import { type PendingPriceOf, pendingPriceOf } from '../../../src/catalog/provenance/pending-price.ts';
import { day, MARKETPLACES } from '../elements/format.ts';
import { useSome } from '../elements/some.tsx';
import { Table } from '../elements/table.tsx';
import { Link } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';
import type { Audit } from './records.ts';

/** What a marketplace product is in the catalog: several cards, now and then; its id alone until they are known. */
function MarketplaceProduct({ market, productId }: Pick<PendingPriceOf, 'market' | 'productId'>) {
  const found = useLoad(`resolve/${market}/${productId}`, (signal) =>
    client.resolve({ source: market, id: productId }, { signal }),
  );
  return (
    <>
      {(found.data ?? []).map(({ card_id, product_id, name }) => (
        <div key={card_id ?? product_id}>
          <Link to={card_id === null ? `/products/${product_id}` : `/cards/${encodeURIComponent(card_id)}`}>
            {name}
          </Link>
        </div>
      ))}
      <span class="quiet">
        {MARKETPLACES[market]} {productId}
      </span>
    </>
  );
}

function Row({ row: { source, key, previous, held, observed_on } }: { row: Audit['held'][number] }) {
  const { market, productId, parts, currency } = pendingPriceOf(key);
  return (
    <tr>
      <th scope="row">
        <MarketplaceProduct market={market} productId={productId} />
      </th>
      <td data-label="Amount">{parts.join(' · ').replaceAll('_', ' ')}</td>
      <td data-label="Source">{source}</td>
      <td class="number" data-label="Was">
        {amount(previous, currency)}
      </td>
      <td class="number" data-label="New amount">
        {amount(held, currency)}
      </td>
      <td class="day" data-label="Reported">
        {day(observed_on)}
      </td>
    </tr>
  );
}

export function PendingPrices({ held }: { held: Audit['held'] }) {
  // Each is a request for the name of what it is of.
  const [shown, showAll] = useSome(held, { narrow: 3, wide: 20, noun: 'amounts' });
  if (held.length === 0) return <p class="quiet">No amount moved 50-fold or more.</p>;
  return (
    <>
      <Table
        label="Amounts that wait for a second day"
        columns={[
          'Card or product',
          'Amount',
          'Source',
          { name: 'Was', kind: 'number' },
          { name: 'New amount', kind: 'number' },
          { name: 'Reported', kind: 'day' },
        ]}
      >
        {shown.map((row) => (
          <Row row={row} key={`${row.source}/${row.key}`} />
        ))}
      </Table>
      {showAll}
    </>
  );
}
