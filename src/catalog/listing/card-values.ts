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
export const isText = (path: string): boolean => /(?:^|[._])(?:text|effect|description)$/.test(path);

/** What stands in most texts beyond ASCII, in the form that folding gives it: without it they are folded at a tenth of the price. */
const USUAL: Readonly<Record<string, string>> = { é: 'e', É: 'e', '’': '', '—': ' ', '–': ' ', '×': ' ' };

/** The same as `foldName`. */
export const foldText = (text: string): string =>
  foldName(text.replace(/[éÉ’—–×]/g, (character) => USUAL[character] ?? ''));

/** A place in records. What there is to say of it is said once, not for each card: that took half of the time. */
class Place {
  readonly path: string;
  readonly isText: boolean;
  readonly #below = new Map<string, Place>();

  constructor(path: string) {
    this.path = path;
    this.isText = isText(path);
  }

  at(name: string): Place {
    const known = this.#below.get(name);
    if (known !== undefined) return known;
    const place = new Place(this.path === '' ? name : `${this.path}.${name}`);
    this.#below.set(name, place);
    return place;
  }
}

/** Kept from card to card: names of fields are few. */
const RECORD = new Place('');
const CARD = RECORD.at('card');

type Put = (place: Place, value: string) => void;

/**
 * The values by path, each once: `hp`, `attacks.damage`, `attributes.cmc`, `card.name`. A list of words within a list tells
 * its length too, as `attacks.cost.count`; legalities are named by what they say: `legalities.banned`. What can be asked
 * of the list's own columns stands in those.
 */
export function cardValues(
  card: Partial<Card>,
  { set, series, region }: ValuesOfPlace,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const put: Put = ({ path, isText }, value) => {
    const text = isText ? foldText(value) : value;
    if (text === '') return;
    const known = found.get(path);
    if (known === undefined) found.set(path, [text]);
    else if (!known.includes(text)) known.push(text);
  };
  const { legality: _, legalities = {}, ...metadata }: Partial<CardMetadata> = card.metadata ?? {};
  walk(metadata, RECORD, put);
  for (const [format, state] of Object.entries(legalities)) put(RECORD.at('legalities').at(state), format);
  for (const { subtype, size, foil } of card.variants ?? []) walk({ subtype, size, foil }, RECORD.at('variants'), put);
  for (const id of set) put(CARD.at('set'), id);
  for (const id of series) put(CARD.at('series'), id);
  const lang =
    card.lang ?? metadata.attributes?.lang ?? (region === undefined ? OWN_LANGUAGE : `${OF_REGION}${region}`);
  walk({ name: card.name, number: card.number, lang }, CARD, put);
  return found;
}

function walk(value: unknown, place: Place, put: Put, isInList = false): void {
  if (value === null || value === undefined || place.path.endsWith('image')) return;
  if (Array.isArray(value)) {
    const isOfWords = value.every((each) => typeof each !== 'object');
    if (isInList && isOfWords) put(place.at('count'), String(value.length));
    for (const each of value) walk(each, place, put, true);
  } else if (typeof value === 'object') {
    for (const [name, each] of Object.entries(value)) walk(each, place.at(name), put, isInList);
  } else put(place, String(value));
}
