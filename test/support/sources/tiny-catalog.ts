/** A small made-up catalog as a TCGdex build compiles it, to be changed by tests and written to files. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A card as upstream writes it; tests set what they are about. */
export interface UpstreamCard {
  id: string;
  localId: string;
  name: string;
  set: { id: string };
  [field: string]: unknown;
}

/** The three compiled files. */
export interface UpstreamCatalog {
  series: { id: string; name: string; [field: string]: unknown }[];
  sets: { id: string; name: string; serie: { id: string }; [field: string]: unknown }[];
  cards: UpstreamCard[];
}

/** Two series, three sets, and `perSet` cards a set, each with a normal and a reverse printing. */
export function tinyCatalog(perSet = 12): UpstreamCatalog {
  const sets = [
    { id: 'ember1', name: 'Ember Dawn', serie: { id: 'ember', name: 'Ember' }, releaseDate: '2021-03-01' },
    { id: 'ember2', name: 'Ember Tide', serie: { id: 'ember', name: 'Ember' }, releaseDate: '2022-05-06' },
    { id: 'frost1', name: 'Frost Gate', serie: { id: 'frost', name: 'Frost' }, releaseDate: '2020-07-09' },
  ].map((set) => ({
    ...set,
    cardCount: { official: perSet, total: perSet },
    legal: { standard: true, expanded: true },
  }));
  return {
    series: [
      { id: 'ember', name: 'Ember' },
      { id: 'frost', name: 'Frost' },
    ],
    sets,
    cards: sets.flatMap(({ id }) => Array.from({ length: perSet }, (_, at) => tinyCard(id, at + 1))),
  };
}

/** One card of `set` with the number `number`. */
export const tinyCard = (set: string, number: number): UpstreamCard => ({
  id: `${set}-${number}`,
  localId: String(number),
  name: `Glimmer ${number} of ${set}`,
  category: 'Creature',
  rarity: 'Common',
  illustrator: 'Ada Quill',
  hp: 60,
  types: ['Ember'],
  set: { id: set },
  variants_detailed: [
    { type: 'normal', size: 'standard' },
    { type: 'reverse', size: 'standard' },
  ],
});

/** A folder that holds the compiled files, removed at the end of the test. */
export interface CatalogFolder extends AsyncDisposable {
  /** Its `file:` address, as the configuration takes it. */
  files: string;
  write(catalog: UpstreamCatalog): Promise<void>;
  /** Writes one file as the text given, whatever it is. */
  writeText(name: 'cards' | 'sets' | 'series', text: string): Promise<void>;
}

export async function catalogFolder(catalog: UpstreamCatalog): Promise<CatalogFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-upstream-'));
  await mkdir(folder, { recursive: true });
  const writeText: CatalogFolder['writeText'] = (name, text) => writeFile(join(folder, `${name}.json`), text);
  const write = async (content: UpstreamCatalog) => {
    for (const name of ['cards', 'sets', 'series'] as const) await writeText(name, JSON.stringify(content[name]));
  };
  await write(catalog);
  return {
    files: pathToFileURL(folder).href,
    write,
    writeText,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
