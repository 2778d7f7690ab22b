/** The process that describes pictures: a bad picture costs itself alone, at once and later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPictureWork, UnusablePicture } from '../../../src/ingest/pictures/describe-pictures.ts';
import { defaultModel, modelFile } from '../../../src/scan/describe/model.ts';
import { shapes } from '../../support/stages/pictured-catalog.ts';

test('a picture that was refused does not end the process under another one a minute later', async (t) => {
  const describer = openPictureWork('bytes', modelFile(defaultModel()));
  t.after(() => describer.close());
  const good = await shapes(1).jpeg().toBuffer();
  const { digest } = await describer.describe({ picture: good });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(describer.describe({ picture: Buffer.from('no picture') }), UnusablePicture);
  t.mock.timers.tick(30_000);
  const next = describer.describe({ picture: good });
  t.mock.timers.tick(30_001);
  assert.equal((await next).digest, digest);
});
