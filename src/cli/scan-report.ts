/** `cardstock scan --report DIR`: a photo, what was answered and how that came about, for a test of the operator's own. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { VERSION } from '../release.ts';
import type { Stages } from '../scan/compare/stages.ts';
import type { Found } from '../scan/processes/photo-messages.ts';
import { scannedCards } from '../store/pictures/scan-pictures.ts';
import type { Reads } from '../store/store.ts';
import { CommandFailure, EXIT } from './output.ts';

/** The photo may tell more than its card, such as where it was taken: what is made is its owner's alone, as the store is. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Makes the folder of a report, before anything is done that would be in vain. */
export async function newReport(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
    if ((await readdir(directory)).length === 0) return;
  } catch (error) {
    throw new CommandFailure(`${directory} cannot be made: ${(error as Error).message}`, EXIT.usage);
  }
  throw new CommandFailure(`${directory} is not empty: a report takes a folder of its own`, EXIT.usage);
}

/** A photo that was looked at. */
export interface Reported {
  file: string;
  photo: Uint8Array;
  game: string | undefined;
  found: Found;
  answer: Looked & { cards?: readonly Looked[] };
}

/** What was said of the photo, or of one of the cards on it, the likeliest first. */
interface Looked {
  matches: readonly { card: { id: string } }[];
}

/** Writes the report: the photo as it is, what was said of it, and what `bench/scan-real.ts` reads, to be put right by hand. */
export async function writeReport(
  directory: string,
  reads: Reads,
  { file, photo, game, found, answer }: Reported,
): Promise<void> {
  const name = `photo${extname(file).toLowerCase()}`;
  const { stages } = found;
  const report = { release: VERSION, photo: name, game, answer, stages: stages && (await named(reads, stages)) };
  const looked = answer.cards ?? [answer];
  const cards = looked.flatMap(({ matches }) => matches.slice(0, 1).map(({ card }) => ({ card: card.id })));
  const write = (to: string, content: string | Uint8Array) =>
    writeFile(join(directory, to), content, { mode: PRIVATE_FILE });
  const document = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  await write(name, photo);
  await write('report.json', document(report));
  await write('truth.json', document({ photos: [{ photo: name, cards }] }));
}

/** The stages with the cards' ids in place of their numbers, which are of this store alone. */
async function named(reads: Reads, { candidates, artworks, ...stages }: Stages) {
  const cards = await scannedCards(
    reads,
    [...candidates, ...artworks.flat()].map(({ row }) => row),
  );
  const withId = <Looked extends { row: number }>({ row, ...rest }: Looked) => {
    return { id: cards.get(row)?.card.id ?? null, ...rest };
  };
  return {
    ...stages,
    candidates: candidates.map(withId),
    artworks: artworks.map((printings) => printings.map(withId)),
  };
}
