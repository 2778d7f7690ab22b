/** How much of a game or an expansion has pictures and prices, and how fresh they are: the same cells of a row for both. */
import { count, day, shareText } from '../elements/format.ts';

interface Covered {
  cards: number;
  with_image: number;
  with_usd: number;
  with_eur: number;
  observed_on: string | null;
}

export const COVERAGE_COLUMNS = [
  ...['Cards', 'Pictures', 'USD', 'EUR'].map((name) => ({ name, kind: 'number' as const })),
  { name: 'Newest price', kind: 'day' as const },
];

export function Coverage({ of: { cards, with_image, with_usd, with_eur, observed_on } }: { of: Covered }) {
  return (
    <>
      <td class="number" data-label="Cards">
        {count(cards)}
      </td>
      <td class="number" data-label="Pictures">
        {shareText(with_image, cards)}
      </td>
      <td class="number" data-label="USD">
        {shareText(with_usd, cards)}
      </td>
      <td class="number" data-label="EUR">
        {shareText(with_eur, cards)}
      </td>
      <td class="day" data-label="Newest price">
        {day(observed_on)}
      </td>
    </>
  );
}
