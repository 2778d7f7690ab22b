/** What people and apps call the columns of their lists, in the languages that they write, and how a head line is read. */

import { SHEET_WORDS } from '../games/sheet-words.ts';

/** What a column can say of a row. */
export type Field =
  | 'name'
  | 'number'
  | 'expansion'
  | 'game'
  | 'lang'
  | 'printing'
  | 'condition'
  | 'quantity'
  | 'tcgplayer'
  | 'cardmarket'
  | 'catalog'
  | 'card'
  | 'grade'
  | 'rarity';

/** Columns that speak for themselves: English, German, French, Spanish, Italian, Dutch, Japanese. The first that says something counts. */
export const COMMON_HEADS: Readonly<Record<Field, string>> = {
  name: `name, card name, product name, simple name, card, title, product, item name, produkt, kartenname, karte, nom,
    nom de la carte, nombre, nombre de la carta, carte, carta, nome, nome della carta, nome carta, naam, kaart, kaartnaam, subject, カード名, 名前, 名称, カード`,
  number: `collector number, collector's number, card number, collector, collector no, card no, number, no, nr, num, print number,
    nummer, kartennummer, sammlernummer, kartennr, numéro, numéro de carte, numéro de collection, n°, número de carta,
    número de coleccionista, numero carta, numero di collezione, cn, 番号, カード番号, コレクター番号, コレクションナンバー, ナンバー, 型番`,
  expansion: `expansion, expansion name, extension, erweiterung, espansione, set, set name, edition, edition name, set code, edition code, expansion code, expansion id,
    set id, set number, console name, series, serie, ausgabe, edición,
    colección, satz, edizione, collezione, edição, coleção, セット, セット名, エキスパンション, 拡張パック, 収録パック, 収録`,
  game: 'game, category, product line, tcg, spiel, jeu, juego, gioco, ゲーム',
  lang: 'language, lang, card language, sprache, langue, idioma, lingua, taal, 言語',
  printing: `printing, variant, finish, foil, variance, variation, version, premium, is foil, foiling, treatment, variety, variety/pedigree, variant type, variant 1, card variant, variants, sub type name, pattern, print, holo, variante, ausführung,
    folie, finition, acabado, finitura, versione, versão, variação, 仕様, フォイル, 加工`,
  condition: `condition, card condition, cond, state, zustand, état, estado, condición, condizione, stato, condição, qualidade, qualität, qualité, calidad, qualità, erhaltung, conditie, staat, 状態,
    コンディション`,
  quantity: `quantity, qty, count, amount, total quantity, total qty, quantity x, copies, owned, number owned, quantity owned, owned quantity, have, in stock, available quantity, aantal, how many, pcs, pieces, nb,
    exemplaires, stk, pz, unidades, anz, anzahl, menge, stück, stückzahl, quantité, qté, nombre de cartes, cantidad, cant, quantità, quantidade, qtd, copie, 枚数, 数量, 所持数`,
  tcgplayer: 'tcgplayer product id, tcgplayer id',
  cardmarket: 'cardmarket id, cardmarket product id, idproduct, mcm id, mkm id',
  catalog: SHEET_WORDS.flatMap(({ idHeads = [] }) => idHeads).join(', '),
  card: 'external id, card id, product id',
  grade: `grading company, grading co, grade company, grade issuer, grader, grade, card grade, grading, graded, cert number, cert no, cert, certificate number,
    certification number, certification, psa cert number, psa grade, bgs grade, cgc grade, bewertung, gradation, gradación, gradazione, グレード, 鑑定`,
  rarity: 'rarity, seltenheit, rareté, rareza, rarità, raridade, レアリティ',
};

export const headsIn = (list: string): string[] => list.split(/,\s*/).filter((head) => head !== '');

/** Finishes whose copies some apps count in a column each, by what is left of the head without words of counting. */
const COUNTED_FINISHES: Readonly<Record<string, string>> = Object.assign(
  { normal: 'normal', normale: 'normal', reg: 'normal', regular: 'normal', nonfoil: 'normal', foil: 'foil' },
  ...SHEET_WORDS.map(({ countedFinishes }) => countedFinishes),
);
const COUNTING = /quantity|qty|count|copies|anzahl|menge/g;

/** What is longer is no head. */
const HEAD_MAX = 200;

/** Letters and digits alone, in small letters and without marks: `Collector #`, `collector_number` and `SETCODE` are compared so. */
export const headKey = (text: string): string =>
  text
    .slice(0, HEAD_MAX)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The finish whose copies a column of that head counts; undefined where it says none. */
export const finishCounted = (key: string): string | undefined => COUNTED_FINISHES[key.replace(COUNTING, '')];

/** What a head that nobody reads may mean all the same: without it no row is certain. */
const WEIGHTY =
  /set|edition|number|grade|serie|expansion|extension|erweiter|ausgabe|espansion|nummer|numer|edicion|edizion|grad|alt(?:ernate)?art|parallel|(?<!time)stamp|番号|セット|拡張|弾|版|鑑定|グレード/;

/** Whether a column that was not read may tell another card, a graded one, or another finish. */
export const isWeighty = (head: string): boolean =>
  WEIGHTY.test(headKey(head)) || finishCounted(headKey(head)) !== undefined;
