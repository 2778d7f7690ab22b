/** The prices that moved most: as a page, and its first rows on the start. */
import type { Mover } from '../../../client/src/records.ts';
import { amount, type Currency } from '../../../src/catalog/listing/amounts.ts';
import { GameChoice, useGame } from '../cards/game-choice.tsx';
import { useLang } from '../cards/language-choice.tsx';
import { useExpansionNames } from '../cards/outline.ts';
import { Choice } from '../elements/choice.tsx';
import { day, moveText, variantName } from '../elements/format.ts';
import { ResultRow } from '../elements/result-row.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { fitting, useSome } from '../elements/some.tsx';
import { Empty, Loaded, Skeleton } from '../elements/states.tsx';
import { go, Link, queryOf, usePlace } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';

const ASKED = 60;
const ON_THE_START = { narrow: 3, wide: 6 };

const CURRENCIES = [
  { value: 'usd', label: 'USD' },
  { value: 'eur', label: 'EUR' },
] as const;
const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
const DIRECTIONS = [
  { value: 'up', label: 'Risen' },
  { value: 'down', label: 'Fallen' },
] as const;

function MoverRows({ movers, label }: { movers: readonly Mover[]; label: string }) {
  const names = useExpansionNames(useLang());
  return (
    <ul class="results" aria-label={label}>
      {movers.map(
        ({ card_id, product_id, name, lang, number, expansion_id, image, variant, currency, from, to, percent }) => (
          <ResultRow
            key={`${card_id ?? product_id}/${variant}`}
            to={card_id === null ? `/products/${product_id}` : `/cards/${encodeURIComponent(card_id)}`}
            picture={image?.low ?? null}
            letter={name.charAt(0)}
            name={name}
            lang={lang}
            facts={[
              number !== null && `#${number}`,
              expansion_id === null ? 'Sealed product' : (names.get(expansion_id)?.name ?? expansion_id),
              variantName(variant),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <span class="moved">
              <strong class={percent < 0 ? 'fallen' : 'risen'}>{moveText(percent)}</strong>
              <span class="quiet">
                {amount(from.amount, currency as Currency)} → {amount(to.amount, currency as Currency)}
                <br />
                {day(to.observed_on)}
              </span>
            </span>
          </ResultRow>
        ),
      )}
    </ul>
  );
}

/** A few of the week, for the start, each card once; nothing where nothing moved. */
export function MoversOfTheWeek() {
  const { data = [] } = useLoad('movers', (signal) => client.movers({ limit: ASKED, signal }));
  if (data.length === 0) return null;
  const placeOf = (mover: Mover) =>
    data.findIndex(({ card_id, product_id }) => card_id === mover.card_id && product_id === mover.product_id);
  const movers = data.filter((mover, at) => placeOf(mover) === at);
  return (
    <section class="series" aria-labelledby="movers-title">
      <h2 id="movers-title">
        <Link to="/movers">Moved most</Link> <span class="quiet">in 7 days</span>
      </h2>
      <MoverRows movers={movers.slice(0, fitting(ON_THE_START))} label="Movers" />
    </section>
  );
}

function Shown({ movers, days }: { movers: readonly Mover[]; days: string }) {
  const [shown, showAll] = useSome(movers, { narrow: 16, wide: 30, noun: 'movers' });
  if (movers.length === 0) {
    return (
      <Empty title="Nothing moved">
        <p>A move is seen between two prices, {days} or more days apart: a younger catalog has none yet.</p>
      </Empty>
    );
  }
  return (
    <>
      <MoverRows movers={shown} label="Movers" />
      {showAll}
    </>
  );
}

export function MoversPage() {
  useTitle('Movers');
  const { path, query } = usePlace();
  const game = useGame();
  const lang = useLang();
  const chosen = <Value extends string>(name: string, options: readonly { value: Value }[], usual: Value): Value =>
    options.find(({ value }) => value === query.get(name))?.value ?? usual;
  const currency = chosen('currency', CURRENCIES, 'usd');
  const days = chosen('days', DAYS, '7');
  const direction = chosen('direction', DIRECTIONS, 'up');
  const choose = (name: string) => (value: string) =>
    go(`${path}${queryOf({ ...Object.fromEntries(query), [name]: value })}`, { replace: true });
  const asked = { currency, days: Number(days) as 1 | 7 | 30, direction, game, lang, limit: ASKED };
  const movers = useLoad(`movers/${JSON.stringify(asked)}`, (signal) => client.movers({ ...asked, signal }), {
    keeps: true,
  });
  return (
    <>
      <h1>Movers</h1>
      <div class="tools">
        <Choice legend="Direction" options={DIRECTIONS} value={direction} onChoose={choose('direction')} />
        <Choice legend="Days" options={DAYS} value={days} onChoose={choose('days')} />
        <Choice legend="Currency" options={CURRENCIES} value={currency} onChoose={choose('currency')} />
        <GameChoice />
      </div>
      <Loaded loading={movers} wait={<Skeleton kind="row" count={8} />}>
        {(data) => <Shown movers={data} days={days} key={queryOf({ currency, days, direction, game })} />}
      </Loaded>
      <RequestNote
        snippet={{ method: 'GET', path: `/v1/movers${queryOf({ currency, days, direction, game, lang })}` }}
      />
    </>
  );
}
