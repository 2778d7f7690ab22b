/** `POST /v1/scan`: which card is on this photo. */

import Type, { type Static } from 'typebox';
import { doc, objectOf, optionalText, textOr, textOrNull } from '../../catalog/field-shapes.ts';
import { Failure } from '../../failure.ts';
import type { ScanMatch } from '../../scan/compare/verdict.ts';
import type { Found } from '../../scan/processes/photo-messages.ts';
import { ScanBusy } from '../../scan/processes/photo-processes.ts';
import type { Scanner } from '../../scan/processes/scanner.ts';
import { type ScannedCard, scannedCards } from '../../store/pictures/scan-pictures.ts';
import type { Store } from '../../store/store.ts';
import type { InLanguages } from '../answer/answer.ts';
import { RateLimited } from '../answer/send.ts';
import { readPhoto, type SentPhoto } from '../body/photo-body.ts';
import type { Query } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import {
  cardAndPlace,
  cardsIn,
  expansionNamesIn,
  langParameter,
  namingIn,
  readLang,
  type ServedGames,
  type Speaking,
} from './in-language.ts';

const RETRY_S = 1;
const SCORE_PLACES = 10_000;

const { id, name, rarity, number, image, expansion, lang } = cardAndPlace;
/** The card of a match. What upstream does not give is null here as everywhere. */
const MatchedCard = objectOf('The card', {
  ...{ id, name, category: textOrNull('Kind of card', 'Creature'), rarity, number, image, expansion, lang },
});

type MatchedCard = Static<typeof MatchedCard>;

const Matches = Type.Array(
  Type.Object({
    score: Type.Number({ minimum: 0, maximum: 1, ...doc('How sure it is, 1 the surest', 0.97) }),
    card: MatchedCard,
  }),
  { maxItems: 5, ...doc('Best first; empty when nothing is sure enough') },
);

const Share = Type.Number(doc('A share of the photo, a little below 0 or above 1 where the card is cut', 0.12));

const PlacedCard = Type.Object({
  corners: Type.Array(Type.Array(Share, { minItems: 2, maxItems: 2 }), {
    minItems: 4,
    maxItems: 4,
    ...doc('Where it lies: corners from its own top left clockwise, each x and y', [
      [0.1, 0.2],
      [0.3, 0.2],
      [0.3, 0.5],
      [0.1, 0.5],
    ]),
  }),
  matches: Matches,
});

export const ScanAnswer = Type.Object({
  analysis: Type.Object(
    { game: textOr('The game of the card', 'when there is no match', 'game') },
    doc('What the photo shows'),
  ),
  matches: Matches,
  several: Type.Optional(
    Type.Literal(true, doc('Stands where the photo shows several cards; `matches` then is the one nearest the middle')),
  ),
  cards: Type.Optional(
    Type.Array(PlacedCard, {
      maxItems: 12,
      ...doc('With `cards=all`: each card that is sure enough, as one reads a page'),
    }),
  ),
  more: Type.Optional(Type.Literal(true, doc('Stands where the photo shows more cards than `cards` holds'))),
});
type ScanAnswer = Static<typeof ScanAnswer>;

export const scanParameters = {
  cards: Type.Optional(
    Type.Literal('all', doc('Each of up to twelve cards on the photo, in `cards`, with the place where it lies.')),
  ),
  ...langParameter,
};

/** @throws Failure bad_request */
function asksForEveryCard({ cards }: Query): boolean {
  if (cards !== undefined && cards !== 'all') throw new Failure('bad_request', 'cards must be all.');
  return cards === 'all';
}

const game = optionalText('Only cards of this game; an unknown one has none.', 'game');

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
export async function scanPhoto(
  { query, upload }: RouteRequest,
  { store, scanner, games, only }: ServedGames & { store: Store; scanner: Scanner },
): Promise<ScanAnswer | InLanguages> {
  const sent = await readPhoto(upload);
  const everyCard = asksForEveryCard(query);
  const lang = readLang(query, { games });
  await scanner.requireIndex();
  // Where one game alone is seen, its cards alone are compared.
  const game = sent.game ?? (only?.length === 1 ? only[0] : undefined);
  const found = await identify({ ...sent, game }, everyCard, scanner);
  const answer = await scanAnswer({ reads: store.reads, games, only }, found, lang);
  const matches = [answer.matches, ...(answer.cards ?? []).map((each) => each.matches)].flat();
  const cards = matches.map(({ card }) => card);
  return namingIn(lang, answer, cards);
}

/** The answer for what was found, cards that went meanwhile left out. */
export async function scanAnswer(context: Speaking, found: Found, lang: string | undefined): Promise<ScanAnswer> {
  const all = [found.matches, ...(found.cards ?? []).map(({ matches }) => matches)];
  const known = await scannedCards(context.reads, [...new Set(all.flat().map(({ row }) => row))]);
  const seen = new Map([...known].filter(([, { card }]) => context.only?.includes(card.game) ?? true));
  const cards = lang === undefined ? seen : await scannedIn(context, lang, seen);
  const shown = (matches: readonly ScanMatch[]): ScanAnswer['matches'] =>
    matches.flatMap(({ row, score }) => {
      const card = cards.get(row);
      return card === undefined ? [] : [{ score: rounded(score), card: cardOf(card) }];
    });
  const [best] = found.matches.flatMap(({ row }) => cards.get(row) ?? []);
  const answer: ScanAnswer = { analysis: { game: best?.card.game ?? null }, matches: shown(found.matches) };
  if (found.several) answer.several = true;
  if (found.more) answer.more = true;
  if (found.cards === undefined) return answer;
  const placed = found.cards.map(({ corners, matches }) => ({
    corners: corners.map((corner) => corner.map(inPlaces)),
    matches: shown(matches),
  }));
  return { ...answer, cards: placed.filter(({ matches }) => matches.length > 0) };
}

async function scannedIn(context: Speaking, lang: string, found: ReadonlyMap<number, ScannedCard>) {
  const all = [...found.values()];
  const shown = all.map(({ card }) => card);
  const cards = await cardsIn(context, lang, shown);
  const places = all.map(({ card, expansion }) => ({ game: card.game, id: card.expansion_id, name: expansion }));
  const expansions = await expansionNamesIn(context, lang, places);
  const spoken = new Map(cards.map((card) => [card.id, card]));
  return new Map(
    [...found].map(([row, { card, expansion }]) => [
      row,
      { card: spoken.get(card.id) ?? card, expansion: expansions.get(card.expansion_id) ?? expansion },
    ]),
  );
}

async function identify(sent: SentPhoto, everyCard: boolean, scanner: Scanner): Promise<Found> {
  try {
    const photo = 'photo' in sent ? sent.photo : await scanner.photoAt(sent.url);
    return await scanner.identify({ photo, game: sent.game, everyCard });
  } catch (error) {
    if (error instanceof ScanBusy) throw new RateLimited('Too many photos are being scanned; try again.', RETRY_S);
    throw error;
  }
}

const inPlaces = (value: number): number => Math.round(value * SCORE_PLACES) / SCORE_PLACES;
const rounded = (score: number): number => inPlaces(Math.min(1, Math.max(0, score)));

function cardOf({ card, expansion }: ScannedCard): MatchedCard {
  const { id, name, category, rarity, number, image, expansion_id, lang } = card;
  const place = { id: expansion_id, name: expansion };
  return { id, name, category, rarity, number, image, expansion: place, ...(lang !== undefined && { lang }) };
}
