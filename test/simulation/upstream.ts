/** Sources that change, fail, drag and cut, each in its own mood: a catalog and two marketplaces of a few cards. */
import { dayOf } from '../../src/catalog/days.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import type { Clockwork } from './clockwork.ts';
import type { FaultDraws } from './fault-draws.ts';
import { BEGIN_MS } from './furnished-store.ts';
import { GuideArchive } from './guide-archive.ts';
import type { Served } from './source-network.ts';

export type SourceName = 'catalog' | 'usd' | 'eur';

/** A secret of the configuration, which nothing that is written may hold. */
export const SOURCE_SECRET = 'the-source-secret-of-the-simulation';
const SETTINGS = { give_up_after: '2m', every: '6h' };
const KEPT = { ...SETTINGS, keep_documents: '40d' };
/** Where the sources find their documents; dated, each day's guide has an address of its own. */
export const sourcesOf = (isDated: boolean): Readonly<Record<SourceName, SourceSettings>> => ({
  catalog: { ...SETTINGS, adapter: 'tcgdex', files: `http://u:${SOURCE_SECRET}@catalog.example` },
  usd: {
    ...KEPT,
    adapter: 'tcgcsv',
    url: `http://u:${SOURCE_SECRET}@usd.example/tcg`,
    category: 3,
  } as SourceSettings,
  eur: {
    ...KEPT,
    ...{ adapter: 'cardmarket', ...(isDated && { history_days: 2 }) },
    prices: `http://u:${SOURCE_SECRET}@eur.example/guide${isDated ? '-{day}' : ''}.json`,
    products: [`http://u:${SOURCE_SECRET}@eur.example/singles.json`, 'http://eur.example/nonsingles.json'],
  } as SourceSettings,
});

const SETS = 2;
const CARDS = 8;
/** So many are there from the beginning; the others may come. */
const FIRST_CARDS = 6;
const PARTS = ['Normal', 'Reverse Holofoil'];
/** The same as cards have them. */
export const PRINTINGS: readonly string[] = ['normal', 'reverse'];
const CLASSES = CARDS * PARTS.length * 2;
const REVISIONS = 10;
/** The day of TCGplayer's prices. */
const STAMP = '/last-updated.txt';
/** Moods in which attempts fare otherwise. */
const FARES = ['failing', 'hanging', 'slow', 'busy', 'torn', 'portal', 'fickle'] as const;
const MOODS = [...FARES, 'cut', 'half', 'empty', 'unit', 'wild'] as const;
/** Amounts of cards are compared with those of so many days before, and a few more. */
const DAY_MS = 86_400_000;
const COMPARED_MS = 20 * DAY_MS;
const WRONG = 100;
type Mood = 'well' | (typeof MOODS)[number];

export type Currency = 'USD' | 'EUR';

/** What is published at a moment. */
export interface World {
  /** Names of the expansions. */
  sets: string[];
  /** Names of the cards; null where one is not there. */
  cards: (string | null)[];
  /** Of each card its marketplace product at the marketplaces, by number; products change from one card to another. */
  products: number[];
  /** The marketplace products that the marketplaces have prices of, whether the catalog has them or not. */
  priced: readonly number[];
  /** Moves every amount. */
  revision: number;
  /** Of the price files, which move with the amounts alone. */
  day: string;
  /** All amounts are of another unit, or one printing's alone is wild. */
  wrong?: 'unit' | 'wild';
  priceSerial: number;
  serial: number;
}

/** What a run read; what is cut or empty must not be believed. */
export interface Reading {
  /** One of each day, where days have addresses of their own; none where it was that there is nothing new. */
  worlds: readonly World[];
  isWhole: boolean;
}

export const cardId = (at: number): string => `e${at % SETS}-${at}`;
export const setId = (at: number): string => `e${at}`;
/** The group that TCGplayer has a product in. */
export const groupOf = (at: number): string => `Expansion ${at % SETS}`;
/** Two cards of each set share a number, so that no page may end by it alone. */
const numberOf = (at: number): string => String(1 + Math.floor(at / (2 * SETS)));

/** An amount says of which card, printing and currency it is: no two have one in common, whatever the revision. */
export const centsOf = ({ revision }: Pick<World, 'revision'>, at: number, part: number, currency: Currency): number =>
  1000 + CLASSES * revision + (at * PARTS.length + part) * 2 + (currency === 'USD' ? 0 : 1);

