/** One card: its picture, its text, its printings with their prices, and their history. */
import type { CardExplanation, HeldBack } from '../../../client/src/explanation.ts';
import type { Card, CardMetadata, Variant } from '../../../client/src/records.ts';
import { amount, type Currency } from '../../../src/catalog/listing/amounts.ts';
import { LanguageChoice, useLang } from '../cards/language-choice.tsx';
import { OtherCards } from '../cards/other-cards.tsx';
import { useFactNames } from '../cards/outline.ts';
import { type Fact, ownFacts, unsaid } from '../cards/own-facts.ts';
import { FactList, SignedText } from '../elements/facts.tsx';
import { day, printing, rarityText, worded } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { useSome } from '../elements/some.tsx';
import { Empty, ErrorNotice, Skeleton } from '../elements/states.tsx';
import { Table } from '../elements/table.tsx';
import { Link, queryOf } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { MissingPrices, reasonAt } from '../prices/missing-prices.tsx';
import { PricePanel } from '../prices/price-panel.tsx';
import { useLoad, useRecord } from '../service/load.ts';
import { client } from '../service/service.ts';
import { may, useSession } from '../service/session.tsx';

/** What the guide says of a printing: the half of its columns that speaks for it. */
function eurOf({ eur_market }: Variant): { trend: number | null; low: number | null } {
  const isHolo = eur_market.price_kind === 'holo';
  return {
    trend: isHolo ? eur_market.trend_holo : eur_market.trend,
    low: isHolo ? eur_market.low_holo : eur_market.low,
  };
}

/** From mint to damaged; others that a source may name come after. */
const CONDITIONS = ['NM', 'LP', 'MP', 'HP', 'DMG'];

function conditionsOf(variants: readonly Variant[]): string[] {
  const seen = new Set(variants.flatMap(({ usd_market }) => usd_market.map(({ condition }) => condition)));
  const known = CONDITIONS.filter((condition) => seen.delete(condition));
  return [...known, ...[...seen].sort()];
}

const newestDay = ({ usd_market, eur_market }: Variant): string | null =>
  [...usd_market.map(({ observed_on }) => observed_on), eur_market.observed_on]
    .filter((observed) => observed !== null)
    .sort()
    .at(-1) ?? null;

interface AmountProps {
  cents: number | null | undefined;
  currency: Currency;
  on: string | null | undefined;
  /** The newest day of the printing: an amount of another day says its own. */
  newest: string | null;
  pending: HeldBack | undefined;
}

/** An amount; where it waits for a second day the last accepted one. */
function Amount({ cents, currency, on, newest, pending }: AmountProps) {
  const isPending = (cents === null || cents === undefined) && pending !== undefined;
  return (
    <>
      {amount(isPending ? pending.previous : cents, currency)}
      {isPending && <small class="quiet amount-day">before {day(pending.observed_on)}; a new amount is pending</small>}
      {!isPending && on && on !== newest && cents !== null && <small class="quiet amount-day">{day(on)}</small>}
    </>
  );
}

interface PrintingRowProps {
  variant: Variant;
  conditions: readonly string[];
  explained: CardExplanation['variants'][number] | undefined;
}

function PrintingRow({ variant, conditions, explained }: PrintingRowProps) {
  const eur = eurOf(variant);
  const newest = newestDay(variant);
  const usd = explained?.usd_market;
  const eurHeld = explained?.eur_market.held;
  return (
    <tr>
      <th scope="row">
        {printing(variant)} {newest && <small class="quiet amount-day">{day(newest)}</small>}
      </th>
      {conditions.map((condition) => {
        const price = variant.usd_market.find((price) => price.condition === condition);
        return (
          <td class="number" data-label={`USD ${condition}`} key={condition}>
            <Amount
              cents={price?.market}
              currency="USD"
              on={price?.observed_on}
              newest={newest}
              pending={usd?.held.find((held) => held.condition === condition && held.amount === 'market')}
            />
          </td>
        );
      })}
      {(['trend', 'low'] as const).map((name) => (
        <td class="number" data-label={`EUR ${name}`} key={name}>
          <Amount
            cents={eur[name]}
            currency="EUR"
            on={variant.eur_market.observed_on}
            newest={newest}
            pending={eurHeld?.find((held) => held.amount.replace('_holo', '') === name)}
          />
        </td>
      ))}
    </tr>
  );
}

