/** `POST /v1/scan`: both shapes, every code, and whatever else is sent to it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Check } from 'typebox/value';
import { ScanAnswer } from '../../src/api/catalog/scan.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { sendRaw } from '../support/servers/raw-http.ts';
import type { Answer } from '../support/stages/api.ts';
import { apiOn, tinyApi } from '../support/stages/api.ts';
import { shapes } from '../support/stages/pictured-catalog.ts';
import { form, type ScanApi, scanApi } from '../support/stages/scan-api.ts';

let api: ScanApi;
before(async () => {
  api = await scanApi();
});
after(() => api[Symbol.asyncDispose]());

const MB = 1024 * 1024;
const LEAKS = /vips|sharp|busboy|FST_|ECONN|node:|\bat .*\.ts|\/src\//i;

function assertFailure(answer: Answer, status: number, code: string, name = ''): void {
  assert.equal(answer.status, status, `${name} ${answer.text}`);
  assert.equal(answer.body.data, null, name);
  assert.equal(answer.body.error?.code, code, `${name} ${answer.text}`);
  assert.doesNotMatch(answer.text, LEAKS, name);
}

const photoOf = (seed: number) => shapes(seed).resize(280, 392, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();

suite('a photo of a card of the catalog', () => {
  test('a confident scan returns one match, with the card in the shape of the specification', async () => {
    for (const [seed, id, expansion] of [
      [0, 'ember1-1', 'Ember Dawn'],
      [5, 'frost1-2', 'Frost Gate'],
    ] as const) {
      const answer = await api.scan(await photoOf(seed));
      assert.equal(answer.status, 200, answer.text);
      assert.ok(Check(ScanAnswer, answer.body.data), answer.text);
      assert.equal(answer.body.error, null);
      const { analysis, matches } = answer.body.data;
      assert.deepEqual(analysis, { game: 'game' });
      assert.equal(matches.length, 1, answer.text);
      const [match] = matches;
      assert.ok(match && match.score > 0.5 && match.score <= 1);
      assert.deepEqual(Object.keys(match.card).sort(), [
        ...['category', 'expansion', 'id', 'image', 'name', 'number', 'rarity'],
      ]);
      assert.equal(match.card.id, id);
      assert.deepEqual(match.card.expansion, { id: id.split('-')[0], name: expansion });
    }
  });

  test('a file in the field image needs no file name, where its part says that it is a picture', async () => {
    const { body, headers } = form({ name: 'image', filename: 'a.jpg', bytes: await photoOf(0) });
    const nameless = Buffer.from(body.toString('latin1').replace('; filename="a.jpg"', ''), 'latin1');
    assert.ok(nameless.length < body.length);
    assert.equal((await api.post(nameless, headers)).status, 200);
  });

  test('PNG, WebP and AVIF, grey, transparent, and turned by EXIF are read too', async () => {
    const image = () => shapes(3).resize(280, 392, { fit: 'fill' });
    const turned = await image().rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const photos = [image().png(), image().webp(), image().avif({ effort: 0 }), image().ensureAlpha().png()];
    for (const bytes of [...(await Promise.all(photos.map((photo) => photo.toBuffer()))), turned]) {
      const answer = await api.scan(bytes);
      assert.equal(answer.status, 200, answer.text);
      assert.ok(Check(ScanAnswer, answer.body.data));
      assert.equal(answer.body.data.matches[0]?.card.id, 'ember2-2', answer.text);
    }
    assert.equal((await api.scan(await image().greyscale().toColourspace('b-w').png().toBuffer())).status, 200);
  });

  test('game compares the photo with the cards of that game alone, an unknown one has none', async () => {
    const put = (game: string) =>
      api.store.write((writes) => writes.updateTable('cards').set({ game }).where('id', '=', 'ember1-1').execute());
    await put('other');
    // With a photo process of its own: the other one knows already whose the cards were.
    await using own = await apiOn(api.store, { location: api.location });
    const [ember, frost] = [await photoOf(0), await photoOf(5)];
    const ids = async (bytes: Uint8Array, game?: string) => {
      const fields = game === undefined ? [] : [{ name: 'game', bytes: game }];
      const { body, headers } = form({ name: 'image', filename: 'a.jpg', bytes }, ...fields);
      const authorization = `Bearer ${own.key}`;
      const sent = { method: 'POST', headers: { ...headers, authorization }, body };
      const answer = await fetch(`http://127.0.0.1:${own.port}/v1/scan`, sent);
      assert.equal(answer.status, 200);
      const { data } = (await answer.json()) as { data: { matches: { card: { id: string } }[] } };
      return data.matches.map(({ card }) => card.id);
    };
    assert.deepEqual([await ids(ember), await ids(frost)], [['ember1-1'], ['frost1-2']]);
    assert.deepEqual([await ids(ember, 'other'), await ids(frost, 'game')], [['ember1-1'], ['frost1-2']]);
    assert.deepEqual([await ids(frost, 'other'), await ids(frost, 'unknown'), await ids(frost, '')], [[], [], []]);
    assert.ok(!(await ids(ember, 'game')).includes('ember1-1'));
    await put('game');
  });

  test('cards=all gives each of several cards with its place and its own matches; without it there are none', async () => {
    const [ember, frost] = await Promise.all([photoOf(0), photoOf(5)]);
    const table = sharp({ create: { width: 900, height: 560, channels: 3, background: '#5a5a5a' } });
    const pieces = [
      { input: ember, left: 90, top: 84 },
      { input: frost, left: 510, top: 84 },
    ];
    const photo = await table.composite(pieces).jpeg().toBuffer();
    const { body, headers } = form({ name: 'image', filename: 'a.jpg', bytes: photo });
    const answerTo = async (query: string) => {
      const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${api.key}` }, body };
      const answer = await fetch(`http://127.0.0.1:${api.port}/v1/scan${query}`, sent);
      return { status: answer.status, ...((await answer.json()) as Pick<Answer['body'], 'data' | 'error'>) };
    };
    const { status, data } = await answerTo('?cards=all');
    assert.equal(status, 200);
    assert.ok(Check(ScanAnswer, data), JSON.stringify(data));
    assert.deepEqual(
      data.cards?.map(({ matches }) => matches.map(({ card }) => card.id)),
      [['ember1-1'], ['frost1-2']],
    );
    const [[left = 0, top = 0] = []] = data.cards?.[1]?.corners ?? [];
    assert.ok(Math.abs(left - 510 / 900) < 0.02 && Math.abs(top - 84 / 560) < 0.02);
    assert.equal(data.matches.length, 1);
    const plain = await answerTo('');
    assert.deepEqual(Object.keys(plain.data as object), ['analysis', 'matches', 'several']);
    assert.equal((plain.data as { several?: boolean }).several, true);
    const refused = await answerTo('?cards=two');
    assert.deepEqual([refused.status, refused.error?.code], [400, 'bad_request']);
  });

  test('an empty matches array with analysis.game null is a valid 200', async () => {
    const flat = sharp({ create: { width: 300, height: 420, channels: 3, background: '#808080' } });
    const answer = await api.scan(await flat.jpeg().toBuffer());
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.data, { analysis: { game: null }, matches: [] });
  });
});

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
}

/** A PNG of one bit a pixel: few bytes for many pixels. */
function whitePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

