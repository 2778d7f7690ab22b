/** Why printings of a card have no price, or not all of it: the reason of each, what is held back, who else claims the product. */
import type { CardExplanation, HeldBack, MarketExplanation } from '../../../client/src/cardstock.ts';
import { amount, type Currency } from '../../../src/catalog/listing/amounts.ts';
import { counted, day, MARKETPLACES, variantName } from '../elements/format.ts';
import { Link } from '../frame/router.tsx';
import { may, useSession } from '../service/session.tsx';

type Market = MarketExplanation<unknown>;

/** A card of many printings may lack dozens. */
const OPEN_MAX = 2;

/** Why the printing at this place in the card has no price on the market, in words; undefined where it has one. */
export function reasonAt(explanation: CardExplanation | undefined, at: number, currency: Currency): string | undefined {
  const variant = explanation?.variants[at];
  const market = currency === 'USD' ? variant?.usd_market : variant?.eur_market;
  return market === undefined || market.reason === null ? undefined : market.meaning;
}

function Held({ held, currency }: { held: HeldBack; currency: Currency }) {
  const name = [held.condition, held.amount.replaceAll('_', ' ')].filter(Boolean).join(' ');
  return (
    <span>
      {' '}
      Pending since {day(held.observed_on)}: {name} of {amount(held.held, currency)}, after{' '}
      {amount(held.previous, currency)}.
    </span>
  );
}

function Claims({ market: { marketplace, external_id, other_cards } }: { market: Market }) {
  return (
    <span>
      {' '}
      {MARKETPLACES[marketplace]} {external_id} is also claimed by{' '}
      {other_cards.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={`/cards/${encodeURIComponent(id)}`}>{name}</Link> <span class="quiet">{id}</span>
        </span>
      ))}
      .
    </span>
  );
}

/** One line for each printing and market that lacks something; nothing where none does. */
export function MissingPrices({ explanation }: { explanation: CardExplanation }) {
  const session = useSession();
  const lines = explanation.variants.flatMap(({ variant_id, variant, usd_market, eur_market }) =>
    (
      [
        ['USD', usd_market],
        ['EUR', eur_market],
      ] as const
    ).flatMap(([currency, market]) =>
      market.reason === null && market.held.length === 0
        ? []
        : [{ key: `${variant_id}/${currency}`, variant, currency, market }],
    ),
  );
  if (lines.length === 0) return null;
  return (
    <details class="missing-prices" open={lines.length <= OPEN_MAX}>
      <summary>
        <h3>Why prices are missing</h3> <span class="quiet">{counted(lines.length, 'reason')}</span>
      </summary>
      <ul>
        {lines.map(({ key, variant, currency, market }) => (
          <li key={key}>
            <strong>
              {variantName(variant)}, {currency}
            </strong>
            : {market.reason !== null && `${market.meaning}.`}
            {market.held.map((held) => (
              <Held held={held} currency={currency} key={`${held.condition}/${held.amount}`} />
            ))}
            {market.reason === 'contradictory-id' && <Claims market={market} />}
          </li>
        ))}
      </ul>
      {may(session, 'admin') && (
        <p>
          <Link to="/audit">All that is withheld: the audit</Link>
        </p>
      )}
    </details>
  );
}
