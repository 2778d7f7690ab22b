/** What the audit of prices found: which are withheld, which wait, what fits no row, and why. */

import { useState } from 'preact/hooks';
import { REASONS } from '../../../src/catalog/provenance/reasons.ts';
import { useGames, useTitles } from '../cards/outline.ts';
import { FactList } from '../elements/facts.tsx';
import { count, MARKETPLACES, moment } from '../elements/format.ts';
import { Pager } from '../elements/pager.tsx';
import { fitting, isNarrow, useSome } from '../elements/some.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { go, Link, queryOf, usePlace } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { HeldParts } from '../operator/held-parts.tsx';
import { PendingPrices } from '../operator/pending-prices.tsx';
import type { Audit } from '../operator/records.ts';
import { useLoad } from '../service/load.ts';
import { call } from '../service/service.ts';

const REASON_TEXTS: Readonly<Record<string, string>> = REASONS;

/** One market of one game, which is named where there are several. */
function Market({ market, isOfMany }: { market: Audit['markets'][number]; isOfMany: boolean }) {
  const name = MARKETPLACES[market.market] ?? market.market;
  const titleOf = useTitles();
  const facts: [string, string][] = [
    ['printings with a price row', count(market.printings_matched)],
    ['marketplace products claimed by several cards', count(market.shared_ids)],
    ['of them contradictory, withheld', count(market.contradictory_ids)],
    ['cards that claim those', count(market.contradictory_cards)],
    ['claimed by several cards of one name', count(market.contested_ids)],
    ['of them settled by evidence', count(market.settled_ids + market.joint_ids)],
    ...Object.entries(market.unmatched).map(([reason, value]): [string, string] => [
      `without a price: ${REASON_TEXTS[reason] ?? reason}`,
      count(value),
    ]),
  ];
  return (
    <details class="panel" open={!isNarrow()}>
      <summary>
        <h2 class="rule-name">{isOfMany ? `${titleOf(market.game)}: ${name}` : name}</h2>{' '}
        <span class="quiet">{count(market.printings_matched)} priced</span>
      </summary>
      <FactList facts={facts} />
    </details>
  );
}

const PAGE_ROWS = { narrow: 5, wide: 20 };

function Withheld({ withheld }: { withheld: Audit['withheld'] }) {
  const [page, setPage] = useState(0);
  const rows = fitting(PAGE_ROWS);
  const pages = Math.max(1, Math.ceil(withheld.length / rows));
  const at = Math.min(page, pages - 1);
  if (withheld.length === 0) {
    return <p class="quiet">No marketplace product here is claimed by cards of which none has its price.</p>;
  }
  return (
    <>
      <Table label="Withheld prices" columns={['Marketplace product', 'Claimed by', 'Why']}>
        {withheld.slice(at * rows, (at + 1) * rows).map(({ market, id, cards, reason }) => (
          <tr key={`${market}/${id}`}>
            <th scope="row">
              {MARKETPLACES[market] ?? market} <code>{id}</code>
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
            <td class="wide-cell" data-label="Why">
              {REASON_TEXTS[reason] ?? reason}
            </td>
          </tr>
        ))}
      </Table>
      {pages > 1 && (
        <Pager before={at > 0 && (() => setPage(at - 1))} next={at < pages - 1 && (() => setPage(at + 1))}>
          <span class="quiet" role="status">
            page {count(at + 1)} of {count(pages)}
          </span>
        </Pager>
      )}
    </>
  );
}

/** What of the audit is looked at: in the address, so that a link shows the same. */
function useAudited({ markets, withheld, held, notices }: Audit) {
  const { path, query } = usePlace();
  const games = useGames();
  const [game, market, text] = ['game', 'market', 'q'].map((name) => query.get(name) ?? '');
  const choose = (name: string, value: string) =>
    go(`${path}${queryOf({ ...Object.fromEntries(query), [name]: value })}`, { replace: true });
  const isOfGame = (name: string) => !game || name === game || name.startsWith(`${game}.`);
  const isOfMarket = (name: string) => !market || name === market;
  const isFound = (...texts: string[]) =>
    !text || texts.some((each) => each.toLowerCase().includes(text.toLowerCase()));
  const gameOf = new Map(games.map(({ name, title }) => [name, title]));
  return {
    ...{ game, market, text, choose, gameOf },
    markets: markets.filter((each) => isOfGame(each.game) && isOfMarket(each.market)),
    withheld: withheld.filter(
      (each) =>
        isOfMarket(each.market) &&
        isOfGame(each.game) &&
        isFound(String(each.id), ...each.cards.flatMap(({ id, name }) => [id, name])),
    ),
    held: held.filter(({ source, key }) => isOfGame(source) && isFound(source, key)),
    notices: notices.filter(({ task, reason }) => isOfGame(task) && isFound(task, reason)),
  };
}

