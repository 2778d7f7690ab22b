/** What a document of prices says, by the plain rules of its format, to verify what is served: what publishes prices has no part in it. */

/** One row, its amounts in cents under their names on the wire. */
export interface PlainRow {
  currency: 'USD' | 'EUR';
  product: number;
  /** Empty in EUR. */
  sub_type: string;
  /** Null in EUR. */
  condition: string | null;
  /** As the document or the row states it; undefined where neither does. */
  day?: string;
  amounts: Readonly<Record<string, number | null>>;
}

export type Fields = Readonly<Record<string, unknown>>;

export function cents(amount: unknown): number | null {
  const whole = Math.round(Number((Number(amount ?? 0) * 100).toFixed(4)));
  return whole > 0 && whole < 2 ** 31 ? whole : null;
}

/** The rows of a marketplace's document, whichever of the three formats it has; none of one that has another. */
export function plainRows({ createdAt, priceGuides, results, data }: Fields): PlainRow[] {
  const day = String(createdAt).slice(0, 10);
  if (priceGuides) return records(priceGuides).map((row) => guideRow(row, day));
  if (results) return records(results).map(tcgcsvRow);
  return records(data).flatMap(justtcgRows);
}

/** The rows that are records: what is none was quarantined when the document was read. */
const records = (rows: unknown): Fields[] =>
  Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null && !Array.isArray(row)) : [];

export function guideRow(row: Fields, day: string): PlainRow {
  const second = 'trend-foil' in row ? 'foil' : 'holo';
  const [avg, low, trend] = [cents(row.avg), cents(row.low), cents(row.trend)];
  const [avg_holo, low_holo, trend_holo] = ['avg', 'low', 'trend'].map((name) => cents(row[`${name}-${second}`]));
  const amounts = { avg, low, trend, avg_holo, low_holo, trend_holo } as PlainRow['amounts'];
  return { currency: 'EUR', product: Number(row.idProduct), sub_type: '', condition: null, day, amounts };
}

export function tcgcsvRow({ productId, subTypeName, marketPrice, lowPrice, highPrice }: Fields): PlainRow {
  const amounts = { market: cents(marketPrice), low: cents(lowPrice), high: cents(highPrice) };
  return { currency: 'USD', product: Number(productId), sub_type: String(subTypeName), condition: 'NM', amounts };
}

const CODES = new Map([
  ['Near Mint', 'NM'],
  ['Lightly Played', 'LP'],
  ['Moderately Played', 'MP'],
  ['Heavily Played', 'HP'],
  ['Damaged', 'DMG'],
]);

function justtcgRows({ tcgplayerId, variants }: Fields): PlainRow[] {
  const ofEnglish = records(variants).filter(
    ({ language, lastUpdated }) => (language === undefined || language === 'English') && Number.isFinite(lastUpdated),
  );
  return ofEnglish.map(({ condition, printing, price, lastUpdated }) => ({
    currency: 'USD',
    product: Number(tcgplayerId),
    sub_type: String(printing).replace(' - English', ''),
    condition: CODES.get(String(condition)) ?? null,
    day: new Date(Number(lastUpdated) * 1000).toISOString().slice(0, 10),
    amounts: { market: cents(price), low: null, high: null },
  }));
}