/** The PNG with a text beside it that unpacks to so many bytes. */
function withText(png: Buffer, bytes: number): Buffer {
  const text = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(bytes, 65), { level: 1 }),
  ]);
  return Buffer.concat([png.subarray(0, 33), pngChunk('zTXt', text), png.subarray(33)]);
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false });

/** Bytes that are no picture of a card, by name. */
async function hostileImages(): Promise<Record<string, Buffer>> {
  const jpeg = await photoOf(1);
  const png = await shapes(1).png().toBuffer();
  const webp = await shapes(1).webp().toBuffer();
  const lyingJpeg = Buffer.from(jpeg);
  const frame = lyingJpeg.indexOf(Buffer.from([0xff, 0xc0]));
  lyingJpeg.writeUInt16BE(65_500, frame + 5);
  lyingJpeg.writeUInt16BE(65_500, frame + 7);
  const headOnly = Buffer.from(jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])) + 14));
  return {
    'no bytes': Buffer.alloc(0),
    text: Buffer.from('hello, this is no picture'),
    noise: randomBytes(5000),
    'a JPEG cut short': jpeg.subarray(0, jpeg.length / 2),
    'a PNG cut short': png.subarray(0, png.length / 2),
    'a WebP cut short': webp.subarray(0, webp.length / 2),
    'a JPEG of a head alone': headOnly,
    'a JPEG that says 65500 × 65500': lyingJpeg,
    SVG: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420"><rect width="300" height="420"/></svg>',
    ),
    'SVG that reads files': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="300" height="420"><text>&x;</text></svg>',
    ),
    TIFF: await shapes(1).tiff().toBuffer(),
    'GIF, animated': await sharp(await shapes(1).raw().toBuffer(), {
      raw: { width: 300, height: 420, channels: 3, pageHeight: 210 },
    })
      .gif()
      .toBuffer(),
    HEIC: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1'),
    PDF: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'),
    '1 × 1': await blank(1, 1).png().toBuffer(),
    '63 × 140': await blank(63, 140).png().toBuffer(),
    '100 × 301': await blank(100, 301).png().toBuffer(),
    '1 × 30000': await blank(1, 30_000).png().toBuffer(),
    '20000 × 20000': whitePng(20_000, 20_000),
  };
}