function Printings({
  variants,
  explanation,
}: {
  variants: readonly Variant[];
  explanation: CardExplanation | undefined;
}) {
  const conditions = conditionsOf(variants);
  const [shown, showAll] = useSome(variants, { narrow: 3, wide: 30, noun: 'printings' });
  const amounts = [...conditions.map((condition) => `USD ${condition}`), 'EUR trend', 'EUR low'];
  const columns = ['Printing, observed on', ...amounts.map((name) => ({ name, kind: 'number' as const }))];
  return (
    <section class="panel" aria-labelledby="printings-title">
      <h2 id="printings-title">Printings</h2>
      <Table label="Printings and their newest prices" columns={columns}>
        {shown.map((variant) => (
          <PrintingRow
            variant={variant}
            conditions={conditions}
            explained={explanation?.variants.find(({ variant_id }) => variant_id === variant.id)}
            key={variant.id}
          />
        ))}
      </Table>
      {showAll}
      {explanation && <MissingPrices explanation={explanation} />}
    </section>
  );
}

/** What the card costs at least, of each currency with its printing and day: for who looks for nothing else. */
function Headline({ variants }: { variants: readonly Variant[] }) {
  const usd = variants.flatMap((variant) => {
    const price = CONDITIONS.map((condition) => variant.usd_market.find((each) => each.condition === condition)).find(
      (each) => each?.market != null,
    );
    return price?.market == null ? [] : [{ variant, cents: price.market, on: price.observed_on, of: price.condition }];
  });
  const eur = variants.flatMap((variant) => {
    const { trend } = eurOf(variant);
    return trend === null ? [] : [{ variant, cents: trend, on: variant.eur_market.observed_on, of: 'trend' }];
  });
  const least = <Price extends { cents: number }>(prices: readonly Price[]) =>
    prices.toSorted((a, b) => a.cents - b.cents)[0];
  const shown = [
    ['USD', least(usd)],
    ['EUR', least(eur)],
  ] as const;
  return (
    <dl class="headline">
      {shown.map(
        ([currency, price]) =>
          price && (
            <div key={currency}>
              <dt class="hidden">{currency}</dt>
              <dd>
                {variants.length > 1 && <span class="quiet">from </span>}
                <strong>{amount(price.cents, currency)}</strong>{' '}
                <span class="quiet">
                  {printing(price.variant)}, {price.of}, {day(price.on)}
                </span>
              </dd>
            </div>
          ),
      )}
      {usd.length + eur.length === 0 && <dd class="quiet">No price yet</dd>}
    </dl>
  );
}

type FactName = ReturnType<typeof useFactNames>;

/** The formats in which the card may be played, and those in which it is banned or restricted. */
function Legalities({ legalities = {} }: CardMetadata) {
  return (
    <>
      {Object.entries(legalities).map(
        ([format, standing]) =>
          standing !== 'not_legal' && (
            <span class={standing === 'legal' ? 'chip' : `chip chip-${standing}`} key={format}>
              {worded(format)}
              {standing === 'legal' ? '' : `: ${standing}`}
            </span>
          ),
      )}
    </>
  );
}

function facts({ category, rarity, illustrator, metadata }: Card, named: FactName): Fact[] {
  const own = ownFacts(named, metadata.attributes);
  const types: Fact = [named('types'), metadata.types.join(', ')];
  return [
    ...unsaid([['Category', category]], own),
    ['Rarity', rarityText(rarity)],
    ...unsaid([types], own),
    [named('hp'), metadata.hp?.toString() ?? null],
    [named('stage'), metadata.stage],
    [named('evolve_from', 'Evolves from'), metadata.evolve_from],
    [named('trainer_type', 'Trainer'), metadata.trainer_type],
    [named('energy_type', 'Energy'), metadata.energy_type],
    [
      named('weaknesses', 'Weakness'),
      metadata.weaknesses.map(({ type, modifier }) => `${type} ${modifier}`).join(', '),
    ],
    [
      named('resistances', 'Resistance'),
      metadata.resistances?.map(({ type, modifier }) => `${type} ${modifier}`).join(', ') ?? null,
    ],
    [named('retreat'), metadata.retreat?.toString() ?? null],
    ...own,
    ['Illustrator', illustrator],
  ];
}

interface Face extends Readonly<Record<string, unknown>> {
  name?: unknown;
  text?: unknown;
  description?: unknown;
  image?: { low?: unknown } | null;
}

/** The sides of a card that has several, each with its picture, facts and text. */
const Faces = ({ faces, named }: { faces: readonly Face[]; named: FactName }) =>
  faces.map(({ name, text, description, image, ...facts }) => (
    <div class="rule" key={String(name)}>
      <h2 class="rule-name">{String(name ?? '')}</h2>
      {typeof image?.low === 'string' && (
        <Picture class="face" src={image.low} alt={`The side ${String(name)}`} isLazy />
      )}
      <FactList facts={ownFacts(named, facts)} />
      {typeof text === 'string' && (
        <p>
          <SignedText text={text} />
        </p>
      )}
      {typeof description === 'string' && <p class="flavour">{description}</p>}
    </div>
  ));

