/** Judges the texts of a game's cards as catalog and languages stand now: whichever of them changed, both decide. */
import type { Card } from '../../catalog/records.ts';
import { cardBodies, publishedCards } from '../../store/catalog/cards.ts';
import { followAliases, judgedTexts, setWithheld, storedLanguages } from '../../store/catalog/translations.ts';
import type { Writes } from '../../store/store.ts';
import type { Changes } from '../changes.ts';
import { type AuditedCard, auditLanguage } from './language-audit.ts';

/** Bodies read at once: all of a catalog would be 60 MB. */
const CARDS_AT_ONCE = 1000;

/** What judging a language found. */
export interface JudgedLanguage {
  language: string;
  /** Cards whose texts are shown from now on, or no longer. */
  turned: string[];
  /** Texts of cards that are here. */
  texts: number;
  withheld: number;
}

const auditedCard = ({ id, expansion_id, number, name, illustrator, category, metadata }: Card): AuditedCard => ({
  id,
  expansion_id,
  name,
  category,
  species: metadata.dex_numbers,
  facts: { number, illustrator, hp: metadata.hp, types: metadata.types.length },
});

async function cardsOf(writes: Writes, game: string): Promise<AuditedCard[]> {
  const ids = (await publishedCards(writes, game)).map(({ id }) => id);
  const cards: AuditedCard[] = [];
  for (let start = 0; start < ids.length; start += CARDS_AT_ONCE) {
    const bodies = await cardBodies(writes, ids.slice(start, start + CARDS_AT_ONCE));
    for (const body of bodies.values()) cards.push(auditedCard(JSON.parse(body) as Card));
  }
  return cards;
}

/** Withholds what is not believed, and shows what is again. */
export async function judgeTexts(
  writes: Writes,
  game: string,
  languages: readonly string[],
): Promise<JudgedLanguage[]> {
  const cards = await cardsOf(writes, game);
  const judged: JudgedLanguage[] = [];
  for (const language of languages) judged.push(await judgeLanguage(writes, { game, language }, cards));
  return judged;
}

async function judgeLanguage(
  writes: Writes,
  of: { game: string; language: string },
  cards: readonly AuditedCard[],
): Promise<JudgedLanguage> {
  const rows = new Map((await judgedTexts(writes, of)).map((row) => [row.id, row]));
  const audited = cards.map((card): AuditedCard => {
    const row = rows.get(card.id);
    return row === undefined ? card : { ...card, text: row };
  });
  const withheld = auditLanguage(audited);
  const texts = audited.flatMap(({ id, text }) => (text === undefined ? [] : [id]));
  const changed = texts.filter((id) => (withheld.get(id) ?? null) !== rows.get(id)?.withheld);
  for (const [reason, ids] of Map.groupBy(changed, (id) => withheld.get(id) ?? null)) {
    await setWithheld(writes, of, ids, reason);
  }
  const turned = changed.filter((id) => withheld.has(id) !== (rows.get(id)?.withheld !== null));
  return { language: of.language, turned, texts: texts.length, withheld: withheld.size };
}

/** The same after a run of the catalog itself. Returns how many cards show other texts. */
export async function rejudgeTexts(writes: Writes, game: string, changes: Changes): Promise<number> {
  const languages = (await storedLanguages(writes)).filter((stored) => stored.game === game);
  if (languages.length === 0) return 0;
  const moved = await followAliases(writes, game);
  const judged = await judgeTexts(
    writes,
    game,
    languages.map(({ language }) => language),
  );
  const turned = new Set([...moved, ...judged.flatMap((language) => language.turned)]);
  for (const id of turned) changes.cards.add(id);
  return turned.size;
}
