/** The API over a small catalog that was indexed for the scan, with a photo process of its own. */
import { request as httpRequest } from 'node:http';
import type { Engine, StoreLocation } from '../../../src/store/store.ts';
import { type Answer, apiOn, type TestApi, type TestParts } from './api.ts';
import { runCatalog } from './ingest.ts';
import { type PicturedFolder, picturedFolder, runScan } from './pictured-catalog.ts';
import { newStore } from './stores.ts';

export interface ScanApi extends TestApi {
  folder: PicturedFolder;
  location: StoreLocation;
  /** Posts a body to the scan with the key. */
  post(body: Buffer | string, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a photo as a form. */
  scan(photo: Uint8Array, field?: string): Promise<Answer>;
}

const BOUNDARY = 'cardstock-test-boundary';

/** The parts of a form as a body, and the content type that names their boundary. */
export function form(...parts: { name: string; filename?: string; bytes: Uint8Array | string }[]) {
  const pieces = parts.flatMap(({ name, filename, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${filename === undefined ? '' : 'Content-Type: image/jpeg\r\n'}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

function postTo(port: number, key: string): ScanApi['post'] {
  return (body, headers = {}) =>
    new Promise((resolve, reject) => {
      const head = { authorization: `Bearer ${key}`, 'content-length': String(Buffer.byteLength(body)), ...headers };
      const options = { host: '127.0.0.1', port, method: 'POST', path: '/v1/scan', headers: head, agent: false };
      const request = httpRequest(options, async (response) => {
        const bytes = Buffer.concat(await response.toArray());
        const text = bytes.toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes, body: JSON.parse(text) });
      });
      request.on('error', reject).end(body);
    });
}

/** Opens it on a fresh store. */
export async function scanApi(parts: TestParts = {}, engine: Engine = 'sqlite'): Promise<ScanApi> {
  const place = await newStore(engine);
  const folder = await picturedFolder();
  const report = await runCatalog(place.store, folder.files);
  if (report.outcome !== 'succeeded') throw new Error(report.reason ?? 'the catalog was not taken');
  const indexed = await runScan(place.store);
  if (indexed.outcome !== 'succeeded') throw new Error(indexed.reason ?? 'the pictures were not indexed');
  const api = await apiOn(place.store, { location: place.location, ...parts });
  const post = postTo(api.port, api.key);
  return {
    ...api,
    folder,
    location: place.location,
    post,
    scan: (bytes, name = 'image') => {
      const { body, headers } = form({ name, filename: 'photo.jpg', bytes });
      return post(body, headers);
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
