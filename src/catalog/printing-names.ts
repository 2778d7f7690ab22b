/** The name of a printing within its card, as price rows carry it in `variant`. */
import type { Printing } from './records.ts';

function baseName({ type, subtype, size, stamps, foil }: Printing): string {
  const parts = [type, subtype, size === 'standard' ? null : size, stamps.join('+') || null, foil];
  return parts.filter((part) => part !== null).join(':');
}

/**
 * `type[:subtype][:size unless standard][:stamp+stamp][:foil]` of each printing of one card, in their order; where a name
 * occurs again, as for exact duplicates, it ends in `#2`, `#3` …
 */
export function printingNames(printings: readonly Printing[]): string[] {
  const seen = new Map<string, number>();
  return printings.map((printing) => {
    const name = baseName(printing);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}
