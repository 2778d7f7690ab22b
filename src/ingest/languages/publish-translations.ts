/** Publishes one run of a language in one transaction: writes the texts that differ, and judges them all anew. */
import { hash } from 'node:crypto';
import type { Image } from '../../catalog/field-shapes.ts';
import { type CardText, cardContext, cardText, groupText } from '../../catalog/languages/texts.ts';
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { placedCards } from '../../store/catalog/cards.ts';
import { gamesOfIds } from '../../store/catalog/catalog-records.ts';
import { allExpansions, allSeries } from '../../store/catalog/expansions.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import {
  deleteTexts,
  putTexts,
  type StoredText,
  storedTexts,
  TEXT_KINDS,
  TEXT_TABLES,
  type TextKind,
} from '../../store/catalog/translations.ts';
import { putCardPictures } from '../../store/pictures/card-pictures.ts';
import type { Writes } from '../../store/store.ts';
import type { Changes } from '../changes.ts';
import { internalIds } from '../internal-ids.ts';
import { imageHere, type KeptImages } from '../kept-images.ts';
import { judgeTexts } from './judge-texts.ts';
import { recordsElsewhere } from './texts-elsewhere.ts';

export interface LanguagePublish {
  writes: Writes;
  game: DeployedGame;
  language: string;
  changes: Changes;
  /** Undefined where the source's pictures are not kept. */
  kept: KeptImages | undefined;
}

const TEXTS_AT_ONCE = 1000;

interface Comparison extends LanguagePublish {
  isElsewhere(kind: TextKind, id: string): boolean;
}

type TextRow = Parameters<typeof putTexts>[1][number];

/** What differs from what is stored, by kind: ids of texts that are new or other, and of those that are gone. */
interface Difference {
  written: string[];
  gone: string[];
}

/**
 * Texts are kept whole, those of cards that are not here too: the catalog may bring the card, or change its own words, in a
 * later run. What no longer comes is no longer shown.
 */
export async function publishTranslations(publish: LanguagePublish, seed: CatalogSeed) {
  const { writes, game, language } = publish;
  const of = { game: game.name, language };
  const stored = await storedTexts(writes, of);
  const before = Map.groupBy(stored, ({ kind }) => kind);
  const came = { card: cardRows(seed), expansion: groupRows(seed.expansions), series: groupRows(seed.series) };
  const isElsewhere = (await recordsElsewhere(writes, game))(language);
  const comparison: Comparison = { ...publish, isElsewhere };
  const changed = new Map<TextKind, Difference>();
  for (const kind of TEXT_KINDS) {
    const known = new Map((before.get(kind) ?? []).map((row) => [row.id, row]));
    const unchanged = kind === 'card' ? seed.unchanged : [];
    changed.set(kind, await difference(comparison, kind, came[kind], known, unchanged));
  }
  const [judged] = await judgeTexts(writes, game.name, [language]);
  const shown = await shownChanges(publish, changed, stored, judged?.turned ?? []);
  if (shown.records > 0) await bumpCatalogVersion(writes, { games: [game.name], names: shown.isFoundAnew });
  const { written, gone } = changed.get('card') ?? { written: [], gone: [] };
  const known = new Set((before.get('card') ?? []).map(({ id }) => id));
  const isNew = written.filter((id) => !known.has(id)).length;
  return {
    texts_new: isNew,
    texts_changed: written.length - isNew,
    texts_gone: gone.length,
    texts_withheld: judged?.withheld ?? 0,
    texts_of_no_card: known.size + isNew - gone.length - (judged?.texts ?? 0),
  };
}

/** Texts as they came, with where the source has the picture that they name where it is kept here. */
type Texts = Pick<TextRow, 'id' | 'name' | 'body' | 'facts'> & { picture?: Image };

const groupRows = (rows: CatalogSeed['series'] | CatalogSeed['expansions']): Texts[] =>
  rows.map((row) => ({ id: row.id, name: row.name, body: JSON.stringify(groupText(row)), facts: '' }));

/** Cards come as text: one of them is an object at a time. */
function* cardRows({ cards }: CatalogSeed): Generator<Texts> {
  for (const [, text] of cards) {
    const card = JSON.parse(text) as CardSeed;
    const body = JSON.stringify(cardText(card));
    yield { id: card.id, name: card.name, body, facts: JSON.stringify(cardContext(card)) };
  }
}

