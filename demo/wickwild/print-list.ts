/** An expansion's print list: what stands at each number. */
import type { DemoExpansion } from './expansions.ts';

/** A place on a print list. */
export interface Slot {
  name: string;
  sort: 'creature' | 'lore' | 'glow' | 'alight' | 'starlit';
}

export const slotsOf = (expansion: DemoExpansion): Slot[] => [
  ...expansion.creatures.map((name): Slot => ({ name, sort: 'creature' })),
  ...expansion.lore.map((name): Slot => ({ name, sort: 'lore' })),
  ...expansion.glows.map((name): Slot => ({ name, sort: 'glow' })),
  ...expansion.alight.map((name): Slot => ({ name, sort: 'alight' })),
  ...expansion.starlit.map((name): Slot => ({ name, sort: 'starlit' })),
];

export function numberOf(expansion: DemoExpansion, position: number): string {
  if (expansion.numbering === 'plain') return String(position);
  return expansion.numbering === 'padded'
    ? String(position).padStart(3, '0')
    : `${expansion.abbreviation}${String(position).padStart(2, '0')}`;
}

/** What is printed after the slash. */
export const officialCount = (expansion: DemoExpansion): number =>
  expansion.announced ?? slotsOf(expansion).filter(({ sort }) => sort !== 'starlit').length;
