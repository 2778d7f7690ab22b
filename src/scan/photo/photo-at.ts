/** Fetches a photo from an address that a stranger chose: guarded, pinned, counted, no redirects, one timer over it all. */
import type { Agent, Dispatcher } from 'undici';
import { Failure } from '../../failure.ts';
import { ForbiddenAddress, readPublicUrl } from '../../network/address-guard.ts';
import { guardedConnector, type Network } from '../../network/guarded-connector.ts';
import { undici } from '../../network/http-client.ts';

/** A photo may have so many bytes, from wherever it comes. */
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 3000;
const TOTAL_TIMEOUT_MS = 10_000;

/** The whole answer; the sentence of what went wrong never names what answered: it may be inside the network. */
async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Buffer> {
  if (statusCode >= 300 && statusCode < 400) throw new Error('the address redirects');
  if (statusCode !== 200) throw new Error('the address did not answer 200');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('the answer is compressed');
  if (Number(headers['content-length'] ?? 0) > PHOTO_BYTES_MAX) throw new Error('the answer is larger than 10 MB');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > PHOTO_BYTES_MAX) throw new Error('the answer is larger than 10 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The bytes at a public https address.
 * @throws Failure url_not_allowed, url_fetch_failed
 */
export async function photoAt(text: string, network: Network): Promise<Buffer> {
  let isCut = false;
  let agent: Agent | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const url = readPublicUrl(text);
    const connect = guardedConnector(network, CONNECT_TIMEOUT_MS);
    const totalMs = network.totalMs ?? TOTAL_TIMEOUT_MS;
    agent = new (undici().Agent)({ connect, headersTimeout: totalMs, bodyTimeout: totalMs, maxHeaderSize: 16_384 });
    const opened = agent;
    // An AbortSignal does not stop undici while a name is looked up or a connection made; destroying the agent does.
    timer = setTimeout(() => {
      isCut = true;
      opened.destroy(new Error('out of time')).catch(() => undefined);
    }, totalMs);
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'cardstock' };
    return await readAnswer(await undici().request(url, { dispatcher: agent, headers }));
  } catch (error) {
    if (error instanceof ForbiddenAddress)
      throw new Failure('url_not_allowed', `The url ${error.message}.`, { cause: error });
    const reason = isCut ? 'it took too long' : publicReason(error);
    throw new Failure('url_fetch_failed', `The url could not be fetched: ${reason}.`, { cause: error });
  } finally {
    clearTimeout(timer);
    await agent?.destroy();
  }
}

/** Our own sentences are shown; what sockets and name servers say would tell of the network. */
const publicReason = (error: unknown): string =>
  error instanceof Error && /^the (address|answer|name) /.test(error.message) ? error.message : 'no answer came';
