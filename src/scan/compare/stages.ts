/** How an answer came about, stage by stage, for whoever wants to know why a photo was read as it was. */
import { type Candidates, likeliest, lookAtPlaces } from '../describe/candidates.ts';
import type { Quad } from '../photo/homography.ts';
import type { Raster } from '../photo/raster.ts';
import { closeVerdict, strangeness } from './artwork-printings.ts';
import { evidenceOf } from './evidence.ts';
import { artworksOn, type ScanCatalog, sightOf } from './identify.ts';
import { probabilityOf } from './verdict.ts';

/** Cards that looked most like a place are told, as many as are looked at closely. */
const CANDIDATES = 32;
/** Of the evidence the measures themselves, not their products: in the order of `evidenceOf`. */
const MEASURES = ['likeness', 'lead', 'worst_quarter', 'apart', 'colour', 'sharpness', 'blown', 'marks'] as const;

/** What each stage made of a photo. All corners are in pixels of the photo as it was decoded. */
export type Stages = Awaited<ReturnType<typeof stagesOf>>;

/** Goes the way of `identifyPhoto` once more and tells of it. */
export async function stagesOf(photo: Raster, catalog: ScanCatalog) {
  const sight = sightOf(photo);
  const places: (readonly Quad[])[] = [];
  for (let lot = sight.lot(0); lot !== undefined; lot = sight.lot(places.length)) places.push(lot);
  const candidates: Candidates = new Map();
  for (const lot of places) lookAtPlaces(candidates, sight.pyramid, lot, catalog);
  const { artworks } = await artworksOn(sight, catalog);
  await closeVerdict(artworks, sight.pyramid, catalog);
  const all = evidenceOf(artworks);
  const evidence = all.length === 0 ? [] : [...all.slice(0, MEASURES.length - 1), all.at(-1) ?? 0];
  return {
    width: photo.width,
    height: photo.height,
    model: catalog.model.version,
    /** Where cards may lie, in the lots in which they are tried; the last may not have been needed. */
    places,
    candidates: likeliest(candidates, CANDIDATES),
    /** What was looked at closely, best first, the printings of one artwork together. */
    artworks: artworks.map((printings) =>
      printings.map(({ row, quad, likeness, agreement, colour, printing }) => {
        return { row, quad, likeness, agreement, colour, printing };
      }),
    ),
    /** What the best one's probability is judged by. */
    evidence: Object.fromEntries(
      MEASURES.flatMap((name, i) => (i in evidence ? [[name, evidence[i]]] : [])),
    ) as Partial<Record<(typeof MEASURES)[number], number>>,
    probability: probabilityOf(artworks, catalog.model),
    /** How strange its mark is, where it is a card of a template: above 1.7 it is not answered, however probable. */
    strangeness: await strangeness(artworks, sight.pyramid, catalog),
  };
}
