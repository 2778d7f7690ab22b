/** What runs without a configuration: the built-in demo game, read by the ordinary adapters. */
import { demoDocument } from '../upstream/demo/demo.ts';
import type { DemoDocument } from '../upstream/reader.ts';
import type { SourceSettings } from './source-settings.ts';

/** Path, under the public address, of the demo's pictures. */
export const DEMO_PICTURES_PATH = '/demo/pictures';

/** The sources of a service that has no configured ones. */
export const DEMO_SOURCES: Readonly<Record<string, SourceSettings>> = {
  catalog: { adapter: 'tcgdex', files: 'demo:tcgdex', pictures: 'jpg' },
};

/** Answers `demo:` addresses as of today. */
export function demoDocuments(publicUrl: string): DemoDocument {
  return (path, body) =>
    demoDocument(path, {
      day: new Date().toISOString().slice(0, 10),
      pictureBase: `${publicUrl}${DEMO_PICTURES_PATH}`,
      ...(body === undefined ? {} : { body }),
    });
}
