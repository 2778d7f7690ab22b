/** The Model Context Protocol over the kit of its makers: what it leaves open is closed here. */
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { requireShape } from '../src/catalog/words/required-shape.ts';
import { Failure } from '../src/failure.ts';
import { VERSION } from '../src/release.ts';
import { getCard, getPrices, searchCards } from './card-tools.ts';
import { explainPrice, findProducts, listExpansions, topMovers } from './market-tools.ts';
import { identifyCard, valueList } from './own-tools.ts';
import { type Ask, type Page, requireKnown, type Tool } from './tool.ts';

/** In the order in which they are listed: few, by task, all of them reads. */
const TOOLS: readonly Tool[] = [
  searchCards,
  getCard,
  getPrices,
  findProducts,
  topMovers,
  identifyCard,
  explainPrice,
  valueList,
  listExpansions,
];

/** Who calls: what may be asked, and whether photos too. */
export interface Caller {
  ask: Ask;
  mayScan: boolean;
}

const HOUR_MS = 3_600_000;
const INSTRUCTIONS =
  'Prices of trading cards and sealed products. Amounts are integer cents. Find a card with search_cards first; the other tools take its card_id.';

function serverFor({ ask, mayScan }: Caller): Server {
  const tools = TOOLS.filter(({ isScan }) => mayScan || !isScan);
  const server = new Server(
    { name: 'cardstock', version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      // What is listed depends on the key.
      cacheHints: {
        'tools/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
        'server/discover': { ttlMs: HOUR_MS, cacheScope: 'private' },
      },
    },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: tools.map(({ name, title, description, input, output }) => ({
      name,
      title,
      description,
      inputSchema: input as never,
      outputSchema: output as never,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 60)}.`);
    return called(tool, params.arguments ?? {}, ask);
  });
  return server;
}

async function called(tool: Tool, args: Record<string, unknown>, ask: Ask) {
  try {
    requireArguments(tool, args);
    if (args.game !== undefined) await requireGame(String(args.game), ask);
    const structuredContent = (await tool.run(args as never, ask)) as Record<string, unknown>;
    return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (error instanceof Failure && error.code !== 'internal') return told(error.message);
    return told('Something went wrong on our side. Try again.');
  }
}

/** A list of a game that nobody serves is empty: no assistant could tell that from a game without such cards. */
async function requireGame(game: string, ask: Ask): Promise<void> {
  const { items } = await ask<Page<{ name: string }>>({ path: '/v1/games' });
  requireKnown(
    'game',
    game,
    items.map(({ name }) => name),
  );
}

const told = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

/** @throws Failure bad_request, in words that help */
function requireArguments({ name, input }: Tool, args: Record<string, unknown>): void {
  const known = Object.keys(input.properties);
  const fault = (what: string) => new Failure('bad_request', `${name} takes ${known.join(', ')}; ${what}.`);
  const unknown = Object.keys(args).filter((each) => !known.includes(each));
  if (unknown.length > 0) throw fault(`it has no ${unknown.map((each) => each.slice(0, 60)).join(', ')}`);
  const missing = (input.required ?? []).filter((each) => args[each] === undefined);
  if (missing.length > 0) throw fault(`${missing.join(', ')} must be given`);
  requireShape(input, args);
  const broken = known.filter((each) => typeof args[each] === 'string' && !args[each].isWellFormed());
  if (broken.length > 0) throw fault(`${broken.join(', ')} holds half of a character`);
}

/** Answers one request to `/mcp`; `parsed` is its body. */
export async function answerRequest(request: Request, parsed: unknown, caller: Caller): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(caller));
  const answer = await handler.fetch(request, { parsedBody: parsed });
  return new Response(inOwnWords(await answer.text()) || null, answer);
}

/** What the kit's validator says of params that do not fit, as an error of its own, is a list of faults in JSON. */
const FAULTS_OF_THE_KIT = /"code":-3260[23],"message":"[^"\\[]*\[\\n(?:[^"\\]|\\.)*"/;
const inOwnWords = (message: string): string =>
  message.replace(FAULTS_OF_THE_KIT, '"code":-32602,"message":"The params are not as this method takes them."');

const LISTEN = 'subscriptions/listen';

/** Serves the process's own standard input and output until the former ends and what was asked is answered. */
export async function serveStandardStreams(caller: Caller, signal: AbortSignal): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const open = new Set<unknown>();
  let hasEnded = false;
  await new Promise<void>((resolve) => {
    const endWhenDone = () => {
      if (hasEnded && open.size === 0) resolve();
    };
    createInterface({ input: process.stdin, signal })
      .on('line', (line) => {
        const { id, method, params } = messageIn(line);
        // What was taken back is not answered, nor is what is no request; who listens is told of nothing, without end.
        if (method === 'notifications/cancelled') open.delete(params?.requestId);
        else if (method !== undefined && id !== undefined && method !== LISTEN) open.add(id);
        input.write(`${line}\n`);
      })
      .on('close', () => {
        hasEnded = true;
        endWhenDone();
      });
    createInterface({ input: output }).on('line', (line) => {
      process.stdout.write(`${inOwnWords(line)}\n`);
      open.delete(messageIn(line).id);
      endWhenDone();
    });
    serveStdio(() => serverFor(caller), { transport: new StdioServerTransport(input, output) });
  });
}

/** What a line asks or answers; nothing where it is no message. */
function messageIn(line: string): { id?: unknown; method?: string; params?: { requestId?: unknown } } {
  try {
    const message = JSON.parse(line);
    const hasId = typeof message.id === 'string' || Number.isInteger(message.id);
    return message.jsonrpc === '2.0' && (hasId || message.id === undefined) ? message : {};
  } catch {
    return {};
  }
}
