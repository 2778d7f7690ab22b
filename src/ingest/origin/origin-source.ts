/** A source that is another Cardstock: takes the files that are others than the last time, and publishes them as they are. */
import { OperatorFailure } from '../../failure.ts';
import { RECORD_ENTITIES } from '../../files/manifest.ts';
import { type OriginSource, originHeaders } from '../../games/origin.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import type { Writes } from '../../store/store.ts';
import { ifThere, Outage } from '../../upstream/document.ts';
import { Scratch } from '../../upstream/scratch/scratch-file.ts';
import type { Changes } from '../changes.ts';
import { checkRows, lastCounts, rowsFault } from '../guards.ts';
import { catalogGuards } from '../held-parts.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from '../source.ts';
import {
  mirrorPart,
  type OriginMarket,
  observationsIn,
  originOwners,
  readingIn,
  recordRows,
  subTypeIn,
} from './origin-prices.ts';
import { fillSeries, publishRecords, tellUnlisted } from './origin-records.ts';
import { publishAliases, publishTexts } from './origin-relations.ts';
import { type Fetched, fetchFile, type OriginFile, partsOfGame, RowFaults, readManifest } from './read-origin.ts';
import { STANDING, type Standing } from './standing.ts';

const RECORDS: readonly string[] = RECORD_ENTITIES;
const RELATIONS = new Map([
  ['aliases', publishAliases],
  ['texts', publishTexts],
]);

export const originSource = (settings: OriginSource): Pick<Source, 'fetch' | 'check'> => ({
  check: async (read) => {
    const manifest = await readManifest(read, settings);
    const isByHand = manifest.files.some(({ sha256 }) => sha256 === undefined);
    return isByHand ? undefined : `${manifest.files.length} files of version ${manifest.catalog_version ?? 0}`;
  },
  fetch: async (context) => {
    const { scope, store, read, task, onProgress } = context;
    const game = settings.game ?? scope.game;
    const manifest = await readManifest(read, settings);
    const known = await documentEtags(store.reads, task.name);
    const parts = partsOfGame(manifest, game, known);
    if (parts.size === 0) throw new Outage(`${settings.url} has no files of ${game}`);
    // Records bear the name of their game, and verifying compares them to the byte.
    if (game !== scope.game && [...parts.values()].some(({ sha256 }) => sha256 !== undefined))
      throw new OperatorFailure(`a game that follows ${game} is called ${game} too, not ${scope.game}`);
    const wanted = wantedParts(parts, known);
    const gone = [...known.keys()].filter((part) => part !== STANDING && !parts.has(part));
    const { base, timeline, catalog_version, position, event_id } = manifest;
    const place = JSON.stringify({ url: settings.url, timeline, catalog_version, position, event_id } as Standing);
    if (wanted.length === 0 && gone.length === 0 && known.get(STANDING) === place) return NOTHING_NEW;
    const scratch = new Scratch();
    try {
      const fetched: [string, Fetched][] = [];
      const missing: string[] = [];
      for (const [at, [part, file]] of wanted.entries()) {
        onProgress({ step: 'files', done: at, total: wanted.length });
        const to = { file, scratch, headers: originHeaders(settings) };
        const one = await ifThere(fetchFile(read, `${base}/${encodeURIComponent(file.name)}`, to));
        if (one === undefined) missing.push(file.name);
        else fetched.push([part, one]);
      }
      if (missing.length > 0) throw new Outage(`${base} does not have ${missing.join(', ')}`);
      const isOther = ([part, { sha256 }]: [string, Fetched]) => known.get(part) !== sha256;
      // By hand records of a kind may stand in several files, and prices speak of printings: all are read together.
      const isMoved = fetched.some((one) => isOther(one) && RECORDS.includes(one[1].file.entity));
      const others = fetched.filter((one) => isOther(one) || (isMoved && one[1].file.sha256 === undefined));
      const anew = new Set(fetched.flatMap(([part, { file }]) => (known.get(part) ? [] : file.entity)));
      const etags = new Map([...known].filter(([part]) => parts.has(part)));
      for (const [part, { sha256 }] of fetched) etags.set(part, sha256);
      etags.set(STANDING, place);
      return publicationOf(context, { game: scope.game, parts, fetched: others, gone, etags, scratch, anew });
    } catch (error) {
      scratch.close();
      throw error;
    }
  },
});

/** Files that are others than those that were taken; by hand nothing says which are. Days stand in their months. */
function wantedParts(parts: ReadonlyMap<string, OriginFile>, known: ReadonlyMap<string, string>) {
  const hasMonths = [...parts.values()].some(({ month, sha256 }) => month !== undefined && sha256 !== undefined);
  return [...parts].filter(
    ([part, { sha256, day }]) =>
      (sha256 === undefined || known.get(part) !== sha256) && !(hasMonths && day !== undefined),
  );
}

interface Taken {
  game: string;
  parts: ReadonlyMap<string, OriginFile>;
  fetched: readonly [string, Fetched][];
  gone: readonly string[];
  etags: ReadonlyMap<string, string>;
  scratch: Scratch;
  /** Entities of which a file comes for the first time, or was forgotten since what is here differs from it. */
  anew: ReadonlySet<string>;
}

