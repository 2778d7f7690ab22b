/** Answers the demo's addresses with its documents as of today. */
import { demoDocument } from '../upstream/demo/demo.ts';
import type { DemoDocument } from '../upstream/reader.ts';

/** Path, under the public address, of the demo's pictures. */
const PICTURES_PATH = '/demo/pictures';

/** Answers `demo:` addresses; pictures are named under `publicUrl`. */
export function demoDocuments(publicUrl: string): DemoDocument {
  return (path, body) =>
    demoDocument(path, {
      day: new Date().toISOString().slice(0, 10),
      pictureBase: `${publicUrl}${PICTURES_PATH}`,
      ...(body === undefined ? {} : { body }),
    });
}
