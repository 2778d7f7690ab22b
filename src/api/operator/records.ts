/** The records of the admin API and the bodies it takes, as docs/admin.md shows them. */
import Type, { type Static, type TSchema } from 'typebox';
import { doc, flag, nullable, text, whole } from '../../catalog/field-shapes.ts';
import { NAME_PATTERN } from '../../catalog/visible.ts';
import { NAME_LENGTH_MAX } from '../../keys/issue.ts';

const ID = '01980000-0000-7000-8000-000000000000';
const AT = '2026-05-01T06:00:00.000Z';

export const count = (description: string) => Type.Integer({ minimum: 0, ...doc(description, 12) });
const time = (description: string) => Type.String({ format: 'date-time', ...doc(`${description}, in UTC`, AT) });
const timeOrNull = (description: string, ofNull: string) =>
  nullable(Type.String({ format: 'date-time' }), doc(`${description}, in UTC; null ${ofNull}`, AT));
const textOr = (description: string, ofNull: string, example: string) =>
  nullable(Type.String(), doc(`${description}; null ${ofNull}`, example));
const closed = { additionalProperties: false };

/** A page that holds everything, or leads to the next. */
export const pageOfRecords = <Schema extends TSchema>(record: Schema) =>
  Type.Object({
    items: Type.Array(record, doc('The rows of the page')),
    next_cursor: textOr('Give it back as cursor for the next page', 'on the last', 'bGlzdA.3f9c'),
  });

/** For answers without a body. */
export const Nothing = Type.Null();

export const Run = Type.Object({
  id: text('Id of the run', ID),
  task: text('Name of the source, or scan', 'catalog'),
  started_at: time('When it began'),
  finished_at: timeOrNull('When it ended', 'while it runs'),
  outcome: Type.Union(
    [Type.Literal('running'), Type.Literal('succeeded'), Type.Literal('failed')],
    doc('What became of it'),
  ),
  counts: Type.Record(Type.String(), Type.Integer(), doc('What it counted, by name', { cards_new: 3 })),
  reason: textOr('Why it failed, or what it held back', 'without either', '2 records quarantined'),
});

export const RunRequest = Type.Object(
  {
    source: Type.String({ minLength: 1, ...doc('A source by its name, all, or scan', 'all') }),
    accept_prune: Type.Optional(flag('Lets go of printings that a run held back')),
  },
  closed,
);
export const StartedRuns = Type.Object({
  sources: Type.Array(Type.String(), doc('What is on its way now', ['catalog'])),
});

export const Audit = Type.Object({
  markets: Type.Array(
    Type.Object({
      game: text('The game', 'game'),
      market: text('The marketplace', 'tcgplayer'),
      shared_ids: count('Ids that more than one card claims'),
      shared_cards: count('Cards that claim those'),
      contradictory_ids: count('Those of them that differently named cards claim: they price nobody'),
      contradictory_cards: count('Cards that claim those'),
      printings_matched: count('Printings that read a row'),
      unmatched: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), doc('The others by reason', { 'no-id': 12 })),
    }),
    doc('One entry for each marketplace'),
  ),
  withheld: Type.Array(
    Type.Object({
      game: text('The game', 'game'),
      market: text('The marketplace', 'tcgplayer'),
      id: whole('The id there', 42_382),
      cards: Type.Array(
        Type.Object({ id: text('Id of the card', 'fl1-2'), name: text('Its name', 'Vultwick') }),
        doc('Who claims it'),
      ),
    }),
    doc('Ids that differently named cards claim'),
  ),
  held: Type.Array(
    Type.Object({
      source: text('Name of the source', 'usd_market'),
      key: text('Which amount: article, sub type and condition in USD, and name', '8211/trend'),
      previous: whole('The last amount that was believed, in cents', 146),
      held: whole('The amount that is held back, in cents', 14_600),
      observed_on: text('Day that it is of, as YYYY-MM-DD', '2026-05-01'),
    }),
    doc('Amounts that moved 50-fold and wait for a second day'),
  ),
  texts: Type.Array(
    Type.Object({
      game: text('The game', 'game'),
      language: text('The language', 'fr'),
      card_id: text('Id of the card', 'fl1-2'),
      name: text("What it is called in the catalog's own language", 'Vultwick'),
      text: text('What it would be called', 'Mouchet'),
      reason: text('Why it is not', 'its name is that of another card elsewhere'),
    }),
    doc("Texts in other languages that are not believed to be their cards'"),
  ),
  sealed: Type.Object(
    {
      products: count('Sealed products'),
      without_expansion: count('Those in no expansion'),
      linked: count('Those that were found on the EUR side'),
    },
    doc('What is known of sealed products'),
  ),
});
export type Audit = Static<typeof Audit>;

export const AuditFindings = Type.Object({
  ...Audit.properties,
  notices: Type.Array(
    Type.Object({
      task: text('Name of the source', 'catalog'),
      at: time('When the run ended'),
      reason: text('What it held back or put aside', '2 records quarantined'),
    }),
    doc('What the newest run of each source left to say'),
  ),
});

const Scope = Type.Union([Type.Literal('read'), Type.Literal('scan'), Type.Literal('admin')]);
const scopes = doc('What the key may do');
const Rate = nullable(
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  doc('Requests a minute; 0 for no budget, null for the default of 600', 600),
);

