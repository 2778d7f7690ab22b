/** The records of the admin API and the bodies it takes, as docs/admin.md shows them. */
import Type, { type Static } from 'typebox';
import {
  byName,
  closedObject,
  doc,
  flag,
  listOf,
  nullable,
  objectOf,
  optionalText,
  text,
  textOr,
  texts,
  whole,
  wholeOr,
  wordOf,
} from '../../catalog/field-shapes.ts';
import { REASONS, type Reason } from '../../catalog/provenance/reasons.ts';
import { NAME_PATTERN } from '../../catalog/visible.ts';
import { SIGNATURES } from '../../events/signature.ts';
import { FORMATS } from '../../events/watches/chat-bodies.ts';
import { RULES_MAX, WatchRule } from '../../events/watches/watch-rules.ts';
import { NAME_LENGTH_MAX } from '../../keys/issue.ts';
import { LIMITED_TO_MAX } from '../../keys/limits.ts';

const ID = '01980000-0000-7000-8000-000000000000';
const AT = '2026-05-01T06:00:00.000Z';

export const count = (description: string) => whole(description, 12, { minimum: 0 });
const time = (description: string) => Type.String({ format: 'date-time', ...doc(`${description}, in UTC`, AT) });
const timeOrNull = (description: string, ofNull: string) =>
  nullable(Type.String({ format: 'date-time' }), `${description}, in UTC; null ${ofNull}`, AT);

/** For answers without a body. */
export const Nothing = Type.Null();

export const Run = Type.Object({
  id: text('Id of the run', ID),
  task: text('Name of the source, or scan', 'catalog'),
  started_at: time('When it began'),
  finished_at: timeOrNull('When it ended', 'while it runs'),
  outcome: wordOf('What became of it', 'running', 'succeeded', 'failed'),
  counts: byName(Type.Integer(), 'What it counted, by name', { cards_new: 3 }),
  reason: textOr('Why it failed, or what it held back', 'without either', '2 records quarantined'),
});

export const RunRequest = closedObject({
  source: Type.String({ minLength: 1, ...doc('A source by its name, all, or scan', 'all') }),
  accept_prune: Type.Optional(flag('Deletes printings that a run withheld')),
});
export const Held = Type.Object({
  id: text('Id of the part', 'usd_market:unit:Ember Dawn'),
  source: text('Name of the source', 'usd_market'),
  part: text(
    'A group by its name, the first of the days left out whole, what prices are in, or a single amount',
    'Ember Dawn',
  ),
  guard: text('What leaves it out: records, rows, column, unit or amount', 'unit'),
  reason: text(
    'Why',
    'the prices of Ember Dawn: half of its amounts are 100.00 times the last known ones or more: wrong unit?',
  ),
  since: Type.String({ format: 'date', ...doc('The first day that is left out', '2026-05-02') }),
  days: Type.Array(Type.String({ format: 'date' }), doc('Every day that is left out', ['2026-05-02'])),
});
export const StartedRuns = Type.Object({
  sources: texts('What is on its way now', 'catalog'),
});

const ClaimedId = Type.Object({
  game: text('The game', 'game'),
  market: text('The marketplace', 'tcgplayer'),
  id: whole('The id there', 42_382),
  cards: listOf('Who claims it', {
    id: text('Id of the card', 'fl1-2'),
    name: text('Its name', 'Vultwick'),
    number: textOr('Its collector number', 'where it bears none', '2'),
  }),
});

export const Audit = Type.Object({
  markets: listOf('One entry for each marketplace', {
    game: text('The game', 'game'),
    market: text('The marketplace', 'tcgplayer'),
    shared_ids: count('Ids that more than one card claims'),
    shared_cards: count('Cards that claim those'),
    contradictory_ids: count('Those of them that differently named cards claim: they price nobody'),
    contradictory_cards: count('Cards that claim those'),
    contested_ids: count('Those that printings of several cards of one name claim'),
    settled_ids: count('Those of them that evidence gives to one card'),
    joint_ids: count('Those of them that the marketplace lists for each of the cards'),
    printings_matched: count('Printings that read a row'),
    unmatched: byName(Type.Integer({ minimum: 0 }), 'The others by reason', { 'no-id': 12 }),
  }),
  withheld: listOf('Ids that several cards claim and that price nobody', {
    ...ClaimedId.properties,
    reason: Type.Enum(Object.keys(REASONS) as Reason[], doc('Why it prices nobody', 'contradictory-id')),
  }),
  settled: listOf('Ids that several cards of one name claim and that evidence gives to one of them', {
    ...ClaimedId.properties,
    settled_on: texts('Ids of the cards that it is', 'fl1-2'),
    settled_by: text('By what: number, name, amounts or listed-under-both', 'number'),
  }),
  parts: listOf('Groups, days and catalogs that a guard leaves out', Held.properties),
  held: listOf('Amounts that moved 50-fold and wait for a second day', {
    source: text('Name of the source', 'usd_market'),
    key: text('Which amount: marketplace product, sub type and condition in USD, and name', '8211/trend'),
    previous: whole('The last accepted amount, in cents', 146),
    held: whole('The amount that is held back, in cents', 14_600),
    observed_on: text('Day that it is of, as YYYY-MM-DD', '2026-05-01'),
  }),
  texts: listOf('Texts in other languages that may belong to another card', {
    game: text('The game', 'game'),
    language: text('The language', 'fr'),
    card_id: text('Id of the card', 'fl1-2'),
    name: text("What it is called in the catalog's own language", 'Vultwick'),
    text: text('What it would be called', 'Mouchet'),
    reason: text('Why it is not', 'its name is that of another card elsewhere'),
  }),
  sealed: objectOf('What is known of sealed products', {
    products: count('Sealed products'),
    without_expansion: count('Those in no expansion'),
    linked: count('Those that were found on the EUR side'),
  }),
});
export type Audit = Static<typeof Audit>;

