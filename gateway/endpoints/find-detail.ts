/** Finds an earthquake's line in the buckets. That there is none is proved by the index, a bucket or a names file; what cannot be read is 503. */
import type { DetailLine } from '#core/details.ts';
import { bucketOf, nameKey, namesFileOf } from '#core/details.ts';
import { bucketPath } from '#core/paths.ts';
import type { DetailQuery } from '../query/detail-query.ts';
import type { Snapshot } from '../dataset/snapshot.ts';

export type FoundDetail = Exclude<DetailLine, { kind: 'merged' }>;

/** @returns undefined when no earthquake was ever published under that name. @throws GatewayError `unavailable` */
export async function findDetail(snapshot: Snapshot, query: DetailQuery): Promise<FoundDetail | undefined> {
  const id = query.by === 'id' ? query.id : await idOf(snapshot, query.date, query.slug);
  const line = id === undefined ? undefined : await lineOf(snapshot, id);
  if (line?.kind !== 'merged') {
    if (!line && query.by === 'slug' && id !== undefined) throw leadsNowhere(snapshot, id);
    return line;
  }
  const survivor = await lineOf(snapshot, line.into);
  if (!survivor || survivor.kind === 'merged') throw leadsNowhere(snapshot, line.into);
  return survivor;
}

async function idOf(snapshot: Snapshot, date: string, slug: string): Promise<number | undefined> {
  const names = await snapshot.names(namesFileOf(date));
  return names?.get(nameKey(date, slug));
}

async function lineOf(snapshot: Snapshot, id: number): Promise<DetailLine | undefined> {
  const bucket = await snapshot.bucket(bucketOf(id));
  return bucket?.lineOf(id);
}

const leadsNowhere = (snapshot: Snapshot, id: number): Error =>
  snapshot.reportFault(bucketPath(bucketOf(id)), `has no line of earthquake ${id}, though a name leads there`);