export const ShownKey = Type.Object({
  id: text('Id of the key', ID),
  prefix: text('How the key begins', 'cs_live_0dFq'),
  name: text('What the key is for', 'shop'),
  scopes: Type.Array(Scope, scopes),
  rate: Rate,
  state: Type.Union(
    [Type.Literal('active'), Type.Literal('revoked'), Type.Literal('expired')],
    doc('Whether it may be used'),
  ),
  created_at: time('When it was made'),
  expires_at: timeOrNull('When it ends', 'where it does not'),
  revoked_at: timeOrNull('When it was revoked', 'where it was not'),
  last_used_at: timeOrNull('When it was used last, written at most once a minute', 'before the first time'),
  session_of: textOr('For a session of the console the id of the key that signed in, or link', 'for a key', ID),
});

export const NewKey = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      pattern: NAME_PATTERN,
      ...doc('What the key is for; not only spaces, and without control or invisible characters.', 'shop'),
    }),
    scopes: Type.Optional(
      Type.Array(Scope, { minItems: 1, uniqueItems: true, ...doc('What the key may do; by default read') }),
    ),
    rate: Type.Optional(Rate),
    expires_at: Type.Optional(textOr('When it ends', 'for never', AT)),
  },
  closed,
);
export const Rotation = Type.Object(
  {
    grace_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 366 * 86_400,
        ...doc('Seconds for which the old key still holds; by default a day', 86_400),
      }),
    ),
  },
  closed,
);
export const IssuedKey = Type.Object({
  id: text('Id of the key', ID),
  key: text('The key, shown this once', 'cs_live_…'),
});
export const ShownSubscription = Type.Object({
  id: text('Id of the subscription', ID),
  url: text('The address that is called', 'https://shop.example/hook'),
  events: Type.Array(Type.String(), doc('Events by name, or with .* by how their names begin', ['game.*'])),
  allow_private: flag("Whether the address may lie in the operator's own network"),
  state: Type.Union(
    [Type.Literal('active'), Type.Literal('paused'), Type.Literal('disabled')],
    doc('Whether deliveries go out'),
  ),
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
  status: nullable(Type.Integer(), doc('Status of the answer; null where none came', 204)),
  duration_ms: whole('Milliseconds that it took', 12),
  error: textOr('What went wrong', 'where it was taken', 'answered 503'),
  answer: textOr('The first 1,000 characters of the answer', 'where none came', 'ok'),
  request_headers: nullable(
    Type.Record(Type.String(), Type.String()),
    doc('The headers that were sent; null for attempts older than the release that keeps them', {
      'webhook-timestamp': '1777618800',
    }),
  ),
});

export const SubscriptionDetail = Type.Object({
  ...ShownSubscription.properties,
  deliveries: Type.Object(
    {
      pending: count('Deliveries that wait'),
      delivered: count('Deliveries that were taken'),
      failed: count('Deliveries that were given up'),
    },
    doc('How many there are'),
  ),
  attempts: Type.Array(Attempt, doc('The newest 50, samples included')),
});

export const NewSubscription = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2000, ...doc('The address to call', 'https://shop.example/hook') }),
    events: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      ...doc('Events by name, or with .* by how their names begin', ['game.*']),
    }),
    allow_private: Type.Optional(flag("Whether the address may lie in the operator's own network; by default not")),
  },
  closed,
);
export const NewSecret = Type.Object({
  id: text('Id of the subscription', ID),
  secret: text('What deliveries are signed with, shown this once', 'whsec_…'),
});
export const TestRequest = Type.Object(
  {
    event: Type.Optional(
      Type.String({ maxLength: 100, ...doc('The event of which a sample is sent', 'game.cards.updated') }),
    ),
  },
  closed,
);
export const SampleResult = Type.Object({
  subscription_id: text('Id of the subscription', ID),
  event_id: text('Id of the sample', ID),
  name: text('Name of the event', 'game.cards.updated'),
  status: nullable(Type.Integer(), doc('Status of the answer; null where none came', 204)),
  error: textOr('What went wrong', 'where it was taken', 'answered 503'),
  snippet: textOr('How the answer begins', 'where none came', 'ok'),
});
export const Recovery = Type.Object(
  {
    since: Type.String({ maxLength: 40, ...doc('Events from this time on are sent again', '2026-05-01T00:00:00Z') }),
  },
  closed,
);
export const Recovered = Type.Object({ replayed: count('How many deliveries are due again') });

export const Delivery = Type.Object({
  id: text('Id of the delivery', `${ID}.4711`),
  event_id: text('Id of the event', ID),
  name: text('Name of the event', 'game.cards.updated'),
  position: whole('Place of the event in the feed', 4711),
  state: Type.Union(
    [Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('failed')],
    doc('What became of it; failed once it was given up'),
  ),
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

export const SignIn = Type.Object(
  {
    key: Type.Optional(Type.String({ maxLength: 200, ...doc('A key', 'cs_live_…') })),
    token: Type.Optional(Type.String({ maxLength: 200, ...doc('The token of a link, instead of a key', 'q3Zk…') })),
  },
  closed,
);
export const Session = Type.Object({
  name: text('Who is signed in', 'console: shop'),
  scopes: Type.Array(Scope, doc('What the session may do')),
  expires_at: timeOrNull('When it ends', 'where it does not'),
  languages: Type.Array(Type.String(), doc('The languages that lang= may name here', ['en', 'fr'])),
});
