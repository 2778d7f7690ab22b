/** Holds If-None-Match (RFC 9110 13.1.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeld } from '../../../src/api/answer/answer.ts';
import { fc } from '../../support/made/properties.ts';

const etag = '"Zm9vYmFyYmF6cXV4MDEyMw"';
const opaque = etag.slice(1, -1);

test('If-None-Match is a list compared weakly, in any coding, or *', () => {
  const held = [
    etag,
    `W/${etag}`,
    `"other", ${etag}`,
    `"a,b" ,W/${etag},"c"`,
    `"${opaque}-gz"`,
    `W/"${opaque}-br"`,
    '*',
    ' * ',
  ];
  for (const header of held) assert.equal(isHeld(header, etag), true, header);
});

test('other tags, half tags and tags without quotes do not match', () => {
  const others = [
    '',
    '"other"',
    opaque,
    `"${opaque}`,
    `"x${opaque}"`,
    `"${opaque}-zz"`,
    '"*"',
    '"a", *',
    `"${opaque}-gz-gz"`,
  ];
  for (const header of others) assert.equal(isHeld(header, etag), false, header);
});

test('a tag is found wherever it stands in a list', () => {
  const tags = fc.array(fc.stringMatching(/^[A-Za-z0-9, *-]{0,20}$/).map((text) => `"${text}"`));
  fc.assert(
    fc.property(tags, tags, fc.constantFrom('', 'W/'), (before, after, weak) => {
      assert.equal(isHeld([...before, weak + etag, ...after].join(', '), etag), true);
    }),
  );
});
