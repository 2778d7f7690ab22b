/** What runs without a configuration: the built-in demo game, read by the ordinary adapters. */
import type { SourceSettings } from './source-settings.ts';

/** The sources of a service that has no configured ones. */
export const DEMO_SOURCES: Readonly<Record<string, SourceSettings>> = {
  catalog: { adapter: 'tcgdex', files: 'demo:tcgdex', pictures: 'jpg' },
};
