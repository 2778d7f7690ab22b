/** Publishes records as the files of an origin have them: ids, printing ids and all; what is left out by hand is filled in. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import Type, { type TObject, type TSchema } from 'typebox';
import { NO_METADATA } from '../../catalog/card-metadata.ts';
import { isSeriesAnnounced, printingIdentity, printingsIn } from '../../catalog/changes.ts';
import { isDay } from '../../catalog/days.ts';
import { closedObject } from '../../catalog/field-shapes.ts';
import { Card, Expansion, NO_IDS, ORDINARY, Product, Series, type Variant } from '../../catalog/records.ts';
import { NO_PRICES } from '../../catalog/served-prices.ts';
import { type CardRow, cardBodies, eachPublishedCard, putCards } from '../../store/catalog/cards.ts';
import { gamesOfIds } from '../../store/catalog/catalog-records.ts';
import { allExpansions, allSeries, putExpansion, putSeries } from '../../store/catalog/expansions.ts';
import { allProducts, putProducts } from '../../store/catalog/products.ts';
import { TEXT_KINDS } from '../../store/catalog/translations.ts';
import {
  addVariants,
  deleteVariants,
  type PublishedVariant,
  putVariants,
  variantsOf,
} from '../../store/catalog/variants.ts';
import { deleteRecordsOf } from '../../store/deleted-records.ts';
import { dropCurrent } from '../../store/prices/current-prices.ts';
import { valuesBy } from '../../store/rows.ts';
import type { Writes } from '../../store/store.ts';
import { Outage } from '../../upstream/document.ts';
import { faultsBySchema } from '../../upstream/usable-fields.ts';
import { isWebAddress } from '../../upstream/web-addresses.ts';
import { respellings } from '../catalog/card-plan.ts';
import { cardRow } from '../catalog/compare-cards.ts';
import { seriesExpansion } from '../catalog/publish-expansions.ts';
import { type Changes, noteNames } from '../changes.ts';
import { type Fetched, type RowFaults, rowsOf } from './read-origin.ts';

const CARDS_AT_ONCE = 200;

type Row = Record<string, unknown>;

/** What each record has where a hand left it out. */
const DEFAULTS: Readonly<Record<string, (row: Row, game: string) => Row>> = {
  series: (row, game) => ({ game, logo: null, expansions: [], ...row }),
  expansions: (row, game) => ({
    ...{ game, logo: null, symbol: null, release_date: null, card_count_total: 0, card_count_official: 0 },
    ...{ legal_standard: false, legal_expanded: false, ...row },
  }),
  products: (row, game) => ({
    ...{ game, clean_name: row.name, number: null, image: null, usd_market_url: null, external_ids: NO_IDS },
    ...{ expansions: [], usd_market: [], eur_market: null, ...row },
  }),
  cards: ({ variants, ...row }, game) => ({
    ...{ game, number: null, rarity: null, illustrator: null, image: null, category: null },
    ...row,
    metadata: { ...NO_METADATA, ...(row.metadata as object | undefined) },
    // What is no list, or no printing in it, stays for its schema to say so.
    variants: Array.isArray(variants ?? [])
      ? ((variants as Row[] | undefined) ?? [{}]).map((variant) =>
          typeof variant !== 'object' || variant === null
            ? variant
            : { id: 0, ...ORDINARY, external_ids: NO_IDS, ...variant, ...NO_PRICES },
        )
      : variants,
  }),
  aliases: (row) => ({ since: null, ...row }),
  texts: (row) => ({ texts: {}, ...row }),
};
/** They have no id of their own. */
const RELATIONS = ['aliases', 'texts'];
const filled = Type.String({ pattern: '^[^\0]+$', description: 'text without NUL' });
const SCHEMAS: Readonly<Record<string, TSchema>> = {
  ...{ series: closed(Series), expansions: closed(Expansion), products: closed(Product), cards: closed(Card) },
  aliases: closedObject({
    ...{ kind: Type.Enum([...TEXT_KINDS, 'code', 'cardmarket', 'type']), id: filled, target_id: filled },
    since: Type.Union([Type.String(), Type.Null()]),
  }),
  texts: closedObject({
    ...{ kind: Type.Enum(TEXT_KINDS), id: filled, language: filled, name: filled, texts: Type.Object({}) },
  }),
};

