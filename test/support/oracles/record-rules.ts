/** What must hold of the records of any game, rule by rule: each says what breaks it. */
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { Card, CardSummary, Expansion, Product, Series } from '../../../src/catalog/records.ts';
import { variantNames } from '../../../src/catalog/variant-names.ts';
import type { CatalogState } from './event-differences.ts';
import type { Served } from './walk.ts';

const FAULTS_SHOWN = 10;

/** What a rule finds, cut to what can be read. */
export const few = (faults: readonly string[]): string[] => faults.slice(0, FAULTS_SHOWN);

/** Records that are not of their schema, lack a field of it, or have one that it does not name. */
export function misshapen({ series, expansions, summaries, cards }: Served, { products }: CatalogState): string[] {
  const faultsOf = (schema: TObject, records: Iterable<{ id: unknown }>) => {
    const check = Compile(schema);
    const said = (record: unknown) => check.Errors(record).map((fault) => fault.instancePath + fault.message);
    return [...records].flatMap((record) => [
      ...(check.Check(record as unknown) ? [] : [`${record.id}: ${said(record)}`]),
      ...Object.keys(record).flatMap((name) =>
        name in schema.properties ? [] : [`${record.id}: ${name} is no field`],
      ),
    ]);
  };
  return [
    ...faultsOf(Series, series),
    ...faultsOf(Expansion, expansions),
    ...faultsOf(CardSummary, summaries),
    ...faultsOf(Card, cards.values()),
    ...faultsOf(Product, products),
  ];
}

/** Ids given twice in one list, and those that cannot stand in an address as one part of its path. */
export function badIds({ series, expansions, summaries }: Served): string[] {
  return [series, expansions, summaries].flatMap((records) => {
    const ids = records.map(({ id }) => id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    const unusable = ids.filter((id) => !/^[^\s/\\?#]{1,100}$/u.test(id) || /^\.+$/.test(id) || /\p{C}/u.test(id));
    return [...twice.map((id) => `${id} twice`), ...unusable.map((id) => `${id} is no part of a path`)];
  });
}

/**
 * Rows that stand before others of their expansion whose printed number is smaller, or whose number orders otherwise than
 * its sortable form; numbers compare where they differ in digits alone.
 */
export function misplaced({ summaries, expansions }: Served): string[] {
  const place = new Map(expansions.map(({ id }, at) => [id, at]));
  const shape = (number: string) => number.toUpperCase().replace(/\d+/g, '1');
  const { compare } = new Intl.Collator('en', { numeric: true });
  const last = new Map<string, string>();
  return summaries.flatMap((row, at) => {
    const before = summaries[at - 1];
    const { id, expansion_id, number, number_normalized } = row;
    const faults: string[] = [];
    if ((number ?? '').trim() === '' ? number_normalized !== null : !number_normalized) faults.push(`${id}: ${number}`);
    if (before !== undefined) {
      const there = (place.get(before.expansion_id) ?? -1) - (place.get(expansion_id) ?? -1);
      const keys = [before, row].map((each) => `${each.number_normalized ?? '\u{10FFFF}'} ${each.id}`);
      if (there > 0 || (there === 0 && (keys[0] ?? '') > (keys[1] ?? ''))) faults.push(`${id} after ${before.id}`);
    }
    if (number !== null) {
      const key = `${expansion_id} ${shape(number)}`;
      if (compare(last.get(key) ?? number, number) > 0) faults.push(`${id}: ${number} after ${last.get(key)}`);
      last.set(key, number);
    }
    return faults;
  });
}

/** Cards that name one printing twice, or two printings of which price rows carry one name; printings on two cards. */
export function confusedPrintings({ cards }: Served): { twice: string[]; unnamed: string[] } {
  const owners = new Map<number, string>();
  const twice: string[] = [];
  const unnamed: string[] = [];
  for (const { id, variants } of cards.values()) {
    const keys = variants.map(({ type, subtype, size, stamps, foil }) =>
      JSON.stringify([type, subtype, size, [...stamps].sort(), foil]),
    );
    if (new Set(keys).size < keys.length) twice.push(id);
    if (new Set(variantNames(variants).values()).size < variants.length) unnamed.push(id);
    for (const variant of variants) {
      if (owners.has(variant.id)) unnamed.push(`${id} and ${owners.get(variant.id)}`);
      owners.set(variant.id, id);
    }
  }
  return { twice, unnamed };
}

/** Attributes that are not in snake case, say nothing, or are numbers in quotes; lists of formats without any. */
export function oddAttributes({ cards }: Served): string[] {
  const oddities = (value: unknown, path: string): string[] => {
    if (Array.isArray(value)) {
      return value.length === 0 ? [`${path} is empty`] : value.flatMap((each) => oddities(each, `${path}/*`));
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      if (entries.length === 0) return [`${path} is empty`];
      return entries.flatMap(([name, each]) => [
        ...(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) ? [] : [`${path}/${name} is not in snake case`]),
        ...oddities(each, `${path}/${name}`),
      ]);
    }
    if (typeof value === 'string') {
      // A `-0` is one that JSON does not tell from 0.
      if (/\d/.test(value) && String(Number(value)) === value) return [`${path} is a number in quotes: ${value}`];
      return value === '' ? [`${path} says nothing`] : [];
    }
    return typeof value === 'number' || typeof value === 'boolean' ? [] : [`${path} is ${value}`];
  };
  return [...cards.values()].flatMap(({ id, metadata: { attributes, legalities } }) => [
    ...(attributes === undefined ? [] : oddities(attributes, id)),
    ...(legalities !== undefined && Object.keys(legalities).length === 0 ? [`${id}: legalities are empty`] : []),
  ]);
}