suite('bytes that are no photo', () => {
  test('bytes that are not a decodable image answer 400 unsupported_image', async () => {
    for (const [name, bytes] of Object.entries(await hostileImages())) {
      assertFailure(await api.scan(bytes), 400, 'unsupported_image', name);
    }
    assert.equal((await api.scan(await photoOf(0))).status, 200, 'and the next photo is scanned as before');
    assert.equal((await api.scan(await blank(64, 192).png().toBuffer())).status, 200, 'the least that is a picture');
  });

  test('what is packed beside a picture is not unpacked', async () => {
    const { status } = await api.scan(withText(await shapes(1).png().toBuffer(), 100 * MB));
    assert.equal(status, 200);
  });
});

suite('bodies of another shape', () => {
  const jpeg = { filename: 'a.jpg', bytes: 'x' };
  const type = { 'content-type': 'multipart/form-data; boundary=cardstock-test-boundary' };
  const json = { 'content-type': 'application/json' };
  const whole = form({ name: 'image', ...jpeg });
  const bodies: Record<string, [Buffer | string, Record<string, string>]> = {
    'no content type': [whole.body, {}],
    'another content type': [whole.body, { 'content-type': 'image/jpeg' }],
    'a form of the other kind': ['image=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    'no boundary': [whole.body, { 'content-type': 'multipart/form-data' }],
    'an empty boundary': [whole.body, { 'content-type': 'multipart/form-data; boundary=' }],
    'another boundary': [whole.body, { 'content-type': 'multipart/form-data; boundary=other' }],
    'a boundary of 300 characters': [
      whole.body,
      { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` },
    ],
    'an empty form': ['', type],
    'a form without parts': ['--cardstock-test-boundary--\r\n', type],
    'a part that is never closed': [whole.body.subarray(0, -8), type],
    'a part without a head': ['--cardstock-test-boundary\r\n\r\nx\r\n--cardstock-test-boundary--\r\n', type],
    'the wrong field': [form({ name: 'file', ...jpeg }).body, type],
    'the field as text': [form({ name: 'image', bytes: 'x' }).body, type],
    'several files': [form({ name: 'image', ...jpeg }, { name: 'image', ...jpeg }).body, type],
    'a file beside it': [form({ name: 'image', ...jpeg }, { name: 'other', ...jpeg }).body, type],
    'twenty fields': [form(...Array.from({ length: 20 }, (_, at) => ({ name: `f${at}`, bytes: 'x' }))).body, type],
    'an empty JSON body': ['', json],
    'JSON that is none': ['{"url": ', json],
    'JSON null': ['null', json],
    'a JSON list': ['["https://example.com/a.jpg"]', json],
    'JSON text': ['"https://example.com/a.jpg"', json],
    'JSON without a url': ['{}', json],
    'a url that is a number': ['{"url": 1}', json],
    'a url that is null': ['{"url": null}', json],
    'a game that is a number': ['{"url": "https://example.com/a.jpg", "game": 1}', json],
    'a game that is null': ['{"url": "https://example.com/a.jpg", "game": null}', json],
    'a game that is no text': [JSON.stringify({ url: 'https://example.com/a.jpg', game: '\0' }), json],
    'a game as a file': [form({ name: 'image', ...jpeg }, { name: 'game', ...jpeg }).body, type],
    'a game in a form that is no text': [form({ name: 'image', ...jpeg }, { name: 'game', bytes: '\0' }).body, type],
    'a url that is a list': ['{"url": ["https://example.com/a.jpg"]}', json],
    'a url that is inherited': ['{"__proto__": {"url": "https://example.com/a.jpg"}}', json],
    'JSON that is no UTF-8': [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), json],
    'JSON of 20 kB': [JSON.stringify({ url: `https://example.com/${'a'.repeat(20_000)}` }), json],
    'JSON that is deep': ['['.repeat(16_000), json],
    'a compressed body': [whole.body, { ...type, 'content-encoding': 'gzip' }],
  };
  for (const [name, [body, headers]] of Object.entries(bodies)) {
    test(`${name}: body is not one of the two supported shapes, 400 bad_request`, async () => {
      assertFailure(await api.post(body, headers), 400, 'bad_request', name);
    });
  }

  test('no body at all is neither of the two shapes: 400 bad_request at once, whatever type it names', async () => {
    for (const type of [
      '',
      'Content-Type: multipart/form-data; boundary=b\r\n',
      'Content-Type: application/json\r\n',
    ]) {
      const head = `POST /v1/scan HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\n${type}\r\n`;
      const { status, body } = await sendRaw(api.port, head);
      assert.equal(status, 400, type);
      assert.equal(JSON.parse(body).error.code, 'bad_request', type);
    }
  });

  test('a url that is not https, or leads to a non-public address, answers 400 url_not_allowed', async () => {
    for (const url of ['http://example.com/a.jpg', 'https://127.0.0.1/a.jpg', 'file:///etc/passwd', '', 'nonsense']) {
      assertFailure(await api.post(JSON.stringify({ url }), json), 400, 'url_not_allowed', url);
    }
  });

  test('a url that cannot be fetched answers 400 url_fetch_failed', async () => {
    const answer = await api.post('{"url":"https://no-such-name.example/a.jpg"}', json);
    assertFailure(answer, 400, 'url_fetch_failed');
  });
});

suite('bodies that are too large', () => {
  test('an image larger than 10 MB answers 413 payload_too_large to a client that is still sending', async () => {
    for (const bytes of [10 * MB + 1, 12 * MB]) {
      const body = new FormData();
      body.set('image', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
      const headers = { authorization: `Bearer ${api.key}` };
      const answer = await fetch(`http://127.0.0.1:${api.port}/v1/scan`, { method: 'POST', headers, body });
      assert.equal(answer.status, 413);
      assert.deepEqual(Object.keys((await answer.json()) as object), ['data', 'error']);
    }
  });

  test('a chunked body that is too large likewise', async () => {
    const { body, headers } = form({ name: 'image', filename: 'a.jpg', bytes: new Uint8Array(11 * MB) });
    const chunked = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < body.length; at += 65_536) controller.enqueue(body.subarray(at, at + 65_536));
        controller.close();
      },
    });
    const answer = await fetch(`http://127.0.0.1:${api.port}/v1/scan`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${api.key}` },
      body: chunked,
      duplex: 'half',
    } as RequestInit);
    assert.equal(answer.status, 413);
  });

  test('an image of exactly 10 MB is not too large', async () => {
    assertFailure(await api.scan(new Uint8Array(10 * MB)), 400, 'unsupported_image');
  });

  test('a body that says it has more than 32 MB is answered 413 at once, and cut', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'image/jpeg', 'content-length': 40 * MB };
      const options = { host: '127.0.0.1', port: api.port, method: 'POST', path: '/v1/scan', headers, agent: false };
      const request = httpRequest(options, (response) => resolve([response.statusCode, response.headers.connection]));
      request.on('error', reject);
      request.flushHeaders();
    });
    assert.deepEqual(status, [413, 'close']);
  });

  test('authentication comes before the body is read', async () => {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(9 * MB)]), 'photo.jpg');
    for (const headers of [{}, { authorization: 'Bearer cs_live_x' }]) {
      const answer = await fetch(`http://127.0.0.1:${api.port}/v1/scan`, { method: 'POST', headers, body });
      assert.equal(answer.status, 401);
    }
  });
});