export const AuditFindings = Type.Object({
  ...Audit.properties,
  notices: listOf('What the newest run of each source left to say', {
    task: text('Name of the source', 'catalog'),
    at: time('When the run ended'),
    reason: text('What it withheld or quarantined', '2 records quarantined'),
  }),
});

const Scope = Type.Union([Type.Literal('read'), Type.Literal('scan'), Type.Literal('admin')]);
const scopes = doc('What the key may do');
const Rate = nullable(
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  'Requests a minute; 0 for no budget, null for the default of 600',
  600,
);

const RateDay = nullable(
  Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  'Requests a day beside that, regained evenly; null for no such budget',
  20_000,
);
const limitedTo = (description: string, example: string) =>
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: LIMITED_TO_MAX, ...doc(description, [example]) });
const limits = {
  rate: Rate,
  rate_day: RateDay,
  games: limitedTo('The only games that it sees; none for all', 'game'),
  addresses: limitedTo('Ranges of addresses that it may be used from; none for everywhere', '203.0.113.0/24'),
};

export const Usage = Type.Object({
  day: Type.String({ format: 'date', ...doc('The day, in UTC', '2026-05-01') }),
  route: text('Path of the endpoint with its parameters by name; none for a path that is none', '/v1/cards/{id}'),
  status: whole('Status of the answer', 200),
  count: count('How many requests'),
});

export const ShownKey = Type.Object({
  id: text('Id of the key', ID),
  prefix: text('How the key begins', 'cs_live_0dFq'),
  name: text('What the key is for', 'shop'),
  scopes: Type.Array(Scope, scopes),
  ...limits,
  requests_today: count('Requests of today (UTC), those of its sessions too, as told at most 60 s late'),
  state: wordOf('Whether it may be used', 'active', 'revoked', 'expired'),
  created_at: time('When it was made'),
  expires_at: timeOrNull('When it ends', 'where it does not'),
  revoked_at: timeOrNull('When it was revoked', 'where it was not'),
  last_used_at: timeOrNull('When it was used last, written at most once a minute', 'before the first time'),
  session_of: textOr('For a session of the console the id of the key that signed in, or link', 'for a key', ID),
});

export const NewKey = closedObject({
  name: Type.String({
    minLength: 1,
    maxLength: NAME_LENGTH_MAX,
    pattern: NAME_PATTERN,
    ...doc('What the key is for; not only spaces, and without control or invisible characters.', 'shop'),
  }),
  scopes: Type.Optional(
    Type.Array(Scope, { minItems: 1, uniqueItems: true, ...doc('What the key may do; by default read') }),
  ),
  ...Type.Partial(Type.Object(limits)).properties,
  expires_at: Type.Optional(textOr('When it ends', 'for never', AT)),
});
export const Rotation = closedObject({
  grace_s: Type.Optional(
    whole('Seconds for which the old key still holds; by default a day', 86_400, { minimum: 0, maximum: 366 * 86_400 }),
  ),
});
const file = text('Name of a file, without its digest for the newest, or events.atom', 'cards.game.ndjson');
export const LinkedFile = closedObject({ file });
export const NewLink = closedObject({ file, expires_at: text('When it ends', AT) });
export const MadeLink = Type.Object({
  path: text('What opens the file without a key, below the address of the service', '/s/…/cards.game.ndjson'),
  expires_at: time('When it ends'),
});
export const IssuedKey = Type.Object({
  id: text('Id of the key', ID),
  key: text('The key, shown this once', 'cs_live_…'),
});
export const ShownSubscription = Type.Object({
  id: text('Id of the subscription', ID),
  url: text('The address that is called', 'https://shop.example/hook'),
  events: texts('Events by name, or with .* by how their names begin', 'game.*'),
  allow_private: flag("Whether the address may lie in the operator's own network"),
  watch: Type.Array(WatchRule, doc('Rules of prices; empty where there are none')),
  format: Type.Enum([...FORMATS], doc('What is posted: `standard`, or the message of a chat')),
  ordered: flag('Whether one delivery at a time goes out, in the order of the feed'),
  state: wordOf('Whether deliveries go out', 'active', 'paused', 'disabled'),
  reason: textOr('Why it is disabled', 'where it is not', 'the address answered 410'),
  created_at: time('When it was made'),
  previous_until: timeOrNull('Until when the secret before the last rotation signs too', 'where none does'),
  last_success_at: timeOrNull('When a delivery was taken last', 'before the first time'),
  failing_since: timeOrNull('Since when every attempt failed', 'where the last did not'),
  hold_until: timeOrNull('Until when the subscriber asked to be left alone', 'where it did not'),
});

