/** `POST /v1/scan`: which card is on this photo. */
import Type, { type Static } from 'typebox';
import { NullableString } from '../../catalog/field-shapes.ts';
import type { CatalogScope } from '../../catalog/scope.ts';
import type { ScanMatch } from '../../scan/compare/verdict.ts';
import { ScanBusy } from '../../scan/processes/photo-processes.ts';
import type { Scanner } from '../../scan/processes/scanner.ts';
import { type ScannedCard, scannedCards } from '../../store/scan-pictures.ts';
import type { Reads } from '../../store/store.ts';
import { RateLimited } from '../answer/send.ts';
import { readPhoto, type SentPhoto } from '../body/photo-body.ts';
import type { ApiContext, RouteRequest } from '../context.ts';

const RETRY_S = 1;
const SCORE_PLACES = 10_000;

/** The card of a match. What upstream does not give is null here as everywhere. */
const MatchedCard = Type.Object({
  id: Type.String(),
  name: Type.String(),
  category: NullableString,
  rarity: NullableString,
  number: NullableString,
  image: Type.Union([Type.Object({ low: Type.String(), high: Type.String() }), Type.Null()]),
  expansion: Type.Object({ id: Type.String(), name: Type.String() }),
});

type MatchedCard = Static<typeof MatchedCard>;

/** What is said of a photo. */
export const ScanAnswer = Type.Object({
  analysis: Type.Object({
    game: Type.Union([Type.String(), Type.Null()], { description: 'null when there is no match' }),
  }),
  matches: Type.Array(Type.Object({ score: Type.Number({ minimum: 0, maximum: 1 }), card: MatchedCard }), {
    maxItems: 5,
    description: 'best first; empty when nothing is sure enough',
  }),
});
type ScanAnswer = Static<typeof ScanAnswer>;

/** The bodies it takes. */
export const scanBodies = {
  'multipart/form-data': Type.Object({
    image: Type.String({ contentMediaType: 'image/*', description: 'JPEG, PNG, WebP or AVIF of at most 10 MB' }),
  }),
  'application/json': Type.Object({
    url: Type.String({ format: 'uri', description: 'a public https address; redirects are not followed' }),
  }),
};

/**
 * The photo is read before anything is refused: a caller that is still sending gets to read why.
 * @throws Failure of every kind that the specification lists for scans, RateLimited when too many wait
 */
export async function scanPhoto({ upload }: RouteRequest, { store, scanner, scope }: ApiContext): Promise<ScanAnswer> {
  const sent = await readPhoto(upload);
  await scanner.requireIndex();
  return scanAnswer(store.reads, scope, await identify(sent, scanner));
}

/** The answer for what was found, cards that went meanwhile left out. */
export async function scanAnswer(
  reads: Reads,
  { game }: CatalogScope,
  matches: readonly ScanMatch[],
): Promise<ScanAnswer> {
  const rows = matches.map(({ row }) => row);
  const cards = await scannedCards(reads, rows);
  const shown = matches.flatMap(({ row, score }) => {
    const found = cards.get(row);
    return found === undefined ? [] : [{ score: rounded(score), card: cardOf(found) }];
  });
  return { analysis: { game: shown.length === 0 ? null : game }, matches: shown };
}

async function identify(sent: SentPhoto, scanner: Scanner): Promise<ScanMatch[]> {
  try {
    return await scanner.identify('photo' in sent ? sent.photo : await scanner.photoAt(sent.url));
  } catch (error) {
    if (error instanceof ScanBusy) throw new RateLimited('Too many photos are being scanned; try again.', RETRY_S);
    throw error;
  }
}

const rounded = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * SCORE_PLACES) / SCORE_PLACES;

function cardOf({ card, expansion }: ScannedCard): MatchedCard {
  const { id, name, category, rarity, number, image, expansion_id } = card;
  return { id, name, category, rarity, number, image, expansion: { id: expansion_id, name: expansion } };
}
