/** Events, who is told of them, and what came of it. */
import type { Generated } from 'kysely';

export interface EventTables {
  /** The outbox: one row per delivery body, written in the transaction that makes the change. */
  events: {
    /** Order of writing, which is not the order of committing. */
    seq: Generated<number>;
    id: string;
    name: string;
    created_at: string;
    /** Names the events that one publish split over several bodies. */
    group_id: string;
    /** The exact text that is signed and sent. */
    body: string;
    /** Place in the feed, given after the commit; null until then. */
    position: number | null;
    /** Whose watch it is of, and nobody else's: not shown in the feed. Null for what happened. */
    only_for: string | null;
  };
  subscriptions: {
    id: string;
    url: string;
    /** Names and patterns as a JSON array. */
    patterns: string;
    /** 1 where the address may lie in the operator's own network. */
    allow_private: number;
    state: 'active' | 'paused' | 'disabled';
    reason: string | null;
    /** Sealed. */
    secret: string;
    /** The secret before the last rotation, valid until `previous_until`. */
    previous_secret: string | null;
    previous_until: string | null;
    created_at: string;
    last_success_at: string | null;
    /** First failure since the last success. */
    failing_since: string | null;
    /** The subscriber asked to be left alone until then. */
    hold_until: string | null;
    /** Rules of prices as a JSON array. */
    watch: string;
    /** What is posted: `standard`, or the message of a chat. */
    format: string;
    /** 1 where one delivery at a time goes out, in the order of the feed. */
    ordered: number;
  };
  /** The day on which a rule of a subscription spoke of a series last. */
  watches: {
    subscription_id: string;
    rule: number;
    owner: number;
    series: number;
    day: string;
  };
  deliveries: {
    subscription_id: string;
    /** Of the event in the feed. */
    position: number;
    state: 'pending' | 'delivered' | 'failed';
    attempts: Generated<number>;
    due_at: string;
    /** Until then a process is at it; a lease that ran out belongs to a process that died. */
    lease_until: string | null;
  };
  attempts: {
    id: Generated<number>;
    subscription_id: string;
    event_id: string;
    at: string;
    /** Null where no answer came. */
    status: number | null;
    duration_ms: number;
    error: string | null;
    /** The beginning of what the subscriber answered. */
    answer: string | null;
    /** The headers that were sent, as JSON; null for attempts of before they were kept. */
    request_headers: string | null;
  };
}
