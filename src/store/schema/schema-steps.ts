/** The schema, made step by step: each step brings that of the one before up to its own. */
import type { Transaction } from 'kysely';
import { listingTables, packedColumns } from '../listing/listing-steps.ts';
import { moverTable } from '../movers/mover-step.ts';
import type { Tables } from '../tables.ts';
import { catalogTables, expansionCodesColumn, externalIdTable, translationTable } from './catalog-steps.ts';
import type { ColumnTypes } from './column-types.ts';
import { eventTables } from './event-steps.ts';
import { gameTables, gameVersionColumns } from './game-steps.ts';
import { consoleTables, taskNotice } from './operation-steps.ts';
import {
  articleMonthTable,
  articlePriceTable,
  groupRowsTable,
  marketplaceTables,
  priceEntryTable,
  priceTables,
} from './price-steps.ts';
import { detailColumns, languagePictureTable, sameArtworkTable, scanTables } from './scan-steps.ts';

type Step = (db: Transaction<Tables>, types: ColumnTypes) => Promise<void>;

/** Step n brings the schema from version n to n + 1. A released step is never edited. */
export const steps: Step[] = [
  catalogTables,
  priceTables,
  marketplaceTables,
  eventTables,
  consoleTables,
  scanTables,
  externalIdTable,
  articleMonthTable,
  taskNotice,
  groupRowsTable,
  articlePriceTable,
  gameTables,
  gameVersionColumns,
  translationTable,
  expansionCodesColumn,
  listingTables,
  moverTable,
  sameArtworkTable,
  languagePictureTable,
  priceEntryTable,
  packedColumns,
  detailColumns,
];
