/** Scryfall's sets turned into series and expansions. */
import Type, { type Static } from 'typebox';
import { type ExpansionSeed, type SeriesSeed, UNSAID } from '../../../catalog/seeds.ts';
import { attributesOf, furtherFields, maybe, Name } from '../../../upstream/record-fields.ts';
import type { Findings, SeedCollector } from '../../../upstream/seed-collector.ts';
import { checkOf, usableFields } from '../../../upstream/usable-fields.ts';
import { Id } from './card-shape.ts';
import { type Extra, extraOf } from './extras.ts';

const Count = Type.Integer({ minimum: 0 });
const ScryfallSet = Type.Object({
  code: Id,
  name: Name,
  set_type: Id,
  released_at: maybe(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  card_count: maybe(Count),
  printed_size: maybe(Count),
  icon_svg_uri: maybe(Type.String()),
  digital: maybe(Type.Boolean()),
});
const check = checkOf(ScryfallSet);
/** What stands in the attributes as it came. */
const FURTHER = 'block block_code parent_set_code arena_code mtgo_code digital foil_only nonfoil_only';

/** @throws BadRecord */
function expansionSeed(value: unknown, { leftOut }: Findings): ExpansionSeed {
  const set: Static<typeof ScryfallSet> = usableFields(check, value, leftOut);
  return {
    // Formats are told of cards: one that is legal today may be printed again in a set of any other kind.
    ...UNSAID,
    id: set.code,
    series_id: set.set_type,
    name: set.name,
    symbol: set.icon_svg_uri ?? null,
    release_date: set.released_at ?? null,
    card_count_total: set.card_count ?? 0,
    card_count_official: set.printed_size ?? 0,
    ...attributesOf(furtherFields(set, FURTHER, leftOut)),
  };
}

/**
 * A series is a kind of set (`core`, `expansion`, `commander` …): every set has one. Only half of the sets are of a block,
 * and since 2018 none is.
 */
const seriesSeed = (setType: string): SeriesSeed => ({
  id: setType,
  name: setType.replace(/(^|_)([a-z])/g, (_, before, letter) => `${before && ' '}${letter.toUpperCase()}`),
  logo: null,
});

/**
 * Takes the sets that may hold cards of this catalog, those that have none yet included, and the series that they make.
 * @param codes of the sets that cards were taken of
 */
export function addSets(
  collector: SeedCollector,
  sets: readonly unknown[],
  codes: ReadonlySet<string>,
  include: ReadonlySet<Extra>,
): void {
  for (const set of sets) {
    const { code, digital, set_type } = (set ?? {}) as Partial<Static<typeof ScryfallSet>>;
    const extra = extraOf({ digital, set_type });
    if (extra !== undefined && !include.has(extra) && !codes.has(String(code))) continue;
    collector.addExpansion(set, (findings) => expansionSeed(set, findings));
  }
  const types = new Set(collector.seed.expansions.map(({ series_id }) => series_id));
  for (const type of types) collector.addSeries({ id: type }, () => seriesSeed(type));
}
