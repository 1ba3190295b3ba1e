/** The index of details in its parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIndex, readIndexPart, readIndexRoot, writeIndex } from '#core/detail-index.ts';
import { type DetailIndex, emptyIndex } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';

const hashesOf = (count: number, kind: string): string[] =>
  Array.from({ length: count }, (_, nth) => contentHash(`${kind} ${nth}`));

const index: DetailIndex = {
  ...{ buckets: [...hashesOf(700, 'bucket'), null], newest: hashesOf(4000, 'newest') },
  ...{ names: emptyIndex().names.with(7, contentHash('names')), lines: [null, contentHash('lines')] },
  stations: contentHash('stations'),
};

function filesOf(one: DetailIndex) {
  const { hash, files } = writeIndex(one);
  return { hash, files: new Map([...files].map(([path, text]) => [path, Buffer.from(text)])) };
}

test('an index is read as it was written', () => {
  for (const one of [index, emptyIndex()]) {
    const { hash, files } = filesOf(one);
    assert.deepEqual(
      readIndex(hash, (path) => files.get(path)),
      one,
    );
  }
});

test('another file changes the part of its 256 and the list of parts alone', () => {
  const former = filesOf(index).files;
  const changed = filesOf({ ...index, newest: index.newest.with(3999, contentHash('revised')) }).files;
  const written = [...changed].filter(([path]) => !former.has(path));
  assert.equal(written.length, 2);
  const bytes = written.reduce((sum, [, body]) => sum + body.byteLength, 0);
  const all = [...former.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  assert.ok(bytes < all / 15, `${bytes} of ${all} bytes`);
});

test('a file of an index that is missing or damaged is refused by its name', () => {
  const { hash, files } = filesOf(index);
  for (const path of files.keys())
    for (const [bytes, what] of [
      [undefined, 'missing'],
      [Buffer.from('[]'), 'damaged'],
    ] as const)
      assert.throws(() => readIndex(hash, (one) => (one === path ? bytes : files.get(one))), {
        message: `${path} is ${what}`,
      });
});

test('what is no index is refused', () => {
  const lists = '"buckets":[],"newest":[],"names":[]';
  for (const bad of ['{}', '[]', `{${lists}}`, `{${lists},"lines":["../x"]}`, '{"buckets":[]', `{${lists},"lines":[]`])
    assert.throws(() => readIndexRoot(Buffer.from(bad)), bad);
  assert.throws(
    () => readIndexRoot(Buffer.from(`{${lists.replace('[]', '[null]')},"lines":[]}`)),
    /buckets lack a part/,
  );
  for (const bad of ['{}', '["../x"]', '[1]', '[']) assert.throws(() => readIndexPart(Buffer.from(bad)), bad);
});
