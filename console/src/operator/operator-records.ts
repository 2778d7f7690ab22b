/** What the operator's side of the service answers, as it stands on the wire. */

export interface Task {
  name: string;
  status: 'ok' | 'late';
  last_success_at: string | null;
  age_s: number | null;
  window_s: number;
  last_error: string | null;
}

export interface Overview {
  version: string;
  engine: string;
  catalog_version: number;
  status: 'ok' | 'degraded';
  tasks: Task[];
  sources: { name: string; adapter: string; every_s: number }[];
  event_names: string[];
  counts: Record<string, number>;
  coverage: { cards: number; with_image: number; with_usd: number; with_eur: number };
  expansions: {
    id: string;
    name: string;
    cards: number;
    with_image: number;
    with_usd: number;
    with_eur: number;
    observed_on: string | null;
  }[];
}

export interface Run {
  id: string;
  task: string;
  started_at: string;
  finished_at: string | null;
  outcome: 'running' | 'succeeded' | 'failed';
  counts: Record<string, number>;
  reason: string | null;
}

/** A run under way; without `id` it waits for its turn. */
export interface RunProgress {
  id: string | null;
  task: string;
  started_at: string | null;
  step: string | null;
  done: number | null;
  total: number | null;
}

export interface Audit {
  markets: {
    market: string;
    shared_ids: number;
    shared_cards: number;
    contradictory_ids: number;
    contradictory_cards: number;
    printings_matched: number;
    unmatched: Record<string, number>;
  }[];
  withheld: { market: string; id: number; cards: { id: string; name: string }[] }[];
  held: { source: string; key: string; previous: number; held: number; observed_on: string }[];
  sealed: { products: number; without_expansion: number; linked: number };
  notices: { task: string; at: string; reason: string }[];
}

export interface KeyRecord {
  id: string;
  prefix: string;
  name: string;
  scopes: string[];
  rate: number | null;
  state: 'active' | 'revoked' | 'expired';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  session_of: string | null;
}

export interface Subscription {
  id: string;
  url: string;
  events: string[];
  allow_private: boolean;
  state: 'active' | 'paused' | 'disabled';
  reason: string | null;
  created_at: string;
  previous_until: string | null;
  last_success_at: string | null;
  failing_since: string | null;
  hold_until: string | null;
}

export interface Attempt {
  id: number;
  event_id: string;
  at: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  answer: string;
  request_headers: Record<string, string> | null;
}

export interface SubscriptionDetail extends Subscription {
  deliveries: { pending: number; delivered: number; failed: number };
  attempts: Attempt[];
}

export interface Delivery {
  id: string;
  event_id: string;
  name: string;
  position: number;
  state: 'pending' | 'delivered' | 'failed';
  tries: number;
  due_at: string;
  attempts: Attempt[];
}

export interface DeliveryDetail extends Delivery {
  subscription_id: string;
  body: string;
  body_bytes: number;
}

/** What a sample sent at once came to. */
export interface TestOutcome {
  name: string;
  status: number | null;
  error: string | null;
  snippet: string;
}

export interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
}
