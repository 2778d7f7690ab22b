/** Judges the texts of a game's cards as catalog and languages stand now: whichever of them changed, both decide. */
import type { Card } from '../../catalog/records.ts';
import type { DeployedGame } from '../../games/game.ts';
import { inBatches } from '../../store/batches.ts';
import { cardBodies, placedCards } from '../../store/catalog/cards.ts';
import { allExpansions } from '../../store/catalog/expansions.ts';
import { followAliases, judgedTexts, setWithheld, storedLanguages } from '../../store/catalog/translations.ts';
import type { Writes } from '../../store/store.ts';
import { type Changes, noteShown } from '../changes.ts';
import { type AuditedCard, auditLanguage } from './language-audit.ts';
import { deleteTextsElsewhere } from './texts-elsewhere.ts';

/** A card, and the language of its record where that is not the first of its region. */
type Audited = AuditedCard & { lang: string | undefined };

const auditedCard = ({ id, expansion_id, number, name, illustrator, category, metadata, lang }: Card): Audited => ({
  lang,
  id,
  expansion_id,
  name,
  category,
  species: metadata.dex_numbers,
  facts: { number, illustrator, hp: metadata.hp, types: metadata.types.length },
});

/** Cards of one regional print after another: names of one say nothing about the other's. */
async function cardsByRegion(writes: Writes, game: string): Promise<Audited[][]> {
  const regions = new Map((await allExpansions(writes, game)).map(({ id, region }) => [id, region]));
  const ids = (await placedCards(writes, game)).map(({ id }) => id);
  const cards: Audited[] = [];
  // Some at a time: the bodies of a whole catalog would be 60 MB.
  for (const some of inBatches(ids)) {
    for (const body of (await cardBodies(writes, some)).values()) cards.push(auditedCard(JSON.parse(body) as Card));
  }
  return [...Map.groupBy(cards, ({ expansion_id }) => regions.get(expansion_id)).values()];
}

/** Withholds what is not believed, and shows what is again. */
export async function judgeTexts(writes: Writes, game: string, languages: readonly string[]) {
  const byRegion = await cardsByRegion(writes, game);
  const judged = [];
  for (const language of languages) judged.push(await judgeLanguage(writes, { game, language }, byRegion));
  return judged;
}

async function judgeLanguage(
  writes: Writes,
  of: { game: string; language: string },
  byRegion: readonly (readonly Audited[])[],
) {
  const rows = new Map((await judgedTexts(writes, of)).map((row) => [row.id, row]));
  const withText = (card: AuditedCard): AuditedCard => {
    const row = rows.get(card.id);
    return row === undefined ? card : { ...card, text: row };
  };
  // A record that stands in this language has its text from itself: nothing is joined.
  const joined = (card: Audited) => (card.lang === of.language ? card : withText(card));
  const withheld = new Map(byRegion.flatMap((cards) => [...auditLanguage(cards.map(joined))]));
  const audited = byRegion.flat().map(withText);
  const texts = audited.flatMap(({ id, text }) => (text === undefined ? [] : [id]));
  const changed = texts.filter((id) => (withheld.get(id) ?? null) !== rows.get(id)?.withheld);
  for (const [reason, ids] of Map.groupBy(changed, (id) => withheld.get(id) ?? null)) {
    await setWithheld(writes, of, ids, reason);
  }
  const turned = changed.filter((id) => withheld.has(id) !== (rows.get(id)?.withheld !== null));
  // Cards whose texts are shown from now on, or no longer; and how many texts are of cards that are here.
  return { language: of.language, turned, texts: texts.length, withheld: withheld.size };
}

/** The same after a run of the catalog itself. Returns how many records show other texts. */
export async function rejudgeTexts(writes: Writes, deployed: DeployedGame, changes: Changes): Promise<number> {
  const { name: game } = deployed;
  const languages = (await storedLanguages(writes)).flatMap((of) => (of.game === game ? [of.language] : []));
  if (languages.length === 0) return 0;
  const moved = await followAliases(writes, game);
  const gone = await deleteTextsElsewhere(writes, deployed, languages);
  const judged = await judgeTexts(writes, game, languages);
  const turned = new Set([...moved.card, ...gone.card, ...judged.flatMap((language) => language.turned)]);
  const expansion = new Set([...moved.expansion, ...gone.expansion]);
  const series = new Set([...moved.series, ...gone.series]);
  await noteShown(writes, game, changes, { card: turned, expansion, series });
  return turned.size + expansion.size + series.size;
}
