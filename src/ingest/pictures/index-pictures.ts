/** Fetches pictures, has them described, and says of each what came of it; what has not changed is left as it is. */
import { createHash } from 'node:crypto';
import { modelFile, type ScanModel } from '../../scan/describe/model.ts';
import type { KeptPicture, PicturedCard, ScanPicture } from '../../store/pictures/scan-pictures.ts';
import { Outage, type Read } from '../../upstream/document.ts';
import { type Describer, openDescriber, UnusablePicture } from './describe-pictures.ts';
import type { Described } from './picture-messages.ts';

/** Pictures on their way at once; how many requests are in flight is the reader's to bound. */
const WIDTH = 4;
/** So many in a row that cannot be reached are an outage of whoever serves them. */
const UNREACHABLE_MAX = 5;
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
const DEMO = 'demo:';

/** A card's picture to look at: its own, or that in a further language. */
export interface PictureToIndex extends PicturedCard {
  language?: string;
}

/** What came of a picture: a row to write, a row to leave, or nothing yet. */
type Outcome = { row: ScanPicture } | { kept: KeptPicture } | { postponed: string };
export type IndexedPicture = Outcome & Pick<PictureToIndex, 'language'>;

interface Tools {
  read: Read;
  model: ScanModel;
  describers: Record<'demo' | 'bytes', Describer>;
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
  const tools = { read, model, describers: { demo: openDescriber('demo', file), bytes: openDescriber('bytes', file) } };
  const running = new Map<PictureToIndex, Promise<[card: PictureToIndex, result: Outcome]>>();
  const rest = cards[Symbol.iterator]();
  let unreachable = 0;
  try {
    for (;;) {
      while (running.size < WIDTH) {
        const { value: card, done } = rest.next();
        if (done) break;
        const work = indexPicture(card, tools).then((result): [PictureToIndex, Outcome] => [card, result]);
        // Met by the race below, unless another one ends the run first.
        work.catch(() => undefined);
        running.set(card, work);
      }
      if (running.size === 0) return;
      const [card, result] = await Promise.race(running.values());
      running.delete(card);
      unreachable = 'postponed' in result ? unreachable + 1 : 0;
      if ('postponed' in result && unreachable >= UNREACHABLE_MAX) throw new Outage(result.postponed);
      yield card.language === undefined ? result : { ...result, language: card.language };
    }
  } finally {
    for (const describer of Object.values(tools.describers)) describer.close();
  }
}

async function indexPicture({ key, picture, known }: PicturedCard, tools: Tools): Promise<Outcome> {
  const tried = { card_key: key, tried_at: now(), failures: 0, reason: null };
  const nothing = { digest: null, etag: null, vector: null, thumbnail: null, detail: null };
  const row = { ...nothing, ...tried, picture: picture ?? '', model: tools.model.version };
  if (picture === null) return { row };
  // What another model made of it says nothing.
  const held = known?.isDescribed && known.model === tools.model.version ? known : undefined;
  try {
    const { described, etag } = await read(picture, held, tools);
    if (described === 'unchanged') return { kept: { ...tried, picture, etag } };
    return { row: { ...row, ...described, etag } };
  } catch (error) {
    if (error instanceof Outage && isPassing(error)) return { postponed: error.message };
    if (!(error instanceof Outage || error instanceof UnusablePicture)) throw error;
    const failure = { reason: error.message, failures: (known?.failures ?? 0) + 1 };
    // A card that was found by its old picture goes on being found by it, unless that is the one.
    if (held && !(error instanceof UnusablePicture && error.isHeld))
      return { kept: { ...tried, ...failure, picture: held.picture, etag: held.etag } };
    return { row: { ...row, ...failure } };
  }
}

const now = () => new Date().toISOString();

/** Nobody answered, or only to come back later: that says nothing about the picture. */
const isPassing = ({ cause, status }: Outage): boolean => cause !== undefined && status === undefined;

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
  const etag = isKnown && held.picture === picture ? held.etag : null;
  const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg' };
  const document = await read(picture, { etag, headers, bytesMax: PICTURE_BYTES_MAX });
  if (document.unchanged) return { described: 'unchanged', etag: document.etag };
  const chunks: Uint8Array[] = [];
  for await (const chunk of document.body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isHeld = createHash('sha256').update(bytes).digest('base64url') === held?.digest;
  if (isHeld && isKnown) return { described: 'unchanged', etag: document.etag };
  try {
    return { described: await describers.bytes.describe({ picture: bytes }), etag: document.etag };
  } catch (error) {
    if (error instanceof UnusablePicture) error.isHeld = isHeld;
    throw error;
  }
}
