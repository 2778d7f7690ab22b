/** Finds the printing of a card that a row means: by its product, its words, or the plainest where it says nothing. */
import { foldName } from '../catalog/fold.ts';
import { compareOrdinary } from '../catalog/printings/ordinary-printing.ts';
import { type Card, ORDINARY, type Variant } from '../catalog/records.ts';
import { variantNames } from '../catalog/variant-names.ts';
import type { DeployedGame } from '../games/game.ts';
import { cardLexicon, gameLexicon, type Meaning, readPrinting, tellingLexicon } from './printing-words.ts';
import type { Wanted } from './wanted.ts';

/** The printings that a row may mean, the likeliest first. */
export interface PrintingChoice {
  variants: readonly Variant[];
  /** Whether the row leaves no other one. */
  isCertain: boolean;
  /** Whether the card has what the row's words of the printing name. */
  isOffered: boolean;
  /** Whether the name, or what stands behind it, says a rarity or part of a name that is not the card's. */
  isAnother: boolean;
  /** Words of the row that tell nothing of this card and its printings. */
  left: readonly string[];
}

/** Words of a row beside the names of the card and of its expansion. */
export interface Beside {
  /** That must be understood. */
  told: readonly string[];
  /** That may be words of printings: a marketplace's spelling of the expansion holds more. */
  hinted: readonly string[];
}

/** Empty only where the card has no printing. */
export function choosePrinting(
  card: Card,
  wanted: Wanted,
  beside: Beside,
  game: DeployedGame | undefined,
): PrintingChoice {
  const plainest = card.variants.toSorted((a, b) => compareOrdinary(a, b, game?.printings) || a.id - b.id);
  const sold = plainest.filter(({ external_ids }) =>
    wanted.marketplaceIds.some(({ market, productId }) => market !== 'passcode' && external_ids[market] === productId),
  );
  const offered = sold.length > 0 ? sold : plainest;
  const lexicons = [cardLexicon(card, game), gameLexicon(game)];
  // `Base Set (Shadowless)`: the name of the expansion, or of the card, tells the printing too.
  const { meanings } = readPrinting(beside.hinted, lexicons);
  const hint = narrowed(offered, [readPrinting(beside.told, lexicons), { meanings, left: [] }]);
  const asked =
    namedByPrices(hint.variants, card, wanted.printing) ??
    soldAs(wanted.printing, narrowed(hint.variants, [readPrinting(wordsOf(wanted.printing), lexicons)], hint), game);
  const left = standardOf(asked.variants, asked.isSized);
  const others = plainest.filter((variant) => !left.includes(variant));
  const unread = [...new Set([...hint.left, ...asked.left])];
  const isCertain = left.length === 1 && unread.length === 0;
  const isAnother =
    hint.left.length > 0 && readPrinting(hint.left, [tellingLexicon(game, card.rarity !== null)]).meanings.length > 0;
  return { variants: [...left, ...others], isCertain, isOffered: unread.length === 0, isAnother, left: unread };
}

interface Narrowed {
  variants: readonly Variant[];
  /** Words that none of them answers. */
  left: readonly string[];
  /** Whether the words name more than a finish, and whether a size. */
  isNamed: boolean;
  isSized: boolean;
}

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The printing that prices call so: `holo:1st-edition`. A finish alone is what others that are named for more have too. */
function namedByPrices(among: readonly Variant[], card: Card, words: string): Narrowed | undefined {
  const names = variantNames(card.variants);
  const variants = among.filter(({ id, type }) => {
    const name = names.get(id) ?? '';
    return name !== type && foldName(name) === words;
  });
  return variants.length === 0 ? undefined : { variants, left: [], isNamed: true, isSized: true };
}

/** Of the printings that the words leave, those that TCGplayer sells under just these. */
function soldAs(words: string, asked: Narrowed, game: DeployedGame | undefined): Narrowed {
  if (asked.left.length > 0 || game === undefined) return asked;
  const variants = asked.variants.filter((variant) =>
    game.printings.subTypesOf(variant).some((name) => foldName(name) === words),
  );
  return variants.length === 0 ? asked : { ...asked, variants };
}

/** What names a pattern, a stamp or a size comes first: marketplaces sell such printings under finishes of their own. */
function narrowed(
  among: readonly Variant[],
  read: readonly ReturnType<typeof readPrinting>[],
  before = { isNamed: false, isSized: false },
): Narrowed {
  const left = read.flatMap((each) => each.left);
  const meanings = read
    .flatMap((each) => each.meanings)
    .sort((a, b) => Number(a.meaning.isFinish) - Number(b.meaning.isFinish));
  let variants = among;
  let { isNamed, isSized } = before;
  for (const { meaning, words } of meanings) {
    const exact = variants.filter(meaning.is);
    const fitting = exact.length > 0 || meaning.or === undefined ? exact : variants.filter(meaning.or.is);
    if (fitting.length > 0) {
      variants = fitting;
      isNamed ||= !meaning.isFinish && !meaning.isOfCard;
      isSized ||= saysSize(meaning, among);
    } else if (!isOutranked(meaning, variants, isNamed)) left.push(words);
  }
  return { variants, left, isNamed, isSized };
}

/** Whether a finish is only what a marketplace calls the pattern that is named beside it: both shine. */
const isOutranked = (meaning: Meaning, variants: readonly Variant[], isNamed: boolean): boolean =>
  isNamed && meaning.isFinish && !meaning.is(ORDINARY) && variants.every(({ foil }) => foil !== null);

/** Whether the words are of a size: true of no printing that differs from one of them in its size alone. */
const saysSize = ({ is, isFinish }: Meaning, among: readonly Variant[]): boolean =>
  !isFinish && among.some((variant) => is(variant) && !is({ ...variant, size: `not ${variant.size}` }));

/** Who names no size means the usual one. */
function standardOf(variants: readonly Variant[], isSized: boolean): readonly Variant[] {
  const standard = variants.filter(({ size }) => size === ORDINARY.size);
  return isSized || standard.length === 0 ? variants : standard;
}