/** The schema as a hand has to keep it, at any depth: no field beside its own, no number that is not kept, no NUL in a text. */
function closed({ properties, ...schema }: TObject): TSchema {
  const id = { pattern: '^[^\\s/\\\\]{1,200}$', description: '1 to 200 signs without spaces and slashes' };
  const own = { ...properties, id: { ...properties.id, examples: [], ...id } };
  return JSON.parse(JSON.stringify({ ...schema, properties: own }), (_, part) => {
    if (part?.properties !== undefined) return { ...part, additionalProperties: false };
    if (part?.type === 'integer') return { minimum: 0, maximum: 2 ** 31 - 1, ...part };
    const isFree = part?.type === 'string' && part.pattern === undefined;
    return isFree ? { ...part, pattern: '^[^\0]*$', examples: [], description: 'text without NUL' } : part;
  });
}

/** What pages show pictures from, and lead to. */
const addressesIn = ({ image, logo, symbol, usd_market_url }: Row): [field: string, address: unknown][] => [
  ...Object.entries({ image, logo }).flatMap(([field, sizes]) =>
    ['low', 'high'].map((size): [string, unknown] => [`${field}.${size}`, (sizes as Row | undefined | null)?.[size]]),
  ),
  ...Object.entries({ symbol, usd_market_url }),
];

/** What of a record no other one may be called: its id, and those of its printings. */
function namesIn({ id, variants, kind, language, target_id }: Row, entity: string): [field: string, name: string][] {
  // A code may stand for several expansions, and an expansion have several; a product has one of each.
  if (entity === 'texts') return [['id', `text ${id} of a ${kind} in ${language}`]];
  if (kind === 'type' || kind === 'cardmarket') return [['target_id', `${kind} ${target_id}`]];
  if (entity === 'aliases') return kind === 'code' ? [] : [['id', `former ${id} of a ${kind}`]];
  const printings: (Row | null)[] = Array.isArray(variants) ? variants : [];
  return [
    ['id', `${entity} ${id}`],
    ...printings.flatMap((printing, at): [string, string][] =>
      printing?.id ? [[`variants.${at}.id`, `printing ${printing.id}`]] : [],
    ),
  ];
}

/** The records of a file that have no fault; the others are told with line and field. */
export async function* recordsIn(fetched: Fetched, { game, faults }: Pick<OriginPlace, 'game' | 'faults'>) {
  const { file } = fetched;
  const schema = SCHEMAS[file.entity];
  for await (const { line, row, text } of rowsOf(fetched, faults)) {
    // What has a digest was written by a Cardstock.
    if (file.sha256 !== undefined || schema === undefined) {
      yield { line, record: row, text };
      continue;
    }
    const isRelation = RELATIONS.includes(file.entity);
    const whole: Row = { ...DEFAULTS[file.entity]?.(row, game), ...(!isRelation && { game }) };
    const wrong = faultsBySchema(schema, whole);
    const told = (isWrong: boolean, field: string, says: string) => isWrong && wrong.push({ field, says });
    told((row.game ?? file.game) !== file.game, 'game', `must be ${file.game}, as its file is`);
    told(typeof row.name === 'string' && row.name.trim() === '', 'name', 'must not be empty');
    for (const [field, address] of addressesIn(row))
      told(typeof address === 'string' && !isWebAddress(address), field, 'must be an http: or https: address');
    told(row.kind === 'cardmarket' && !/^\d{1,9}$/.test(String(row.id)), 'id', 'must be a number of at most 9 digits');
    const { release_date } = row;
    told(/^[\d-]{10}$/.test(String(release_date)) && !isDay(String(release_date)), 'release_date', 'is no day');
    for (const [field, name] of namesIn(row, file.entity)) {
      const other = faults.places.get(name);
      told(other !== undefined, field, `${name.split(' ')[1]} stands in ${other} already`);
      faults.places.set(name, `${file.name} line ${line}`);
    }
    if (wrong.length > 0) {
      for (const { field, says } of wrong) faults.add(`${file.name} line ${line} "${field}": ${says}`);
      faults.named.add(`${file.entity} ${String(row.id)}`);
      continue;
    }
    // Fields stand in one order, whoever wrote them.
    const record = Object.fromEntries(
      Object.keys((schema as TObject).properties).flatMap((name) =>
        whole[name] === undefined ? [] : [[name, whole[name]]],
      ),
    );
    yield { line, record, text: JSON.stringify(record) };
  }
}

