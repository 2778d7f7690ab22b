/** A place on PostgreSQL: one database for all lives, with the connections of the one before. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '../../../src/store/engines/postgres.ts';
import type { Store } from '../../../src/store/store.ts';
import { watchedUpkeep } from '../../support/oracles/derived.ts';
import { databaseUrl, onServer } from '../../support/servers/shared-databases.ts';
import { KeptClients } from './kept-clients.ts';
import type { Marks, Place, Ways, Written } from './place.ts';

/** What no statement may do, held by the store itself: a delivery that was taken is over. */
const FORBIDDEN = `create function delivered_is_over() returns trigger language plpgsql as
  $$ begin raise exception 'what was delivered waits again'; end $$;
  create trigger delivered_is_over before update of state on deliveries for each row
  when (old.state = 'delivered' and new.state <> 'delivered') execute function delivered_is_over()`;

// Rows that are read without an order come as they lie there: what moves them must not come by a clock.
const STILL = `do $$ declare name text; begin
  for name in select quote_ident(relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute 'alter table ' || name || ' set (autovacuum_enabled = off)';
  end loop; end $$`;

// Truncating what was never written to would take longer than all the rest.
const EMPTY = `do $$ declare written text; begin
  select string_agg(quote_ident(relname), ',') into written from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0;
  execute 'truncate ' || written || ' restart identity';
  insert into meta (key, value) select key, value from empty.meta; end $$`;

const MARKS = `select (select max(seq) from events)::int as "lastEvent",
  (select value from meta where key = 'catalog_version')::int as version`;

export class PostgresPlace implements Place {
  static #only: Promise<PostgresPlace> | undefined;
  /** The disk and the power are the server's. */
  readonly stale: string[] = [];
  readonly #upkeep = watchedUpkeep((tables) => void this.stale.push(...tables));
  readonly spared = { full: 0, power: 0 } as const;
  readonly #name = `cardstock_simulated_${randomBytes(6).toString('hex')}`;
  readonly #url = databaseUrl(this.#name);
  readonly #clients = new KeptClients(this.#url);
  /** Who empties the store and looks at it. */
  readonly #own = new pg.Client({ connectionString: this.#url });

  static async emptied(): Promise<PostgresPlace> {
    PostgresPlace.#only ??= new PostgresPlace().#prepared();
    const place = await PostgresPlace.#only;
    await place.#clients.takeBack();
    await place.#own.query(EMPTY);
    place.stale.length = 0;
    return place;
  }

  /** Takes the database of this process away, where there is one. */
  static async leave(): Promise<void> {
    const place = await PostgresPlace.#only;
    PostgresPlace.#only = undefined;
    if (place === undefined) return;
    await place.#clients.close();
    await place.#own.end();
    await onServer(`drop database ${place.#name} with (force)`);
  }

  async open({ isCut = () => false }: Ways = {}): Promise<Store> {
    let isOpen = false;
    const lender = this.#clients.lender(() => isOpen && isCut());
    const store = await openPostgres(this.#url, { dataDir: '' }, this.#upkeep, { ways: lender.ways });
    isOpen = true;
    return { ...store, close: () => lender.close() };
  }

  async settled(): Promise<void> {
    do {
      await this.#upkeep.ending;
      await this.#clients.chain.settled();
    } while (this.#upkeep.ending !== undefined);
  }

  async marks(): Promise<Marks> {
    const { rows } = await this.#own.query<{ lastEvent: number | null; version: number | null }>(MARKS);
    return { version: rows[0]?.version ?? 0, lastEvent: rows[0]?.lastEvent ?? 0 };
  }

  async written(): Promise<Written[]> {
    const tables = await this.#own.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    );
    const written: Written[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await this.#own.query<{ row: string }>(`select whole::text as row from ${name} whole`);
      written.push({ name, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) });
    }
    return written;
  }

  async #prepared(): Promise<this> {
    await onServer(`create database ${this.#name}`);
    // Nothing is to survive the machine: a commit need not wait for a disk.
    await onServer(`alter database ${this.#name} set synchronous_commit = off`);
    await (await this.open()).close();
    await this.#own.connect();
    await this.#own.query(FORBIDDEN);
    await this.#own.query(STILL);
    await this.#own.query('create schema empty; create table empty.meta as select * from meta');
    return this;
  }
}
