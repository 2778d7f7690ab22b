/** Tables as steps declare them: a line of columns for each, made in the words that each engine has for their types. */
import { type ColumnDefinitionBuilder, type RawBuilder, type SchemaModule, sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

export type Step = (db: Transaction<Tables>, types: ColumnTypes) => Promise<void>;

/**
 * What is said of each table, by its name, clause by clause: `number text?` is a column that may be null, `version integer
 * default 0` one that may not, `key (kind id)` the primary key of several, `index cards_order (id)` an index.
 */
type Declared = Readonly<Record<string, string>>;

const COLUMN = /^(?<name>\w+) (?<type>\w+)(?<nullable>\?)?(?<is> primary| unique| default (?<value>.+))?$/;
const SET = /^(?<kind>key|unique|(?:unique )?index)(?: (?<name>\w+))? \((?<columns>[\w ]+)\)(?: where (?<where>.+))?$/;

type Groups = Readonly<Record<string, string | undefined>>;

/** @throws Error where a clause says none of these */
const clausesOf = (text: string): Groups[] =>
  text.split(/,\s*/).map((clause) => {
    const { groups } = COLUMN.exec(clause) ?? SET.exec(clause) ?? {};
    if (groups === undefined) throw new Error(`no column, key or index: ${clause}`);
    return groups;
  });

const columnsIn = (clauses: readonly Groups[]) => clauses.filter(({ type }) => type !== undefined);

/** A column as Kysely takes it; a counter is a primary key by its type. */
function columnOf({ name = '', type = '', nullable, is, value }: Groups, types: ColumnTypes) {
  const build = (column: ColumnDefinitionBuilder) => {
    if (type === 'counter') return column;
    if (is === ' primary') return column.primaryKey();
    const filled = nullable === undefined ? column.notNull() : column;
    if (is === ' unique') return filled.unique();
    return value === undefined ? filled : filled.defaultTo(JSON.parse(value));
  };
  const own = types[type as keyof ColumnTypes] ?? sql.raw(type);
  return [name, own, build] as const;
}

async function makeIndexes(schema: SchemaModule, table: string, clauses: readonly Groups[]): Promise<void> {
  for (const { kind, name = '', columns = '', where } of clauses) {
    if (!kind?.endsWith('index')) continue;
    let index = schema.createIndex(name).on(table).columns(columns.split(' '));
    if (kind.startsWith('unique')) index = index.unique();
    await (where === undefined ? index : index.where(sql.raw<boolean>(where))).execute();
  }
}

/** Makes tables with their columns, keys and indexes. */
export const tables =
  (declared: Declared): Step =>
  async ({ schema }, types) => {
    for (const [table, text] of Object.entries(declared)) {
      const clauses = clausesOf(text);
      let made = schema.createTable(table);
      for (const column of columnsIn(clauses)) made = made.addColumn(...columnOf(column, types));
      for (const { kind, name = '', columns = '' } of clauses) {
        const named = columns.split(' ') as never[];
        if (kind === 'key') made = made.addPrimaryKeyConstraint(`${table}_key`, named);
        if (kind === 'unique') made = made.addUniqueConstraint(name, named);
      }
      await made.execute();
      await makeIndexes(schema, table, clauses);
    }
  };

/** Adds columns and indexes to tables that are there. */
export const additions =
  (declared: Declared): Step =>
  async ({ schema }, types) => {
    for (const [table, text] of Object.entries(declared)) {
      const clauses = clausesOf(text);
      for (const column of columnsIn(clauses)) {
        await schema
          .alterTable(table)
          .addColumn(...columnOf(column, types))
          .execute();
      }
      await makeIndexes(schema, table, clauses);
    }
  };

/** What a key of `meta` begins with whose rest names a derived table. */
export const ANEW = 'anew.' as const;

/** Has the derived tables of these names of views.ts made anew once the last step is done; of an empty store there is nothing to make. */
export const anew =
  (...names: readonly string[]): Step =>
  async (db) => {
    for (const name of names) {
      await sql`insert into meta (key, value) select ${ANEW + name}, '' where
        (exists (select 1 from cards) or exists (select 1 from products)) and
        not exists (select 1 from meta where key = ${ANEW + name})`.execute(db);
    }
  };

export const inTurn =
  (...parts: readonly Step[]): Step =>
  async (db, types) => {
    for (const part of parts) await part(db, types);
  };

/** Column types that differ between the engines. */
export interface ColumnTypes {
  /** Text compared by code point: PostgreSQL would otherwise sort by the server's locale. */
  text: RawBuilder<unknown>;
  /** Integer primary key that counts up by itself. */
  counter: RawBuilder<unknown>;
  /** Integers up to 2^53; as a primary key it is SQLite's own row number and needs no index beside the table. */
  long: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
}

export const columnTypes: Record<'sqlite' | 'postgres', ColumnTypes> = {
  sqlite: { text: sql`text`, counter: sql`integer primary key autoincrement`, long: sql`integer`, bytes: sql`blob` },
  postgres: {
    text: sql`text collate "C"`,
    counter: sql`integer generated by default as identity primary key`,
    long: sql`bigint`,
    bytes: sql`bytea`,
  },
};
