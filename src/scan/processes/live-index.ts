/** The vectors of the whole catalog in memory, kept up with the store: rows of any process serve within moments. */
import {
  detailsOf,
  fittedModel,
  fittedModelVersion,
  PICTURE_TABLES,
  type PictureTable,
  scanDeletion,
  thumbnailsOf,
  vectorChanges,
} from '../../store/pictures/scan-pictures.ts';
import type { Reads } from '../../store/store.ts';
import type { ScanCatalog } from '../compare/identify.ts';
import { defaultModel, loadModel, type ScanModel } from '../describe/model.ts';
import { VectorIndex } from '../describe/vector-index.ts';

/** The model in use: the operator's own where one was fitted, else the one that comes with the program. */
export async function currentModel(reads: Reads): Promise<ScanModel> {
  const fitted = await fittedModel(reads);
  return fitted === undefined ? defaultModel() : loadModel(fitted);
}

/** An index that follows the store. */
export type LiveIndex = Awaited<ReturnType<typeof openLiveIndex>>;

/** Opens the index and reads it whole. */
export async function openLiveIndex(reads: Reads) {
  const seen: Record<PictureTable, number> = { scan_pictures: 0, scan_language_pictures: 0 };

  const load = async (): Promise<ScanCatalog> => {
    const model = await currentModel(reads);
    for (const of of PICTURE_TABLES) seen[of] = 0;
    const index = new VectorIndex(model.dimensions);
    return {
      ...{ model, index },
      thumbnailsOf: (references) => thumbnailsOf(reads, references),
      detailsOf: (references) => detailsOf(reads, references),
    };
  };
  const baseNow = async () => `${await fittedModelVersion(reads)} ${await scanDeletion(reads)}`;
  let base = await baseNow();
  let catalog = await load();
  const follow = async (): Promise<void> => {
    // Under another model, or after a deletion, the index is made anew.
    const now = await baseNow();
    const next = now === base ? catalog : await load();
    for (const of of PICTURE_TABLES) {
      const changes = vectorChanges(reads, { after: seen[of], model: next.model.version, of });
      for await (const { reference, card_key, seq, vector, game } of changes) {
        if (vector === null) next.index.remove(reference);
        else next.index.upsert(reference, vector, game, card_key);
        seen[of] = seq;
      }
    }
    [catalog, base] = [next, now];
  };

  await follow();
  return { catalog: () => catalog, follow };
}
