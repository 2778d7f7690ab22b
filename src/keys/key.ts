/** An API key as a request carries it: who asks, what it may do and how much. */

export const SCOPES = ['read', 'scan', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Key {
  id: string;
  scopes: ReadonlySet<Scope>;
  /** Requests a minute; null is the default, 0 no budget at all. */
  rate: number | null;
  expiresAtMs: number | null;
}
