/** What Magic's collectors type for treatments and finishes. */
import type { SearchWords } from '../../catalog/words/search-words.ts';

/**
 * Scryfall writes `frame_effects` and `promo_types` as one word (https://scryfall.com/docs/api/frames); people write two, or the
 * letters that shops put behind names.
 */
export const search: SearchWords = {
  shortForms: [
    {
      typed: ['full art', 'fa'],
      printings: ['fullart', 'borderless-fullart', 'showcase-fullart', 'extendedart-fullart'],
    },
    { typed: ['extended art', 'ea'], printings: ['extendedart', 'extendedart-fullart'] },
    { typed: ['borderless'], printings: ['borderless-fullart'] },
    { typed: ['showcase'], printings: ['showcase-fullart'] },
    { typed: ['foil etched', 'etched foil'], printings: ['etched'] },
    { typed: ['surge foil'], printings: ['surgefoil'] },
    { typed: ['rainbow foil'], printings: ['rainbowfoil'] },
    { typed: ['promo pack'], printings: ['promopack'] },
    { typed: ['mythic rare'], rarities: ['mythic'] },
  ],
};