export interface OriginPlace {
  writes: Writes;
  game: string;
  changes: Changes;
  faults: RowFaults;
  /** Whether each record is put, also where its digest says that it is here: what stands beside the digest may be wrong. */
  isAnew: boolean;
}

/** Publishes the files of one entity. Returns how many records came, and how many differ. */
export async function publishRecords(place: OriginPlace, entity: string, files: readonly Fetched[]) {
  if (entity === 'cards') return publishCards(place, files);
  const { writes, game, changes } = place;
  const [series, expansions] = [await allSeries(writes, game), await allExpansions(writes, game)];
  const stored: readonly { id: string | number }[] =
    entity === 'products' ? await allProducts(writes, game) : entity === 'series' ? series : expansions;
  const known = new Map(stored.map((record) => [record.id, JSON.stringify(record)]));
  const left = new Set(known.keys());
  const counts = { rows: 0, changed: 0 };
  const products: Product[] = [];
  const kind = entity === 'products' ? 'expansions' : 'series';
  const listed = new Set((kind === 'series' ? series : expansions).map(({ id }) => id));
  const others = await gamesOfIds<string | number>(writes, entity as 'series', undefined, game);
  for (const fetched of files) {
    const isByHand = fetched.file.sha256 === undefined;
    for await (const { line, record, text } of recordsIn(fetched, place)) {
      counts.rows += 1;
      left.delete(record.id as string | number);
      const at = `${fetched.file.name} line ${line}`;
      const whose = others.get(record.id as string | number);
      if (whose !== undefined) place.faults.add(`${at} "id": ${record.id} is one of ${whose} here`);
      for (const [field, id] of isByHand ? parentsOf(record) : []) {
        if (!listed.has(id)) tellUnlisted(place.faults, `${at} "${field}"`, kind, id);
      }
      const before = known.get(record.id as string);
      if (entity === 'series' && isByHand && before !== undefined) {
        record.expansions = (JSON.parse(before) as Series).expansions;
      }
      if (before === text || before === JSON.stringify(record)) continue;
      counts.changed += 1;
      if (entity === 'series') await putOneSeries(place, record as unknown as Series, before);
      else if (entity === 'expansions') {
        const expansion = record as unknown as Expansion;
        changes[before === undefined ? 'expansionsNew' : 'expansionsChanged'].set(expansion.id, expansion);
        await putExpansion(writes, expansion);
      } else {
        products.push(record as unknown as Product);
        changes.products.add(record.id as number);
      }
    }
  }
  if (products.length > 0) await putProducts(writes, products);
  counts.changed += await deleteLeft(place, entity as keyof typeof GONE, files, left);
  return counts;
}

/** Where the ids are noted of records that are gone. */
const GONE = {
  series: 'seriesDeleted',
  expansions: 'expansionsDeleted',
  cards: 'cardsDeleted',
  products: 'productsDetached',
} as const;

/** By hand a record that is left out stays; a Cardstock says that it is gone, as after a restore. Returns how many are. */
async function deleteLeft(
  { writes, changes }: OriginPlace,
  entity: keyof typeof GONE,
  files: readonly Fetched[],
  left: ReadonlySet<string | number>,
): Promise<number> {
  if (left.size === 0 || files.some(({ file }) => file.sha256 === undefined)) return 0;
  await deleteRecordsOf(writes, entity, [...left]);
  for (const id of left) (changes[GONE[entity]] as Set<string | number>).add(id);
  return left.size;
}

