/** Other cards that bear the same name: printed again elsewhere, or another picture of the same. */
import type { Card } from '../../../client/src/records.ts';
import { useSome } from '../elements/some.tsx';
import { Link } from '../frame/router.tsx';
import { useLoad } from '../service/load.ts';
import { client } from '../service/service.ts';
import { priceText } from './card-price.ts';
import { useLang } from './language-choice.tsx';
import { useExpansionNames } from './outline.ts';

/** A name that many bear is better searched for. */
const ASKED = 60;

export function OtherCards({ card: { id, name, game } }: { card: Card }) {
  const lang = useLang();
  const names = useExpansionNames(lang);
  const { data = [] } = useLoad(`named/${game}/${name}/${lang ?? ''}`, async (signal) => {
    const { items } = await client.cards.list({ q: name, game, lang, limit: ASKED, include: 'prices' }, { signal });
    return items.filter((one) => one.name === name);
  });
  const others = data.filter((one) => one.id !== id);
  const [shown, showAll] = useSome(others, { narrow: 2, wide: 8, noun: 'cards of this name' });
  if (others.length === 0) return null;
  return (
    <section>
      <h2 class="rule-name">Other cards of this name</h2>
      <ul class="others">
        {shown.map((one) => (
          <li key={one.id}>
            <Link to={`/cards/${encodeURIComponent(one.id)}`}>
              {names.get(one.expansion_id)?.name ?? one.expansion_id} {one.number !== null && `#${one.number}`}
            </Link>{' '}
            <span class="quiet">{priceText(one)}</span>
          </li>
        ))}
      </ul>
      {showAll}
    </section>
  );
}
