/** Yu-Gi-Oh!: what only this game has, put together. */
import { type CardPlace, type Game, marketSources } from '../game.ts';
import { fields } from './fields.ts';
import { marketplaceProducts, printings } from './printings.ts';
import { lists, sealed, search } from './words.ts';
import { ygoprodeck } from './ygoprodeck/ygoprodeck.ts';

/** `MP24-EN269` in any case: the letters before the dash are the expansion, the whole is the number. */
function placesOfSetCode(id: string): CardPlace[] {
  const code = id.trim().toUpperCase();
  const [, expansion_id] = /^([^-]+)-.+$/.exec(code) ?? [];
  return expansion_id === undefined ? [] : [{ expansion_id, number: code }];
}

export const yugioh = {
  title: 'Yu-Gi-Oh!',
  facts: {
    passcode: 'Passcode',
    race: 'Type',
    typeline: 'Type line',
    frame_type: 'Frame',
    scale: 'Pendulum scale',
    linkval: 'Link rating',
    linkmarkers: 'Link arrows',
    md_rarity: 'Master Duel rarity',
    tcg_date: 'TCG date',
    ocg_date: 'OCG date',
  },
  fields,
  catalogs: { ygoprodeck },
  printings,
  marketplaceProducts,
  sealed,
  search,
  lists,
  external: { set_code: { isInternal: true, places: placesOfSetCode } },
  sources: {
    catalog: { adapter: 'ygoprodeck', url: 'https://db.ygoprodeck.com/api/v7' },
    ...marketSources(2, 3),
  },
} satisfies Game;
