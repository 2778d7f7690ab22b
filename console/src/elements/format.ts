/** How amounts, days, ages and names of printings are written for people. */
import type { Printing } from '../../../client/src/records.ts';

/** Marketplaces as they write themselves. */
export const MARKETPLACES: Readonly<Record<string, string>> = { tcgplayer: 'TCGplayer', cardmarket: 'Cardmarket' };

const numberFormat = new Intl.NumberFormat('en');
export const count = (value: number): string => numberFormat.format(value);

/** `1 card`, `2 cards`, on one line. */
export const counted = (value: number, noun: string): string => `${count(value)}\u00a0${noun}${value === 1 ? '' : 's'}`;

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Spaces at which no line ends; one before the hour stays as it is. */
const whole = (text: string): string => text.replaceAll(/\s(?!\d+:)/g, '\u00a0');

/** A day `YYYY-MM-DD` in words, which stay on one line. */
export const day = (text: string | null): string =>
  text === null ? '–' : whole(dayFormat.format(new Date(`${text}T00:00Z`)));

const momentFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** A time of the wire in the reader's own zone; where a line ends the day and the hour stay whole. */
export const moment = (text: string | null): string =>
  text === null ? '–' : whole(momentFormat.format(new Date(text)));

const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A length of time in its two largest units, on one line: `2 h 5 min`. */
export function length(seconds: number): string {
  const at = UNITS.findIndex(([size]) => seconds >= size);
  const unit = UNITS[at];
  if (unit === undefined) return 'under 1 s';
  const [size, name] = unit;
  const first = `${Math.floor(seconds / size)} ${name}`;
  const next = UNITS[at + 1];
  const rest = next ? Math.floor((seconds % size) / next[0]) : 0;
  return whole(next && rest > 0 ? `${first} ${rest} ${next[1]}` : first);
}

/** How long ago a time of the wire is. */
export function ago(text: string | null, now: Date): string {
  if (text === null) return 'never';
  const seconds = Math.floor((now.getTime() - Date.parse(text)) / 1000);
  return seconds < 5 ? 'just now' : whole(`${length(seconds).match(/\S+\s\S+/)} ago`);
}

/** How a run is: `failed 2 min ago`, `running for 20 s`. */
export function runText(outcome: string, started_at: string, now: Date): string {
  if (outcome !== 'running') return `${outcome} ${ago(started_at, now)}`;
  return `running for ${length(Math.max(0, Math.floor((now.getTime() - Date.parse(started_at)) / 1000)))}`;
}

const spaced = (text: string): string => text.replaceAll(/[-_]/g, ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A printing as people say it: `Holo · 1st edition`. */
export const printing = ({ type, subtype, size, stamps, foil }: Printing): string =>
  [type, subtype, size === 'standard' ? null : size, ...stamps, foil]
    .filter((part) => part !== null)
    .map((part) => spaced(part))
    .map((part, at) => (at === 0 ? capital(part) : part))
    .join(' · ');

/** A price's variant as price rows name it (`holo:1st-edition#2`), as people say it. */
export const variantName = (name: string): string => capital(name.split(':').map(spaced).join(' · '));

/** A name in snake case as words: `mana_cost` is Mana cost, and one as short as `atk` an abbreviation. */
export const worded = (name: string): string =>
  name.length <= 3 ? name.toUpperCase() : capital(name.replaceAll('_', ' '));

/** A rarity as games print it, in one case; sources write "None" where a card has none. */
export const rarityText = (rarity: string | null): string | null =>
  rarity === null || rarity === 'None' ? null : capital(rarity);

/** By how much something moved: `+12.5 %`. */
export const moveText = (percent: number): string =>
  `${percent === 0 ? '' : percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;

/** A part in whole percent. */
export const shareText = (part: number, of: number): string => (of === 0 ? '–' : `${Math.round((part / of) * 100)} %`);
