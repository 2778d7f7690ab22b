/** What the operator's side of the service answers: types of its own schemas, of which nothing is left once built. */
import type { Static } from 'typebox';
import type { Health } from '../../../src/api/health.ts';
import type * as server from '../../../src/api/operator/records.ts';
import type { RunProgress as ProcessProgress } from '../../../src/api/operator/runs.ts';

export type Task = Health['tasks'][number];
export type Run = Static<typeof server.Run>;
/** A run under way; without `id` it waits for its turn. */
export type RunProgress = ProcessProgress & { id: string | null; started_at: string | null };
export type Audit = Static<typeof server.AuditFindings>;
export type HeldPart = Audit['parts'][number];
export type KeyRecord = Static<typeof server.ShownKey>;
export type Usage = Static<typeof server.Usage>;
export type IssuedKey = Static<typeof server.IssuedKey>;
export type MadeLink = Static<typeof server.MadeLink>;
export type Subscription = Static<typeof server.ShownSubscription>;
export type SubscriptionDetail = Static<typeof server.SubscriptionDetail>;
export type NewSecret = Static<typeof server.NewSecret>;
export type SampleResult = Static<typeof server.SampleResult>;
export type Recovered = Static<typeof server.Recovered>;
export type Delivery = Static<typeof server.Delivery>;
export type DeliveryDetail = Static<typeof server.DeliveryDetail>;
export type Attempt = Delivery['attempts'][number];
