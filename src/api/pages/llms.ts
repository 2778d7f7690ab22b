/** `/llms.txt`: what an agent has to know to use this API, short and true of this very deployment. */
import type { CardSummary } from '../../catalog/records.ts';
import { cardPage } from '../../store/catalog/catalog-pages.ts';
import { metaValue } from '../../store/meta.ts';
import type { ApiContext, PlainAnswer, RouteRequest } from '../context.ts';

interface Described {
  paths: Record<string, Record<string, { summary: string; parameters: { name: string; in: string }[] }>>;
}

/** One line an endpoint, as the OpenAPI document describes it. */
function endpoints(openapi: string): string {
  const { paths } = JSON.parse(openapi) as Described;
  return Object.entries(paths)
    .filter(([path]) => /^\/(?:v1|export|health)/.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { summary, parameters }]) => {
        const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
        const taken = query.length > 0 ? ` (query: ${query.join(', ')})` : '';
        return `- \`${method.toUpperCase()} ${path}\`: ${summary}${taken}`;
      }),
    )
    .join('\n');
}

/** A card to ask for. */
interface Example {
  name: string;
  number: string | null;
}

const text = (base: string, openapi: string, { name, number }: Example) => `# Cardstock

> A self-hosted service for the trading-card market: cards, expansions, series, sealed products, and their daily USD and EUR prices, behind one HTTP API.

- Base address: ${base}
- Every path under /v1 and /export needs a key: \`Authorization: Bearer <API_KEY>\`. Ask the operator of this service for one.
- Every body under /v1 is \`{"data": …, "error": null}\` or \`{"data": null, "error": {"code", "message"}}\`: branch on \`code\`.
- Lists answer \`data.items\` and \`data.next_cursor\`; give the latter back as \`cursor\` until it is null. \`limit\` is at most 200.
- Every list takes \`q\`: fuzzy search, best match first, each row with \`score\` from 0 to 1. Cards are found by name, collector number, or both (\`${[name, number].join(' ').trim()}\`). Rows that tie at score 1 are candidates to choose from, not a ranking.
- Prices are integer cents. USD has one price per printing and condition, EUR one per printing. Days without an observation are absent from histories.
- Answers carry \`ETag\`; the budget of the key is told by \`RateLimit\`. After a 429 wait as long as \`Retry-After\` says.

## Endpoints

${endpoints(openapi)}

## Try it

\`\`\`sh
curl -H "Authorization: Bearer $CARDSTOCK_KEY" "${base}/v1/cards?q=${encodeURIComponent(name)}&include=prices&limit=3"
\`\`\`

## Documentation

- [OpenAPI 3.1 description](${base}/openapi.json): every endpoint, parameter, schema and event
- [Reference for people](${base}/docs): the same, with examples to try
- [Health](${base}/health): whether every task is on time
`;

/** The text for this deployment. */
export async function answerLlms(_: RouteRequest, { store, openapi }: ApiContext): Promise<PlainAnswer> {
  const base = (await metaValue(store.reads, 'public_url')) ?? '';
  const [first] = await cardPage(store.reads, { after: undefined, limit: 1 });
  const example: CardSummary | undefined = first && JSON.parse(first.row.text);
  return {
    type: 'text/plain; charset=utf-8',
    body: text(base, openapi, example ?? { name: 'charizard', number: '4' }),
    cacheControl: 'no-cache',
  };
}
