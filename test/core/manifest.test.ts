import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import test from 'node:test';
import { DETAIL_FILES } from '#core/details.ts';
import { AGENCIES, KNOWN_AGENCIES } from '#core/agencies.ts';
import { FORMAT, readManifest, writeManifest, type Manifest, type ShardEntry } from '#core/manifest.ts';
import { agencyBits, provinceBits } from '#core/shard.ts';
import type { SolutionSpans, Span } from '#core/solution-spans.ts';
import { DAY, SECOND, parseDay } from '#core/time.ts';
import { withItsChecksum } from '../support/manifest.ts';
import fc from '../support/property.ts';

const hashes = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 24, maxLength: 24 })
  .map((digits) => digits.map((digit) => digit.toString(16)).join(''));
const spanOf = (values: fc.Arbitrary<number>): fc.Arbitrary<Span> =>
  fc.tuple(values, values).map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]);
const days = fc.integer({ min: parseDay('0001-01-01')!, max: parseDay('9999-12-31')! });
const seconds = days.map((at) => Math.floor(at / SECOND) * SECOND);
const tenths = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: least * 10, max: most * 10 }).map((value) => value / 10);

const solutionSpans: fc.Arbitrary<SolutionSpans> = fc.dictionary(
  fc.constantFrom(...AGENCIES),
  fc
    .record({
      count: fc.integer({ min: 1, max: 4096 }),
      time: spanOf(seconds),
      latitude: spanOf(tenths(-90, 90)),
      longitude: spanOf(tenths(-180, 180)),
      depthKm: fc.option(spanOf(tenths(-5, 700))),
      magnitudes: fc
        .dictionary(fc.constantFrom('', 'ML', 'Mw*'), spanOf(tenths(-2, 10)), { noNullPrototype: true })
        .map((all) => ({ ...all })),
    })
    .map((spans) => ({ ...spans })),
  { noNullPrototype: true },
);

const shards: fc.Arbitrary<ShardEntry> = fc
  .record({
    hash: hashes,
    fullHash: hashes,
    columnsHash: hashes,
    solutionsHash: hashes,
    namesHash: hashes,
    pointsHash: hashes,
    band: fc.integer({ min: 0, max: 6 }),
    level: fc.integer({ min: 0, max: 27 }),
    index: fc.integer({ min: -200_000, max: 200_000 }),
    count: fc.integer({ min: 1, max: 4096 }),
    time: spanOf(seconds),
    magnitude: fc.option(spanOf(tenths(-2, 10))),
    depthKm: fc.option(spanOf(tenths(-5, 700))),
    latitude: spanOf(tenths(-90, 90)),
    longitude: spanOf(tenths(-180, 180)),
    updatedAt: spanOf(days),
    doubtful: fc.array(fc.nat(), { maxLength: 2 }),
    greatest: fc.option(tenths(-2, 10)),
    blasts: fc.nat(3),
    agencyCounts: fc.array(fc.integer({ min: 0, max: 4096 }), {
      minLength: KNOWN_AGENCIES.length,
      maxLength: KNOWN_AGENCIES.length,
    }),
    provinces: fc.array(fc.integer({ min: 1, max: 81 })).map(provinceBits),
    magnitudeSum: tenths(0, 30_000),
    solutions: solutionSpans,
  })
  .map((entry) => ({
    ...entry,
    greatest: entry.doubtful.length > 0 ? entry.greatest : (entry.magnitude?.[1] ?? null),
    agencies: agencyBits(KNOWN_AGENCIES.filter((_, bit) => entry.agencyCounts[bit]! > 0)),
  }));

const answers = fc.dictionary(
  fc.constantFrom('list.json', 'stats.json', 'stations/all.json', 'rss.xml'),
  fc
    .record({
      hash: hashes,
      size: fc.nat(),
      encodings: fc.constantFrom<('gzip' | 'br')[][]>([], ['gzip', 'br']),
    })
    .map((answer) => ({ ...answer })),
  { noNullPrototype: true },
);