function publicationOf(context: RunContext, taken: Taken): Publication {
  const { task } = context;
  const counts: Record<string, number> = {};
  const isByHand = [...taken.parts.values()].some(({ sha256 }) => sha256 === undefined);
  const listed = (is: (file: OriginFile) => boolean) =>
    [...taken.parts.values()].reduce((sum, file) => sum + (is(file) ? (file.rows ?? 0) : 0), 0);
  const rows = listed(({ entity }) => entity === 'cards');
  const price_rows = listed(({ month }) => month !== undefined);
  const publication: Publication = {
    rows: rows || undefined,
    publish: (writes, changes) => publishAll(writes, changes).finally(() => taken.scratch.close()),
  };
  const publishAll: Publication['publish'] = async (writes, changes) => {
    let changed = 0;
    if (!isByHand) {
      // Digests say that files are the origin's, not that it has what it had: it may have lost its disk.
      if (task.last_rows) checkRows('cards', rows);
      const ofPrices = rowsFault('rows of price history', price_rows, lastCounts(task).price_rows);
      const guards = await catalogGuards(writes, context);
      Object.assign(counts, await guards.judge([rowsFault('cards', rows, task.last_rows), ofPrices]));
      counts.price_rows = price_rows;
    }
    const faults = new RowFaults();
    const place = { writes, game: taken.game, changes, faults, isAnew: false };
    for (const entity of RECORDS) {
      const files = taken.fetched.map(([, fetched]) => fetched).filter(({ file }) => file.entity === entity);
      const isGone = entity === 'texts' && taken.gone.some((part) => part.startsWith('texts.'));
      if (files.length === 0 && !isGone) continue;
      const publish = RELATIONS.get(entity) ?? ((of, some) => publishRecords(of, entity, some));
      const published = await unlessFaulty(faults, () => publish({ ...place, isAnew: taken.anew.has(entity) }, files));
      if (published === undefined) continue;
      if (isByHand && entity === 'cards' && faults.text === undefined) {
        checkRows('cards', published.rows);
        const guards = await catalogGuards(writes, context);
        Object.assign(counts, await guards.judge([rowsFault('cards', published.rows, task.last_rows)]));
        publication.rows = published.rows;
      }
      counts[entity] = published.rows;
      changed += published.changed;
    }
    if (isByHand) await fillSeries(place);
    const priced = await publishPrices(writes, context, taken, { changes, faults });
    if (faults.text !== undefined) throw new Outage(faults.text);
    if (changed + priced > 0) await bumpCatalogVersion(writes, { games: [taken.game], names: changed > 0 });
    await putDocumentEtags(writes, task.name, taken.etags);
    return { counts: { ...counts, records_changed: changed, price_rows_changed: priced }, notice: null };
  };
  return publication;
}

/** What of a file cannot be taken is told with what of others cannot. */
const unlessFaulty = <Done>(faults: RowFaults, work: () => Promise<Done>): Promise<Done | undefined> =>
  work().catch((error: unknown) => {
    if (!(error instanceof Outage)) throw error;
    faults.add(error.message);
    faults.isCut = true;
    return undefined;
  });

/** Months and current prices are put as they are; without months, rows are recorded beside what is there. Returns how many differ. */
async function publishPrices(
  writes: Writes,
  { now, task }: RunContext,
  { game, parts, fetched, gone }: Taken,
  { changes, faults }: { changes: Changes; faults: RowFaults },
): Promise<number> {
  let written = 0;
  for (const entity of ['card_prices', 'product_prices'] as const) {
    const of = await originOwners(writes, [game], entity);
    const kind = entity === 'card_prices' ? 'card' : 'product';
    const reading = readingIn(writes, {
      ...{ owners: [of], source: task.name, now: now() },
      subTypeOf: (slug) => subTypeIn(writes, slug),
    });
    for (const currency of ['usd', 'eur'] as const) {
      const market: OriginMarket = { writes, reading, of, currency, changes };
      const isOf = (file: OriginFile) => file.entity === entity && (file.currency ?? 'usd') === currency;
      const isMirrored = [...parts.values()].some(
        (file) => isOf(file) && file.month !== undefined && file.sha256 !== undefined,
      );
      let ofMarket = 0;
      const own = `${entity}.${game}.${currency}`;
      for (const part of gone.filter((name) => name === own || /^\.\d{4}-\d\d$/.test(name.replace(own, ''))))
        ofMarket += await mirrorPart(market, part === own ? undefined : part.slice(own.length + 1), undefined);
      for (const [, one] of fetched.filter(([, { file }]) => isOf(file))) {
        if (isMirrored) ofMarket += await mirrorPart(market, one.file.month, one);
        else {
          const onUnknown = (line: number, id: string) =>
            tellUnlisted(faults, `${one.file.name} line ${line} "${kind}_id"`, `${kind}s`, id);
          const added = async () => {
            let rows = 0;
            for await (const some of observationsIn({ ...reading, isAdded: true, onUnknown, faults }, one))
              rows += await recordRows(writes, [of], some, () => changes);
            return rows;
          };
          ofMarket += (await unlessFaulty(faults, added)) ?? 0;
        }
      }
      written += ofMarket;
      // The newest day that the origin tells of this market.
      const days = [...parts.values()].flatMap((file) => (isOf(file) && file.day !== undefined ? file.day : []));
      const newest = days.sort().at(-1);
      if (ofMarket > 0 && newest !== undefined) {
        await writes.touched({ day: { game, currency, observed_on: newest } });
        changes.days[currency].add(newest);
      }
    }
  }
  return written;
}
