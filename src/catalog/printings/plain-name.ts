/** What a printing is called by itself, whatever others its card has; apart from all else, for the console names them too. */
import type { Printing } from '../records.ts';

export const plainName = ({ type, subtype, size, stamps, foil }: Printing): string =>
  [type, subtype, size === 'standard' ? null : size, [...stamps].sort().join('+'), foil].filter(Boolean).join(':');
