/** The tables of the store as Kysely sees them, wing by wing; schema-steps.ts is what creates them. */

import type { ListingTables } from './listing/listing-tables.ts';
import type { MoverTables } from './movers/mover-table.ts';
import type { CatalogTables } from './schema/catalog-tables.ts';
import type { EventTables } from './schema/event-tables.ts';
import type { OperationTables } from './schema/operation-tables.ts';
import type { PriceTables } from './schema/price-tables.ts';
import type { ScanTables } from './schema/scan-tables.ts';

/** Every table by its name. */
export interface Tables
  extends CatalogTables,
    EventTables,
    ListingTables,
    MoverTables,
    OperationTables,
    PriceTables,
    ScanTables {}

/** Sorts after every date, number and id that exists: nulls stand last on both engines. */
export const LAST = '\u{10FFFF}';
