/** Texts of one regional print under ids of another's records: where both regions name an id, what it stands for is another card. */
import { regionOfLanguage } from '../../catalog/languages/regional-prints.ts';
import type { DeployedGame } from '../../games/game.ts';
import { placedCards } from '../../store/catalog/cards.ts';
import { allExpansions, allSeries } from '../../store/catalog/expansions.ts';
import { deleteTexts, storedTexts, type TextKind } from '../../store/catalog/translations.ts';
import type { Writes } from '../../store/store.ts';

/** Whether an id stands for a record of a region that the language is none of; one of no record may yet be of its own. */
type IsElsewhere = (kind: TextKind, id: string) => boolean;

/** Tells it of each language, as the catalog stands now. */
export async function recordsElsewhere(writes: Writes, game: DeployedGame): Promise<(language: string) => IsElsewhere> {
  const regions = new Map((await allExpansions(writes, game.name)).map(({ id, region }) => [id, region]));
  const cards = await placedCards(writes, game.name);
  const series = (await allSeries(writes, game.name)).map(({ id, expansions }) => {
    const [region, ...others] = new Set(expansions.map((expansion) => regions.get(expansion.id)));
    // One that holds expansions of several regions is the catalog's own.
    return [id, others.length > 0 ? undefined : region] as const;
  });
  const byRegion: Record<TextKind, ReadonlyMap<string, string | undefined>> = {
    card: new Map(cards.map(({ id, expansion_id }) => [id, regions.get(expansion_id)])),
    expansion: regions,
    series: new Map(series),
  };
  return (language) => {
    const own = regionOfLanguage(game, language);
    return (kind, id) => byRegion[kind].has(id) && byRegion[kind].get(id) !== own;
  };
}

/** Deletes them in these languages, which a run of the catalog brought the records to; returns the records, by kind. */
export async function deleteTextsElsewhere(writes: Writes, game: DeployedGame, languages: readonly string[]) {
  const deleted: Record<TextKind, string[]> = { card: [], expansion: [], series: [] };
  if ((game.regionalPrints ?? []).length === 0) return deleted;
  const elsewhereOf = await recordsElsewhere(writes, game);
  for (const language of languages) {
    const of = { game: game.name, language };
    const isElsewhere = elsewhereOf(language);
    const found = (await storedTexts(writes, of)).filter(({ kind, id }) => isElsewhere(kind, id));
    for (const [kind, texts] of Map.groupBy(found, (text) => text.kind)) {
      const ids = texts.map(({ id }) => id);
      await deleteTexts(writes, of, kind, ids);
      deleted[kind].push(...ids);
    }
  }
  return deleted;
}
