/** The records of the admin API and the bodies it takes, as docs/admin.md shows them. */
import Type, { type Static, type TSchema } from 'typebox';
import { NAME_PATTERN } from '../../catalog/visible.ts';
import { NAME_LENGTH_MAX } from '../../keys/issue.ts';

export const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: 'date-time' });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const NullableText = orNull(Type.String());
const closed = { additionalProperties: false };

/** A page that holds everything, or leads to the next. */
export const pageOfRecords = <Schema extends TSchema>(record: Schema) =>
  Type.Object({ items: Type.Array(record), next_cursor: NullableText });

/** For answers without a body. */
export const Nothing = Type.Null();

export const Run = Type.Object({
  id: Type.String(),
  task: Type.String(),
  started_at: Time,
  finished_at: orNull(Time),
  outcome: Type.Union([Type.Literal('running'), Type.Literal('succeeded'), Type.Literal('failed')]),
  counts: Type.Record(Type.String(), Type.Integer()),
  reason: NullableText,
});

export const RunRequest = Type.Object(
  { source: Type.String({ minLength: 1, examples: ['all'] }), accept_prune: Type.Optional(Type.Boolean()) },
  closed,
);
export const StartedRuns = Type.Object({ sources: Type.Array(Type.String()) });

export const Audit = Type.Object({
  markets: Type.Array(
    Type.Object({
      market: Type.String(),
      ...{ shared_ids: Count, shared_cards: Count, contradictory_ids: Count, contradictory_cards: Count },
      printings_matched: Count,
      unmatched: Type.Record(Type.String(), Count),
    }),
  ),
  withheld: Type.Array(
    Type.Object({
      market: Type.String(),
      id: Type.Integer(),
      cards: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
  ),
  held: Type.Array(
    Type.Object({
      source: Type.String(),
      key: Type.String(),
      previous: Type.Integer(),
      held: Type.Integer(),
      observed_on: Type.String(),
    }),
  ),
  sealed: Type.Object({ products: Count, without_expansion: Count, linked: Count }),
});
export type Audit = Static<typeof Audit>;

export const AuditFindings = Type.Object({
  ...Audit.properties,
  notices: Type.Array(Type.Object({ task: Type.String(), at: Time, reason: Type.String() })),
});

const Scope = Type.Union([Type.Literal('read'), Type.Literal('scan'), Type.Literal('admin')]);
const Rate = orNull(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

export const ShownKey = Type.Object({
  id: Type.String(),
  prefix: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Scope),
  rate: Rate,
  state: Type.Union([Type.Literal('active'), Type.Literal('revoked'), Type.Literal('expired')]),
  created_at: Time,
  expires_at: orNull(Time),
  revoked_at: orNull(Time),
  last_used_at: orNull(Time),
  session_of: NullableText,
});

export const NewKey = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      pattern: NAME_PATTERN,
      description: 'What the key is for; not only spaces, and without control characters.',
      examples: ['shop'],
    }),
    scopes: Type.Optional(Type.Array(Scope, { minItems: 1, uniqueItems: true })),
    rate: Type.Optional(Rate),
    expires_at: Type.Optional(NullableText),
  },
  closed,
);
export const Rotation = Type.Object(
  { grace_s: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 * 86_400, examples: [86_400] })) },
  closed,
);
export const IssuedKey = Type.Object({ id: Type.String(), key: Type.String() });

export const ShownSubscription = Type.Object({
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  allow_private: Type.Boolean(),
  state: Type.Union([Type.Literal('active'), Type.Literal('paused'), Type.Literal('disabled')]),
  reason: NullableText,
  created_at: Time,
  previous_until: orNull(Time),
  last_success_at: orNull(Time),
  failing_since: orNull(Time),
  hold_until: orNull(Time),
});

const Attempt = Type.Object({
  id: Type.Integer(),
  event_id: Type.String(),
  at: Time,
  status: orNull(Type.Integer()),
  duration_ms: Type.Integer(),
  error: NullableText,
  answer: NullableText,
  request_headers: orNull(Type.Record(Type.String(), Type.String())),
});

export const SubscriptionDetail = Type.Object({
  ...ShownSubscription.properties,
  deliveries: Type.Object({ pending: Count, delivered: Count, failed: Count }),
  attempts: Type.Array(Attempt),
});

export const NewSubscription = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2000, examples: ['https://shop.example/hook'] }),
    events: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, examples: [['game.*']] }),
    allow_private: Type.Optional(Type.Boolean()),
  },
  closed,
);
export const NewSecret = Type.Object({ id: Type.String(), secret: Type.String() });
export const TestRequest = Type.Object(
  { event: Type.Optional(Type.String({ maxLength: 100, examples: ['game.cards.updated'] })) },
  closed,
);
export const SampleResult = Type.Object({
  subscription_id: Type.String(),
  event_id: Type.String(),
  name: Type.String(),
  status: orNull(Type.Integer()),
  error: NullableText,
  snippet: NullableText,
});
export const Recovery = Type.Object(
  { since: Type.String({ maxLength: 40, examples: ['2026-05-01T00:00:00Z'] }) },
  closed,
);
export const Recovered = Type.Object({ replayed: Count });

export const Delivery = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  state: Type.Union([Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('failed')]),
  tries: Count,
  due_at: Time,
  attempts: Type.Array(Attempt),
});
export const DeliveryDetail = Type.Object({
  ...Delivery.properties,
  subscription_id: Type.String(),
  body: Type.String(),
  body_bytes: Count,
});

export const SignIn = Type.Object(
  {
    key: Type.Optional(Type.String({ maxLength: 200, examples: ['cs_live_…'] })),
    token: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);
export const Session = Type.Object({ name: Type.String(), scopes: Type.Array(Scope), expires_at: orNull(Time) });
