/** Sealed products: all of them, or those of one expansion. */
import { useState } from 'preact/hooks';
import type { Product } from '../../../client/src/records.ts';
import { amount } from '../../../src/catalog/listing/amounts.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { count } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { isNarrow } from '../elements/some.tsx';
import { Empty, ErrorNotice, Loaded, Skeleton } from '../elements/states.tsx';
import { go, Link, queryOf, usePlace } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { asError, useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';

const PAGE_ROWS = 60;
/** On a phone, where two stand beside each other. */
const PAGE_ROWS_NARROW = 14;

function ProductTile({ product: { id, name, image, expansions, usd_market, eur_market } }: { product: Product }) {
  const usd = usd_market[0]?.market;
  const eur = eur_market?.trend;
  return (
    <Link to={`/products/${id}`} class="tile tile-product">
      <span class="tile-picture">
        <Picture src={image?.low} alt="" isLazy>
          <span class="tile-letter">{name.charAt(0)}</span>
        </Picture>
      </span>
      <span class="tile-text">
        <strong>{name}</strong>
        <span class="quiet">{expansions.map((expansion) => expansion.name).join(', ')}</span>
        <span class="tile-prices">
          {(usd ?? eur) == null && <span class="quiet">no price</span>}
          {usd != null && <span>{amount(usd, 'USD')}</span>}
          {eur != null && <span>{amount(eur, 'EUR')}</span>}
        </span>
      </span>
    </Link>
  );
}

/** Which products are shown. */
interface ProductFilter {
  expansion_id: string | undefined;
  game: string | undefined;
  type: string | undefined;
}

/** The pages after the first one, as far as they were asked for. */
function Rest({ cursor, filter }: { cursor: string; filter: ProductFilter }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button type="button" class="more" onClick={() => setOpen(true)}>
        Show more
      </button>
    );
  }
  return <ProductTiles cursor={cursor} filter={filter} />;
}

function ProductTiles({ cursor, filter }: { cursor?: string; filter: ProductFilter }) {
  const after = cursor === undefined ? {} : { cursor };
  const products = useLoad(`products/${queryOf({ ...filter })}/${cursor ?? ''}`, (signal) =>
    client.products.list({ limit: isNarrow() ? PAGE_ROWS_NARROW : PAGE_ROWS, ...filter, ...after }, { signal }),
  );
  return (
    <Loaded loading={products} wait={<Skeleton kind="tile" count={9} />}>
      {({ items, next_cursor }) =>
        items.length === 0 ? (
          <Empty title="No sealed products">
            <p>
              {filter.type === undefined
                ? "None are known here. They come from the marketplaces' sources."
                : `None that are known here are of the kind ${filter.type}.`}
            </p>
          </Empty>
        ) : (
          <>
            <div class="tiles">
              {items.map((product) => (
                <ProductTile product={product} key={product.id} />
              ))}
            </div>
            {next_cursor !== null && <Rest cursor={next_cursor} filter={filter} />}
          </>
        )
      }
    </Loaded>
  );
}

/** What kind of product: packs, boxes, decks. Nothing where there is no choice. */
function KindMenu({ game, kind }: { game: string | undefined; kind: string | undefined }) {
  const { path, query } = usePlace();
  const { data = [] } = useLoad(`kinds/${game ?? ''}`, (signal) => client.values('product_type', { game, signal }));
  if (data.length < 2 && kind === undefined) return null;
  return (
    <label class="field-inline">
      Kind
      <select
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          go(`${path}${queryOf({ ...Object.fromEntries(query), type: value })}`, { replace: true })
        }
      >
        <option value="">Any</option>
        {data.map(({ value, count: products }) => (
          <option value={value} key={value}>
            {value} ({count(products)})
          </option>
        ))}
      </select>
    </label>
  );
}

export function ProductsPage() {
  const { query } = usePlace();
  const expansionId = query.get('expansion_id') ?? undefined;
  const expansion = useLoad(`expansion-name/${expansionId ?? ''}`, async (signal) =>
    expansionId === undefined ? undefined : client.expansions.get(expansionId, { signal }),
  );
  useTitle('Products');
  const kind = query.get('type') ?? undefined;
  const filter = { expansion_id: expansionId, game: useGame(), type: kind };
  return (
    <>
      {expansionId !== undefined && (
        <p class="trail">
          <Link to="/products">All products</Link>
          <Link to={`/expansions/${encodeURIComponent(expansionId)}`}>{expansion.data?.name ?? expansionId}</Link>
        </p>
      )}
      <h1>Sealed products</h1>
      {expansion.error && <ErrorNotice error={asError(expansion.error)} again={expansion.again} />}
      <div class="tools">
        {expansionId === undefined && <GameChoice />}
        <KindMenu game={filter.game} kind={kind} />
      </div>
      <ProductTiles key={queryOf(filter)} filter={filter} />
      <RequestNote snippet={{ method: 'GET', path: `/v1/products${queryOf(filter)}` }} />
    </>
  );
}
