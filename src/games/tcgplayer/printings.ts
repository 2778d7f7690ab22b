/** The printings of a card as TCGplayer tells them apart: by a sub type of its product, whatever it is called. */
import { ORDINARY, type Printing } from '../../catalog/records.ts';
import type { PrintingRules } from '../game.ts';

const FIRST_EDITION = '1st-edition';

/** Finishes that have a word of their own here; every other one is the sub type's, in small letters with dashes. */
const FINISHES: readonly (readonly [type: string, name: string])[] = [
  ['holo', 'Holofoil'],
  ['reverse', 'Reverse Holofoil'],
];

/** Editions as they begin a sub type: `Unlimited`, `1st Edition Holofoil`, `Unlimited Edition Normal`. */
const EDITION = /^(1st Edition|(?:Unlimited|Limited)(?: Edition)?)(?: (.+))?$/;

const dashed = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const spaced = (type: string): string => type.split('-').map(capital).join(' ');

const typeOf = (finish: string): string => FINISHES.find(([, name]) => name === finish)?.[0] ?? dashed(finish);
const finishOf = (type: string): string => FINISHES.find(([known]) => known === type)?.[1] ?? spaced(type);

function subTypeOf({ type, subtype, stamps, foil }: Printing): string {
  // What no rule gives back stands as it came: by its capitals it is no word of ours, else it is said twice.
  if (foil !== null || type !== dashed(type)) return foil ?? type;
  const edition = stamps.includes(FIRST_EDITION) ? '1st Edition' : subtype === null ? '' : spaced(subtype);
  if (edition === '') return finishOf(type);
  // Where `Edition` is said, the finish is too: `Unlimited`, but `Unlimited Edition Normal`.
  const isShort = type === 'normal' && (stamps.length > 0 || !edition.endsWith(' Edition'));
  return isShort ? edition : `${edition} ${finishOf(type)}`;
}

/** The sub types that a printing can be of: one, but that a normal 1st edition is sold under two names, each in games of its own. */
function subTypesOf(each: Printing): string[] {
  const subType = subTypeOf(each);
  return subType === '1st Edition' ? [subType, '1st Edition Normal'] : [subType];
}

/** The printing that TCGplayer sells under a sub type, found so that its prices find it again. */
export function printingOf(subType: string): Printing {
  const [, edition, finish] = EDITION.exec(subType) ?? [];
  const type = typeOf(finish ?? 'Normal');
  const readings = [
    ...(edition === '1st Edition' ? [{ ...ORDINARY, type, stamps: [FIRST_EDITION] }] : []),
    ...(edition !== undefined && edition !== '1st Edition' ? [{ ...ORDINARY, type, subtype: dashed(edition) }] : []),
    { ...ORDINARY, type: typeOf(subType) },
  ];
  const asItCame = { ...ORDINARY, type: subType, foil: subType === dashed(subType) ? subType : null };
  return readings.find((reading) => subTypesOf(reading).includes(subType)) ?? asItCame;
}

export const printings: PrintingRules = {
  subTypesOf,
  // One marketplace product has one printing of each sub type.
  isBare: () => true,
  oddities: ({ type, subtype }) => [subtype === null ? 0 : 1, type === 'normal' ? 0 : 1],
  // TCGplayer tells no product of Cardmarket.
  readsSecondSide: () => false,
};
