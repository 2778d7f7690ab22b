/** A service that answers as a case of the clients says, and notes what of a request is not as the case expects it. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listening } from '../servers/listening.ts';

/** What a request has to be. */
export interface ExpectedRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  /** Null for one that must not be sent. */
  headers?: Record<string, string | null>;
  json?: unknown;
  /** Fields of a form. */
  fields?: Record<string, string>;
}

/** What is answered: `data` in the envelope, or `json`, or `text`. */
export interface ScriptedAnswer {
  status?: number;
  /** `{base}` is this service, `{other}` another one, `{now+7}` a moment as HTTP writes it. */
  headers?: Record<string, string>;
  data?: unknown;
  json?: unknown;
  text?: string;
  gzip?: boolean;
  chunked?: boolean;
  /** So many bytes are left out at its end. */
  cut?: number;
  /** The connection ends without an answer. */
  close?: boolean;
}

export interface Exchange {
  expect: ExpectedRequest;
  answer: ScriptedAnswer;
}

export interface ScriptedService extends AsyncDisposable {
  base: string;
  faults: string[];
  requests: number;
}

/** Answers the exchanges in turn. */
export async function scriptedService(exchanges: readonly Exchange[], other = ''): Promise<ScriptedService> {
  const service: Omit<ScriptedService, 'base' | typeof Symbol.asyncDispose> = { faults: [], requests: 0 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const exchange = exchanges[service.requests];
    service.requests += 1;
    try {
      assert.ok(exchange, `${request.method} ${request.url} was not expected`);
      await check(exchange.expect, request, body);
    } catch (fault) {
      service.faults.push(String(fault));
    }
    answer(response, exchange?.answer ?? { status: 410 }, { '{base}': listens.base, '{other}': other });
  });
  const listens = await listening(server);
  return Object.assign(service, { base: listens.base, [Symbol.asyncDispose]: () => listens[Symbol.asyncDispose]() });
}

async function check(expect: ExpectedRequest, request: IncomingMessage, body: Buffer): Promise<void> {
  const [path, query = ''] = (request.url ?? '').split('?');
  assert.deepEqual([request.method, path], [expect.method, expect.path]);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), expect.query ?? {});
  for (const [name, value] of Object.entries(expect.headers ?? {})) {
    assert.equal(request.headers[name] ?? null, value, name);
  }
  if (expect.json !== undefined) assert.deepEqual(JSON.parse(body.toString()), expect.json);
  if (expect.fields === undefined) return;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const fields: Record<string, string> = {};
  for (const [name, value] of await new Response(body, { headers }).formData()) {
    fields[name] = typeof value === 'string' ? value : await value.text();
  }
  assert.deepEqual(fields, expect.fields);
}

function answer(response: ServerResponse, said: ScriptedAnswer, places: Record<string, string>): void {
  if (said.close) return void response.destroy();
  const { status = 200, text = '' } = said;
  const json = 'data' in said ? { data: said.data, error: null } : said.json;
  const plain = Buffer.from(json === undefined ? text : JSON.stringify(json));
  const body = said.gzip ? gzipSync(plain) : plain;
  for (const [name, value] of Object.entries(said.headers ?? {})) response.setHeader(name, placed(value, places));
  if (said.gzip) response.setHeader('content-encoding', 'gzip');
  if (!said.chunked && status !== 304) response.setHeader('content-length', body.length);
  response.writeHead(status);
  if (said.chunked) for (let at = 0; at < body.length; at += 100) response.write(body.subarray(at, at + 100));
  // Gone only once what is sent has left: the caller is to see half an answer, not none.
  if (said.cut) response.write(body.subarray(0, -said.cut), () => response.destroy());
  else response.end(said.chunked ? undefined : body);
}

function placed(value: string, places: Record<string, string>): string {
  return value
    .replaceAll(/\{base\}|\{other\}/g, (name) => places[name] ?? name)
    .replace(/\{now([+-]\d+)\}/, (_, seconds) => new Date(Date.now() + Number(seconds) * 1000).toUTCString());
}
