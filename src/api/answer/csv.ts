/** Lists as CSV: the same rows as the JSON, one header line that only ever grows at its end, amounts in cents and named so. */
import { inUnits } from '../../catalog/listing/amounts.ts';
import { csvText } from '../../sheets/csv.ts';
import { type Query, readFlag } from '../parameters.ts';
import { weightsIn } from './content-coding.ts';

export interface CsvForm {
  /** Paths in a row, divided by spaces; `¢` behind one that holds cents. */
  columns(query: Query): string;
  /** Rows, by default the items of the page. */
  rows?(data: never): object[];
}

const columnsOf = (text: string) =>
  text.split(' ').map((column) => {
    const isCents = column.endsWith('¢');
    const path = column.replace('¢', '').split('.');
    return { name: path.join('_') + (isCents ? '_cents' : ''), path, isCents };
  });

/** For spreadsheets each amount stands once more, in the unit of its currency, behind all other columns. */
const isForSpreadsheet = (query: Query): boolean => readFlag(query, 'spreadsheet') === true;

export function csvHeader({ columns }: CsvForm, query: Query): string[] {
  const all = columnsOf(columns(query));
  const twins = isForSpreadsheet(query) ? all.filter(({ isCents }) => isCents) : [];
  return [...all.map(({ name }) => name), ...twins.map(({ name }) => name.replace(/_cents$/, ''))];
}

export function csvOf(form: CsvForm, data: unknown, query: Query): string {
  const all = columnsOf(form.columns(query));
  const isSheet = isForSpreadsheet(query);
  const rows = form.rows?.(data as never) ?? (data as { items: object[] }).items;
  const cells = rows.map((row) => {
    const values = all.map(({ path }) => path.reduce<unknown>(valueAt, row));
    const twins = isSheet
      ? values.filter((_, at) => all[at]?.isCents).map((cents) => inUnits(cents as number | null))
      : [];
    return [...values.map(cell), ...twins];
  });
  return csvText([csvHeader(form, query), ...cells], ',', isSheet);
}

/** Of a list the values of all its members. */
function valueAt(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => valueAt(each, name));
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Whether CSV is asked for by name, and rather than JSON: who takes anything gets JSON.
 * @param accept the header as it came
 */
export function wantsCsv(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/csv/i.test(accept)) return false;
  const weights = weightsIn(accept);
  return (weights.get('text/csv') ?? 0) > (weights.get('application/json') ?? 0);
}
