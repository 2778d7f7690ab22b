/** The console and the API reference, held in memory in the codings they are sent in; and pictures of the demo, drawn as they are asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { remembered } from '../../packed/remembered.ts';
import type { PlainAnswer } from '../answer/send.ts';
import type { RouteRequest } from '../request.ts';

interface BuiltFile {
  name: string;
  type: string;
  is_packed: boolean;
}

export interface Pages {
  /** What a proxy in front strips from paths: '' or `/cards`. */
  below: string;
  /** A page, or what says how to build it. */
  page(name: string): PlainAnswer;
  /** A file whose name changes with its bytes; undefined where there is none. */
  asset(name: string): PlainAnswer | undefined;
}

export interface PageParts {
  pages: Pages;
}

/** Pictures come from wherever the sources keep them; everything else comes from here, and nothing runs inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src * data: blob:; font-src 'self'; manifest-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE_HEADERS: readonly string[] = Object.entries({
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
}).flat();

const HOW_TO_BUILD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cardstock: not built</title>
<h1>This page was not built</h1>
<p>Run <code>npm ci</code>, or <code>node scripts/build-console.mjs</code>, in the folder of Cardstock, and start the service again.</p>
<p>The API works without it: its description is at <a href="/openapi.json">/openapi.json</a>.</p></html>
`;

/** The path of the public address: '' or `/cards`. */
export const pathOfAddress = (address: string | undefined): string =>
  address === undefined ? '' : new URL(address).pathname.replace(/\/+$/, '');

/**
 * Built pages by name; files are read when they are first asked for.
 * @param folder where the build left its files
 * @param below what a proxy in front strips from paths
 */
export function webPages(folder: string, below = ''): Pages {
  const bytesOf = (name: string) => readFileSync(join(folder, name));
  /** Looked for again until it is there: a build beside a running service is found. */
  const built = remembered((manifest: string): Map<string, BuiltFile> | undefined => {
    if (!existsSync(join(folder, manifest))) return undefined;
    const { files } = JSON.parse(bytesOf(manifest).toString()) as { files: BuiltFile[] };
    return new Map(files.map((file) => [file.name, file]));
  });
  const read = remembered((name: string) => {
    const file = built('manifest.json')?.get(name);
    if (file === undefined) return undefined;
    // Pages name their parts by path; the parts each other by where they lie.
    if (below !== '' && name.endsWith('.html')) {
      const body = bytesOf(name)
        .toString()
        .replaceAll('"/console/', () => `"${below}/console/`);
      return { type: file.type, body };
    }
    const encoded = file.is_packed ? { gzip: bytesOf(`${name}.gz`), br: bytesOf(`${name}.br`) } : {};
    return { type: file.type, body: bytesOf(name), encoded };
  });
  return {
    below,
    page: (name) => {
      const unbuilt = { type: 'text/html; charset=utf-8', body: HOW_TO_BUILD, status: 503 };
      const file = read(name);
      return { ...(file ? { ...file, cacheControl: 'no-cache' } : unbuilt), headers: PAGE_HEADERS };
    },
    asset: (name) => {
      const file = read(`assets/${name}`);
      return file && { ...file, cacheControl: 'public, max-age=31536000, immutable' };
    },
  };
}

const answering =
  (name: string) =>
  async (_: RouteRequest, { pages }: PageParts): Promise<PlainAnswer> =>
    pages.page(name);
/** Every address of the console is one page, which finds out itself what to show. */
export const answerConsole = answering('console.html');
export const answerReference = answering('reference.html');

/** @throws Failure not_found */
export async function answerAsset({ params }: RouteRequest, { pages }: PageParts): Promise<PlainAnswer> {
  const asset = pages.asset(params['*'] ?? '');
  if (asset === undefined) throw new Failure('not_found', 'There is nothing at this address.');
  return asset;
}

/**
 * The bare address: browsers go on to the console, callers of the API are told where it is.
 * @throws Failure not_found
 */
export async function answerStart({ names }: RouteRequest, { pages }: PageParts): Promise<PlainAnswer> {
  const where = 'The API is described at /openapi.json and explained at /docs; the console is at /console.';
  if (!names('text/html')) throw new Failure('not_found', `There is nothing at this address. ${where}`);
  const headers = ['Location', `${pages.below}/console`, 'Vary', 'Accept'];
  return { type: 'text/html; charset=utf-8', body: '', status: 303, headers };
}

export interface DemoPictures {
  /** A picture of the demo's by its path, undefined where there is none. */
  demoPicture: (path: string) => Promise<{ type: string; bytes: Buffer } | undefined>;
}

/** @throws Failure not_found */
export async function answerDemoPicture({ params }: RouteRequest, { demoPicture }: DemoPictures): Promise<PlainAnswer> {
  const picture = await demoPicture(params['*'] ?? '');
  if (!picture) throw new Failure('not_found', 'There is no picture at this address.');
  return { type: picture.type, body: picture.bytes, cacheControl: 'public, max-age=86400' };
}
