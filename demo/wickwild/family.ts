/** How a family of creatures is written down. */
import type { Breed } from '../draw/creatures/breeds.ts';
import type { Plan } from '../draw/creatures/creature.ts';

/** A family: its glow, its build, the breed of a beast, and its members, youngest first. */
export interface Family {
  type: string;
  plan: Plan;
  breed: Breed;
  /** What the keepers' almanac says of each. */
  members: Readonly<Record<string, string>>;
}

export const family = (type: string, plan: Exclude<Plan, 'beast'>, members: Family['members']): Family => ({
  type,
  plan,
  breed: 'cat',
  members,
});

export const beasts = (type: string, breed: Breed, members: Family['members']): Family => ({
  type,
  plan: 'beast',
  breed,
  members,
});
