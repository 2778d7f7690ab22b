/** How a family of creatures is written down. */
import type { Breed } from '../draw/creatures/breeds.ts';
import type { Plan } from '../draw/creatures/creature.ts';

/** A family: its glow, its build, its members with what the keepers' almanac says of them, and for beasts the breed. */
export type Family = readonly [
  type: string,
  plan: Plan,
  members: readonly (readonly [name: string, note: string])[],
  breed?: Breed,
];
