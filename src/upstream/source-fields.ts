/** What every source can be configured with, whatever reads it. */
import Type, { type Static } from 'typebox';

/** A span such as `90s`, `5m`, `6h` or `2d`. */
export const Span = Type.String({
  pattern: '^[1-9]\\d{0,5}(s|m|h|d)$',
  description: 'a span such as 90s, 5m, 6h or 2d',
});
/** Of a folder, below which a source's documents lie. */
export const Address = Type.String({
  pattern: '^(https?:|file:|demo:)[^?#]*[^/?#]$',
  description: 'an http:, https: or file: address with neither a slash, nor a query at its end',
});
/** Of one document. */
export const DocumentAddress = Type.String({
  pattern: '^(https?:|file:|demo:).*[^/]$',
  description: 'an http:, https: or file: address of a document',
});

/** Pace and patience; how long documents of prices are kept. */
export const sourceFields = {
  every: Type.Optional(Span),
  window: Type.Optional(Span),
  give_up_after: Type.Optional(Span),
  keep_documents: Type.Optional(Span),
  pause_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 16 })),
};

/** Those of a catalog beside: whether the pictures that it names are kept and served here. */
export const catalogFields = { ...sourceFields, keep_pictures: Type.Optional(Type.Boolean()) };

/** A source as configured; what else it says, its adapter's schema has let through. */
export type SourceSettings = Static<ReturnType<typeof Type.Object<typeof catalogFields>>> & {
  adapter: string;
  [field: string]: unknown;
};

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a span that the schema has let through. */
export function spanMs(span: string): number {
  const unit = span.slice(-1) as keyof typeof UNIT_MS;
  return Number(span.slice(0, -1)) * UNIT_MS[unit];
}
