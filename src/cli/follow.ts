/** `cardstock follow verify`: compares what is here with the origin, file by file, and mends what differs. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFiles } from '../files/make-files.ts';
import { type FileEntry, partOf } from '../files/manifest.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { askManifest, partsOfGame } from '../ingest/origin/read-origin.ts';
import { forgetParts } from '../ingest/origin/standing.ts';
import { sourcesConfig } from '../service/configured-parts.ts';
import { followedConfig, originsOf } from '../service/follow.ts';
import type { Store } from '../store/store.ts';
import { type CommonFlags, configOf, withPresentStore } from './context.ts';
import { EXIT, misused, printJson, printNote, printRows } from './output.ts';
import { runQuietly } from './sources.ts';

/** Compares digests by kind, game, currency and month; what differs is taken anew once. */
export async function followVerify(flags: CommonFlags): Promise<void> {
  const config = await followedConfig(configOf(flags), undefined, true);
  const origins = originsOf(config);
  if (origins.length === 0)
    throw misused(
      'nothing is followed here: serve with --follow URL first, or configure a source of another Cardstock',
    );
  const sources = configuredSources(sourcesConfig(config, '')).filter(({ name }) =>
    origins.some(({ task }) => task === name),
  );
  await withPresentStore(flags, async (store) => {
    const compare = async () => {
      const here = await partsHere(store);
      const found: { task: string; part: string }[] = [];
      let parts = 0;
      for (const { task, settings } of origins) {
        const source = sources.find(({ name }) => name === task);
        const manifest = await askManifest(settings, config.userAgent);
        const game = settings.game ?? source?.scope.game ?? '';
        const there = partsOfGame(manifest, game);
        const hasMonths = [...there.values()].some(({ month, sha256 }) => month !== undefined && sha256 !== undefined);
        // A month that is only here; without months there, what is here beside what is there stays.
        const own = [...here.keys()].filter((part) => !there.has(part) && part.split('.')[1] === game);
        for (const part of hasMonths ? own : []) if (/\.\d{4}-\d\d$/.test(part)) found.push({ task, part });
        for (const [part, { sha256, day }] of there) {
          if (sha256 === undefined || day !== undefined) continue;
          parts += 1;
          if (!here.get(part)?.some((file) => file.sha256 === sha256)) found.push({ task, part });
        }
      }
      return { parts, found };
    };
    const { parts, found } = await compare();
    if (found.length > 0) {
      for (const [task, of] of Map.groupBy(found, ({ task: name }) => name)) {
        await store.write((writes) => forgetParts(writes, task, new Set(of.map(({ part }) => part))));
      }
      await runQuietly(store, sources);
    }
    const left = found.length > 0 ? (await compare()).found : [];
    const isLeft = (part: string, task: string) => left.some((other) => other.part === part && other.task === task);
    const differ = found.map(({ task, part }) => ({ source: task, part, mended: !isLeft(part, task) }));
    if (flags.json) printJson({ parts, differ });
    else if (differ.length > 0) printRows(differ, false, (row) => ({ ...row, mended: row.mended ? 'yes' : 'no' }));
    else printNote(`${parts} parts are equal`);
    if (differ.some(({ mended }) => !mended)) process.exitCode = EXIT.failed;
  });
}

/** The files of all that is here, by part. */
async function partsHere(store: Store): Promise<Map<string, FileEntry[]>> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-verify-'));
  const { files } = await makeFiles(store, { folder: folder.path, now: new Date(), isServed: false });
  return Map.groupBy(files, partOf);
}
