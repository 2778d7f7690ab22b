/** Pictures that nobody answers for: single ones come later, five in a row are an outage of whoever serves them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type IndexedPicture, indexPictures } from '../../../src/ingest/pictures/index-pictures.ts';
import { defaultModel } from '../../../src/scan/describe/model.ts';
import { Outage, type Read, wholeDocument } from '../../../src/upstream/document.ts';

const silent = new Outage('nobody answers', { cause: new Error('ECONNREFUSED') });
const gone = new Outage('answered 404', { cause: new Error('404'), status: 404 });
const unchanged: Read = async (url) => wholeDocument(url, [], 'tag', 'tag');

/** What comes of pictures that are read one after the other, each as `reads` has it. */
async function indexed(reads: readonly Read[]): Promise<string[]> {
  const known = {
    model: defaultModel().version,
    etag: 'tag',
    digest: 'd',
    failures: 0,
    tried_at: '',
    isDescribed: true,
    lacksDetail: false,
  };
  const cards = reads.map((_, at) => {
    const picture = `https://pictures.example/${at}`;
    return { key: at + 1, id: `card-${at}`, picture, known: { ...known, picture } };
  });
  let turn = Promise.resolve();
  // Whoever asked first is answered first: what comes in a row is then what was written in a row.
  const read: Read = (url, options) => {
    const answer = turn.then(() => (reads[Number(url.split('/').at(-1))] ?? unchanged)(url, options));
    turn = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  };
  const results: IndexedPicture[] = [];
  for await (const result of indexPictures(cards, { read, model: defaultModel() })) results.push(result);
  return results.map((result) => Object.keys(result)[0] ?? '');
}

const fails =
  (outage: Outage): Read =>
  () =>
    Promise.reject(outage);

test('four in a row that nobody answers for are left for later, and what is answered between begins anew', async () => {
  const four = Array(4).fill(fails(silent));
  assert.deepEqual(await indexed([...four, unchanged, ...four]), [
    ...Array(4).fill('postponed'),
    'kept',
    ...Array(4).fill('postponed'),
  ]);
});

test('five in a row are an outage, and the run says why', async () => {
  await assert.rejects(indexed(Array(5).fill(fails(silent))), silent);
});

test('a picture that is answered for, but not there, says something of itself alone', async () => {
  assert.deepEqual(await indexed(Array(9).fill(fails(gone))), Array(9).fill('kept'));
});
