/** Pokémon over the recorded upstreams: the compiled files of TCGdex and both marketplaces. */
import {
  expectedCard,
  expectedExpansion,
  type RawCard,
  type RawSeries,
  type RawSet,
} from '../support/oracles/expected-catalog.ts';
import { ExpectedPrices, type RawCard as PricedCard, readDay } from '../support/oracles/expected-prices.ts';
import { conforms } from '../support/oracles/game-conformance.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { ENGINES } from '../support/stages/stores.ts';

conforms(
  {
    name: 'Pokémon',
    data: 'sample',
    // JustTCG is asked for as many marketplace products as its budget allows: what it gives depends on the way.
    sources: ({ base }) => {
      const { usd_conditions: _, ...sources } = fixtureSources(base);
      return sources;
    },
    at: (snapshot) => ({ snapshot }),
    expected: async ({ json, files }) => ({
      series: (await json<RawSeries[]>(`${files}/series.json`)).map(({ id, name, logo }) => ({
        game: 'game',
        id,
        name,
        logo: logo ? { low: `${logo}.webp`, high: `${logo}.webp` } : null,
      })),
      expansions: (await json<RawSet[]>(`${files}/sets.json`)).map(expectedExpansion),
      cards: (await json<RawCard[]>(`${files}/cards.json`)).map(expectedCard),
    }),
    prices: async (upstream, days) => {
      const day = days.at(-1) ?? '';
      const { json, base, files } = upstream;
      const expected = new ExpectedPrices(await json<PricedCard[]>(`${files}/cards.json`));
      const { results } = await json<{ results: { groupId: number }[] }>(`${base}/tcgcsv/tcgplayer/3/groups`);
      const groups = results.map(({ groupId }) => groupId);
      expected.addDay({ ...(await readDay(upstream, day, groups)), conditions: [] });
      return new Map(
        [...expected.printings].flatMap(([place, series]) =>
          [...series].map(([name, days]): [string, (number | null)[]] => [`${place}/${name}`, days.get(day) ?? []]),
        ),
      );
    },
    failing: [
      ...['series', 'sets', 'cards'].map((name) => ({ source: 'catalog', match: `/${name}.json` })),
      { source: 'usd_market', match: '/prices$' },
      { source: 'eur_market', match: 'price_guide' },
    ],
    twice: ['base1-77'],
  },
  ENGINES,
);
