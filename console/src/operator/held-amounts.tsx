/** Amounts that moved so far that they wait for a second day, with the card or product that they are of. */
import { useState } from 'preact/hooks';
import { type HeldOf, heldOf } from '../../../src/catalog/provenance/held-key.ts';
import { amount, count, day, MARKETPLACES } from '../elements/format.ts';
import { Table } from '../elements/table.tsx';
import { Link } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';
import type { Audit } from './records.ts';

/** Shown before one asks for all: each is a request for the name of what it is of. */
const SHOWN = 20;

/** What an article is in the catalog: several cards, now and then; its id alone until they are known. */
function Article({ market, article }: Pick<HeldOf, 'market' | 'article'>) {
  const found = useLoad(`resolve/${market}/${article}`, (signal) =>
    client.resolve({ source: market, id: article }, { signal }),
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
        {MARKETPLACES[market]} {article}
      </span>
    </>
  );
}

function Row({ row: { source, key, previous, held, observed_on } }: { row: Audit['held'][number] }) {
  const { market, article, parts, currency } = heldOf(key);
  return (
    <tr>
      <th scope="row">
        <Article market={market} article={article} />
      </th>
      <td data-label="Amount">{parts.join(' · ').replaceAll('_', ' ')}</td>
      <td data-label="Source">{source}</td>
      <td class="number" data-label="Was">
        {amount(previous, currency)}
      </td>
      <td class="number" data-label="Would be">
        {amount(held, currency)}
      </td>
      <td class="day" data-label="Said on">
        {day(observed_on)}
      </td>
    </tr>
  );
}

export function HeldAmounts({ held }: { held: Audit['held'] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? held : held.slice(0, SHOWN);
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
          { name: 'Would be', kind: 'number' },
          { name: 'Said on', kind: 'day' },
        ]}
      >
        {shown.map((row) => (
          <Row row={row} key={`${row.source}/${row.key}`} />
        ))}
      </Table>
      {shown.length < held.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {count(held.length)}
        </button>
      )}
    </>
  );
}
