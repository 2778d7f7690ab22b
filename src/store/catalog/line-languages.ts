/** The language that the records of each print line stand in, from its first publish on. */
import { metaValue, setMetaValue } from '../meta.ts';
import type { Reads, Writes } from '../store.ts';

/** Language by region; the catalog's own line is the region `''`. */
export type LineLanguages = Readonly<Record<string, string>>;

/** Those of every game, by its name. */
export async function lineLanguages(reads: Reads | Writes): Promise<Readonly<Record<string, LineLanguages>>> {
  return JSON.parse((await metaValue(reads, 'line_languages')) ?? '{}') as Record<string, LineLanguages>;
}

/** Notes the language of a line that is being published. */
export async function noteLineLanguage(
  writes: Writes,
  game: string,
  { region = '', language }: { region: string | undefined; language: string },
): Promise<void> {
  const known = await lineLanguages(writes);
  if (known[game]?.[region] === language) return;
  await put(writes, { ...known, [game]: { ...known[game], [region]: language } });
}

/** Puts a game's under another name; without one it goes. */
export async function moveLineLanguages(writes: Writes, from: string, to?: string): Promise<void> {
  const { [from]: moved, ...others } = await lineLanguages(writes);
  if (moved !== undefined) await put(writes, to === undefined ? others : { ...others, [to]: moved });
}

const put = (writes: Writes, languages: Readonly<Record<string, LineLanguages>>) =>
  setMetaValue(writes, 'line_languages', JSON.stringify(languages));
