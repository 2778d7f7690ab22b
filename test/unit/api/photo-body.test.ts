/** What a form with a photo is told when it cannot be taken. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPhoto } from '../../../src/api/body/photo-body.ts';
import { Failure } from '../../../src/failure.ts';
import { form } from '../../support/stages/scan-api.ts';

const jpeg = { filename: 'a.jpg', bytes: 'x' };
const nameless =
  '--cardstock-test-boundary\r\nContent-Disposition: form-data; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nx\r\n--cardstock-test-boundary--\r\n';

const FORMS: Record<string, [Buffer, RegExp]> = {
  'two files': [form({ name: 'image', ...jpeg }, { name: 'image', ...jpeg }).body, /more than one file/],
  'three files': [form(...['image', 'a', 'b'].map((name) => ({ name, ...jpeg }))).body, /more than one file/],
  'another field': [form({ name: 'photo', ...jpeg }).body, /in the field "photo": send it in the field image/],
  'no name': [Buffer.from(nameless), /in a part without a name: send it in the field image/],
  text: [form({ name: 'image', bytes: 'x' }).body, /field image is text: give its part a file name/],
  'no file': [form({ name: 'game', bytes: 'x' }).body, /no file: send one in the field image/],
  'many parts': [
    form(...Array.from({ length: 20 }, (_, at) => ({ name: `f${at}`, bytes: 'x' }))).body,
    /too many parts/,
  ],
};

for (const [name, [body, message]] of Object.entries(FORMS)) {
  test(`a form is told what is wrong with it: ${name}`, async () => {
    const { headers } = form();
    const upload = { contentType: headers['content-type'], contentCoding: undefined, read: async () => body };
    await assert.rejects(readPhoto(upload), (error) => {
      assert.ok(error instanceof Failure);
      assert.equal(error.code, 'bad_request');
      assert.match(error.message, message);
      return true;
    });
  });
}