function Notices({ notices }: Pick<Audit, 'notices'>) {
  const [shown, showAll] = useSome(notices, { narrow: 3, wide: 6, noun: 'notices' });
  return (
    <section class="panel" aria-labelledby="notices-title">
      <h2 id="notices-title">Notices of the newest runs</h2>
      {notices.length === 0 ? (
        <p class="quiet">The newest runs left none.</p>
      ) : (
        <ul class="notices">
          {shown.map(({ task, at, reason }) => (
            <li key={`${task}/${at}`}>
              <strong>{task}</strong> <span class="quiet">{moment(at)}</span>
              <p>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      {showAll}
    </section>
  );
}

function Shown({ audit, again }: { audit: Audit; again(): void }) {
  const games = [...new Set(audit.markets.map(({ game }) => game))];
  const marketNames = [...new Set(audit.markets.map(({ market }) => market))];
  const { game, market, text, choose, gameOf, markets, withheld, held, notices } = useAudited(audit);
  const [shownMarkets, allMarkets] = useSome(markets, { narrow: 4, wide: 6, noun: 'markets' });
  const { sealed } = audit;
  return (
    <>
      <div class="tools">
        {games.length > 1 && (
          <Menu label="Game" value={game} onChoose={(value) => choose('game', value)}>
            {games.map((name) => [name, gameOf.get(name) ?? name])}
          </Menu>
        )}
        <Menu label="Market" value={market} onChoose={(value) => choose('market', value)}>
          {marketNames.map((name) => [name, MARKETPLACES[name] ?? name])}
        </Menu>
        <label class="field-inline">
          Find
          <input
            type="search"
            value={text}
            placeholder="name, id or reason"
            onInput={(event) => choose('q', event.currentTarget.value)}
          />
        </label>
      </div>
      <section class="panel" aria-labelledby="withheld-title">
        <h2 id="withheld-title">
          Prices withheld <span class="quiet">{count(withheld.length)}</span>
        </h2>
        <Withheld withheld={withheld} />
      </section>
      <HeldParts parts={audit.parts} again={again} />
      <section class="panel" aria-labelledby="held-title">
        <h2 id="held-title">
          Waiting for a second day <span class="quiet">{count(held.length)}</span>
        </h2>
        <PendingPrices held={held} />
      </section>
      <Notices notices={notices} />
      {markets.length === 0 ? (
        <Empty title="No market has been read yet" />
      ) : (
        <div class="columns">
          {shownMarkets.map((each) => (
            <Market market={each} isOfMany={games.length > 1} key={`${each.game}/${each.market}`} />
          ))}
        </div>
      )}
      {allMarkets}
      <p class="quiet">
        {count(sealed.products)} sealed products, {count(sealed.linked)} of them linked to Cardmarket,{' '}
        {count(sealed.without_expansion)} in no expansion.
      </p>
    </>
  );
}

interface MenuProps {
  label: string;
  value: string | undefined;
  onChoose(value: string): void;
  children: readonly (readonly [value: string, label: string])[];
}

const Menu = ({ label, value, onChoose, children }: MenuProps) => (
  <label class="field-inline">
    {label}
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">All</option>
      {children.map(([each, text]) => (
        <option value={each} key={each}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

export function AuditPage() {
  useTitle('Audit');
  const audit = useLoad('audit', (signal) => call<Audit>('GET', '/admin/audit', { signal }));
  return (
    <>
      <h1>Audit</h1>
      <p>A wrong price is worse than none: what is in doubt is withheld, with its reason.</p>
      <Loaded loading={audit} wait={<Skeleton kind="panel" count={3} />}>
        {(data) => <Shown audit={data} again={audit.again} />}
      </Loaded>
    </>
  );
}
