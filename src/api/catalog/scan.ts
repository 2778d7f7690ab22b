/** `POST /v1/scan`: which card is on this photo. */
import Type, { type Static } from 'typebox';
import { doc, imageOrNull, nullable, text, textOrNull } from '../../catalog/field-shapes.ts';
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
const MatchedCard = Type.Object(
  {
    id: text('Id of the card', 'fl1-2'),
    name: text('Name of the card', 'Vultwick'),
    category: textOrNull('Kind of card', 'Creature'),
    rarity: textOrNull('Rarity in the words of the source', 'Luminous Rare'),
    number: textOrNull('Collector number as printed', '2'),
    image: imageOrNull('Picture of the card'),
    expansion: Type.Object(
      { id: text('Id of the expansion', 'fl1'), name: text('Name of the expansion', 'Harbour of Wicks') },
      doc('The expansion of the card'),
    ),
  },
  doc('The card'),
);

type MatchedCard = Static<typeof MatchedCard>;

/** What is said of a photo. */
export const ScanAnswer = Type.Object({
  analysis: Type.Object(
    { game: nullable(Type.String(), doc('The game of the card; null when there is no match', 'game')) },
    doc('What the photo shows'),
  ),
  matches: Type.Array(
    Type.Object({
      score: Type.Number({ minimum: 0, maximum: 1, ...doc('How sure it is, 1 the surest', 0.97) }),
      card: MatchedCard,
    }),
    { maxItems: 5, ...doc('Best first; empty when nothing is sure enough') },
  ),
});
type ScanAnswer = Static<typeof ScanAnswer>;

const game = Type.Optional(Type.String(doc('Only cards of this game; an unknown one has none.', 'game')));

/** The bodies it takes. */
export const scanBodies = {
  'multipart/form-data': Type.Object({
    image: Type.String({
      contentMediaType: 'image/*',
      ...doc('The photo: JPEG, PNG, WebP or AVIF of at most 10 MB', '(the bytes of photo.jpg)'),
    }),
    game,
  }),
  'application/json': Type.Object({
    url: Type.String({
      format: 'uri',
      ...doc(
        'A public https address of at most 10 MB; redirects are not followed',
        'https://pictures.example/photo.jpg',
      ),
    }),
    game,
  }),
};

/**
 * The photo is read before anything is refused: a caller that is still sending gets to read why.
 * @throws Failure of every kind that the specification lists for scans, RateLimited when too many wait
 */
export async function scanPhoto({ upload }: RouteRequest, { store, scanner }: ApiContext): Promise<ScanAnswer> {
  const sent = await readPhoto(upload);
  await scanner.requireIndex();
  return scanAnswer(store.reads, await identify(sent, scanner));
}

/** The answer for what was found, cards that went meanwhile left out. */
export async function scanAnswer(reads: Reads, matches: readonly ScanMatch[]): Promise<ScanAnswer> {
  const rows = matches.map(({ row }) => row);
  const cards = await scannedCards(reads, rows);
  const shown = matches.flatMap(({ row, score }) => {
    const found = cards.get(row);
    return found === undefined ? [] : [{ score: rounded(score), card: cardOf(found) }];
  });
  const [best] = matches.flatMap(({ row }) => cards.get(row) ?? []);
  return { analysis: { game: best?.card.game ?? null }, matches: shown };
}

async function identify(sent: SentPhoto, scanner: Scanner): Promise<ScanMatch[]> {
  try {
    const photo = 'photo' in sent ? sent.photo : await scanner.photoAt(sent.url);
    return await scanner.identify({ photo, game: sent.game });
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
