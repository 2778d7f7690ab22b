/** `cardstock scan` and `cardstock demo photo`: which card a photo shows, and a photo to try it with. */
import { readFile } from 'node:fs/promises';
import { demoPhoto } from '../../demo/photo.ts';
import { readLang } from '../api/catalog/in-language.ts';
import { scanAnswer } from '../api/catalog/scan.ts';
import { Failure } from '../failure.ts';
import { resolveName } from '../network/address-guard.ts';
import { openScanner } from '../scan/processes/scanner.ts';
import { deployedGames, locationOf } from '../service/configured-parts.ts';
import { askService } from './ask-service.ts';
import { type CommonFlags, configOf, withStore } from './context.ts';
import { withParameters } from './get.ts';
import { CommandFailure, EXIT, printBytes, printJson, printRows } from './output.ts';
import { newReport, writeReport } from './scan-report.ts';

async function photoIn(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
}

type ScanFlags = CommonFlags & { game?: string; lang?: string; all?: boolean; report?: string };

/** Identifies the card on a photo: by the service that is set, else in this process on the store of the data directory. */
export async function scan(file: string, flags: ScanFlags): Promise<void> {
  const photo = await photoIn(file);
  const { url } = configOf(flags).values;
  if (flags.report !== undefined) {
    if (url !== undefined) throw new CommandFailure('a report is of the catalog here: leave out --url', EXIT.usage);
    await newReport(flags.report);
  }
  const answer = url === undefined ? await scanHere({ file, photo }, flags) : await scanAt(url, photo, flags);
  if (flags.json) return printJson(answer);
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

/** Asks the service at `url`. */
async function scanAt(url: string, photo: Buffer, flags: ScanFlags): Promise<Scanned> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)]));
  if (flags.game !== undefined) form.append('game', flags.game);
  const given = [...(flags.all ? ['cards=all'] : []), ...(flags.lang === undefined ? [] : [`lang=${flags.lang}`])];
  const { status, text } = await askService(withParameters(new URL(`${url}/v1/scan`), given), configOf(flags), form);
  if (status !== 200) throw new CommandFailure(`${url} answered ${status}: ${text}`);
  return (JSON.parse(text) as { data: Scanned }).data;
}

/** Looks in this process's own scanner; a server need not run. */
function scanHere({ file, photo }: { file: string; photo: Buffer }, flags: ScanFlags): Promise<Scanned> {
  return withStore(flags, async (store, config) => {
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
    throw new CommandFailure(`a photo is no text: cardstock demo photo ${card} > photo.jpg`, EXIT.usage);
  }
  const photo = await demoPhoto(card, seed);
  if (photo === undefined) throw new CommandFailure(`the demo has no card ${card}`, EXIT.notFound);
  printBytes(photo);
}
