/** The manual as Markdown, for agents and people at a terminal, and the index of the API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { listOf, text, texts } from '../../catalog/field-shapes.ts';
import { Failure } from '../../failure.ts';
import type { PlainAnswer } from '../answer/send.ts';
import type { RouteRequest } from '../request.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs');

/** The pages by their path under /docs/, decisions of the project aside. */
const pageNames = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions/'))
    .sort();

const pageText = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

export const manualPages = (): { name: string; title: string }[] =>
  pageNames().map((name) => ({ name, title: /^# (.+)$/m.exec(pageText(name))?.[1] ?? name }));

/** @throws Failure not_found, naming the pages that there are */
export async function answerManual({ params }: RouteRequest): Promise<PlainAnswer> {
  const names = pageNames();
  const name = names.find((each) => each === params['*']);
  if (name === undefined) throw new Failure('not_found', `There is no such page. There are ${names.join(', ')}.`);
  return { type: 'text/markdown; charset=utf-8', body: pageText(name), cacheControl: 'no-cache' };
}

/** What the API has, for whoever comes without knowing. */
export const ApiIndex = Type.Object({
  name: text('Name of the service', 'Cardstock'),
  version: text('Its release', '0.2.0'),
  documents: texts('Where it is described', '/openapi.json', '/docs', '/llms.txt'),
  endpoints: listOf('What can be asked with a key', {
    method: text('Method', 'GET'),
    path: text('Path, with what is to be filled in', '/v1/cards/{id}'),
    summary: text('What it does', 'Read a card'),
  }),
});

export function endpointsIn(openapi: string) {
  const { info, paths } = JSON.parse(openapi) as {
    info: { version: string };
    paths: Record<string, Record<string, { summary: string; parameters: { name: string; in: string }[] }>>;
  };
  const endpoints = Object.entries(paths)
    .filter(([path]) => /^\/(?:v1|export|health)/.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { summary, parameters }]) => {
        const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
        return { method: method.toUpperCase(), path, summary, query };
      }),
    );
  return { version: info.version, endpoints };
}

export async function getIndex(
  _: RouteRequest,
  { openapi }: { openapi: () => string },
): Promise<Static<typeof ApiIndex>> {
  const { version, endpoints } = endpointsIn(openapi());
  return {
    name: 'Cardstock',
    version,
    documents: ['/openapi.json', '/docs', '/llms.txt', ...manualPages().map(({ name }) => `/docs/${name}`)],
    endpoints: endpoints.map(({ query: _query, ...endpoint }) => endpoint),
  };
}