function CardText({ metadata: { abilities, attacks, effect, description } }: { metadata: CardMetadata }) {
  return (
    <>
      {abilities.map(({ kind, name, text }) => (
        <div class="rule" key={name}>
          <h2 class="rule-name">
            {name} <span class="chip">{kind}</span>
          </h2>
          <p>
            <SignedText text={text} />
          </p>
        </div>
      ))}
      {attacks.map(({ name, cost, damage, text }) => (
        <div class="rule" key={name}>
          <h2 class="rule-name">
            {name} {damage && <span class="damage">{damage}</span>}
            {cost.length > 0 && <span class="quiet"> {cost.join(' · ')}</span>}
          </h2>
          {text && <p>{text}</p>}
        </div>
      ))}
      {effect && (
        <p class="rule">
          <SignedText text={effect} />
        </p>
      )}
      {description && <p class="flavour">{description}</p>}
    </>
  );
}

function Waiting() {
  return (
    <div class="card-page">
      <span class="skeleton card-large" />
      <Skeleton kind="panel" count={2} />
    </div>
  );
}

/** What the card is called in the other languages, each a way to it in that language. */
function Names({ card: { id, lang, names = {} } }: { card: Card }) {
  const others = Object.entries(names).filter(([language]) => language !== lang);
  if (others.length === 0) return null;
  return (
    <p class="facts">
      {others.map(([language, name]) => (
        <span lang={language} key={language}>
          <Link to={`/cards/${encodeURIComponent(id)}?lang=${language}`}>{name}</Link>
        </span>
      ))}
    </p>
  );
}

/** The picture, and beside it all that is not a price. */
function Description({ card, path }: { card: Card; path: string }) {
  const { game, id, name, number, image, metadata } = card;
  const named = useFactNames(game);
  const faces = (metadata.attributes?.faces ?? []) as readonly Face[];
  const said = faces.flatMap((face) => ownFacts(named, face).map(([fact]) => fact));
  return (
    <div class="card-page">
      <div class="card-large">
        <Picture src={image?.high} alt={`The card ${name}`} width={600} height={838}>
          <span class="card-blank">no picture</span>
        </Picture>
      </div>
      <div class="card-head">
        <h1 lang={card.lang}>
          {name} {number !== null && <span class="card-number">#{number}</span>}
        </h1>
        <Headline variants={card.variants} />
      </div>
      <div class="card-body">
        <p class="facts">
          <code>{id}</code>
          {metadata.legality.standard && <span class="chip">standard</span>}
          {metadata.legality.expanded && <span class="chip">expanded</span>}
          <Legalities {...metadata} />
          {may(useSession(), 'admin') && (
            <Link to={`/subscriptions?watch=${encodeURIComponent(id)}`}>Watch its price</Link>
          )}
        </p>
        <LanguageChoice game={card.game} />
        <Names card={card} />
        <FactList facts={facts(card, named).filter(([fact]) => !said.includes(fact))} />
        {/* What a card with sides says as a whole is what its front says. */}
        {faces[0] ? <Faces faces={faces} named={named} /> : <CardText metadata={metadata} />}
        <OtherCards card={card} />
        <RequestNote snippet={{ method: 'GET', path }} />
      </div>
    </div>
  );
}

export function CardPage({ id }: { id: string }) {
  const lang = useLang();
  const card = useRecord(`card/${id}`, lang, (signal) => client.cards.get(id, { lang, signal }));
  const explanation = useLoad(`explain/${id}`, (signal) => client.cards.explain(id, { signal })).data;
  const expansionId = card.data?.expansion_id;
  const expansion = useLoad(`expansion-name/${expansionId ?? ''}/${lang ?? ''}`, async (signal) =>
    expansionId === undefined ? undefined : client.expansions.get(expansionId, { lang, signal }),
  );
  const { data, error } = card;
  useTitle(data?.name);
  if (data === undefined) return error ? <ErrorNotice error={error} again={card.again} isWholePage /> : <Waiting />;
  const path = `/v1/cards/${encodeURIComponent(id)}`;
  return (
    <>
      <p class="trail">
        <Link to="/">Browse</Link>
        <Link to={`/expansions/${encodeURIComponent(data.expansion_id)}`}>
          {expansion.data?.name ?? (expansion.error ? data.expansion_id : '…')}
        </Link>
      </p>
      <Description card={data} path={`${path}${queryOf({ lang })}`} />
      {data.variants.length === 0 ? (
        <Empty title="No printing is known yet">
          <p>Prices belong to printings: they follow when the source names some.</p>
        </Empty>
      ) : (
        <>
          <Printings variants={data.variants} explanation={explanation} />
          <PricePanel
            key={id}
            path={`${path}/prices`}
            load={(window, signal) => client.cards.prices(id, window, { signal })}
            reasonAt={(at, currency) => reasonAt(explanation, at, currency)}
          />
        </>
      )}
    </>
  );
}
