/** What the service keeps of itself: single values, tasks and their runs, validators, keys. */

export interface OperationTables {
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
}
