/** Tells which texts of a language are another card's: upstream files join different cards under one id. */
import { foldName } from '../../catalog/fold.ts';
import type { CardContext } from '../../catalog/languages/texts.ts';
import { remembered } from '../../packed/remembered.ts';

/** A card with what it is called in a language; `text` is absent where it is called nothing there. */
export interface AuditedCard {
  id: string;
  expansion_id: string;
  name: string;
  category: string | null;
  /** Its numbers in the game's index of creatures: the same in every language. */
  species: readonly number[];
  facts: CardContext;
  text?: { name: string; facts: CardContext };
}

/** Why a text is withheld, for operators. */
export const REASONS = {
  name: 'its name is that of another card elsewhere',
  expansion: 'its expansion joins different cards, and its names are paired nowhere else',
  facts: 'its number, illustrator, hp or types are those of another card',
} as const;
export type Withheld = (typeof REASONS)[keyof typeof REASONS];

/** An expansion with so many wrong names, and this share of those that can be judged, joins cards by mistake. */
const WRONG_MIN = 3;
const WRONG_SHARE_MIN = 0.25;

/** What the rest of the game says of a pair of names. `odd` is a card whose own name is that of other species elsewhere. */
type Verdict = 'paired' | 'same-species' | 'wrong' | 'odd' | 'unknown';

/** A card as names are compared: folded, so that hyphens and widths make no other name. */
interface Folded extends Pick<AuditedCard, 'id' | 'expansion_id' | 'category' | 'species'> {
  own: string;
  text: string | undefined;
  /** Whether the two sources say the same of it. */
  agrees: boolean;
}

const folded = (name: string) => foldName(name).replaceAll(' ', '') || name;

function agree(own: CardContext, other: CardContext): boolean {
  const isSame = (fact: 'number' | 'illustrator' | 'hp') =>
    own[fact] === null || other[fact] === null || own[fact] === other[fact];
  return isSame('number') && isSame('illustrator') && isSame('hp') && own.types === other.types;
}

const foldedCard = ({ name, facts, text, ...card }: AuditedCard): Folded => ({
  ...card,
  own: folded(name),
  text: text && folded(text.name),
  agrees: text === undefined || agree(facts, text.facts),
});

const shareSpecies = (one: Folded, other: Folded) => one.species.some((number) => other.species.includes(number));

/** What these cards say of the names of others. */
function verdictsAmong(cards: readonly Folded[]): (card: Folded) => Verdict {
  const byOwn = Map.groupBy(cards, ({ own }) => own);
  const byText = Map.groupBy(cards, ({ text }) => text);
  const numbered = cards.flatMap((card) => card.species.map((number) => ({ number, card })));
  const bySpecies = Map.groupBy(numbered, ({ number }) => number);
  /** Asked of a card once for each that has its name: 200 for some. */
  const isCalledOtherwise = remembered((card: Folded): boolean => {
    const isOther = ({ text }: Folded) => text !== undefined && text !== card.text;
    const ofSpecies = card.species.flatMap((number) => bySpecies.get(number) ?? []);
    return byOwn.get(card.own)?.some(isOther) || ofSpecies.some((alike) => isOther(alike.card));
  });
  return (card) => {
    const others = (alike: readonly Folded[] | undefined) => (alike ?? []).filter((other) => other !== card);
    const namesakes = others(byOwn.get(card.own));
    if (namesakes.some(({ text }) => text === card.text)) return 'paired';
    const known = namesakes.filter(({ species }) => species.length > 0);
    const isOdd = card.species.length > 0 && known.length > 0 && !known.some((other) => shareSpecies(card, other));
    if (isOdd) return 'odd';
    const called = others(byText.get(card.text));
    if (called.some((other) => shareSpecies(card, other))) return 'same-species';
    const strangers = called.filter(({ own }) => own !== card.own);
    if (strangers.length === 0) return 'unknown';
    if (isCalledOtherwise(card)) return 'wrong';
    // One name for two cards is common, for two species it is not. A stranger that is called otherwise itself is the wrong one.
    const isOfAnother = strangers.some(
      (other) =>
        ((card.species.length > 0 && other.species.length > 0) || other.category !== card.category) &&
        !isCalledOtherwise(other),
    );
    return isOfAnother ? 'wrong' : 'unknown';
  };
}

/** The expansion whose names or contexts are wrong most often, if that is too often to be chance: the others may be so by its evidence. */
function joinedExpansion(judged: readonly { card: Folded; verdict: Verdict }[]): string | undefined {
  const byExpansion = Map.groupBy(judged, ({ card }) => card.expansion_id);
  const shares = [...byExpansion].flatMap(([id, cards]) => {
    const kinds = cards.map(({ card, verdict }) => (verdict === 'unknown' && !card.agrees ? 'wrong' : verdict));
    const wrong = kinds.filter((kind) => kind === 'wrong' || kind === 'odd').length;
    const share = wrong / kinds.filter((kind) => kind !== 'unknown').length;
    return wrong >= WRONG_MIN && share > WRONG_SHARE_MIN ? [{ id, share, wrong }] : [];
  });
  return shares.sort((a, b) => b.share - a.share || b.wrong - a.wrong || (a.id < b.id ? -1 : 1))[0]?.id;
}

function reasonFor({ agrees }: Folded, verdict: Verdict, isJoined: boolean): Withheld | undefined {
  if (verdict === 'paired') return undefined;
  if (verdict === 'wrong') return REASONS.name;
  if (isJoined) return REASONS.expansion;
  return agrees || verdict === 'same-species' ? undefined : REASONS.facts;
}

/**
 * Texts that are not believed to be their cards', by the cards' ids. A text is believed where its name is paired as in the
 * rest of the game, or where nothing speaks against it: that the numbers agree proves nothing where one file holds both
 * languages. What stands in an expansion that joins different cards is no evidence for others, and believed only as a pair
 * that stands elsewhere.
 */
export function auditLanguage(audited: readonly AuditedCard[]): Map<string, Withheld> {
  const cards = audited.map(foldedCard);
  const texts = cards.filter(({ text }) => text !== undefined);
  const joined = new Set<string>();
  for (;;) {
    const verdictOn = verdictsAmong(cards.filter(({ expansion_id }) => !joined.has(expansion_id)));
    const judged = texts.map((card) => ({ card, verdict: verdictOn(card) }));
    const found = joinedExpansion(judged.filter(({ card }) => !joined.has(card.expansion_id)));
    if (found === undefined) {
      return new Map(
        judged.flatMap(({ card, verdict }): [string, Withheld][] => {
          const reason = reasonFor(card, verdict, joined.has(card.expansion_id));
          return reason === undefined ? [] : [[card.id, reason]];
        }),
      );
    }
    joined.add(found);
  }
}