/** What a record is in, by field. */
const parentsOf = ({ series_id, expansions, usd_market }: Row): [field: string, id: string][] =>
  series_id !== undefined
    ? [['series_id', String(series_id)]]
    : (((usd_market && expansions) as { id: string }[] | undefined) ?? []).map(({ id }, at) => [
        `expansions.${at}.id`,
        id,
      ]);

/** Tells that what a record is in or speaks of, by the field at `place`, is not there, unless that has a fault of its own. */
export function tellUnlisted(faults: RowFaults, place: string, kind: keyof typeof GONE, id: string): void {
  if (faults.isCut || faults.named.has(`${kind} ${id}`)) return;
  faults.add(`${place}: ${id} is no ${kind === 'series' ? kind : kind.slice(0, -1)} that is listed`);
}

async function putOneSeries({ writes, changes }: OriginPlace, series: Series, before: string | undefined) {
  if (before === undefined) changes.seriesNew.set(series.id, series);
  else if (isSeriesAnnounced(JSON.parse(before) as Series, series)) changes.seriesCorrected.set(series.id, series);
  await putSeries(writes, series);
}

/** Names in each series that was written by hand the expansions that are in it. */
export async function fillSeries({ writes, game, changes }: OriginPlace): Promise<void> {
  const bySeries = Map.groupBy(await allExpansions(writes, game), ({ series_id }) => series_id);
  for (const series of await allSeries(writes, game)) {
    const expansions = (bySeries.get(series.id) ?? []).map(seriesExpansion);
    if (isDeepStrictEqual(expansions, series.expansions)) continue;
    const filled = { ...series, expansions };
    if (changes.seriesNew.has(series.id)) changes.seriesNew.set(series.id, filled);
    await putSeries(writes, filled);
  }
}

async function publishCards(place: OriginPlace, files: readonly Fetched[]): Promise<{ rows: number; changed: number }> {
  const { writes, game, changes, faults } = place;
  const expansions = new Map((await allExpansions(writes, game)).map((expansion) => [expansion.id, expansion]));
  const published = new Map<string, string>();
  await eachPublishedCard(writes, game, ({ id, digest }) => void published.set(id, digest));
  const left = new Set(published.keys());
  const counts = { rows: 0, changed: 0 };
  let some: ComingCard[] = [];
  const flush = async () => {
    const cards = some;
    some = [];
    await tellOthers(place, cards);
    const records = new Map(cards.map(({ card }) => [card.id, card]));
    const bodies = await cardBodies(writes, [...records.keys()]);
    await putPrintings(place, [...records.values()], bodies);
    const rows: CardRow[] = cards.map(({ card, digest }) => cardRow(card, digest, expansions));
    for (const { card } of cards) {
      const before = bodies.get(card.id);
      if (before === JSON.stringify(card)) continue;
      if (before !== undefined) noteNames(changes, card.id, printingsIn(before), card.variants);
      changes.cards.add(card.id);
    }
    await putCards(writes, rows, records, records);
  };
  for (const fetched of files) {
    for await (const { line, record, text } of recordsIn(fetched, place)) {
      const card = record as unknown as Card;
      const at = `${fetched.file.name} line ${line}`;
      counts.rows += 1;
      left.delete(card.id);
      if (!expansions.has(card.expansion_id)) {
        tellUnlisted(faults, `${at} "expansion_id"`, 'expansions', card.expansion_id);
        faults.named.add(`cards ${card.id}`);
        continue;
      }
      const digest = createHash('sha1').update(text).digest('base64url');
      if (published.get(card.id) === digest && !place.isAnew) continue;
      counts.changed += 1;
      some.push({ card, digest, at, isByHand: fetched.file.sha256 === undefined });
      if (some.length === CARDS_AT_ONCE) await flush();
    }
  }
  await flush();
  counts.changed += await deleteLeft(place, 'cards', files, left);
  return counts;
}

interface ComingCard {
  card: Card;
  digest: string;
  at: string;
  isByHand: boolean;
}

