/** A delivery to a public address dials the address that was checked, under the certificate of the name. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { postDelivery } from '../../src/events/post-delivery.ts';
import { listening } from '../support/servers/listening.ts';

const skip = spawnSync('openssl', ['version']).status === 0 ? false : 'needs openssl to make a certificate';

test('the checked address is dialled, the name decides on the certificate, and a name that moves is not followed', {
  skip,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cardstock-tls-'));
  const [keyFile, certificateFile] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=hooks.example', '-addext', 'subjectAltName=DNS:hooks.example'],
    ...['-keyout', keyFile, '-out', certificateFile],
  ]);
  assert.equal(made.status, 0, String(made.stderr));
  const [key, cert] = [readFileSync(keyFile), readFileSync(certificateFile)];
  rmSync(directory, { recursive: true });
  let requests = 0;
  const answering = createServer({ key, cert }, (request, response) => {
    requests += 1;
    response.writeHead(request.headers.host?.startsWith('hooks.example') ? 204 : 400).end();
  });
  await using server = await listening(answering);
  const isAllowed = (address: string) => address === '127.0.0.1';
  const post = (host: string, addresses: string[], isTrusted = true) => {
    const network = { resolve: async () => addresses, isAllowed, ...(isTrusted ? { ca: String(cert) } : {}) };
    return postDelivery({ url: `https://${host}:${server.port}/`, allowPrivate: false }, '{}', {}, network);
  };
  assert.deepEqual(await post('hooks.example', ['127.0.0.1']), {
    ...{ status: 204, error: null, snippet: '', retryAfterMs: undefined },
  });
  for (const addresses of [['127.0.0.2'], ['127.0.0.1', '10.0.0.1'], []]) {
    assert.notEqual((await post('hooks.example', addresses)).error, null, String(addresses));
  }
  assert.notEqual((await post('other.example', ['127.0.0.1'])).error, null, 'another name');
  assert.notEqual((await post('hooks.example', ['127.0.0.1'], false)).error, null, 'a certificate of nobody');
  assert.equal(requests, 1);
});
