/** A serving process with a small catalog that can be scanned, for benches of the scan beside other work. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWorkplace, run, type Server, startServer } from '../../test/support/processes/command.ts';
import { tinyCatalog } from '../../test/support/sources/tiny-catalog.ts';
import { picturedFolder, shapes } from '../../test/support/stages/pictured-catalog.ts';
import { form } from '../../test/support/stages/scan-api.ts';

/** A running service. */
export interface ScanService extends AsyncDisposable {
  server: Server;
  base: string;
  key: string;
  /** Posts a photo and gives the status. */
  scan(photo: Uint8Array): Promise<number>;
  /** A photo of a card of its catalog, 12 megapixels as phones take them. */
  photo: Buffer;
}

/** Starts it, with `processes` photo processes, and waits until a card is recognised. */
export async function startScanService(processes: number): Promise<ScanService> {
  const workplace = await newWorkplace();
  const folder = await picturedFolder(tinyCatalog(8));
  const config = { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } };
  await writeFile(join(workplace.directory, 'cardstock.config.json'), JSON.stringify(config));
  const made = await run(workplace, [...'keys create --name bench --rate 0 --json --scope read,scan'.split(' ')]);
  const { key } = JSON.parse(made.stdout) as { key: string };
  const server = await startServer(workplace, [], { CARDSTOCK_SCAN_PROCESSES: String(processes) });
  const { listening: base } = server.announced;
  const scan = async (bytes: Uint8Array) => {
    const { body, headers } = form({ name: 'image', filename: 'photo.jpg', bytes });
    const request = { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${key}` } };
    const answer = await fetch(`${base}/v1/scan`, request);
    await answer.arrayBuffer();
    return answer.status;
  };
  const photo = await shapes(3).resize(3000, 4000, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();
  for (let tries = 0; (await scan(photo)) !== 200; tries += 1) {
    if (tries > 300) throw new Error(`no card is recognised: ${server.output()}`);
    await sleep(200);
  }
  return {
    server,
    base,
    key,
    scan,
    photo,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await workplace[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