const Attempt = Type.Object({
  id: whole('Number of the attempt', 17),
  event_id: text('Id of the event', ID),
  at: time('When it was made'),
  status: wholeOr('Status of the answer', 'where none came', 204),
  duration_ms: whole('Milliseconds that it took', 12),
  error: textOr('What went wrong', 'where it was taken', 'answered 503'),
  answer: textOr('The first 1,000 characters of the answer', 'where none came', 'ok'),
  request_headers: nullable(
    Type.Record(Type.String(), Type.String()),
    'The headers that were sent; null for attempts older than the release that keeps them',
    { 'webhook-timestamp': '1777618800' },
  ),
});

export const SubscriptionDetail = Type.Object({
  ...ShownSubscription.properties,
  deliveries: objectOf('How many there are', {
    pending: count('Deliveries that wait'),
    delivered: count('Deliveries that were taken'),
    failed: count('Deliveries that were given up'),
  }),
  attempts: Type.Array(Attempt, doc('The newest 50, samples included')),
});

export const NewSubscription = closedObject({
  url: Type.String({ minLength: 1, maxLength: 2000, ...doc('The address to call', 'https://shop.example/hook') }),
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      ...doc('Events by name, or with .* by how their names begin; may be left out beside watch', ['game.*']),
    }),
  ),
  watch: Type.Optional(Type.Array(WatchRule, { maxItems: RULES_MAX, ...doc('Rules of prices') })),
  format: Type.Optional(
    Type.Enum([...FORMATS], doc('What is posted: by default `standard`; a chat takes watch alone')),
  ),
  signature: Type.Optional(
    Type.Enum([...SIGNATURES], doc('`v1` (HMAC-SHA256, by default) or `v1a` (ed25519: the receiver has a public key)')),
  ),
  ordered: Type.Optional(
    flag('One at a time, in the order of the feed: one that is not taken holds back what follows'),
  ),
  allow_private: Type.Optional(flag("Whether the address may lie in the operator's own network; by default not")),
});
export const NewSecret = Type.Object({
  id: text('Id of the subscription', ID),
  secret: text('What deliveries are verified with, shown this once: whsec_…, of v1a the public key whpk_…', 'whsec_…'),
  unmatched: Type.Optional(texts('Ids that rules of a new watch name and nothing has, so far', 'cards=fl1-99')),
});
export const TestRequest = closedObject({
  event: optionalText('The event of which a sample is sent', 'game.cards.updated', { maxLength: 100 }),
});
export const SampleResult = Type.Object({
  subscription_id: text('Id of the subscription', ID),
  event_id: text('Id of the sample', ID),
  name: text('Name of the event', 'game.cards.updated'),
  status: wholeOr('Status of the answer', 'where none came', 204),
  error: textOr('What went wrong', 'where it was taken', 'answered 503'),
  snippet: textOr('How the answer begins', 'where none came', 'ok'),
});
export const Recovery = closedObject({
  since: Type.String({ maxLength: 40, ...doc('Events from this time on are sent again', '2026-05-01T00:00:00Z') }),
});
export const Recovered = Type.Object({ replayed: count('How many deliveries are due again') });

export const Delivery = Type.Object({
  id: text('Id of the delivery', `${ID}.4711`),
  event_id: text('Id of the event', ID),
  name: text('Name of the event', 'game.cards.updated'),
  position: whole('Place of the event in the feed', 4711),
  state: wordOf('What became of it; failed once it was given up', 'pending', 'delivered', 'failed'),
  tries: count('Attempts so far'),
  due_at: time('When the next attempt is due'),
  attempts: Type.Array(Attempt, doc('Newest first, at most 20')),
});
export const DeliveryDetail = Type.Object({
  ...Delivery.properties,
  subscription_id: text('Id of the subscription', ID),
  body: text('The first 65,536 characters of what is sent', '{"id":"…"}'),
  body_bytes: count('Bytes of the whole body'),
});

export const SignIn = closedObject({
  key: optionalText('A key', 'cs_live_…', { maxLength: 200 }),
  token: optionalText('The token of a link, instead of a key', 'q3Zk…', { maxLength: 200 }),
});
export const Session = Type.Object({
  name: text('Who is signed in, and with what', 'console: shop (Firefox on Windows)'),
  scopes: Type.Array(Scope, doc('What the session may do')),
  expires_at: timeOrNull('When it ends', 'where it does not'),
  languages: texts('The languages that lang= may name here', 'en', 'fr'),
});
