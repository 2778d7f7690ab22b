/** The index of the scan as an ingest task: which cards' pictures are to be described, and the run that does it. */
import { DEFAULT_SCOPE } from '../../catalog/scope.ts';
import { gameOf } from '../../games/games.ts';
import { defaultModel } from '../../scan/describe/model.ts';
import { currentModel } from '../../scan/processes/live-index.ts';
import { catalogVersion } from '../../store/meta.ts';
import { deleteScanOrphans } from '../../store/pictures/deleted-pictures.ts';
import {
  deleteUnusedPictures,
  languagePictureCount,
  languagePictures,
  putLanguagePictures,
} from '../../store/pictures/language-pictures.ts';
import {
  fittedModelVersion,
  keepPictures,
  type PicturedCard,
  picturedCards,
  putScanPictures,
  scanCounts,
} from '../../store/pictures/scan-pictures.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { Read } from '../../upstream/document.ts';
import { isWebAddress } from '../../upstream/web-addresses.ts';
import { crawlPolicyFor, type SourcesConfig } from '../configured-sources.ts';
import { type Publication, type RunContext, SCAN_TASK, type Source } from '../source.ts';
import { type IndexedPicture, indexPictures, type PictureToIndex } from './index-pictures.ts';
import { joinArtworks } from './join-artworks.ts';
import { PictureKeeper } from './keep-pictures.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 6 * 3_600_000;
/** A picture at the same address is asked for again after this long, one that failed after a day for each failure. */
const RECHECK_DAYS = 7;
const GIVE_UP_MS = 15_000;
const PAGE_ROWS = 2000;
/** What a killed run loses at most. */
const BATCH_ROWS = 64;
const BATCH_MS = 5000;

const DEMO_PICTURES = '/demo/pictures/';

let defaultVersion: string | undefined;

/** The task as the runner sees it; it is due whenever the catalog or the model has moved. */
export async function scanSource(
  reads: Reads,
  { games: [first], userAgent, publicUrl, pictures }: SourcesConfig,
): Promise<Source> {
  const { scope = DEFAULT_SCOPE } = first ?? {};
  defaultVersion ??= defaultModel().version;
  const version = (await fittedModelVersion(reads)) ?? defaultVersion;
  const [pictured] = await picturedCards(reads, { after: 0, limit: 1 });
  const address = pictured?.picture ?? publicUrl;
  return {
    ...SCAN_TASK,
    // Pictures are of all games, and no event reports them.
    scope,
    game: gameOf(first?.sources ?? {}, scope),
    adapter: 'scan',
    everyMs: EVERY_MS,
    configured: `${version} at ${await catalogVersion(reads)}`,
    crawlPolicy: { userAgent, giveUpAfterMs: GIVE_UP_MS, ...crawlPolicyFor(address) },
    fetch: (context) => {
      const keeper = pictures && new PictureKeeper(pictures, userAgent, Number.POSITIVE_INFINITY);
      return startIndexing(context, `${publicUrl}${DEMO_PICTURES}`, keeper);
    },
    probe: { address },
  };
}

const isDueAgain = ({ failures, tried_at }: NonNullable<PicturedCard['known']>, now: number): boolean => {
  const days = failures === 0 ? RECHECK_DAYS : Math.min(failures, RECHECK_DAYS);
  return now - Date.parse(tried_at) >= days * DAY_MS;
};

/** The pictures to look at, those never described first, and of these the cards' own. A run that an operator asked for looks at every picture. */
async function cardsToIndex({ store, options }: RunContext, model: string, addressOf: (url: string) => string | null) {
  const fresh: PictureToIndex[] = [];
  const again: PictureToIndex[] = [];
  const now = Date.now();
  for (let after = 0; ; ) {
    const page = await picturedCards(store.reads, { after, limit: PAGE_ROWS });
    const last = page.at(-1);
    if (last === undefined) return [...fresh.filter(isOwn), ...fresh.filter((each) => !isOwn(each)), ...again];
    const further = await languagePictures(store.reads, { after, until: last.key });
    const described = new Set(
      [...page, ...further].flatMap((each) => (each.known?.isDescribed ? [digestOf(each)] : [])),
    );
    for (const { picture: url, ...card } of [...page, ...further]) {
      const wanted = { ...card, picture: url === null ? null : addressOf(url) };
      if (wanted.picture === null && !wanted.known?.isDescribed) continue;
      const isDue = wanted.known === null || !options.scheduled || isDueAgain(wanted.known, now);
      const isUntried = isDue || wanted.known?.failures === 0;
      if (isUntried && isFresh(wanted, model, described)) fresh.push(wanted);
      else if (isDue) again.push(wanted);
    }
    after = last.key;
  }
}

