/** The breeds of beasts, told apart by ear, tail and horn. */

/** Ears: 0 pointed, 1 round, 2 long, 3 hanging. Tails: 0 brush, 1 whip, 2 tuft. Horns: 0 bent, 1 antlers, 2 curls. */
export const BREEDS = {
  cat: { ears: 0, tail: 1, horns: undefined, mane: false },
  fox: { ears: 0, tail: 0, horns: undefined, mane: true },
  hound: { ears: 3, tail: 1, horns: undefined, mane: false },
  hog: { ears: 1, tail: 2, horns: undefined, mane: true },
  hare: { ears: 2, tail: 2, horns: undefined, mane: false },
  stag: { ears: 0, tail: 2, horns: 1, mane: false },
  lamb: { ears: 3, tail: 2, horns: 2, mane: true },
  bull: { ears: 3, tail: 1, horns: 0, mane: false },
  seal: { ears: undefined, tail: 0, horns: undefined, mane: false },
} as const;

export type Breed = keyof typeof BREEDS;
