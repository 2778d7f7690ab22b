/** The pages that are reached from everywhere. */
import type { IconName } from './icons.tsx';

export type Way = readonly [path: string, label: string, icon: IconName];

export const PUBLIC: readonly Way[] = [
  ['/', 'Browse', 'browse'],
  ['/cards', 'All cards', 'cards'],
  ['/movers', 'Movers', 'movers'],
  ['/products', 'Products', 'box'],
  ['/scan', 'Scan', 'scan'],
  ['/list', 'Price a list', 'list'],
];
export const OPERATOR: readonly Way[] = [
  ['/overview', 'Overview', 'overview'],
  ['/ingest', 'Ingest', 'ingest'],
  ['/keys', 'Keys', 'key'],
  ['/subscriptions', 'Subscriptions', 'events'],
  ['/audit', 'Audit', 'audit'],
];