/** Whether an amount of the file is no price, and must not be shown as one. */
export const isWild = ({ wrong }: World, at: number, part: number): boolean =>
  wrong === 'unit' || (wrong === 'wild' && at === 0 && part === 0);

/** What the file says: amounts that are wrong lie now above, now below, so that no day bears out the one before. */
const amountOf = (world: World, at: number, part: number, currency: Currency): number => {
  const isAbove = world.wrong === 'unit' || Date.parse(world.day) % (2 * DAY_MS) === 0;
  const factor = isWild(world, at, part) ? (isAbove ? WRONG : 1 / WRONG) : 1;
  return (centsOf(world, at, part, currency) * factor) / 100;
};

/** The guides of days that are not left out. */
const believed = (guides: ReadonlyMap<string, World>): World[] =>
  [...guides.values()].filter(({ wrong }) => wrong !== 'unit');

export class Upstream {
  world: World;
  readonly moods: Record<SourceName, Mood> = { catalog: 'well', usd: 'well', eur: 'well' };
  /** Of each source what was taken last. */
  readonly #taken = new Map<SourceName, World>();
  /** Of each the first day on which it had an amount of everything. */
  readonly #firstDay = new Map<SourceName, string>();
  /** Of each the days of another unit since then: the third would be believed, which held-parts.test.ts judges. */
  readonly #wrongDays = new Map<SourceName, Set<string>>();
  /** Of each, by day, whether the last word on it was wild. */
  readonly #words = new Map<SourceName, Map<string, boolean>>();
  readonly #clock: Clockwork;
  /** Whether products change their cards; a card that is gone would go on claiming the one it had, so that then none goes. */
  readonly #moves: boolean;
  /** Where each day's guide has an address of its own. */
  readonly #archive: GuideArchive | undefined;
  readonly #takenGuides = new Set<string>();

  constructor(clock: Clockwork, isDated: boolean) {
    this.#clock = clock;
    this.#archive = isDated ? new GuideArchive(clock) : undefined;
    this.#moves = clock.random.chance(0.5);
    this.world = {
      sets: Array.from({ length: SETS }, (_, at) => `Expansion ${at}`),
      cards: Array.from({ length: CARDS }, (_, at) => (at < FIRST_CARDS ? `Glimmer ${at}` : null)),
      priced: Array.from({ length: CARDS }, (_, at) => at),
      products: Array.from({ length: CARDS }, (_, at) => at),
      ...{ revision: 0, serial: 1, priceSerial: 1, day: dayOf(BEGIN_MS) },
    };
  }

