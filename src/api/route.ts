/** The shape of one row of the route table, by the kind of answer. */
import type { TSchema } from 'typebox';
import { optionalText } from '../catalog/field-shapes.ts';
import type { Scope } from '../keys/issue.ts';
import type { CsvForm } from './answer/csv.ts';
import type { PlainAnswer } from './answer/send.ts';
import type { ApiContext, RequestContext } from './context.ts';
import type { RouteRequest } from './request.ts';

interface RouteHead {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** What clients that are made from the description call it. */
  name: string;
  /** One line for the reference. */
  summary: string;
  /** Left out of the OpenAPI document: for people in a browser. */
  isPage?: boolean;
  /** Query parameters by name, for the reference: handlers read them by the specification's lenient rules. */
  query?: Record<string, TSchema>;
  /** Schema of a JSON body, which is read after the key was checked. */
  takes?: TSchema;
  /** Its rows as CSV, for whoever asks for text/csv. */
  csv?: CsvForm;
}

/** An endpoint under /v1: keyed, and enveloped. */
export interface EnvelopedRoute extends RouteHead {
  scope: Scope;
  /** Whether its answers change with the catalog version alone, so that their bytes may be kept until it moves. */
  isKept?: boolean;
  /** What it reads from the wire itself, by content type: for the reference. */
  uploads?: Record<string, TSchema>;
  data: TSchema;
  /** Gives `data`, or its JSON as text. */
  handle(request: RouteRequest, context: RequestContext): Promise<unknown>;
}

/** An endpoint outside /v1: a body of its own, and a key only where it shows what reads show or is the operator's. */
export interface PlainRoute extends RouteHead {
  /** `any` is for every valid key. */
  scope: null | 'any' | 'read' | 'admin';
  /** Whether each request counts against its caller's address, as one with a bad key does. */
  chargesAddress?: boolean;
  /** The status of success, 200 by default. */
  status?: 200 | 204;
  /** The type of a body that is not one JSON document. */
  type?: string;
  /** Schema of a JSON body, or of each line of one; undefined where the body is something else. */
  body?: TSchema;
  /** Whether it answers with an ETag, and 304 to who holds it. */
  isTagged?: boolean;
  /** Other statuses that say something with that same body, each with what it says. */
  otherwise?: Record<number, string>;
  answer(request: RouteRequest, context: ApiContext): Promise<PlainAnswer>;
}

/** An endpoint of the operator's: enveloped like those under /v1, but never kept. */
export interface OperatorRoute extends RouteHead {
  scope: 'admin';
  /** The status of success, 200 by default; 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  data: TSchema;
  act(request: RouteRequest, context: ApiContext): Promise<unknown>;
}

export type Route = EnvelopedRoute | PlainRoute | OperatorRoute;

const spreadsheet = optionalText(
  'Of CSV: amounts once more with a decimal point, and no cell that a spreadsheet takes for a formula.',
  undefined,
  { enum: ['true', 'false'] },
);

export const queryOf = (route: Route): Record<string, TSchema> =>
  'csv' in route ? { ...route.query, spreadsheet } : (route.query ?? {});
