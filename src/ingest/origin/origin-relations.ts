/** Publishes what records are found by, and their texts in other languages, as the files of an origin have them. */
import { createHash } from 'node:crypto';
import { cardKeys } from '../../store/catalog/cards.ts';
import { idsOfGame } from '../../store/catalog/catalog-records.ts';
import { deleteTexts, putTexts, storedLanguages, storedTexts, TEXT_TABLES } from '../../store/catalog/translations.ts';
import { type AliasRow, mirrorAliases, type TextRow } from '../../store/sources/mirror-relations.ts';
import { noteShown } from '../changes.ts';
import { type OriginPlace, recordsIn, tellUnlisted } from './origin-records.ts';
import type { Fetched } from './read-origin.ts';

/** Where the records lie that rows speak of. */
const TABLES = { ...TEXT_TABLES, code: 'expansions', cardmarket: 'products', type: 'products' } as const;

/** The rows of a file; one by hand that speaks, in `field`, of a record that is not here is told instead. */
async function* relationsIn(place: OriginPlace, fetched: Fetched, field: 'id' | 'target_id') {
  const here = new Map<string, Set<string>>();
  for await (const { line, record, text } of recordsIn(fetched, place)) {
    const table = TABLES[record.kind as AliasRow['kind']];
    if (fetched.file.sha256 === undefined) {
      const ids = here.get(table) ?? new Set((await idsOfGame(place.writes, table, place.game)).map(String));
      here.set(table, ids);
      const id = String(record[field]);
      if (!ids.has(id)) {
        tellUnlisted(place.faults, `${fetched.file.name} line ${line} "${field}"`, table, id);
        continue;
      }
    }
    yield { record, text };
  }
}

export async function publishAliases(place: OriginPlace, files: readonly Fetched[]) {
  const { writes, game } = place;
  const rows: AliasRow[] = [];
  for (const fetched of files) {
    for await (const { record } of relationsIn(place, fetched, 'target_id'))
      rows.push({ since: null, ...(record as object) } as AliasRow);
  }
  return { rows: rows.length, changed: await mirrorAliases(writes, game, rows) };
}

const TEXTS_AT_ONCE = 500;
const keyOf = ({ kind, language, id }: Pick<TextRow, 'kind' | 'language' | 'id'>) => `${kind} ${language} ${id}`;

export async function publishTexts(place: OriginPlace, files: readonly Fetched[]) {
  const { writes, game } = place;
  const known = new Map<string, string>();
  const languages = (await storedLanguages(writes)).filter((of) => of.game === game);
  for (const { language } of languages) {
    for (const text of await storedTexts(writes, { game, language }))
      known.set(keyOf({ ...text, language }), text.digest);
  }
  const counts = { rows: 0, changed: 0 };
  const told: Pick<TextRow, 'kind' | 'language' | 'id'>[] = [];
  const put: Parameters<typeof putTexts>[1][number][] = [];
  for (const fetched of files) {
    for await (const { record, text } of relationsIn(place, fetched, 'id')) {
      const row = record as unknown as TextRow;
      const digest = createHash('sha1').update(text).digest('base64url');
      const isSame = known.get(keyOf(row)) === digest;
      counts.rows += 1;
      known.delete(keyOf(row));
      if (isSame && !place.isAnew) continue;
      counts.changed += 1;
      if (!isSame) told.push({ kind: row.kind, language: row.language, id: row.id });
      const { texts, ...named } = row;
      put.push({ ...named, game, body: JSON.stringify(texts), facts: '{}', digest });
      if (put.length >= TEXTS_AT_ONCE) await putTexts(writes, put.splice(0));
    }
  }
  await putTexts(writes, put);
  const gone = [...known.keys()].map((key) => {
    const [kind, language, ...id] = key.split(' ');
    return { kind: kind as TextRow['kind'], language: language ?? '', id: id.join(' ') };
  });
  for (const { kind, language, id } of gone) await deleteTexts(writes, { game, language }, kind, [id]);
  // No read was in a language that comes for the first time: none shows anything else than it did.
  const isKnown = new Set(languages.map(({ language }) => language));
  const shown = [...told, ...gone].filter(({ language }) => isKnown.has(language));
  const idsOf = (kind: TextRow['kind']) => new Set(shown.flatMap((text) => (text.kind === kind ? text.id : [])));
  const here = await cardKeys(writes, [...idsOf('card')]);
  const byKind = { card: new Set(here.keys()), expansion: idsOf('expansion'), series: idsOf('series') };
  await noteShown(writes, game, place.changes, byKind);
  return { ...counts, changed: counts.changed + gone.length };
}
