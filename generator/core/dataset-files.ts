/** Which files a dataset consists of, beside its manifest and the compressed forms of answers. */
import { writeIndex } from './detail-index.ts';
import { numberedFiles, type DetailIndex } from './details.ts';
import { researchFiles, type Manifest } from './manifest-json.ts';
import {
  areaPath,
  cataloguePath,
  hashInPath,
  indexPath,
  linesPath,
  partPath,
  segmentPath,
  stationTablePath,
} from './paths.ts';
import { shardFiles } from './shard-entry.ts';

/** A manifest with the index that it names. */
export interface Published {
  manifest: Manifest;
  index: DetailIndex;
}

type HashOfPath = [path: string, hash: string];

/** Each with the hash of its content. */
export function datasetFiles({ manifest, index }: Published) {
  const { parts, shards, areas = [], segments, research, catalogue = [], releases = [], details, answers } = manifest;
  const named = [
    ...parts.map(({ hash }) => partPath(hash)),
    ...shards.flatMap(shardFiles),
    ...areas.map(({ hash }) => areaPath(hash)),
    ...segments.map(({ hash }) => segmentPath(hash)),
    ...research.flatMap(researchFiles),
    ...new Set([indexPath(details.hash), ...writeIndex(index).files.keys()]),
    ...index.lines.flatMap((hash) => (hash === null ? [] : [linesPath(hash)])),
    ...(index.stations === null ? [] : [stationTablePath(index.stations)]),
  ];
  return {
    /** Under a name of their hash. */
    hashed: named.map((path): HashOfPath => [path, hashInPath(path)!]),
    /** Parquet files. */
    catalogue: catalogue.map(({ period, hash }): HashOfPath => [cataloguePath(period), hash]),
    releases: releases.map(({ path, hash }): HashOfPath => [path, hash]),
    /** Lines and names of earthquakes. */
    details: numberedFiles(index),
    answers: Object.entries(answers).map(([path, { hash }]): HashOfPath => [path, hash]),
  };
}
