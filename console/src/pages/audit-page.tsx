/** What the audit of prices found: which are withheld, which wait, what fits no row, and why. */
import { REASONS } from '../../../src/catalog/provenance/reasons.ts';
import { useTitles } from '../cards/outline.ts';
import { FactList } from '../elements/facts.tsx';
import { count, MARKETPLACES, moment } from '../elements/format.ts';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { HeldAmounts } from '../operator/held-amounts.tsx';
import type { Audit } from '../operator/records.ts';
import { useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

const REASON_TEXTS: Readonly<Record<string, string>> = REASONS;

/** One market of one game, which is named where there are several. */
function Market({ market, isOfMany }: { market: Audit['markets'][number]; isOfMany: boolean }) {
  const title = `market-${market.game}-${market.market}`;
  const name = MARKETPLACES[market.market] ?? market.market;
  const titleOf = useTitles();
  const facts: [string, string][] = [
    ['printings with a price row', count(market.printings_matched)],
    ['article ids claimed by several cards', count(market.shared_ids)],
    ['of them contradictory, withheld', count(market.contradictory_ids)],
    ['cards that claim those', count(market.contradictory_cards)],
    ...Object.entries(market.unmatched).map(([reason, value]): [string, string] => [
      `without a price: ${REASON_TEXTS[reason] ?? reason}`,
      count(value),
    ]),
  ];
  return (
    <section class="panel" aria-labelledby={title}>
      <h2 id={title}>{isOfMany ? `${titleOf(market.game)}: ${name}` : name}</h2>
      <FactList facts={facts} />
    </section>
  );
}

function Withheld({ withheld }: { withheld: Audit['withheld'] }) {
  if (withheld.length === 0) {
    return <p class="quiet">No marketplace id is claimed by differently named cards.</p>;
  }
  return (
    <Table label="Withheld prices" columns={['Market', 'Id', 'Claimed by']}>
      {withheld.map(({ market, id, cards }) => (
        <tr key={`${market}/${id}`}>
          <td data-label="Market">{MARKETPLACES[market] ?? market}</td>
          <th scope="row">
            <code>{id}</code>
          </th>
          <td class="wide-cell" data-label="Claimed by">
            {cards.map((card, at) => (
              <span key={card.id}>
                {at > 0 && ', '}
                <Link to={`/cards/${encodeURIComponent(card.id)}`}>{card.name}</Link>{' '}
                <span class="quiet">{card.id}</span>
              </span>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Shown({ audit: { markets, withheld, held, sealed, notices } }: { audit: Audit }) {
  const games = new Set(markets.map(({ game }) => game));
  return (
    <>
      <section class="panel" aria-labelledby="notices-title">
        <h2 id="notices-title">Notices of the newest runs</h2>
        {notices.length === 0 ? (
          <p class="quiet">The newest runs left none.</p>
        ) : (
          <ul class="notices">
            {notices.map(({ task, at, reason }) => (
              <li key={`${task}/${at}`}>
                <strong>{task}</strong> <span class="quiet">{moment(at)}</span>
                <p>{reason}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="panel" aria-labelledby="withheld-title">
        <h2 id="withheld-title">Prices withheld</h2>
        <Withheld withheld={withheld} />
      </section>
      <section class="panel" aria-labelledby="held-title">
        <h2 id="held-title">Waiting for a second day</h2>
        <HeldAmounts held={held} />
      </section>
      {markets.length === 0 ? (
        <Empty title="No market has been read yet" />
      ) : (
        <div class="columns">
          {markets.map((market) => (
            <Market market={market} isOfMany={games.size > 1} key={`${market.game}/${market.market}`} />
          ))}
        </div>
      )}
      <p class="quiet">
        {count(sealed.products)} sealed products, {count(sealed.linked)} of them linked to the EUR side,{' '}
        {count(sealed.without_expansion)} in no expansion.
      </p>
    </>
  );
}

export function AuditPage() {
  useTitle('Audit');
  const audit = useLoad('audit', (signal) => call<Audit>('GET', '/admin/audit', { signal }));
  return (
    <>
      <h1>Audit</h1>
      <p>A wrong price is worse than none: what is in doubt is withheld, and listed here with its reason.</p>
      <Loaded loading={audit} wait={<Skeleton kind="panel" count={3} />}>
        {(data) => <Shown audit={data} />}
      </Loaded>
    </>
  );
}
