/** How bad the bench's photos are: three tiers, and families of distortion that can be taken out or left alone. */

export type Tier = 'mild' | 'medium' | 'hard';
export const TIERS: readonly Tier[] = ['mild', 'medium', 'hard'];

/** What of a photo can be bad; each is measured alone too. */
export const FAMILIES = ['pose', 'crop', 'light', 'gloss', 'foil', 'plastic', 'blur', 'noise', 'size'] as const;
export type Family = (typeof FAMILIES)[number];

/** Bounds that a photo's camera is drawn from. */
export interface Conditions {
  /** Degrees out of the straight-on view, and in the plane. */
  tiltMax: number;
  rollMax: number;
  /** Share of the object's own width or height that a side of the crop may cut off (below 0) or leave around. */
  cropMin: number;
  cropMax: number;
  /** Share of the frame's long side that the card's takes, wherever it lies in it; 0 where the crop is drawn around the card. */
  fillMin: number;
  fillMax: number;
  /** Things that lie around the card at most, and share of photos on which a hand holds it. */
  clutterMax: number;
  handShare: number;
  /** How far the light falls off over the card, and how far colours and exposure are off; 1 is about a stop. */
  light: number;
  /** Share of photos with a lamp mirrored in them, and how bright it may be. */
  glossShare: number;
  glossMax: number;
  foilShare: number;
  foilMax: number;
  sleeveShare: number;
  toploaderShare: number;
  /** Defocus radius and length of motion, as a share of the card's width. */
  defocusMax: number;
  motionMax: number;
  /** Deviation of the sensor's noise in mid grey, 0 to 1. */
  noiseMax: number;
  sideMin: number;
  sideMax: number;
  qualityMin: number;
  qualityMax: number;
}

const CLOSE = { fillMin: 0, fillMax: 0, clutterMax: 0, handShare: 0 };

const STILL: Conditions = {
  ...CLOSE,
  tiltMax: 0,
  rollMax: 0,
  cropMin: 0,
  cropMax: 0,
  light: 0,
  glossShare: 0,
  glossMax: 0,
  foilShare: 0,
  foilMax: 0,
  sleeveShare: 0,
  toploaderShare: 0,
  defocusMax: 0,
  motionMax: 0,
  noiseMax: 0,
  sideMin: 900,
  sideMax: 900,
  qualityMin: 90,
  qualityMax: 90,
};

const BOUNDS: Record<Tier, Conditions> = {
  mild: {
    ...CLOSE,
    tiltMax: 3,
    rollMax: 2,
    cropMin: -0.005,
    cropMax: 0.02,
    light: 0.3,
    glossShare: 0.15,
    glossMax: 0.15,
    foilShare: 0.15,
    foilMax: 0.15,
    sleeveShare: 0.15,
    toploaderShare: 0,
    defocusMax: 0.002,
    motionMax: 0.002,
    noiseMax: 0.01,
    sideMin: 700,
    sideMax: 1600,
    qualityMin: 70,
    qualityMax: 85,
  },
  medium: {
    ...CLOSE,
    tiltMax: 6,
    rollMax: 5,
    cropMin: -0.015,
    cropMax: 0.05,
    light: 0.65,
    glossShare: 0.4,
    glossMax: 0.4,
    foilShare: 0.3,
    foilMax: 0.35,
    sleeveShare: 0.3,
    toploaderShare: 0.08,
    defocusMax: 0.005,
    motionMax: 0.006,
    noiseMax: 0.025,
    sideMin: 450,
    sideMax: 1600,
    qualityMin: 50,
    qualityMax: 85,
  },
  hard: {
    ...CLOSE,
    tiltMax: 10,
    rollMax: 8,
    cropMin: -0.03,
    cropMax: 0.08,
    light: 1,
    glossShare: 0.6,
    glossMax: 0.6,
    foilShare: 0.45,
    foilMax: 0.6,
    sleeveShare: 0.35,
    toploaderShare: 0.2,
    defocusMax: 0.01,
    motionMax: 0.012,
    noiseMax: 0.05,
    sideMin: 300,
    sideMax: 1600,
    qualityMin: 35,
    qualityMax: 85,
  },
};

const FAMILY_BOUNDS: Record<Family, readonly (keyof Conditions)[]> = {
  pose: ['tiltMax', 'rollMax'],
  crop: ['cropMin', 'cropMax'],
  light: ['light'],
  gloss: ['glossShare', 'glossMax'],
  foil: ['foilShare', 'foilMax'],
  plastic: ['sleeveShare', 'toploaderShare'],
  blur: ['defocusMax', 'motionMax'],
  noise: ['noiseMax'],
  size: ['sideMin', 'sideMax', 'qualityMin', 'qualityMax'],
};

const taken = (from: Conditions, families: readonly Family[], rest: Conditions): Conditions => {
  const names = families.flatMap((family) => FAMILY_BOUNDS[family]);
  return { ...rest, ...Object.fromEntries(names.map((name) => [name, from[name]])) };
};

export const conditionsOf = (tier: Tier): Conditions => BOUNDS[tier];

/** A tier without one family of distortion. */
export const without = (tier: Tier, family: Family): Conditions => taken(STILL, [family], BOUNDS[tier]);

/** One family of distortion of a tier and nothing else. */
export const alone = (tier: Tier, family: Family): Conditions => taken(BOUNDS[tier], [family], STILL);

/** As people take photos: the card somewhere in the frame, turned anyhow, among other things. As poor as medium otherwise. */
export const FAR: Conditions = {
  ...BOUNDS.medium,
  tiltMax: 10,
  rollMax: 45,
  fillMin: 0.25,
  fillMax: 0.83,
  clutterMax: 5,
  handShare: 0.2,
  sideMin: 700,
  sideMax: 1100,
};

/** As cards across a table are photographed: from low, the far side of the worst half as long as the near one. */
export const LOW: Conditions = { ...BOUNDS.medium, tiltMax: 65, rollMax: 12, cropMin: 0.03, cropMax: 0.2 };

/** Shares and sizes stay within these, however far a tier is left behind. */
const SHARE_MAX = 0.9;
const SIDE_LEAST = 180;
const QUALITY_LEAST = 8;

/** Worse than hard: the step from medium to hard taken again, `times` over. Some of these photos nobody could recognise. */
export function beyondHard(times: number): Conditions {
  const names = Object.keys(BOUNDS.hard) as (keyof Conditions)[];
  const farther = (name: keyof Conditions): number =>
    BOUNDS.hard[name] + times * (BOUNDS.hard[name] - BOUNDS.medium[name]);
  const bound = (name: keyof Conditions): number => {
    if (name.endsWith('Share')) return Math.min(SHARE_MAX, farther(name));
    if (name === 'sideMin') return Math.max(SIDE_LEAST, farther(name));
    return name === 'qualityMin' ? Math.max(QUALITY_LEAST, farther(name)) : farther(name);
  };
  return { ...BOUNDS.hard, ...Object.fromEntries(names.map((name) => [name, bound(name)])) };
}
