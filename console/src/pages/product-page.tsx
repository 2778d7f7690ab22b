/** One sealed product: its picture, its prices and their history. */
import type { Product } from '../../../client/src/records.ts';
import { amount } from '../../../src/catalog/listing/amounts.ts';
import { day, variantName } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { ErrorNotice, Skeleton } from '../elements/states.tsx';
import { Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { PricePanel } from '../prices/price-panel.tsx';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';

function CurrentPrices({ product: { usd_market, eur_market } }: { product: Product }) {
  if (usd_market.length === 0 && eur_market === null) {
    return <p class="quiet">No market has a price for this product.</p>;
  }
  return (
    <dl class="fact-list">
      {usd_market.map(({ variant, condition, market, low, high, observed_on }) => (
        <div key={`${variant}/${condition}`}>
          <dt>
            USD · {condition} · {variantName(variant)}
          </dt>
          <dd>
            <strong>{amount(market, 'USD')}</strong>{' '}
            <span class="quiet">
              {amount(low, 'USD')} to {amount(high, 'USD')}, {day(observed_on)}
            </span>
          </dd>
        </div>
      ))}
      {eur_market && (
        <div>
          <dt>EUR trend</dt>
          <dd>
            <strong>{amount(eur_market.trend, 'EUR')}</strong>{' '}
            <span class="quiet">
              from {amount(eur_market.low, 'EUR')}, {day(eur_market.observed_on)}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}

export function ProductPage({ id }: { id: number }) {
  const { data, error, again } = useLoad(`product/${id}`, (signal) => client.products.get(id, { signal }));
  useTitle(data?.name);
  if (data === undefined)
    return error ? <ErrorNotice error={error} again={again} isWholePage /> : <Skeleton kind="panel" count={2} />;
  const path = `/v1/products/${id}`;
  return (
    <>
      <p class="trail">
        <Link to="/products">Products</Link>
      </p>
      <div class="card-page">
        <div class="card-large product-large">
          <Picture src={data.image?.high} alt={data.name}>
            <span class="card-blank">no picture</span>
          </Picture>
        </div>
        <div class="card-head">
          <h1>{data.name}</h1>
        </div>
        <div class="card-body">
          <p class="facts">
            <code>{data.id}</code>
            {data.expansions.map((expansion) => (
              <Link to={`/expansions/${encodeURIComponent(expansion.id)}`} key={expansion.id}>
                {expansion.name}
              </Link>
            ))}
          </p>
          <CurrentPrices product={data} />
          <RequestNote snippet={{ method: 'GET', path }} />
        </div>
      </div>
      <PricePanel
        key={id}
        path={`${path}/prices`}
        load={(window, signal) => client.products.prices(id, window, { signal })}
      />
    </>
  );
}
