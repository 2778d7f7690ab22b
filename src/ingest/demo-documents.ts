/** Answers the demo's addresses with its documents, as of today or of a day named in the address. */
import { demoDocument } from '../../demo/demo.ts';
import { dayOf } from '../catalog/days.ts';
import type { DemoDocument } from '../upstream/reader.ts';

/** Path, under the public address, of the demo's pictures. */
const PICTURES_PATH = '/demo/pictures';

/** `@2026-01-31/tcgcsv/…` is that day's document, a path without a day today's. */
const PATH = /^(?:@(\d{4}-\d{2}-\d{2})\/)?(.*)$/;

/** Answers `demo:` addresses; pictures are named under `publicUrl`. */
export function demoDocuments(publicUrl: string): DemoDocument {
  return (address, body) => {
    const [, day = dayOf(Date.now()), path = ''] = PATH.exec(address) ?? [];
    const pictureBase = `${publicUrl}${PICTURES_PATH}`;
    return demoDocument(path, { day, pictureBase, ...(body === undefined ? {} : { body }) });
  };
}
