/** Secrets that do not stand in the configuration: in a file, as containers mount them, or in a variable of another name. */
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileTrouble } from '../failure.ts';
import { isRecord } from './sources-section.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Whether something is there by that name, also what cannot be read, or a link that leads nowhere: that is no reason to go on without. */
export const isNamed = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** By the mark that editors and shells on Windows begin a text with; what has none is UTF-8. */
const MARKED = { fffe: 'utf-16le', feff: 'utf-16be' } as const;

const MEGABYTE = 1024 * 1024;

/**
 * What a named file holds, which may be a device such as /dev/zero, without an end.
 * @param mbMax far more than such a file ever has
 * @throws Error with a phrase behind the place that names it
 */
export function fileBytes(path: string, mbMax = 16): Buffer {
  const opened = openSync(path, 'r');
  try {
    const { size } = fstatSync(opened);
    // Of what is no plain file it is 0; one more, so that the end is met.
    const bytes = Buffer.alloc(size === 0 ? mbMax * MEGABYTE : Math.min(size + 1, mbMax * MEGABYTE));
    for (let length = 0, read = 0; length < bytes.length; length += read) {
      read = readSync(opened, bytes, length, bytes.length - length, null);
      if (read === 0) return bytes.subarray(0, length);
    }
    throw new Error(`it is larger than ${mbMax} MB, or has no end`);
  } finally {
    closeSync(opened);
  }
}

/** What is written to a pipe, as by a manager of secrets that keeps no file: opened here, it would be waited for without end. */
function pipeBytes(path: string): Buffer {
  try {
    return execFileSync('cat', [path], { timeout: 3000 });
  } catch {
    throw new Error('it is a pipe, and nobody writes to it');
  }
}

/** A file's text, without such a mark. */
export function readText(path: string): string {
  // What a shell gives as <(…) is open already, and here alone.
  const isPipe = !/^\/(dev|proc)\//.test(path) && statSync(path).isFIFO();
  const bytes = isPipe ? pipeBytes(path) : fileBytes(path);
  const mark = bytes.toString('hex', 0, 2) as keyof typeof MARKED;
  return new TextDecoder(MARKED[mark] ?? 'utf-8').decode(bytes);
}

/**
 * A secret of a file, its last line end cut.
 * @throws Error with a phrase behind the place that names it
 */
export function secretFile(path: string): string {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw new Error(`${path} cannot be read: ${fileTrouble(error)}`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new Error(`${path} is empty`);
  return secret;
}

/**
 * The text of a secret: itself, or what its `{ "file": … }` or `{ "env": … }` leads to; what is neither is left as it is.
 * @throws Error with a phrase behind the place that names it
 */
function secretText(value: unknown, directory: string, env: Variables): unknown {
  if (!isRecord(value)) return value;
  const [[kind, where] = [], ...more] = Object.entries(value);
  if (more.length > 0 || typeof where !== 'string' || (kind !== 'file' && kind !== 'env'))
    throw new Error('must be text, {"file": "path"} or {"env": "NAME"}');
  if (kind === 'file') return secretFile(resolve(directory, where));
  const secret = env[where];
  if (secret === undefined || secret === '')
    throw new Error(`the variable ${where} is ${secret === '' ? 'empty' : 'not set'}`);
  return secret;
}

/** What of a source is a secret. */
const OF_A_SOURCE = 'api_key';

/**
 * The content of a configuration file with its secrets as text, and what is wrong with them.
 * @param names settings that are secrets
 */
export function withSecrets(
  content: Record<string, unknown>,
  { path, names, env }: { path: string; names: readonly string[]; env: Variables },
): { content: Record<string, unknown>; faults: string[] } {
  const faults: string[] = [];
  const walked = (value: unknown, place: string, key: string, depth: number): unknown => {
    if (key === OF_A_SOURCE || (depth === 1 && names.includes(key))) {
      try {
        return secretText(value, resolve(path, '..'), env);
      } catch (error) {
        faults.push(`${path} "${place}": ${(error as Error).message}`);
        return 'x'.repeat(32);
      }
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        walked(each, depth === 0 ? name : `${place}.${name}`, name, depth + 1),
      ]),
    );
  };
  return { content: walked(content, '', '', 0) as Record<string, unknown>, faults };
}
