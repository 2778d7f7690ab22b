/** The vectors of the whole catalog in memory, kept up with the store: rows of any process serve within moments. */
import { languageThumbnails, languageVectors } from '../../store/pictures/language-pictures.ts';
import {
  detailsOf,
  fittedModel,
  fittedModelVersion,
  scanDeletion,
  thumbnailsOf,
  vectorChanges,
} from '../../store/pictures/scan-pictures.ts';
import type { Reads } from '../../store/store.ts';
import type { ScanCatalog } from '../compare/identify.ts';
import { defaultModel, loadModel, type ScanModel } from '../describe/model.ts';
import { VectorIndex } from '../describe/vector-index.ts';

/** Rows read in one go: 5,000 of 300 bytes are 1.5 MB. */
const BATCH_ROWS = 5000;

/** The model in use: the operator's own where one was fitted, else the one that comes with the program. */
export async function currentModel(reads: Reads): Promise<ScanModel> {
  const fitted = await fittedModel(reads);
  return fitted === undefined ? defaultModel() : loadModel(fitted);
}

/** An index that follows the store. */
export interface LiveIndex {
  /** What a photo is compared with now. */
  catalog(): ScanCatalog;
  /** Reads what was written since the last call. */
  follow(): Promise<void>;
}

/** What a picture of a further language is called in the index: the store's numbers of cards are above zero. */
const referenceOf = (id: number): number => -id;

/** Thumbnails of pictures by what those are called in the index. */
async function referenceThumbnails(reads: Reads, references: readonly number[]): Promise<(Uint8Array | undefined)[]> {
  const further = await languageThumbnails(
    reads,
    references.filter((reference) => reference < 0).map((reference) => -reference),
  );
  const own = await thumbnailsOf(reads, references);
  return references.map((reference, at) => (reference < 0 ? further.get(-reference) : own[at]));
}

/** Opens the index and reads it whole. */
export async function openLiveIndex(reads: Reads): Promise<LiveIndex> {
  let base: string | undefined;
  let catalog: ScanCatalog | undefined;
  let [seq, furtherSeq] = [0, 0];

  const load = async (): Promise<ScanCatalog> => {
    const model = await currentModel(reads);
    [seq, furtherSeq] = [0, 0];
    const index = new VectorIndex(model.dimensions);
    return {
      ...{ model, index },
      thumbnailsOf: (references) => referenceThumbnails(reads, references),
      detailsOf: (references) => detailsOf(reads, references),
    };
  };
  const follow = async (): Promise<void> => {
    // Under another model, or after a deletion, the index is made anew.
    const now = `${await fittedModelVersion(reads)} ${await scanDeletion(reads)}`;
    const next = catalog !== undefined && now === base ? catalog : await load();
    for (;;) {
      const changes = await vectorChanges(reads, { after: seq, limit: BATCH_ROWS, model: next.model.version });
      for (const { card_key, vector, game } of changes) {
        if (vector === null) next.index.remove(card_key);
        else next.index.upsert(card_key, vector, game);
      }
      seq = changes.at(-1)?.seq ?? seq;
      if (changes.length < BATCH_ROWS) break;
    }
    for (;;) {
      const page = { after: furtherSeq, limit: BATCH_ROWS, model: next.model.version };
      const changes = await languageVectors(reads, page);
      for (const { id, card_key, vector, game } of changes) {
        if (vector === null) next.index.remove(referenceOf(id));
        else next.index.upsert(referenceOf(id), vector, game, card_key);
      }
      furtherSeq = changes.at(-1)?.seq ?? furtherSeq;
      if (changes.length < BATCH_ROWS) break;
    }
    [catalog, base] = [next, now];
  };

  await follow();
  return {
    catalog: () => {
      if (catalog === undefined) throw new Error('the index was never read');
      return catalog;
    },
    follow,
  };
}
