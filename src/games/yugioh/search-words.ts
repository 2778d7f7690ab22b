/** What Yu-Gi-Oh!'s collectors type for rarities. */
import type { SearchWords } from '../../catalog/words/search-words.ts';

/** The letters that lists of sets put behind a card: https://yugipedia.com/wiki/Rarity. A printing's subtype is its rarity. */
export const search: SearchWords = {
  shortForms: [
    { typed: ['sr'], printings: ['super-rare'] },
    { typed: ['ur'], printings: ['ultra-rare'] },
    { typed: ['scr'], printings: ['secret-rare'] },
    { typed: ['utr', 'ulti'], printings: ['ultimate-rare'] },
    { typed: ['gr', 'ghost'], printings: ['ghost-rare'] },
    { typed: ['cr', 'collector rare'], printings: ['collectors-rare'] },
    { typed: ['str', 'starlight'], printings: ['starlight-rare'] },
    { typed: ['qcr', 'qcsr', 'qcscr', '25th secret'], printings: ['quarter-century-secret-rare'] },
    { typed: ['pscr'], printings: ['prismatic-secret-rare'] },
    { typed: ['plscr'], printings: ['platinum-secret-rare'] },
    { typed: ['sp', 'ssp'], printings: ['short-print', 'super-short-print'] },
  ],
};
