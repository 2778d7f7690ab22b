/** `/llms.txt`: what an agent has to know to use this API, short and true of this very deployment. */

import type { CardSummary } from '../../catalog/records.ts';
import { metaValue } from '../../store/meta.ts';
import type { Store } from '../../store/store.ts';
import { cardPageText } from '../../store/views/priced/catalog-pages.ts';
import type { RouteRequest } from '../request.ts';
import { endpointsIn, manualPages } from './manual.ts';

/** One line an endpoint, as the OpenAPI document describes it. */
const endpoints = (openapi: string): string =>
  endpointsIn(openapi)
    .endpoints.map(({ method, path, summary, query }) => {
      const taken = query.length > 0 ? ` (query: ${query.join(', ')})` : '';
      return `- \`${method} ${path}\`: ${summary}${taken}`;
    })
    .join('\n');

const text = (base: string, openapi: string, { name, number }: Pick<CardSummary, 'name' | 'number'>) => `# Cardstock

> A self-hosted service for the trading-card market: cards, expansions, series, sealed products, and their daily USD and EUR prices, behind one HTTP API.

- Base address: ${base}
- Every path under /v1 and /export needs a key: \`Authorization: Bearer <API_KEY>\`. Ask the operator of this service for one.
- Every body under /v1 is \`{"data": …, "error": null}\` or \`{"data": null, "error": {"code", "message"}}\`: branch on \`code\`.
- Lists answer \`data.items\` and \`data.next_cursor\`; give the latter back as \`cursor\` until it is null. \`limit\` is at most 200.
- Every list takes \`q\`: fuzzy search, best match first, each row with \`score\` from 0 to 1. Cards are found by name, collector number, or both (\`${[name, number].join(' ').trim()}\`). Rows that tie at score 1 are candidates to choose from, not a ranking.
- Lists and look-ups answer as CSV to \`Accept: text/csv\`; amounts stand in columns that end in \`_cents\`. Parameters that are not known are named in the header \`Cardstock-Ignored\`.
- Prices are integer cents. USD has one price per printing and condition, EUR one per printing. Days without an observation are absent from histories.
- Answers carry \`ETag\`; \`RateLimit\` reports the budget of the key. After a 429 wait as long as \`Retry-After\` says.

## Endpoints

${endpoints(openapi)}

## Try it

\`\`\`sh
curl -H "Authorization: Bearer $CARDSTOCK_KEY" "${base}/v1/cards?q=${encodeURIComponent(name)}&include=prices&limit=3"
\`\`\`

## Documentation

- [OpenAPI 3.1 description](${base}/openapi.json): every endpoint, parameter, schema and event
- [Reference for people](${base}/docs): the same, with examples to try
- [Index](${base}/v1): the endpoints as JSON
- [Health](${base}/health): whether every task is on time
${manualPages()
  .map(({ name, title }) => `- [${title}](${base}/docs/${name})`)
  .join('\n')}
`;

export async function answerLlms(_: RouteRequest, { store, openapi }: { store: Store; openapi: () => string }) {
  const base = (await metaValue(store.reads, 'public_url')) ?? '';
  const { items } = await cardPageText(store.reads, { after: undefined, limit: 1, isPriced: false });
  const [example]: CardSummary[] = JSON.parse(`[${items}]`);
  return {
    type: 'text/plain; charset=utf-8',
    body: text(base, openapi(), example ?? { name: 'charizard', number: '4' }),
    cacheControl: 'no-cache',
  };
}
