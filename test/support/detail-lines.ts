/** The details of a synthetic `dist/`. */
import {
  idsInLineFile,
  LINE_FILE_BUCKETS,
  lineFileOf,
  type LineRows,
  linesOfBucket,
  writeBucketLines,
} from '#core/bucket-lines.ts';
import {
  bucketOf,
  type DetailIndex,
  emptyIndex,
  nameKey,
  namesFileOf,
  retiredFileOf,
  writeNames,
} from '#core/details.ts';
import { writeIndex } from '#core/detail-index.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import {
  bucketPath,
  datedPathOf,
  detailPath,
  linesPath,
  namesPath,
  stationTablePath,
  withdrawnPath,
} from '#core/paths.ts';
import { bucketHead } from '#core/stored-lines.ts';
import { formatDay } from '#core/time.ts';
import {
  detailBody,
  goneBody,
  nearbyQuake,
  nearbyStation,
  stationTable,
  storedDetail,
} from '../../generator/outputs/detail.ts';
import { STATIONS } from './build.ts';

type Put = (name: string, body: string | Uint8Array) => void;

/** Lines and names of these only, and their files. @returns the index's hash */
export function makeDetails(detailed: Earthquake[], gone: Earthquake[], put: Put): string {
  const lines = new Map<number, string>();
  const names = new Map<number, Map<string, number>>();
  const stations = STATIONS.map(nearbyStation);
  const add = (
    earthquake: Earthquake,
    { line, answer = line }: { line: string; answer?: string },
    fileOf = (name: string) => name,
  ): void => {
    const { id, time, slug } = earthquake;
    const date = formatDay(time);
    lines.set(id, line);
    names.getOrInsert(namesFileOf(date), new Map()).set(nameKey(date, slug), id);
    for (const name of [detailPath(id), datedPathOf(date, slug)]) put(fileOf(name), answer);
  };
  for (const one of detailed) {
    const near = { nearbyStations: stations, nearbyQuakes: detailed.filter((other) => other !== one).map(nearbyQuake) };
    add(one, { line: storedDetail(one, near), answer: detailBody(one, near) });
  }
  for (const one of gone) {
    add(one, { line: goneBody(one) }, withdrawnPath);
    names.getOrInsert(retiredFileOf(one.eventId), new Map()).set(one.eventId, one.id);
  }
  const hashed = (name: string, body: string | Uint8Array): string => (put(name, body), contentHash(body));
  const table = stationTable(stations);
  const index: DetailIndex = { ...emptyIndex(), stations: hashed(stationTablePath(contentHash(table)), table) };
  const places: LineRows[] = [];
  const ids = [...lines.keys()].sort((a, b) => a - b);
  for (let bucket = 0; bucket <= bucketOf(ids.at(-1) ?? -1); bucket += 1) {
    const own = ids.flatMap((id) => (bucketOf(id) === bucket ? lines.get(id)! : []));
    const body = `${bucketHead(index.stations!)}${own.join('')}`;
    index.buckets.push(own.length === 0 ? null : hashed(bucketPath(bucket), body));
    places.push(linesOfBucket(Buffer.from(body)));
  }
  for (let file = 0; file <= lineFileOf(index.buckets.length - 1); file += 1) {
    const body = writeBucketLines(idsInLineFile(file, places.length), (nth) => places[file * LINE_FILE_BUCKETS + nth]);
    index.lines.push(hashed(linesPath(contentHash(body)), body));
  }
  for (const [file, entries] of names) index.names[file] = hashed(namesPath(file), writeNames(entries));
  const { hash, files } = writeIndex(index);
  for (const [path, body] of files) put(path, body);
  return hash;
}
