/** A copy of the simulated store, filled from its files at moments of its life: equal to the byte each time, whatever came between. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Random } from '../../demo/random.ts';
import { makeFiles } from '../../src/files/make-files.ts';
import { type FileEntry, partOf } from '../../src/files/manifest.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { runAll } from '../support/stages/ingest.ts';

export class Follower implements AsyncDisposable {
  readonly #place = mkdtempSync(join(tmpdir(), 'cardstock-follower-'));
  readonly #random: Random;
  #store: Store | undefined;
  /** Files that were taken, by part and form, in the folder of their turn. */
  #taken = new Map<string, string>();
  #turn = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Follows the store as it is now; says what of the copy differs. At times a file of before is in the place of one first. */
  async follow(origin: Store, now: Date): Promise<string[]> {
    this.#turn += 1;
    const folder = join(this.#place, String(this.#turn));
    const files = await made(origin, folder, now);
    if (files.every(({ rows }) => rows === 0)) return [];
    this.#store ??= await openStore({ dataDir: join(this.#place, 'store') });
    const store = this.#store;
    const run = async () =>
      (
        await runAll(store, { origin: { adapter: 'cardstock', url: pathToFileURL(folder).href } }, { now: () => now })
      )[0];
    const wrong: string[] = [];
    const [stale] = files.filter(
      ({ name, ...file }) => (this.#taken.get(partOf(file)) ?? name) !== name && isRead({ name, ...file }),
    );
    if (stale !== undefined && this.#random.chance(0.5)) {
      const path = join(folder, stale.name);
      copyFileSync(path, `${path}.kept`);
      copyFileSync(join(this.#place, String(this.#turn - 1), this.#taken.get(partOf(stale)) ?? ''), path);
      const report = await run();
      if (report?.outcome !== 'failed') wrong.push(`${stale.name} was another file, and was believed`);
      copyFileSync(`${path}.kept`, path);
    }
    const report = await run();
    if (report?.outcome !== 'succeeded') return [...wrong, `the copy was not filled: ${report?.reason}`];
    const copied = new Set((await made(store, join(this.#place, 'copy'), now)).map(({ name }) => name));
    this.#taken = new Map(files.filter(isRead).map(({ name, ...file }) => [partOf(file), name]));
    return [...wrong, ...files.filter(({ name }) => !copied.has(name)).map(({ name }) => `the copy has no ${name}`)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store?.close();
    rmSync(this.#place, { recursive: true, force: true });
  }
}

const isRead = ({ name, month }: Pick<FileEntry, 'name' | 'month'>) =>
  name.endsWith(month === undefined ? '.ndjson.gz' : '.csv.gz');

/** The files of all records, months and current prices. */
async function made(store: Store, folder: string, now: Date): Promise<FileEntry[]> {
  const { files } = await makeFiles(store, { folder, now, isServed: false });
  return files.filter(({ day }) => day === undefined);
}
