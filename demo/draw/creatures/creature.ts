/** A creature as its species prescribes it, posed anew for each picture. */
import { randomOf } from '../../random.ts';
import { lighter } from '../colour.ts';
import { circle, group, type Ink, many, num, rounded, shape } from '../ink.ts';
import { type Coat, coatOf } from '../palette.ts';
import type { Model } from './anatomy.ts';
import { beast } from './beast.ts';
import { bird } from './bird.ts';
import type { Breed } from './breeds.ts';
import { drake } from './drake.ts';
import { fish } from './fish.ts';
import { golem } from './golem.ts';
import { jelly } from './jelly.ts';
import { moth } from './moth.ts';
import { owl } from './owl.ts';
import { serpent } from './serpent.ts';
import { shell } from './shell.ts';
import { sprout } from './sprout.ts';
import { wisp } from './wisp.ts';

const PLANS = { bird, owl, moth, beast, drake, sprout, golem, fish, serpent, shell, jelly, wisp };

/** A way to be built. */
export type Plan = keyof typeof PLANS;

/** What the drawing of a creature depends on. */
export interface Subject {
  plan: Plan;
  /** Among beasts. */
  breed: Breed;
  /** The youngest's name: a family shares its build and its colours, so that it is known again in every picture. */
  family: string;
  type: string;
  /** 0 to 2: the elders are larger, sharper, and stand within a ring of flames. */
  age: number;
  /** A rare colouring, a third of the colour wheel away. */
  shiny: boolean;
}

const SCALE_BY_AGE = [0.86, 0.97, 1.05] as const;

/** The ring of small flames that the eldest of a family stands in. */
function mantle({ coat }: Model): string {
  const colour = lighter(coat.flame, 0.35);
  const ringed = circle(
    0,
    -4,
    132,
    'none',
    `stroke="${colour}" stroke-width="2.5" stroke-opacity=".65" stroke-dasharray="2 9" stroke-linecap="round"`,
  );
  return (
    ringed +
    many(7, (i) => {
      const angle = (i / 7) * Math.PI * 2 - Math.PI / 2;
      const [x, y] = [Math.cos(angle) * 132, Math.sin(angle) * 132 - 4];
      return (
        circle(x, y, 13, coat.flame, 'fill-opacity=".3"') +
        shape(rounded`M${x} ${y + 8}q-10 -6 0 -20q10 14 0 20Z`, lighter(coat.flame, 0.55))
      );
    })
  );
}

/** The creature about (0, 0), its feet near y = 100, some 220 across. */
export function creature(
  ink: Ink,
  { plan, breed, family, type, age, shiny }: Subject,
): { drawing: string; coat: Coat } {
  const coat = coatOf(type, randomOf(`house of ${family}`), shiny);
  const temper = ink.random.pick([0, 0, 0, 1, 1, 2, 3]);
  const model: Model = {
    ink,
    coat,
    breed,
    build: randomOf(`house of build ${family}`),
    age,
    temper: age === 2 && temper === 2 ? 1 : temper,
  };
  const scale = SCALE_BY_AGE[age] ?? 1;
  const drawing = group(PLANS[plan](model), `transform="translate(0 ${num(100 * (1 - scale))}) scale(${scale})"`);
  return { drawing: (age === 2 ? mantle(model) : '') + drawing, coat };
}
