import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import test from 'node:test';
import { type ManifestRoot, readRoot, writeManifest } from '#core/manifest.ts';
import { withItsChecksum } from '../support/manifest.ts';
import { manifests } from '../support/manifest-values.ts';
import fc from '../support/property.ts';

test('what is written is read', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      const text = writeManifest(manifest);
      assert.deepEqual(readRoot(text), manifest);
      assert.equal(writeManifest(readRoot(text)), text);
    }),
    { numRuns: 200 },
  );
});

const [example] = fc.sample(
  manifests.filter(
    (manifest) => manifest.parts.length > 1 && manifest.segments.length > 0 && Object.keys(manifest.answers).length > 0,
  ),
  { numRuns: 1, seed: 7 },
) as [ManifestRoot];
const text = writeManifest(example);

test('a manifest has a part and a segment a line', () => {
  const lines = text.split('\n');
  assert.equal(lines.filter((line) => line.startsWith('{"file":"shards/')).length, example.parts.length);
  assert.equal(lines.filter((line) => line.startsWith('{"file":"changes/')).length, example.segments.length);
});

test('its last line is the SHA-256 of what is before, as docs/dist-format.md says', () => {
  const [, part, sum] = /^([^]*)"sha256": "([0-9a-f]{64})"\}\n$/.exec(text)!;
  assert.equal(hash('sha256', part!, 'hex'), sum);
  assert.equal((JSON.parse(text) as { sha256: string }).sha256, sum);
});

test('no part of a manifest is a manifest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.trimEnd().length - 1 }), (length) => {
      assert.throws(() => readRoot(text.slice(0, length)), { name: 'ManifestError' });
    }),
  );
});

type Json = { [key: string]: never };
const changed = (change: (json: Json) => void): string => {
  const json = JSON.parse(text) as Json;
  change(json);
  return withItsChecksum(JSON.stringify(json));
};
const BAD: [string, string, RegExp][] = [
  ['nothing', '', /not whole JSON/],
  ['null', 'null', /has format undefined/],
  ['a list', '[]', /has format undefined/],
  ['another format', '{"format":1}', /has format 1; this version reads 9, which npm run generate writes/],
  ['a text as format', '{"format":"3"}', /has format "3"/],
  ['the former format', '{"format":8}', /has format 8; this version reads 9, which npm run generate writes/],
  ['only a format', '{"format":9}', /is damaged: what it holds has another SHA-256/],
  ['no dataset', changed((json) => delete json['dataset']), /dataset: undefined where a text is due/],
  ['a checksum that is not the last member', `${text.trimEnd().slice(0, -1)},"more":1}\n`, /is damaged/],
  ['a checksum in other letters', text.replace(/"[0-9a-f]{64}"/, (one) => one.toUpperCase()), /is damaged/],
  ['a file with other line ends', text.replaceAll('\n', '\r\n'), /is damaged/],
  ['a sequence in words', changed((json) => Object.assign(json, { sequence: 'ten' })), /sequence: "ten" where a whole/],
  ['half a sequence', changed((json) => Object.assign(json, { sequence: 1.5 })), /sequence: 1.5 where a whole/],
  ['a wrong day', changed((json) => Object.assign(json, { day: '2023-02-30' })), /day: .* a day is due/],
  ['no parts', changed((json) => delete json['parts']), /parts: a list is missing/],
  ['a part that is null', changed((json) => Object.assign(json, { parts: [null] })), /parts: an object is missing/],
  ['a part elsewhere', partWith({ file: 'shards/../../etc/passwd' }), /file: .* not a file of this format/],
  ['a shard as a part', partWith({ file: `shards/${'0'.repeat(24)}.json` }), /file: .* not a file of this format/],
  ['a part of no period', partWith({ period: 'lately' }), /period: "lately" is no period/],
  ['an endless part', partWith({ time: ['2020-01-01 00:00:00'] }), /time: .* where a pair is due/],
  ['no details', changed((json) => Object.assign(json, { details: null })), /details: an object is missing/],
  ['an index elsewhere', detailsWith({ file: 'details/index/x.json' }), /details: file: .* not a file of this format/],
  ['details of an unknown kind', detailsWith({ files: 'some' }), /files: "some" where notable, all, none is due/],
  ['no answers', changed((json) => Object.assign(json, { answers: [] })), /answers: an object is missing/],
  ['an unknown encoding', answerWith({ encodings: ['zip'] }), /answers: encodings: "zip" where gzip, br is due/],
  ['an answer without a size', answerWith({ size: -0.5 }), /answers: size: -0.5 where a whole/],
];

function partWith(fields: object): string {
  return changed((json) => Object.assign(json['parts']![0]!, fields));
}
function detailsWith(fields: object): string {
  return changed((json) => Object.assign(json['details']!, fields));
}
function answerWith(fields: object): string {
  return changed((json) => Object.assign(Object.values(json['answers']!)[0]!, fields));
}

for (const [what, bad, message] of BAD)
  test(`${what} is refused as a manifest`, () => {
    assert.throws(() => readRoot(bad), { name: 'ManifestError', message });
  });
