/** The wicks: every creature of the Lamplit Isles, by family, youngest first. All invented for this game. */
import type { Breed } from '../draw/creatures/breeds.ts';
import type { Plan } from '../draw/creatures/creature.ts';
import type { Family } from './family.ts';
import { FAMILIES_OF_DEEP_AND_NIGHT } from './species-deep.ts';
import { FAMILIES_OF_HEARTH_AND_FIELD } from './species-hearth.ts';

/** A kind of creature. */
export interface Species {
  name: string;
  type: string;
  plan: Plan;
  breed: Breed;
  /** Its number in the almanac. */
  dex: number;
  /** 0 Spark, 1 Flame, 2 Beacon */
  age: number;
  kindledFrom: string | undefined;
  /** The youngest of its line. */
  family: string;
  note: string;
}

function roll(families: readonly Family[]): Species[] {
  const all: Species[] = [];
  for (const { members, ...family } of families) {
    const names = Object.keys(members);
    Object.entries(members).forEach(([name, note], age) => {
      const kin = { kindledFrom: names[age - 1], family: names[0] ?? name };
      all.push({ ...family, ...kin, name, note, age, dex: all.length + 1 });
    });
  }
  return all;
}

const SPECIES: readonly Species[] = roll([...FAMILIES_OF_HEARTH_AND_FIELD, ...FAMILIES_OF_DEEP_AND_NIGHT]);
const byName = new Map(SPECIES.map((species) => [species.name, species]));

export function speciesOf(name: string): Species {
  const species = byName.get(name);
  if (species === undefined) throw new RangeError(`no such creature: ${name}`);
  return species;
}
