/** The tables of the store as Kysely sees them, wing by wing; schema-steps.ts is what creates them. */
import type { CatalogTables } from './catalog-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { ListingTables } from './listing-tables.ts';
import type { OperationTables } from './operation-tables.ts';
import type { PriceTables } from './price-tables.ts';
import type { ScanTables } from './scan-tables.ts';

/** Every table by its name. */
export interface Tables extends CatalogTables, EventTables, ListingTables, OperationTables, PriceTables, ScanTables {}

/** Sorts after every date, number and id that exists: nulls stand last on both engines. */
export const LAST = '\u{10FFFF}';