const manifests: fc.Arbitrary<Manifest> = fc
  .record({
    format: fc.constant(FORMAT),
    dataset: hashes,
    day: days.map((at) => Math.floor(at / DAY) * DAY),
    sequence: fc.nat(),
    history: hashes,
    settings: hashes,
    shards: fc.array(shards, { maxLength: 4 }),
    segments: fc.array(
      fc
        .record({ hash: hashes, first: fc.nat(), last: fc.nat(), updatedAt: spanOf(days) })
        .map((segment) => ({ ...segment })),
      {
        maxLength: 3,
      },
    ),
    research: fc.array(
      fc
        .record({ year: fc.nat(), count: fc.nat(), statisticsHash: hashes, declusteredHash: hashes })
        .map((entry) => ({ ...entry })),
      { maxLength: 3 },
    ),
    catalogue: fc.option(
      fc.array(
        fc
          .record({
            period: fc.constantFrom('before-1900', '1900', '2026'),
            hash: hashes,
            size: fc.nat(),
            count: fc.nat(),
          })
          .map((entry) => ({ ...entry })),
        { maxLength: 3 },
      ),
      { nil: undefined },
    ),
    details: fc.record({ hash: hashes, files: fc.constantFrom(...DETAIL_FILES) }).map((details) => ({ ...details })),
    answers,
  })
  .map(({ catalogue, ...manifest }) => ({ ...manifest, ...(catalogue ? { catalogue } : {}) }));

test('what is written is read', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      const text = writeManifest(manifest);
      assert.deepEqual(readManifest(text), manifest);
      assert.equal(writeManifest(readManifest(text)), text);
    }),
    { numRuns: 200 },
  );
});

const [example] = fc.sample(
  manifests.filter(
    (manifest) =>
      manifest.shards.length > 1 && manifest.segments.length > 0 && Object.keys(manifest.answers).length > 0,
  ),
  { numRuns: 1, seed: 7 },
) as [Manifest];
const text = writeManifest(example);

test('a manifest has a shard, a segment and an answer a line', () => {
  const lines = text.split('\n');
  assert.equal(lines.filter((line) => line.startsWith('{"file":"shards/')).length, example.shards.length);
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
      assert.throws(() => readManifest(text.slice(0, length)), { name: 'ManifestError' });
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
  ['shards as an object', changed((json) => Object.assign(json, { shards: {} })), /shards: a list is missing/],
  ['a shard that is null', changed((json) => Object.assign(json, { shards: [null] })), /shards: an object is missing/],
  ['a path outside', shardWith({ file: 'shards/../../etc/passwd' }), /file: .* not a file of this format/],
  ['an absolute path', shardWith({ full: '/etc/passwd' }), /full: .* not a file of this format/],
  ['no count', shardWith({ count: null }), /count: null where a whole number is due/],
  ['an endless span', shardWith({ latitude: [1] }), /latitude: \[1\] where a pair is due/],
  ['a span of three', shardWith({ latitude: [1, 2, 3] }), /latitude: \[1,2,3\] where a pair is due/],
  ['a time in another form', shardWith({ time: ['today', 'tomorrow'] }), /time: "today" where a time is due/],
  ['no sources', shardWith({ sources: undefined }), /sources: an object is missing/],
  ['no details', changed((json) => Object.assign(json, { details: null })), /details: an object is missing/],
  ['an index elsewhere', detailsWith({ file: 'details/index/x.json' }), /details: file: .* not a file of this format/],
  ['details of an unknown kind', detailsWith({ files: 'some' }), /files: "some" where notable, all, none is due/],
  ['no answers', changed((json) => Object.assign(json, { answers: [] })), /answers: an object is missing/],
  ['an unknown encoding', answerWith({ encodings: ['zip'] }), /answers: encodings: "zip" where gzip, br is due/],
  ['an answer without a size', answerWith({ size: -0.5 }), /answers: size: -0.5 where a whole/],
];

function shardWith(fields: object): string {
  return changed((json) => Object.assign(json['shards']![0]!, fields));
}
function detailsWith(fields: object): string {
  return changed((json) => Object.assign(json['details']!, fields));
}
function answerWith(fields: object): string {
  return changed((json) => Object.assign(Object.values(json['answers']!)[0]!, fields));
}

for (const [what, bad, message] of BAD)
  test(`${what} is refused as a manifest`, () => {
    assert.throws(() => readManifest(bad), { name: 'ManifestError', message });
  });

test('an agency of a later version is passed over', () => {
  const [shard] = readManifest(shardWith({ sources: { iris: 3, afad: 2 } })).shards;
  assert.equal(shard!.agencies, agencyBits(['afad']));
  assert.deepEqual(shard!.agencyCounts, [0, 2, ...Array.from({ length: KNOWN_AGENCIES.length - 2 }, () => 0)]);
});
