/** Builds in temporary folders, and what lies there afterwards. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { indexParts, readIndexRoot } from '#core/detail-index.ts';
import type { Station } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { researchFiles } from '#core/manifest.ts';
import { indexPartPath, indexPath, partPath, segmentPath } from '#core/paths.ts';
import { build, type BuildOptions, type BuildSummary } from '../../generator/publish/publish.ts';
import { quietBuild } from '../../generator/publish/quiet.ts';
import type { Compress } from '../../generator/publish/answers.ts';
import { shardFiles } from '#core/shard-entry.ts';
import type { Db } from '../../generator/catalog/database.ts';
import { putStations } from '../../generator/catalog/stations.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { manifestIn } from './manifest.ts';
import { at, NOON, report, type TestCatalog, testCatalog } from './catalog.ts';

/** Some hours after the catalogue tests' NOON, within a minute. */
export const AS_OF = at('2024-03-12 18:30:20');

const SETTINGS = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };

const BROTLI_FASTEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 16 } };

/** The best compression takes as long as all else in a build; the golden builds have it. */
const compressFast: Compress = (compression, bytes) =>
  compression === 'gzip' ? gzipSync(bytes, { level: 1 }) : brotliCompressSync(bytes, BROTLI_FASTEST);

const optionsOf = (dist: string, db: Db, options: Partial<BuildOptions>): BuildOptions => ({
  ...{ db, dist, asOf: AS_OF, settings: SETTINGS, compress: compressFast, rendering: 'tests', ...options },
  // No test cuts the power: to wait for the disk would only take time.
  output: { flush: () => {}, ...options.output },
});

export const buildInto = (dist: string, db: Db, options: Partial<BuildOptions> = {}): BuildSummary =>
  build(optionsOf(dist, db, options));

/** Undefined where there is something to build. */
export const quietInto = (dist: string, db: Db, options: Partial<BuildOptions> = {}): BuildSummary | undefined =>
  quietBuild(optionsOf(dist, db, options));

export const manifestOf = manifestIn;

/** Paths of all files below a folder but hidden ones. */
function* filesIn(root: string, folder = ''): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesIn(root, `${path}/`);
    else yield path;
  }
}

/** Every file that is neither bookkeeping nor kept only for cached manifests: path → hash of its bytes. */
export function treeOf(dist: string): Map<string, string> {
  const { parts, shards, segments, research, details } = manifestOf(dist);
  const named = new Set([
    ...parts.map(({ hash }) => partPath(hash)),
    ...research.flatMap(researchFiles),
    ...shards.flatMap(shardFiles),
    ...segments.map(({ hash }) => segmentPath(hash)),
    indexPath(details.hash),
    ...indexParts(readIndexRoot(readFileSync(join(dist, indexPath(details.hash))))).map(indexPartPath),
  ]);
  const files = [...filesIn(dist)].filter(
    (path) => !/^(shards|changes|research|details\/index|versions)\//.test(path) || named.has(path),
  );
  return new Map(files.sort().map((path) => [path, contentHash(readFileSync(join(dist, path)))]));
}

/** Files of provinces and their pages with their hashes. */
export const provinceFiles = (dist: string): Map<string, string> =>
  new Map(
    [...treeOf(dist)].filter(([path]) =>
      /^(provinces|il|en\/province)\/[^/]+(\.(json|geojson|xml)|\/index\.html)$/.test(path),
    ),
  );

/** The answer that lies under a path. */
export const jsonOf = <T = { earthquake: Record<string, unknown> }>(dist: string, path: string): T =>
  JSON.parse(readFileSync(join(dist, path), 'utf8')) as T;

const station = (code: string, latitude: number, longitude: number): Station => ({
  network: 'KO',
  code,
  name: `Synthetic ${code}`,
  source: 'kandilli',
  latitude,
  longitude,
  elevationM: 100,
});

export const STATIONS: Station[] = [
  station('ADAN', 37, 35.3),
  station('GAZ', 37.1, 37.4),
  { ...station('4602', 37.6, 36.9), network: 'TK', source: 'afad', elevationM: null },
];

/** A station moves: every detail may change. */
export const moveStation = (db: Db, code: string, latitude: number): void =>
  putStations(db, [{ ...(STATIONS.find((one) => one.code === code) ?? station(code, 0, 36)), latitude }]);

/** Neighbours of each other around NOON, by USGS; with 0-based numbers as keys. */
export const neighbours = (count: number): SourceReport[] =>
  Array.from({ length: count }, (_, n) =>
    report({
      key: `us${n}`,
      time: NOON + (n - count / 2) * 3 * HOUR,
      latitude: 37.01 + 0.05 * (n % 17),
      longitude: 37.02 + 0.03 * (n % 5),
      magnitudes: [{ type: 'mb', value: 3 + (n % 40) / 10 }],
    }),
  );

/** A catalogue of some earthquakes near each other, and stations. */
export function sampleCatalog(count = 12, path?: string): TestCatalog {
  const catalog = testCatalog(path);
  putStations(catalog.db, STATIONS);
  catalog.run({ feed: 'usgs-fdsn', reports: neighbours(count) });
  return catalog;
}

/** One more statement of USGS, a minute after the last. */
export function usgsSays(catalog: TestCatalog, ...reports: Partial<SourceReport>[]): void {
  catalog.now += MINUTE;
  catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports: reports.map(report) });
}
