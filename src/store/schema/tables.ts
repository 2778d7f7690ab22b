/** The tables of the store as Kysely sees them, wing by wing; schema-steps.ts is what creates them. */
import type { CatalogTables } from './catalog-tables.ts';
import type { PriceTables } from './price-tables.ts';
import type { ServiceTables } from './service-tables.ts';

/** Every table by its name. */
export interface Tables extends CatalogTables, PriceTables, ServiceTables {}

/** Sorts after every date, number and id that exists: nulls stand last on both engines. */
export const LAST = '\u{10FFFF}';
