/** What the service keeps of itself: single values, tasks and their runs, validators, keys; and events, who is told of them, and what came of it. */
import type { Generated } from 'kysely';

export interface ServiceTables {
  /** Small single values: the catalog version, the cursor secret, the public address. */
  meta: {
    key: string;
    value: string;
  };
  runs: {
    id: string;
    task: string;
    started_at: string;
    finished_at: string | null;
    outcome: 'running' | 'succeeded' | 'failed';
    /** Counts of what came and what changed, as JSON. */
    counts: string;
    reason: string | null;
  };
  /** What `/health` reports of one configured task. */
  tasks: {
    name: string;
    /** When this store first knew the task: its window starts here until it first succeeds. */
    since: string;
    last_run_at: string | null;
    last_success_at: string | null;
    last_error: string | null;
    /** Rows that came at the last success: the measure for "fewer than 90 %". */
    last_rows: number | null;
    /** Everything that run counted, as JSON. */
    last_counts: string | null;
    /** What the last success that read anything withheld, quarantined or left out; null where that is nothing. */
    notice: string | null;
    /** Digest of the source's configuration at the last success: a changed source is due at once. */
    configured: string | null;
  };
  /** Validators of documents already published, for conditional requests. */
  documents: {
    task: string;
    url: string;
    etag: string;
  };
  keys: {
    id: string;
    /** First characters of the key, to recognise it by. */
    prefix: string;
    /** SHA-256 of the key, hex. */
    hash: string;
    name: string;
    /** Scopes as a JSON array. */
    scopes: string;
    /** Requests a minute; null is the default, 0 no budget. */
    rate: number | null;
    /** Requests a day beside that; null for no such budget. */
    rate_day: number | null;
    /** The only games that the key sees, as a JSON array; empty for all. */
    games: string;
    /** The address ranges that it may be used from, as a JSON array; empty for everywhere. */
    addresses: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** Of a session of the console: the id of the key that signed in, or `link`; null for keys. */
    session_of: string | null;
  };
  /** How often a key was used on a day (UTC), by route and status of the answer. */
  key_usage: {
    /** Sessions of the console count under the key that signed in. */
    key_id: string;
    day: string;
    /** The template, such as `/v1/cards/{id}`. */
    route: string;
    status: number;
    count: number;
  };
  console_links: {
    /** SHA-256 of the link's token, hex. */
    hash: string;
    expires_at: string;
  };
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