/** Writes what differs, a thousand at a time, and deletes what no longer comes. @param unchanged ids that came without a text */
async function difference(
  publish: Comparison,
  kind: TextKind,
  came: Iterable<Texts>,
  known: ReadonlyMap<string, StoredText>,
  unchanged: Iterable<string>,
): Promise<Difference> {
  const { writes, game, language, isElsewhere } = publish;
  const internalId = internalIds(game, await aliases(writes, kind));
  const left = new Set(known.keys());
  for (const id of unchanged) if (!isElsewhere(kind, internalId(id))) left.delete(internalId(id));
  const written: string[] = [];
  let rows: Texts[] = [];
  for (const row of came) {
    const id = internalId(row.id);
    if (isElsewhere(kind, id)) continue;
    left.delete(id);
    rows.push(namedHere(publish, { ...row, id }, kind));
    if (rows.length < TEXTS_AT_ONCE) continue;
    written.push(...(await writeTexts(publish, kind, rows, known)));
    rows = [];
  }
  written.push(...(await writeTexts(publish, kind, rows, known)));
  await deleteTexts(writes, { game: game.name, language }, kind, [...left]);
  return { written, gone: [...left] };
}

/** The text of a card whose picture is kept names our address. */
function namedHere({ kept, language }: Comparison, row: Texts, kind: TextKind): Texts {
  if (kept === undefined || kind !== 'card') return row;
  const text = JSON.parse(row.body) as CardText;
  if (text.image === undefined) return row;
  const image = imageHere(kept, text.image, row.id, language);
  return { ...row, body: JSON.stringify({ ...text, image }), picture: text.image };
}

/** Writes those that differ, but for ids of another game's records; returns their ids. */
async function writeTexts(
  { writes, game, language }: LanguagePublish,
  kind: TextKind,
  rows: readonly Texts[],
  known: ReadonlyMap<string, StoredText>,
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const others = await gamesOfIds(writes, TEXT_TABLES[kind], ids, game.name);
  const given = rows.map((row) => ({
    ...row,
    kind,
    language,
    game: game.name,
    digest: hash('sha1', row.body + row.facts + (row.picture?.high ?? ''), 'base64url'),
  }));
  const differing = new Map(
    given.filter(({ id, digest }) => !others.has(id) && known.get(id)?.digest !== digest).map((row) => [row.id, row]),
  );
  const texts = [...differing.values()].map(({ picture, ...row }) => row);
  await putTexts(writes, texts);
  if (kind === 'card') {
    const pictures = [...differing.values()].flatMap(({ id, picture }) => (picture ? [{ id, ...picture }] : []));
    await putCardPictures(writes, language, [...differing.keys()], pictures);
  }
  return [...differing.keys()];
}

const recordKey = (kind: TextKind, id: string) => `${kind} ${id}`;

const shownNames = (texts: readonly StoredText[]) =>
  new Map(
    texts.flatMap(({ kind, id, name, withheld }) => (withheld === null ? [[recordKey(kind, id), name] as const] : [])),
  );

/**
 * Collects the records that show other texts. A language that was never loaded before tells
 * nobody: no read was in that language, so none shows anything else than it did. Says how many
 * they are, and whether any is called otherwise, which is what is searched.
 * @param turned cards whose texts are shown from now on, or no longer
 */
async function shownChanges(
  { writes, game, language, changes }: LanguagePublish,
  changed: ReadonlyMap<TextKind, Difference>,
  stored: readonly StoredText[],
  turned: readonly string[],
) {
  const touched = (kind: TextKind) => {
    const { written = [], gone = [] } = changed.get(kind) ?? {};
    return new Set([...written, ...gone]);
  };
  const [ofExpansions, ofSeries] = [touched('expansion'), touched('series')];
  const expansions = (await allExpansions(writes, game.name)).filter(({ id }) => ofExpansions.has(id));
  const series = (await allSeries(writes, game.name)).filter(({ id }) => ofSeries.has(id));
  const here = new Set((await placedCards(writes, game.name)).map(({ id }) => id));
  const before = shownNames(stored);
  const after = shownNames(await storedTexts(writes, { game: game.name, language }));
  const cards = [...new Set([...touched('card'), ...turned])].filter(
    (id) => here.has(id) && (before.has(recordKey('card', id)) || after.has(recordKey('card', id))),
  );
  if (stored.length > 0) {
    for (const id of cards) changes.cards.add(id);
    for (const each of expansions) changes.expansionsChanged.set(each.id, each);
    for (const each of series) changes.seriesCorrected.set(each.id, each);
  }
  const records = [
    ...cards.map((id) => recordKey('card', id)),
    ...expansions.map(({ id }) => recordKey('expansion', id)),
    ...series.map(({ id }) => recordKey('series', id)),
  ];
  return { records: records.length, isFoundAnew: records.some((key) => before.get(key) !== after.get(key)) };
}
