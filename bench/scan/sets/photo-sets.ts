/** Photos of others, by address and digest: fetched by whoever may have them, laid beside their truth for `bench/scan/real.ts`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TruePhoto } from '../truth.ts';

/** A photo of a set with what it shows, as in truth.json: its name there is its file's. */
export interface ListedPhoto extends TruePhoto {
  /** SHA-256 in hex: a photo that was replaced no longer shows what was written down. */
  sha256: string;
}

/** Photos that lie below one address, a repository's at one commit for instance. */
export interface PhotoSet {
  from: string;
  licence: string;
  photos: ListedPhoto[];
}

/** What became of a photo of the list. */
export interface Fetched {
  photo: string;
  fault?: string;
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const isDigest = (text: unknown): boolean => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

/** The sets of a manifest. @throws TypeError for what is none */
export function photoSetsIn(text: string): PhotoSet[] {
  const { sets } = JSON.parse(text) as { sets: PhotoSet[] };
  const names = new Set<string>();
  for (const { from, photos } of sets) {
    if (!from.startsWith('https://') || !from.endsWith('/'))
      throw new TypeError(`${from}: no https address of a folder`);
    for (const { photo, sha256, cards } of photos) {
      if (!isDigest(sha256) || !Array.isArray(cards)) throw new TypeError(`${photo}: no sha256, or no cards`);
      const name = basename(photo);
      if (names.has(name)) throw new TypeError(`${name}: two photos of this name`);
      names.add(name);
    }
  }
  return sets;
}

async function photoFrom(address: string): Promise<Uint8Array> {
  const response = await fetch(address, { headers: { 'user-agent': 'cardstock-bench' }, redirect: 'error' });
  if (!response.ok) throw new RangeError(`${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Fetches what the folder lacks, one after the other, and writes its truth.json of the photos that are there. A photo of another
 * digest is left out.
 */
export async function fetchPhotos(sets: readonly PhotoSet[], folder: string, read = photoFrom): Promise<Fetched[]> {
  mkdirSync(folder, { recursive: true });
  const fetched: Fetched[] = [];
  const truth: TruePhoto[] = [];
  for (const { from, photos } of sets) {
    for (const { photo, sha256, ...shown } of photos) {
      const file = join(folder, basename(photo));
      try {
        const isThere = existsSync(file) && sha256Of(readFileSync(file)) === sha256;
        const bytes = isThere ? undefined : await read(new URL(photo, from).href);
        if (bytes !== undefined && sha256Of(bytes) !== sha256) throw new RangeError('another photo than was listed');
        if (bytes !== undefined) writeFileSync(file, bytes);
        truth.push({ photo: basename(photo), ...shown });
        fetched.push({ photo });
      } catch (error) {
        fetched.push({ photo, fault: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  writeFileSync(join(folder, 'truth.json'), `${JSON.stringify({ photos: truth }, null, 2)}\n`);
  return fetched;
}
