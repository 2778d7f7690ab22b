/** The body of a request: read by the routes that take one of their own, counted, and held for no longer than its answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../../failure.ts';
import { DRAIN_BYTES_MAX, RateLimited } from '../answer/send.ts';
import type { Upload } from '../context.ts';

/** All bodies in memory together; further ones are refused until some were answered. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
const RETRY_S = 1;

/** The bodies of one server. */
export class Uploads {
  #heldBytes = 0;

  of(request: IncomingMessage, response: ServerResponse): Upload {
    return {
      contentType: request.headers['content-type'],
      contentCoding: request.headers['content-encoding'],
      read: (bytesMax, refusal) => this.#read(request, response, bytesMax, refusal),
    };
  }

  #read(request: IncomingMessage, response: ServerResponse, bytesMax: number, tooMuch: string): Promise<Buffer> {
    const tooLarge = () => new Failure('payload_too_large', tooMuch);
    // Node ends the request that has no body before anyone can listen: it never tells of an end.
    if (request.readableEnded) return Promise.resolve(Buffer.alloc(0));
    let held = 0;
    const letGo = () => {
      this.#heldBytes -= held;
      held = 0;
    };
    response.once('close', letGo);
    return new Promise((resolve, reject) => {
      const declared = Number(request.headers['content-length'] ?? 0);
      if (declared > DRAIN_BYTES_MAX) return reject(tooLarge());
      const chunks: Buffer[] = [];
      let size = 0;
      let refusal: Failure | undefined;
      const refuse = (failure: Failure) => {
        refusal ??= failure;
        chunks.length = 0;
        letGo();
      };
      const settle = (failure: Failure | undefined) => {
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
        if (failure) reject(failure);
        else resolve(Buffer.concat(chunks));
      };
      const onData = (chunk: Buffer) => {
        size += chunk.length;
        if (size > DRAIN_BYTES_MAX) {
          request.pause();
          settle(tooLarge());
        } else if (size > bytesMax) refuse(tooLarge());
        else if (this.#heldBytes + chunk.length > HELD_BYTES_MAX) refuse(busy());
        else if (!refusal) {
          this.#heldBytes += chunk.length;
          held += chunk.length;
          chunks.push(chunk);
        }
      };
      const onEnd = () => settle(refusal);
      const onClose = () => settle(new Failure('bad_request', 'The body did not arrive whole.'));
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    });
  }
}

const busy = () => new RateLimited('Too much is being sent at once; try again.', RETRY_S);