  /** Something is published anew; the world of before stays as it was for who reads it. */
  change(): void {
    const { random } = this.#clock;
    const { sets, cards, serial } = this.world;
    this.#archive?.publish(this.world);
    const next: World = {
      ...structuredClone(this.world),
      serial: serial + 1,
    };
    const at = random.whole(0, CARDS - 1);
    const what = random.pick(['name', 'set', 'come', 'go', 'prices', 'prices', 'prices'] as const);
    const name = `Glimmer ${at} of ${serial}`;
    if (what === 'prices') {
      next.revision = random.whole(0, REVISIONS);
      next.priceSerial = serial + 1;
      next.day = dayOf(BEGIN_MS + this.#clock.nowMs);
    } else if (what === 'set') next.sets[at % sets.length] = `Expansion ${at % sets.length} of ${serial}`;
    else if (what === 'come') next.cards[at] = name;
    else if (what === 'name' && cards[at] !== null) next.cards[at] = name;
    // One that is gone is no deletion; and not many go, or it would be an outage.
    else if (this.#moves) next.products = what === 'go' ? swapped(next.products, at) : next.products;
    else if (what === 'go' && cards.filter((card) => card !== null).length === CARDS) next.cards[at] = null;
    this.world = next;
  }

  /** All is well, and stays as it is: the files come anew, since half of one, read first of all, counts as the whole of its day. */
  calmDown(): void {
    for (const source of ['catalog', 'usd', 'eur'] as const) this.moods[source] = 'well';
    if (this.#archive) this.#archive.isCalm = true;
    const serial = this.world.serial + 1;
    this.world = { ...this.world, serial, priceSerial: serial };
  }

  changeMood(faultDraws: FaultDraws): void {
    const source = this.#clock.random.pick(['catalog', 'usd', 'eur'] as const);
    this.moods[source] = faultDraws.draw('source')?.pick(MOODS) ?? 'well';
  }

  take(source: SourceName, world: World): void {
    this.#taken.set(source, world);
    this.#wrongDays.delete(source);
    const words = this.#words.get(source) ?? new Map<string, boolean>();
    this.#words.set(source, words.set(world.day, world.wrong === 'wild'));
    if (world.priced.length === CARDS && !this.#firstDay.has(source)) this.#firstDay.set(source, world.day);
    if (source === 'eur') this.#takenGuides.add(world.day);
  }

  /** Days whose guides were there and were never read, though later ones were. */
  skipped(): string[] {
    return this.#archive?.skipped(this.#takenGuides) ?? [];
  }

  #worldIn(mood: Mood, source: SourceName, world: World): World {
    if (mood === 'half' || mood === 'empty') return less(world, mood);
    if (source === 'catalog' || (mood !== 'unit' && mood !== 'wild')) return world;
    // What has nothing to be compared with is believed: a day is no evidence for itself, so the first one said anew is.
    const { day, priced = [], wrong } = this.#taken.get(source) ?? {};
    const isKnown = priced.length === CARDS && wrong === undefined;
    const isRecent = day !== undefined && Date.parse(world.day) - Date.parse(day) < COMPARED_MS;
    const isLater = world.day > (this.#firstDay.get(source) ?? world.day);
    if (!isKnown || !isRecent || !isLater) return world;
    // Two days in a row that are wild bear each other out, also where a file of the second had said otherwise before.
    const [[, isBefore] = []] = [...(this.#words.get(source) ?? [])]
      .filter(([word]) => word < world.day)
      .sort()
      .reverse();
    if (mood === 'wild' && isBefore) return world;
    const wrongDays = this.#wrongDays.get(source) ?? new Set();
    if (mood === 'unit' && wrongDays.size === 2 && !wrongDays.has(world.day)) return world;
    if (mood === 'unit') this.#wrongDays.set(source, wrongDays.add(world.day));
    return { ...world, wrong: mood };
  }

  /** What a run finds there: it reads the world of its first document to the end, and of each day what its guide says. */
  visit(onRead: (source: SourceName, read: Reading) => void): (url: string) => Served {
    let first: World | undefined;
    let mood: Mood | undefined;
    const guides = new Map<string, World>();
    let areWhole = true;
    let hasRead = false;
    this.#archive?.publish(this.world);
    return (url) => {
      const { hostname, pathname } = new URL(url);
      const source = hostname.split('.')[0] as SourceName;
      mood ??= this.moods[source];
      first ??= this.#worldIn(mood, source, this.world);
      const fare = FARES.find((known) => known === mood) ?? 'well';
      const [, day] = /^\/guide-(.+)\.json$/.exec(pathname) ?? [];
      const world = day === undefined ? first : this.#guideIn(mood, day);
      if (world === undefined) return { fare, document: undefined };
      if (day !== undefined) guides.set(day, world);
      const isDated = source === 'eur' && this.#archive !== undefined;
      // A day of another unit that has an address of its own is left out by itself: that its amounts are shown is judged elsewhere.
      const isWhole = mood !== 'empty' && mood !== 'cut' && (isDated || world.wrong !== 'unit');
      areWhole &&= isWhole;
      // That there is nothing new is believed as long as nothing else is read; behind what was read it is asked for once more.
      const isStamp = url.endsWith(STAMP);
      hasRead ||= !isStamp;
      if (!hasRead) onRead(source, { worlds: [], isWhole: true });
      else if (!isStamp)
        onRead(source, isDated ? { worlds: believed(guides), isWhole: areWhole } : { worlds: [world], isWhole });
      const whole = documentOf(pathname, world);
      const text = mood === 'cut' ? whole?.slice(0, whole.length / 2) : whole;
      return {
        fare,
        document: text === undefined ? undefined : { text, etag: `"${mood} ${world.serial} ${text.length}"` },
      };
    };
  }

  /** The guide of a day: only the newest is of another unit or has a wild amount, as on the day that it came. */
  #guideIn(mood: Mood, day: string): World | undefined {
    const guide = this.#archive?.on(day);
    const isOld = (mood === 'unit' || mood === 'wild') && !this.#archive?.isNewest(day);
    return guide && this.#worldIn(isOld ? 'well' : mood, 'eur', guide);
  }
}

/** This card and the next of its set have each other's marketplace product. */
function swapped(marketProducts: readonly number[], at: number): number[] {
  const other = (at + SETS) % CARDS;
  return marketProducts.toSpliced(at, 1, marketProducts[other] ?? 0).toSpliced(other, 1, marketProducts[at] ?? 0);
}

const less = (world: World, mood: 'half' | 'empty'): World => {
  const left = (at: number) => mood === 'half' && at < 2;
  return {
    ...world,
    cards: world.cards.map((name, at) => (left(at) ? name : null)),
    priced: world.priced.filter(left),
  };
};

function documentOf(path: string, world: World): string | undefined {
  const { sets, cards } = world;
  const there = cards.flatMap((name, at) => (name === null ? [] : [{ name, at }]));
  const dated = { version: 1, createdAt: `${world.day}T${clockText(world.priceSerial)}+0000` };
  const inGroup = (group: number) => world.priced.filter((at) => at % SETS === group);
  const [, group, what] = /^\/tcg\/3\/(\d+)\/(products|prices)$/.exec(path) ?? [];
  if (group !== undefined) {
    const rows = inGroup(Number(group) - 1);
    return JSON.stringify({
      success: true,
      results:
        what === 'products'
          ? rows.map((at) => product(at, world.products.indexOf(at)))
          : rows.flatMap((at) => usdRows(world, at)),
    });
  }
  if (path.startsWith('/guide')) {
    return JSON.stringify({ ...dated, priceGuides: world.priced.map((at) => eurRow(world, at)) });
  }
  const documents: Record<string, () => unknown> = {
    '/series.json': () => [{ id: 'e', name: 'Series' }],
    '/sets.json': () => sets.map((name, at) => setOf(name, at)),
    '/cards.json': () => there.map(({ name, at }) => cardOf(name, at, world.products[at] ?? at)),
    '/tcg/3/groups': () => ({
      success: true,
      results: sets.map((_, at) => ({ groupId: at + 1, name: groupOf(at) })),
    }),
    '/singles.json': () => ({ ...dated, products: world.priced.map(single) }),
    '/nonsingles.json': () => ({ ...dated, products: [sealed] }),
  };
  if (path === STAMP) return `${world.day}T${clockText(world.priceSerial)}+0000`;
  const content = documents[path]?.();
  return content === undefined ? undefined : JSON.stringify(content);
}

const clockText = (serial: number) =>
  [Math.floor(serial / 3600) % 24, Math.floor(serial / 60) % 60, serial % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const setOf = (name: string, at: number) => ({
  ...{ id: setId(at), name, serie: { id: 'e' }, releaseDate: `2021-03-0${at + 1}` },
  cardCount: { official: CARDS, total: CARDS },
});

const cardOf = (name: string, at: number, product: number) => ({
  ...{ id: cardId(at), localId: numberOf(at), name, set: { id: setId(at % SETS) } },
  thirdParty: { tcgplayer: product + 1, cardmarket: product + 1 },
  variants_detailed: [
    { type: 'normal', size: 'standard' },
    { type: 'reverse', size: 'standard' },
  ],
});

const product = (at: number, of: number) => ({
  ...{ productId: at + 1, name: `Single ${at}`, group: (at % SETS) + 1, cleanName: null, imageUrl: null, url: null },
  extendedData: [{ name: 'Number', value: numberOf(of) }],
});

const usdRows = (world: World, at: number) =>
  PARTS.map((subTypeName, part) => ({
    ...{ productId: at + 1, subTypeName, lowPrice: null, highPrice: null },
    marketPrice: amountOf(world, at, part, 'USD'),
  }));

/** A list that is empty would be an outage. */
const sealed = { idProduct: 90, name: 'Booster Box', idExpansion: 1, categoryName: 'Kind' };

const eurRow = (world: World, at: number) => ({
  ...{ idProduct: at + 1, avg: null, low: null },
  trend: amountOf(world, at, 0, 'EUR'),
  'trend-holo': amountOf(world, at, 1, 'EUR'),
});

const single = (at: number) => ({
  ...{ idProduct: at + 1, name: `Single ${at}`, idExpansion: (at % SETS) + 1, categoryName: 'Kind' },
});
