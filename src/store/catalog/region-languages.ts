/** The language that the records of each regional print stand in, from its first publish on. */
import { metaValue, setMetaValue } from '../meta.ts';
import type { Reads, Writes } from '../store.ts';

/** Language by region; the catalog's own region is the region `''`. */
export type RegionLanguages = Readonly<Record<string, string>>;

/** Those of every game, by its name. */
export async function regionLanguages(reads: Reads): Promise<Readonly<Record<string, RegionLanguages>>> {
  return JSON.parse((await metaValue(reads, 'line_languages')) ?? '{}') as Record<string, RegionLanguages>;
}

export async function noteRegionLanguage(
  writes: Writes,
  game: string,
  { region = '', language }: { region: string | undefined; language: string },
): Promise<void> {
  const known = await regionLanguages(writes);
  if (known[game]?.[region] === language) return;
  await put(writes, { ...known, [game]: { ...known[game], [region]: language } });
}

/** Puts a game's under another name; without one it goes. */
export async function moveRegionLanguages(writes: Writes, from: string, to?: string): Promise<void> {
  const { [from]: moved, ...others } = await regionLanguages(writes);
  if (moved !== undefined) await put(writes, to === undefined ? others : { ...others, [to]: moved });
}

const put = (writes: Writes, languages: Readonly<Record<string, RegionLanguages>>) =>
  setMetaValue(writes, 'line_languages', JSON.stringify(languages));
