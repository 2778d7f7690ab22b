/** All values of a card's record by their paths: what a field can be asked of. */
import type { CardMetadata } from '../card-metadata.ts';
import { foldName } from '../fold.ts';
import type { Card } from '../records.ts';

/** What a card's expansion adds: values that stand for it and its series. */
export interface ValuesOfPlace {
  set: readonly string[];
  series: readonly string[];
  /** Which regional print it is of; the catalog's own has none. */
  region?: string | undefined;
}

/** What stands in `card.lang` where no record says its language: that of the catalog, or of a region. */
export const OWN_LANGUAGE = 'own';
export const OF_REGION = 'region ';

/** Of texts the folded form alone is kept: they are most of what is. */
const TEXT = /(?:^|[._])(?:text|effect|description)$/;

/**
 * The values by path, each once: `hp`, `attacks.damage`, `attributes.cmc`, `card.name`. A list of words within a list tells
 * its length too, as `attacks.cost.count`; legalities are named by what they say: `legalities.banned`. What can be asked
 * of the list's own columns stands in those.
 */
export function cardValues(
  card: Partial<Card>,
  { set, series, region }: ValuesOfPlace,
): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const put = (path: string, value: string) => {
    const text = TEXT.test(path) ? foldName(value) : value;
    if (text === '') return;
    const known = found.get(path);
    if (known === undefined) found.set(path, new Set([text]));
    else known.add(text);
  };
  const { legality: _, legalities = {}, ...metadata }: Partial<CardMetadata> = card.metadata ?? {};
  walk(metadata, '', put);
  for (const [format, state] of Object.entries(legalities)) put(`legalities.${state}`, format);
  for (const { subtype, size, foil } of card.variants ?? []) walk({ subtype, size, foil }, 'variants', put);
  for (const id of set) put('card.set', id);
  for (const id of series) put('card.series', id);
  const lang = metadata.attributes?.lang ?? (region === undefined ? OWN_LANGUAGE : `${OF_REGION}${region}`);
  walk({ name: card.name, number: card.number, lang }, 'card', put);
  return Object.fromEntries([...found].map(([path, values]) => [path, [...values]]));
}

function walk(value: unknown, path: string, put: (path: string, value: string) => void, isInList = false): void {
  if (value === null || value === undefined || path.endsWith('image')) return;
  if (Array.isArray(value)) {
    const isOfWords = value.every((each) => typeof each !== 'object');
    if (isInList && isOfWords) put(`${path}.count`, String(value.length));
    for (const each of value) walk(each, path, put, true);
  } else if (typeof value === 'object') {
    for (const [name, each] of Object.entries(value)) walk(each, path === '' ? name : `${path}.${name}`, put, isInList);
  } else put(path, String(value));
}
