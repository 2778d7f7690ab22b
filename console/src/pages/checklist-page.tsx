/** Every card of an expansion as a list to tick off: to print, and to take along as a file. */
import type { CardSummary } from '../../../client/src/records.ts';
import { inUnits } from '../../../src/catalog/listing/amounts.ts';
import { leastPrice } from '../../../src/catalog/listing/least-price.ts';
import { csvText } from '../../../src/sheets/csv.ts';
import { priceText } from '../cards/card-price.ts';
import { useLang } from '../cards/language-choice.tsx';
import { downloadCsv } from '../elements/csv-file.ts';
import { counted, rarityText } from '../elements/format.ts';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { Link } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { useLoad, useRecord } from '../service/load.ts';
import { client } from '../service/service.ts';

async function everyCard(expansion_id: string, lang: string | undefined, signal: AbortSignal): Promise<CardSummary[]> {
  const cards: CardSummary[] = [];
  for await (const card of client.cards.iterate({ expansion_id, lang, limit: 200, include: 'prices' }, { signal }))
    cards.push(card);
  return cards;
}

const PRICES = ['USD', 'EUR'] as const;

const fileOf = (cards: readonly CardSummary[]): string =>
  csvText(
    [
      ['number', 'name', 'rarity', ...PRICES, 'id'],
      ...cards.map((card) => [
        card.number ?? '',
        card.name,
        rarityText(card.rarity) ?? '',
        ...PRICES.map((currency) => inUnits(leastPrice(card, currency))),
        card.id,
      ]),
    ],
    ',',
  );

function Lines({ cards }: { cards: readonly CardSummary[] }) {
  return (
    <ol class="checklist">
      {cards.map((card) => (
        <li key={card.id}>
          <label>
            <input type="checkbox" /> <span class="quiet">{card.number}</span> <span lang={card.lang}>{card.name}</span>{' '}
            <span class="quiet">{[rarityText(card.rarity), priceText(card)].filter(Boolean).join(' · ')}</span>
          </label>
        </li>
      ))}
    </ol>
  );
}

export function ChecklistPage({ id }: { id: string }) {
  const lang = useLang();
  const expansion = useRecord(`expansion/${id}`, lang, (signal) => client.expansions.get(id, { lang, signal }));
  const cards = useLoad(`checklist/${id}/${lang ?? ''}`, (signal) => everyCard(id, lang, signal));
  const name = expansion.data?.name ?? id;
  useTitle(`Checklist of ${name}`);
  return (
    <>
      <p class="trail">
        <Link to="/">Browse</Link>
        <Link to={`/expansions/${encodeURIComponent(id)}`}>{name}</Link>
      </p>
      <h1 lang={expansion.data?.lang}>{name}</h1>
      <Loaded loading={cards} wait={<Skeleton kind="row" count={12} />}>
        {(all) => (
          <>
            <div class="tools">
              <span>{counted(all.length, 'card')}</span>
              <button type="button" onClick={() => print()}>
                Print
              </button>
              <button type="button" onClick={() => downloadCsv(fileOf(all), `checklist-${id}`)}>
                CSV
              </button>
            </div>
            <Lines cards={all} />
          </>
        )}
      </Loaded>
    </>
  );
}
