/** `cardstock scan` and `cardstock demo photo`: which card a photo shows, and a photo to try it with. */
import { readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { demoPhoto } from '../../demo/photo.ts';
import { readLang } from '../api/catalog/in-language.ts';
import { scanAnswer } from '../api/catalog/scan.ts';
import { fileBytes } from '../config/secrets.ts';
import { Failure, fileTrouble } from '../failure.ts';
import { resolveName } from '../network/address-guard.ts';
import { VERSION } from '../release.ts';
import type { Stages } from '../scan/compare/stages.ts';
import type { Found } from '../scan/processes/photo-messages.ts';
import { openScanner } from '../scan/processes/scanner.ts';
import { deployedGames, locationOf } from '../service/configured-parts.ts';
import { makeFolder } from '../store/engines/private-file.ts';
import { scannedCards } from '../store/pictures/scan-pictures.ts';
import type { Reads } from '../store/store.ts';
import { dataAt } from './ask-service.ts';
import { type CommonFlags, configOf, withPresentStore } from './context.ts';
import { addressOf } from './get.ts';
import { CommandFailure, EXIT, misused, printBytes, printJson, printNote, printRows } from './output.ts';

function photoIn(file: string): Buffer {
  try {
    return fileBytes(file);
  } catch (error) {
    throw misused(`${file} cannot be read: ${fileTrouble(error)}`);
  }
}

type ScanFlags = CommonFlags & { game?: string; lang?: string; all?: boolean; report?: string };

/** Identifies the card on a photo: by the service that is set, else in this process on the store of the data directory. */
export async function scan(file: string, flags: ScanFlags): Promise<void> {
  const photo = photoIn(file);
  const { url } = configOf(flags).values;
  if (flags.report !== undefined) {
    if (url !== undefined) throw misused('a report is of the catalog here: leave out --url');
    await newReport(flags.report);
  }
  const answer = url === undefined ? await scanHere({ file, photo }, flags) : await scanAt(url, photo, flags);
  if (flags.json) return printJson(answer);
  if (answer.several && !answer.cards) printNote('Several cards are on this photo: --all names each.');
  if (answer.more) printNote('More cards are on this photo than are named: scan a part of it.');
  // Of several cards each one's likeliest, and then those that it may be as well.
  const shown = answer.cards?.flatMap(({ matches }, i) => matches.map((match) => ({ place: i + 1, ...match })));
  printRows<Shown>(shown ?? answer.matches, false, ({ place, score, card }) => ({
    ...(place !== undefined && { place: String(place) }),
    score: score.toFixed(3),
    id: card.id,
    name: card.name,
    number: card.number,
    expansion: card.expansion.name,
  }));
}

type Shown = Scanned['matches'][number] & { place?: number };
type Scanned = Awaited<ReturnType<typeof scanAnswer>>;

async function scanAt(url: string, photo: Buffer, flags: ScanFlags): Promise<Scanned> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)]));
  if (flags.game !== undefined) form.append('game', flags.game);
  const address = addressOf(`${url}/v1/scan`, { cards: flags.all ? 'all' : undefined, lang: flags.lang });
  return dataAt<Scanned>(address, configOf(flags), form);
}

/** Looks in this process's own scanner; a server need not run. */
function scanHere({ file, photo }: { file: string; photo: Buffer }, flags: ScanFlags): Promise<Scanned> {
  return withPresentStore(flags, async (store, config) => {
    const games = deployedGames(config);
    const lang = readLang(flags, { games });
    const location = locationOf(config);
    const scanner = openScanner({ store, location, network: { resolve: resolveName }, processes: 1 });
    try {
      await scanner.requireIndex();
      const { game, all, report } = flags;
      const found = await scanner.identify({ photo, game, everyCard: all, withStages: report !== undefined });
      const answer = await scanAnswer({ reads: store.reads, games }, found, lang);
      if (report !== undefined) await writeReport(report, store.reads, { file, photo, game, found, answer });
      return answer;
    } catch (error) {
      const isUnavailable = error instanceof Failure && error.code === 'scan_unavailable';
      throw isUnavailable ? new CommandFailure(`${error.message} Run: cardstock ingest run scan`) : error;
    } finally {
      scanner.stop();
    }
  });
}

/** Writes a made-up photo of a card of a demo game to standard output. */
export async function demoPhotoOf(card: string, { seed }: { seed: string }): Promise<void> {
  if (process.stdout.isTTY) {
    throw misused(`a photo is no text: cardstock demo photo ${card} > photo.jpg`);
  }
  const photo = await demoPhoto(card, seed);
  if (photo === undefined) throw new CommandFailure(`the demo has no card ${card}`, EXIT.notFound);
  printBytes(photo);
}

/** The photo may tell more than its card, such as where it was taken: what is made is its owner's alone, as the store is. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Makes the folder of a report, before anything is done that would be in vain. */
async function newReport(directory: string): Promise<void> {
  try {
    makeFolder(directory, PRIVATE_FOLDER);
    if ((await readdir(directory)).length === 0) return;
  } catch (error) {
    throw misused(`${directory} cannot be made: ${fileTrouble(error)}`);
  }
  throw misused(`${directory} is not empty: a report takes a folder of its own`);
}

interface Reported {
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

/** Writes the report: the photo as it is, what was said of it, and what `bench/scan/real.ts` reads, to be put right by hand. */
async function writeReport(directory: string, reads: Reads, { file, photo, game, found, answer }: Reported) {
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
  const rows = [...candidates, ...artworks.flat()].map(({ row }) => row);
  const cards = await scannedCards(reads, rows);
  const withId = <Looked extends { row: number }>({ row, ...rest }: Looked) => {
    return { id: cards.get(row)?.card.id ?? null, ...rest };
  };
  return {
    ...stages,
    candidates: candidates.map(withId),
    artworks: artworks.map((printings) => printings.map(withId)),
  };
}
