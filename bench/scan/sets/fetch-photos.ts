/** Fetches the photos of a manifest for `bench/scan/real.ts`. Arguments: the manifest, the folder they shall lie in. */
import { readFileSync } from 'node:fs';
import { line } from '../../report.ts';
import { fetchPhotos, photoSetsIn } from './photo-sets.ts';

const [manifest, folder] = process.argv.slice(2);
if (manifest === undefined || folder === undefined) throw new RangeError('a manifest, and a folder for its photos');
const sets = photoSetsIn(readFileSync(manifest, 'utf8'));
for (const { from, licence, photos } of sets) line(from, `${photos.length} photos, ${licence}`);
const fetched = await fetchPhotos(sets, folder);
const faults = fetched.filter(({ fault }) => fault !== undefined);
for (const { photo, fault } of faults) line(`  ${photo}: left out`, fault ?? '');
line('photos that are there', `${fetched.length - faults.length} of ${fetched.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
