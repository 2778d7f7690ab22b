/** Regional prints: regions whose expansions and numbers are their own, and the language that each one's records stand in. */

/** A region beside the catalog's own: its cards are cards, and its other languages are their translations. */
export interface RegionalPrint {
  /** As its expansions name it. */
  readonly region: string;
  readonly language: string;
  readonly translations: readonly string[];
}

/** The languages of a game, those of its regional prints among them, the catalog's own first. */
export interface Languages {
  readonly languages: readonly string[];
  readonly regionalPrints?: readonly RegionalPrint[];
}

/** A language that nobody names any more: that of a game or a region that left the configuration. */
export const UNDETERMINED = 'und';

/** The language that the records of a region stand in; those of no region stand in the catalog's own. */
export const languageOfRegion = ({ languages, regionalPrints = [] }: Languages, region: string | undefined): string =>
  (region === undefined ? languages[0] : regionalPrints.find((print) => print.region === region)?.language) ??
  UNDETERMINED;

/** The region whose records a language has texts of, or is the own one of; undefined for the catalog's own region. */
export const regionOfLanguage = ({ regionalPrints = [] }: Languages, language: string): string | undefined =>
  regionalPrints.find((print) => print.language === language || print.translations.includes(language))?.region;

/**
 * Parts the languages by region: those of the first one's are translations, and the first of each other region is the own
 * language of a regional print.
 */
export function splitByRegion(
  [language = '', ...further]: readonly string[],
  regionOf: (language: string) => string | undefined,
): { translations: string[]; regionalPrints: RegionalPrint[] } {
  const own = regionOf(language);
  const byRegion = Map.groupBy(further, regionOf);
  const translations = byRegion.get(own) ?? [];
  const regionalPrints = [...byRegion].flatMap(([region, [first = '', ...others]]) =>
    region === own || region === undefined ? [] : [{ region, language: first, translations: others }],
  );
  return { translations, regionalPrints };
}
