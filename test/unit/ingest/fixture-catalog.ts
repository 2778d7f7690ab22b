/** The fixture upstream's catalog, read from its files, for tests that count over all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ClaimingCard } from '../../../src/catalog/claims.ts';
import type { ExternalIds } from '../../../src/catalog/records.ts';
import { type FixtureData, fixtureFolder } from '../../support/sources/fixture-upstream.ts';

interface RawIds {
  cardmarket?: number;
  tcgplayer?: number;
}
interface RawCard {
  id: string;
  name: string;
  set: { id: string };
  thirdParty?: RawIds;
  variants_detailed?: {
    type: string;
    subtype?: string;
    size: string;
    stamp?: string[];
    foil?: string;
    thirdParty?: RawIds;
  }[];
}

const ids = (raw: RawIds | undefined): ExternalIds => ({
  tcgplayer: raw?.tcgplayer ?? null,
  cardmarket: raw?.cardmarket ?? null,
});

/** Every card of one snapshot as the matching sees it; printings without ids of their own have those of the card. */
export function fixtureCards(data: FixtureData, snapshot: string): ClaimingCard[] {
  const file = join(fixtureFolder(data), 'catalog', snapshot, 'cards.ndjson.gz');
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  let id = 0;
  return lines.map((line) => {
    const card = JSON.parse(line) as RawCard;
    return {
      game: 'game',
      id: card.id,
      name: card.name,
      number: null,
      expansion_id: card.set.id,
      external_ids: ids(card.thirdParty),
      variants: (card.variants_detailed ?? []).map((printing) => ({
        id: ++id,
        type: printing.type,
        subtype: printing.subtype ?? null,
        size: printing.size,
        stamps: [...(printing.stamp ?? [])].sort(),
        foil: printing.foil ?? null,
        is_missing: false,
        external_ids: ids(printing.thirdParty ?? card.thirdParty),
      })),
    };
  });
}
