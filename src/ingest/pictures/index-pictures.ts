/** Fetches pictures, has them described, and says of each what came of it; what has not changed is left as it is. */
import { modelFile, type ScanModel } from '../../scan/describe/model.ts';
import type { PicturedCard, ScanPicture, StoredPicture } from '../../store/pictures/scan-pictures.ts';
import { Outage, type Read } from '../../upstream/document.ts';
import { type Described, openPictureWork, UnusablePicture } from './describe-pictures.ts';
import { isPassing, readPicture } from './keep-pictures.ts';

/** Pictures on their way at once; how many requests are in flight is the reader's to bound. */
const WIDTH = 4;
/** So many in a row that cannot be reached are an outage of whoever serves them. */
const UNREACHABLE_MAX = 5;
const DEMO = 'demo:';

/** A card's picture to look at: its own, or that in a further language. */
export interface PictureToIndex extends PicturedCard {
  language?: string;
}

/** What came of a picture: a row to write, a row to leave, or nothing yet. */
type Outcome = { row: ScanPicture } | { kept: StoredPicture } | { postponed: string };
export type IndexedPicture = Outcome & Pick<PictureToIndex, 'language'>;

interface Tools {
  read: Read;
  model: ScanModel;
  describers: Record<'demo' | 'bytes', ReturnType<typeof openPictureWork>>;
}

/**
 * Goes through the cards; results come as they are ready.
 * @throws Outage when pictures cannot be reached any more
 */
export async function* indexPictures(
  cards: readonly PictureToIndex[],
  { read, model }: Pick<Tools, 'read' | 'model'>,
): AsyncGenerator<IndexedPicture> {
  const file = modelFile(model);
  const tools = {
    read,
    model,
    describers: { demo: openPictureWork('demo', file), bytes: openPictureWork('bytes', file) },
  };
  let unreachable = 0;
  try {
    for await (const [{ language }, result] of asReady(cards, (card) => indexPicture(card, tools))) {
      unreachable = 'postponed' in result ? unreachable + 1 : 0;
      if ('postponed' in result && unreachable >= UNREACHABLE_MAX) throw new Outage(result.postponed);
      yield language === undefined ? result : { ...result, language };
    }
  } finally {
    for (const describer of Object.values(tools.describers)) describer.close();
  }
}

/** Works on a few at once; results come as they are ready. */
export async function* asReady<Item, Result>(items: Iterable<Item>, work: (item: Item) => Promise<Result>) {
  const running = new Map<Item, Promise<[Item, Result]>>();
  const rest = items[Symbol.iterator]();
  for (;;) {
    while (running.size < WIDTH) {
      const { value: item, done } = rest.next();
      if (done) break;
      const begun = work(item).then((result): [Item, Result] => [item, result]);
      // Met by the race below, unless another one ends the run first.
      begun.catch(() => undefined);
      running.set(item, begun);
    }
    if (running.size === 0) return;
    const ready = await Promise.race(running.values());
    running.delete(ready[0]);
    yield ready;
  }
}

async function indexPicture({ key, picture, known }: PicturedCard, tools: Tools): Promise<Outcome> {
  const tried = { card_key: key, tried_at: now(), failures: 0, reason: null };
  const nothing = { digest: null, etag: null, vector: null, thumbnail: null, detail: null };
  const row = { ...nothing, ...tried, picture: picture ?? '', model: tools.model.version };
  if (picture === null) return { row };
  const held = heldBy(tools.model, known);
  try {
    const { described, etag } = await read(picture, held, tools);
    if (described === 'unchanged') return { kept: { ...tried, picture, etag } };
    return { row: { ...row, ...described, etag } };
  } catch (error) {
    if (error instanceof Outage && isPassing(error)) return { postponed: error.message };
    if (!(error instanceof Outage || error instanceof UnusablePicture)) throw error;
    const failure = { reason: error.message, failures: (known?.failures ?? 0) + 1 };
    // A card that was found by its old picture goes on being found by it, unless that is the one.
    const isHeld = error instanceof UnusablePicture && error.isHeld;
    if (held && !isHeld) return { kept: { ...tried, ...failure, picture: held.picture, etag: held.etag } };
    return { row: { ...row, ...failure } };
  }
}

/** What is known of the picture by this model: what another made of it says nothing. */
const heldBy = ({ version }: ScanModel, known: PicturedCard['known']) =>
  known?.isDescribed && known.model === version ? known : undefined;

const now = () => new Date().toISOString();

/** What is known by this release stays as it is where its bytes do; a picture that lacks its detail comes once more. */
async function read(
  picture: string,
  held: PicturedCard['known'] | undefined,
  { read, describers }: Tools,
): Promise<{ described: Described | 'unchanged'; etag: string | null }> {
  const isKnown = held?.lacksDetail === false;
  if (picture.startsWith(DEMO)) {
    const described = await describers.demo.describe({ demo: picture.slice(DEMO.length) });
    return { described: isKnown && described.digest === held.digest ? 'unchanged' : described, etag: null };
  }
  const before = isKnown && held.picture === picture ? held.etag : null;
  const { unchanged, bytes, digest, etag } = await readPicture(read, picture, before);
  const isHeld = digest === held?.digest;
  if (unchanged || (isHeld && isKnown)) return { described: 'unchanged', etag };
  try {
    return { described: await describers.bytes.describe({ picture: bytes }), etag };
  } catch (error) {
    if (error instanceof UnusablePicture) error.isHeld = isHeld;
    throw error;
  }
}
