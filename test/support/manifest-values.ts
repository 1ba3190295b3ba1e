/** Any manifest, and any entry of a shard. */
import { AGENCIES, KNOWN_AGENCIES } from '#core/agencies.ts';
import { DETAIL_FILES } from '#core/details.ts';
import { FORMAT, type ManifestRoot, type ShardEntry } from '#core/manifest.ts';
import { agencyBits, provinceBits } from '#core/shard.ts';
import type { SolutionSpans, Span } from '#core/solution-spans.ts';
import { DAY, HOUR, SECOND, parseDay } from '#core/time.ts';
import fc from './property.ts';

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

export const shards: fc.Arbitrary<ShardEntry> = fc
  .record({
    hash: hashes,
    fullHash: hashes,
    columnsHash: hashes,
    solutionsHash: hashes,
    namesHash: hashes,
    pointsHash: hashes,
    band: fc.integer({ min: 0, max: 6 }),
    level: fc.integer({ min: 0, max: 27 }),
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
    index: Math.floor(entry.time[0] / (2 ** entry.level * HOUR)),
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

const parts = fc
  .record({
    hash: hashes,
    period: fc.constantFrom('before-1900', '1900s', '2020s', 'recent'),
    shards: fc.nat(),
    count: fc.nat(),
    time: spanOf(seconds),
  })
  .map((part) => ({ ...part }));

export const manifests: fc.Arbitrary<ManifestRoot> = fc
  .record({
    format: fc.constant(FORMAT),
    dataset: hashes,
    day: days.map((at) => Math.floor(at / DAY) * DAY),
    sequence: fc.nat(),
    history: hashes,
    settings: hashes,
    parts: fc.array(parts, { maxLength: 4 }),
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