/** Tells cards and printings that another game has: ids are of one space over all games; by hand printings that another card has. */
async function tellOthers({ writes, game, faults }: OriginPlace, cards: readonly ComingCard[]) {
  const idsOf = ({ variants }: Card) => variants.flatMap(({ id }) => (id > 0 ? id : []));
  const owners = await valuesBy(writes, 'variants', { id: cards.flatMap(({ card }) => idsOf(card)) }, 'id', 'card_id');
  const others = await gamesOfIds(writes, 'cards', [...cards.map(({ card }) => card.id), ...owners.values()], game);
  for (const { card, at, isByHand } of cards) {
    const whose = others.get(card.id);
    if (whose !== undefined) faults.add(`${at} "id": ${card.id} is one of ${whose} here`);
    const taken = idsOf(card).find((id) => {
      const owner = owners.get(id) ?? card.id;
      return others.has(owner) || (isByHand && owner !== card.id);
    });
    if (taken !== undefined) faults.add(`${at} "variants": ${taken} is a printing of ${owners.get(taken)} here`);
  }
}

/**
 * Makes the printings at rest those of the records; one without an id gets that of its slot, that of the one which was spelled
 * otherwise, or a new one. @param bodies the cards as they were
 */
async function putPrintings(
  { writes, changes }: OriginPlace,
  cards: readonly Card[],
  bodies: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = cards.map(({ id }) => id);
  const stored = Map.groupBy(await variantsOf(writes, ids), ({ card_id }) => card_id);
  const rows: { id: number; card_id: string; identity: string; ordinal: number; missing_runs: number }[] = [];
  const kept = new Set<number>();
  for (const card of cards) {
    const seen = new Map<string, number>();
    nameRespelled(card, stored.get(card.id) ?? [], bodies.get(card.id));
    for (const variant of card.variants) {
      const identity = printingIdentity(variant);
      const ordinal = seen.get(identity) ?? 0;
      seen.set(identity, ordinal + 1);
      await nameVariant(writes, card, variant, { identity, ordinal, stored: stored.get(card.id) ?? [] });
      if (kept.has(variant.id))
        throw new Outage(`${card.id} has ${variant.id} of another printing: name the ids of all printings, or of none`);
      kept.add(variant.id);
      rows.push({ id: variant.id, card_id: card.id, identity, ordinal, missing_runs: 0 });
    }
  }
  const gone = [...stored.values()].flat().filter(({ id }) => !kept.has(id));
  await deleteVariants(writes, gone);
  await dropCurrent(writes, gone);
  changes.variantsPruned.push(...gone.map(({ id }) => id));
  await putVariants(writes, rows);
}

/** Printings without an id that are stored ones, spelled otherwise now. */
function nameRespelled(card: Card, stored: readonly PublishedVariant[], body: string | undefined): void {
  const named = new Set(card.variants.map(({ id }) => id));
  const unnamed = card.variants.filter(({ id }) => id === 0);
  const free = stored.filter(({ id }) => !named.has(id));
  if (unnamed.length === 0 || free.length === 0 || body === undefined) return;
  const before = { ...card, variants: [...printingsIn(body)] };
  // Slots are counted from 1 there.
  const slots = free.map((variant) => ({ ...variant, ordinal: variant.ordinal + 1 }));
  const seed = { ...card, external_ids: NO_IDS, ids_complete: true, variants: unnamed };
  for (const { variant, slot } of respellings(seed, slots, before)) {
    const now = unnamed.filter((printing) => printingIdentity(printing) === slot.identity)[slot.ordinal - 1];
    if (now !== undefined) now.id = variant.id;
  }
}

type Slot = { identity: string; ordinal: number };

async function nameVariant(
  writes: Writes,
  card: Card,
  variant: Variant,
  { stored, ...slot }: Slot & { stored: readonly (Slot & { id: number })[] },
): Promise<void> {
  if (variant.id > 0) return;
  const known = stored.find(({ identity, ordinal }) => identity === slot.identity && ordinal === slot.ordinal);
  variant.id = known?.id ?? (await addVariants(writes, [{ card_id: card.id, ...slot }]))[0]?.id ?? 0;
}
