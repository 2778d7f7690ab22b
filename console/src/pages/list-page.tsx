/** Price a list: a collector's file becomes cards, prices and totals, and goes back with them. */
import { count } from '../elements/format.ts';
import { RequestNote } from '../elements/snippet-box.tsx';
import { ErrorNotice, Skeleton } from '../elements/states.tsx';
import { useTitle } from '../frame/title.ts';
import { ListPlace } from '../lists/list-place.tsx';
import { PricedList } from '../lists/priced-list.tsx';
import { type Listing, type Source, useList } from '../lists/use-list.ts';

const EXAMPLE = '{"rows":[{"name":"Vultwick","number":"2/38","condition":"NM","quantity":2}]}';

function Outcome({ listing, price }: { listing: Listing; price: (source: Source) => void }) {
  if (listing.state === 'asking') {
    return (
      <>
        <p role="status">
          {count(listing.done)} of {count(listing.sheet.rows.length)} rows are looked up.
        </p>
        <Skeleton kind="row" count={4} />
      </>
    );
  }
  if (listing.state === 'failed') return <ErrorNotice error={listing.error} again={() => price(listing.source)} />;
  if (listing.state !== 'done') return null;
  const { name, sheet, answers } = listing;
  return <PricedList name={name} sheet={sheet} answers={answers} />;
}

export function ListPage() {
  useTitle('Price a list');
  const { listing, price } = useList();
  return (
    <>
      <h1>Price a list</h1>
      <p>A file of your cards becomes cards, prices and totals. It is read in this browser and never stored.</p>
      <Outcome listing={listing} price={price} />
      <ListPlace take={price} problem={listing.state === 'strange' ? listing.problem : undefined} />
      <RequestNote snippet={{ method: 'POST', path: '/v1/lookup', json: EXAMPLE }} />
    </>
  );
}
