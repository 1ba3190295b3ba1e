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
  writeIndex,
  writeNames,
} from '#core/details.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { bucketPath, datedPathOf, detailPath, indexPath, linesPath, namesPath, withdrawnPath } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { detailBody, goneBody } from '../../generator/outputs/detail.ts';

type Put = (name: string, body: string | Uint8Array) => void;

/** Lines and names of these only, and their files. @returns the index's hash */
export function makeDetails(detailed: Earthquake[], gone: Earthquake[], put: Put): string {
  const lines = new Map<number, string>();
  const names = new Map<number, Map<string, number>>();
  const add = (earthquake: Earthquake, line: string, fileOf = (name: string) => name): void => {
    const { id, time, slug } = earthquake;
    const date = formatDay(time);
    lines.set(id, line);
    names.getOrInsert(namesFileOf(date), new Map()).set(nameKey(date, slug), id);
    for (const name of [detailPath(id), datedPathOf(date, slug)]) put(fileOf(name), line);
  };
  for (const one of detailed) add(one, detailBody(one, { nearbyStations: [], nearbyQuakes: [] }));
  for (const one of gone) {
    add(one, goneBody(one), withdrawnPath);
    names.getOrInsert(retiredFileOf(one.eventId), new Map()).set(one.eventId, one.id);
  }
  const index: DetailIndex = emptyIndex();
  const hashed = (name: string, body: string | Uint8Array): string => (put(name, body), contentHash(body));
  const places: LineRows[] = [];
  const ids = [...lines.keys()].sort((a, b) => a - b);
  for (let bucket = 0; bucket <= bucketOf(ids.at(-1) ?? -1); bucket += 1) {
    const body = ids.flatMap((id) => (bucketOf(id) === bucket ? lines.get(id)! : [])).join('');
    index.buckets.push(body === '' ? null : hashed(bucketPath(bucket), body));
    places.push(linesOfBucket(Buffer.from(body)));
  }
  for (let file = 0; file <= lineFileOf(index.buckets.length - 1); file += 1) {
    const body = writeBucketLines(idsInLineFile(file, places.length), (nth) => places[file * LINE_FILE_BUCKETS + nth]);
    index.lines.push(hashed(linesPath(contentHash(body)), body));
  }
  for (const [file, entries] of names) index.names[file] = hashed(namesPath(file), writeNames(entries));
  const body = writeIndex(index);
  return hashed(indexPath(contentHash(body)), body);
}
