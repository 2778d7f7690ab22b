/** The languages of a game: what is wrong with what the file says of them, and what it means. */
import Type from 'typebox';
import { splitByRegion } from '../catalog/languages/regional-prints.ts';
import { type CatalogScope, DEFAULT_SCOPE } from '../catalog/scope.ts';
import { CATALOG_ADAPTERS } from '../games/games.ts';
import type { SourceSettings } from '../upstream/source-fields.ts';
import { isRecord, languageOf, type Sources, schemaFaults } from './sources-section.ts';

const Languages = Type.Array(
  Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$', description: 'a language such as en or zh-tw' }),
  { minItems: 1 },
);

/** What is wrong with the `languages` at `place`, beside `sources` of the same game. */
export function languageFaults(place: string, languages: unknown, sources: unknown): string[] {
  if (languages === undefined) return [];
  const faults = schemaFaults(`${place} "languages"`, Languages, languages);
  if (faults.length > 0) return faults;
  if (!isRecord(sources)) return [`${place} "languages": need "sources"; the demo has one language`];
  const named = languages as readonly string[];
  const twice = new Set(named.filter((language, at) => named.indexOf(language) !== at));
  return [
    ...[...twice].map((language) => `${place} "languages": ${language} is there twice`),
    ...ownFaults(place, named, sources),
    ...catalogFaults(place, named, sources),
  ];
}

/** A source that says another language than the first. */
function ownFaults(place: string, [own]: readonly string[], sources: Record<string, unknown>): string[] {
  return Object.entries(sources).flatMap(([name, source]) => {
    const said = isRecord(source) ? source.language : undefined;
    if (said === undefined || said === own) return [];
    const which = `${JSON.stringify(said)} is not ${own}, the first of "languages"`;
    return [`${place} "sources.${name}" "language": ${which}: leave it out`];
  });
}

/** A catalog that cannot be read in these languages. */
function catalogFaults(place: string, named: readonly string[], sources: Record<string, unknown>): string[] {
  return Object.entries(sources as Sources).flatMap(([name, source]) => {
    const fault = source.adapter in CATALOG_ADAPTERS ? catalogFault(source, named) : null;
    return fault === null ? [] : [`${place} "sources.${name}" ${fault}`];
  });
}

function catalogFault(source: SourceSettings, languages: readonly string[]): string | null {
  const [own, ...further] = languages;
  const { severalLanguages } = CATALOG_ADAPTERS[source.adapter] ?? {};
  if (further.length === 0 && own === DEFAULT_SCOPE.language) return null;
  return severalLanguages
    ? severalLanguages(source, languages)
    : `"adapter": ${source.adapter} reads one language, ${DEFAULT_SCOPE.language}`;
}

/** The catalog's own language, the further ones and the regional prints; without `languages` what its source says, if it does. */
export function languagesOf(
  languages: readonly string[] | undefined,
  sources: Sources,
): Pick<CatalogScope, 'language' | 'translations' | 'regionalPrints'> {
  const [language = languageOf(sources), ...further] = languages ?? [];
  const catalog = Object.values(sources).find(({ adapter }) => adapter in CATALOG_ADAPTERS);
  const { regionOf } = CATALOG_ADAPTERS[catalog?.adapter ?? ''] ?? {};
  const { translations, regionalPrints } = splitByRegion([language, ...further], (each) => regionOf?.(each));
  return {
    language,
    ...(translations.length > 0 && { translations }),
    ...(regionalPrints.length > 0 && { regionalPrints }),
  };
}
