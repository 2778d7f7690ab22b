/** Finds the printing of a card that a row means: by its article, its words, or the plainest where it says nothing. */
import { foldName } from '../catalog/fold.ts';
import type { Card, Variant } from '../catalog/records.ts';
import { variantNames } from '../catalog/variant-names.ts';
import type { DeployedGame, PrintingWord } from '../games/game.ts';
import { wordsBeside } from './name-fit.ts';
import type { Wanted } from './wanted.ts';

/** The printings that a row may mean, the likeliest first. */
export interface PrintingChoice {
  variants: readonly Variant[];
  /** Whether the row leaves no other one. */
  isCertain: boolean;
}

/** What the card and its expansion are called in every language, folded. */
export interface Called {
  names: readonly string[];
  expansion: readonly string[];
}

/** Empty only where the card has no printing. */
export function choosePrinting(
  card: Card,
  wanted: Wanted,
  called: Called,
  game: DeployedGame | undefined,
): PrintingChoice {
  const plainest = [...card.variants].sort(byPlainness(game));
  const sold = plainest.filter(({ external_ids }) =>
    wanted.articles.some(({ market, article }) => external_ids[market] === article),
  );
  const offered = sold.length > 0 ? sold : plainest;
  const beside = besideNames(wanted, called);
  // `Base Set (Shadowless)`: the name of the expansion, or of the card, tells the printing too.
  const hinted = byWords(offered, beside, game?.lists.printings ?? []);
  const among = hinted !== undefined && hinted.length > 0 ? hinted : offered;
  const asked = wanted.printing === '' ? undefined : askedFor(card, among, wanted.printing, game);
  const left = asked !== undefined && asked.length > 0 ? asked : among;
  const others = plainest.filter((variant) => !left.includes(variant));
  // Words that no printing answers leave them all open.
  const isAnswered = hinted?.length !== 0 && asked?.length !== 0 && !isUntold(`${beside} ${wanted.printing}`, game);
  return { variants: [...left, ...others], isCertain: left.length === 1 && isAnswered };
}

/** The words that a row has beside the names of the card and of its expansion, which may be words of printings. */
function besideNames({ names, expansion = '' }: Wanted, called: Called): string {
  const said = wordsBeside(foldName(expansion), called.expansion);
  return [...said, ...wordsBeside(names[0]?.text ?? '', called.names)].join(' ');
}

/** The printings that the words ask for; undefined where none of them is known. */
function askedFor(card: Card, among: readonly Variant[], words: string, game: DeployedGame | undefined) {
  const names = variantNames(card.variants);
  const exact = among.filter((variant) =>
    [names.get(variant.id) ?? '', ...(game?.printings.subTypesOf(variant) ?? [])].some(
      (name) => foldName(name) === words,
    ),
  );
  if (exact.length > 0) return exact;
  // Of a game whose rules are not here, the types of its printings are the words.
  return byWords(among, words, game?.lists.printings ?? typesOf(card));
}

function byWords(among: readonly Variant[], words: string, known: readonly PrintingWord[]) {
  let rest = words;
  let asked: readonly Variant[] | undefined;
  for (const [pattern, is] of known) {
    if (!pattern.test(rest)) continue;
    rest = rest.replace(pattern, ' ');
    if (is !== null) asked = (asked ?? among).filter(is);
  }
  return asked;
}

/** Whether the words ask for what the game's catalog does not tell of its printings. */
const isUntold = (words: string, game: DeployedGame | undefined): boolean =>
  game?.lists.printings.some(([pattern, is]) => is === null && pattern.test(words)) ?? false;

const typesOf = ({ variants }: Card): PrintingWord[] =>
  [...new Set(variants.map(({ type }) => type))].map((type) => [
    new RegExp(`\\b${foldName(type)}\\b`),
    (printing) => printing.type === type,
  ]);

const byPlainness = (game: DeployedGame | undefined) => (a: Variant, b: Variant) => {
  const [odd, other] = [a, b].map((variant) => game?.printings.oddities(variant) ?? []);
  const differing = odd?.findIndex((each, at) => each !== other?.[at]) ?? -1;
  return differing < 0 ? a.id - b.id : (odd?.[differing] ?? 0) - (other?.[differing] ?? 0);
};