/** Whether the model has not described it yet. @param described digests of what is described, by card */
function isFresh(wanted: PictureToIndex, model: string, described: ReadonlySet<string>): boolean {
  const { known, picture } = wanted;
  if (known === null || known.model !== model || known.picture !== picture) return true;
  // One of the bytes of another was left without a vector, and that other is another one now.
  return known.digest !== null && !known.isDescribed && !described.has(digestOf(wanted));
}

const digestOf = ({ key, known }: Pick<PicturedCard, 'key' | 'known'>): string => `${key} ${known?.digest}`;

const isOwn = ({ language }: Pick<PictureToIndex, 'language'>): boolean => language === undefined;

/** Begins a run; each batch is published on its own, so that a run that is killed goes on where it was. */
async function startIndexing(context: RunContext, demoPictures: string, keeper: PictureKeeper | undefined) {
  const model = await currentModel(context.store.reads);
  // The demo's pictures are the same wherever this service listens.
  const addressOf = (url: string) => {
    if (url.startsWith(demoPictures)) return `demo:${url.slice(demoPictures.length)}`;
    // A release before this one kept whatever upstream named, such as a file of this machine.
    return isWebAddress(url) ? url : null;
  };
  const cards = await cardsToIndex(context, model.version, addressOf);
  const artworks = async () => {
    await keeper?.close();
    return joinArtworks(context, model);
  };
  const results = indexPictures(cards, { read: readingKept(context, cards, keeper), model });
  let done = 0;
  const onResult = () => context.onProgress({ step: 'pictures', done: ++done, total: cards.length });
  return nextBatch(results, onResult, artworks, []);
}

/** What is kept is read from there, so that nobody fetches it twice; by hand the source of what was looked at before is asked anew. */
function readingKept(
  { read, options }: RunContext,
  cards: readonly PictureToIndex[],
  keeper: PictureKeeper | undefined,
) {
  if (keeper === undefined) return read;
  const ages = new Map(
    cards.flatMap(({ isKept, picture, known }) =>
      isKept && picture !== null ? [[picture, options.scheduled || known === null ? RECHECK_DAYS * DAY_MS : 0]] : [],
    ),
  );
  const readKept = keeper.documents(read, (url) => ages.get(url) ?? 0);
  const reading: Read = (url, asked) => (ages.has(url) ? readKept : read)(url, asked);
  return reading;
}

async function nextBatch(
  results: AsyncIterator<IndexedPicture>,
  onResult: () => void,
  artworks: () => Promise<Publication>,
  before: readonly string[],
): Promise<Publication> {
  const { batch, isLast } = await batchOf(results, onResult);
  const rows = batch.flatMap((one) => ('row' in one ? [one.row] : []));
  const kept = batch.flatMap((one) => ('kept' in one ? [one.kept] : []));
  const failed = [...rows, ...kept].flatMap(({ picture, reason }) =>
    reason === null ? [] : `${picture}: ${reason.replace(`${picture} `, '')}`,
  );
  const faults = [...before, ...failed];
  const counts = {
    described: rows.filter(({ vector }) => vector !== null).length,
    unchanged: kept.filter(({ reason }) => reason === null).length,
    failed: failed.length,
    postponed: batch.length - rows.length - kept.length,
  };
  return {
    rows: undefined,
    publish: async (writes) => {
      await writeResults(writes, batch);
      if (isLast) await deleteScanOrphans(writes);
      if (isLast) await deleteUnusedPictures(writes);
      const further = isLast ? await languagePictureCount(writes) : 0;
      const total = isLast ? { ...(await scanCounts(writes)), ...(further > 0 && { in_languages: further }) } : {};
      // Told once, of all batches.
      const told = `pictures that could not be taken: ${faults.length}; the first is ${faults[0]}`;
      const notice = isLast && faults.length > 0 ? told : null;
      return { counts: { ...counts, ...total }, notice };
    },
    next: () => (isLast ? artworks() : nextBatch(results, onResult, artworks, faults)),
  };
}

async function batchOf(results: AsyncIterator<IndexedPicture>, onResult: () => void) {
  const until = Date.now() + BATCH_MS;
  const batch: IndexedPicture[] = [];
  while (batch.length < BATCH_ROWS && Date.now() < until) {
    const { value, done } = await results.next();
    if (done) return { batch, isLast: true };
    batch.push(value);
    onResult();
  }
  return { batch, isLast: false };
}

/** Writes what came of the cards' own pictures, and of those in further languages. */
async function writeResults(writes: Writes, batch: readonly IndexedPicture[]): Promise<void> {
  const rows = batch.flatMap((one) => ('row' in one ? [{ row: one.row, language: one.language }] : []));
  const own = rows.flatMap(({ row, language }) => (language === undefined ? [row] : []));
  const further = rows.flatMap(({ row, language }) => (language === undefined ? [] : [{ ...row, language }]));
  const kept = batch.flatMap((one) => ('kept' in one ? [{ ...one.kept, language: one.language }] : []));
  await putScanPictures(writes, own);
  await putLanguagePictures(writes, further);
  await keepPictures(writes, kept);
}
