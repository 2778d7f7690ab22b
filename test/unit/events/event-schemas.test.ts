/** The published schemas of events fit what is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { EVENT_FORMS, EVENT_KINDS } from '../../../src/events/event-names.ts';
import { sampleEvent } from '../../../src/events/samples.ts';

test('the sample of every event fits its schema, and no other with another key does', () => {
  for (const kind of EVENT_KINDS) {
    const { data } = JSON.parse(sampleEvent(DEFAULT_SCOPE.game, kind, new Date()).body);
    assert.ok(Check(EVENT_FORMS[kind].data, data), `${kind}: ${JSON.stringify(data)}`);
    assert.ok(!Check(EVENT_FORMS[kind].data, {}), kind);
  }
});