suite('who may scan, and how often', () => {
  const keyOf = async (scopes: ('read' | 'scan')[], rate: number | null) =>
    (await issueKey(api.store, { name: 'x', scopes, rate, expires_at: null })).key;

  test('a key without the scope scan answers 401 unauthorized', async () => {
    const authorization = `Bearer ${await keyOf(['read'], 0)}`;
    assertFailure(await api.post('{}', { 'content-type': 'application/json', authorization }), 401, 'unauthorized');
  });

  test('30 scans a minute are counted beside the requests of the key; the next answers 429 with Retry-After', async () => {
    const authorization = `Bearer ${await keyOf(['scan'], null)}`;
    const headers = { 'content-type': 'application/json', authorization };
    for (let at = 0; at < 30; at += 1) assertFailure(await api.post('{}', headers), 400, 'bad_request');
    const refused = await api.post('{}', headers);
    assertFailure(refused, 429, 'rate_limited');
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
    assert.match(String(refused.headers['ratelimit-policy']), /"default";q=600;w=60, "scan";q=30;w=60/);
  });

  test('other methods answer 404 in the envelope', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await api.send(method, '/v1/scan', { authorization: `Bearer ${api.key}` });
      assert.equal(answer.status, 404, method);
    }
  });

  test('503 scan_unavailable while no card is indexed, and where scanning is turned off', async () => {
    const { body, headers } = form({ name: 'image', filename: 'a.jpg', bytes: await photoOf(0) });
    for (const parts of [{}, { location: { dataDir: '/nonexistent' } }]) {
      await using empty = await tinyApi(undefined, parts);
      const answer = await fetch(`http://127.0.0.1:${empty.port}/v1/scan`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${empty.key}` },
        body,
      });
      assert.equal(answer.status, 503);
      const { error } = (await answer.json()) as { error: { code: string } };
      assert.equal(error.code, 'scan_unavailable');
    }
  });
});
