/** Holds that the headers read by hand are the ones that Node reads. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { readHead } from '../../../src/api/answer/inbound-request.ts';
import { fc } from '../../support/made/properties.ts';

const names = [
  'Host',
  'Origin',
  'Accept',
  'Authorization',
  'if-none-match',
  'IF-NONE-MATCH',
  'Accept-Encoding',
  'X-Request-Id',
  'Cookie',
  'Sec-Fetch-Site',
];
const headers = fc.array(fc.tuple(fc.constantFrom(...names), fc.stringMatching(/^[a-z0-9", ]{1,8}$/)), {
  maxLength: 12,
});

test('the head is what Node makes of the same bytes, whatever comes twice', async (t) => {
  const server = createServer({ requireHostHeader: false }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.resume();
  await fc.assert(
    fc.asyncProperty(headers, async (list) => {
      const lines = list.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`GET / HTTP/1.1\r\n${lines}\r\n`);
      const [request, response] = await once(server, 'request');
      response.end();
      const { hosts, wantsCsv: _, ...head } = readHead(request);
      const { headers: sent, headersDistinct } = request as IncomingMessage;
      assert.deepEqual(head, {
        authorization: sent.authorization,
        acceptEncoding: sent['accept-encoding'],
        ifNoneMatch: sent['if-none-match'],
        origin: sent.origin,
        requestId: headersDistinct['x-request-id']?.[0],
        host: headersDistinct.host?.[0],
        cookie: sent.cookie,
        fetchSite: headersDistinct['sec-fetch-site']?.[0],
      });
      assert.equal(hosts, list.filter(([name]) => name === 'Host').length);
    }),
    { numRuns: 50 },
  );
});
