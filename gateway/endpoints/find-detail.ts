/** Finds an earthquake's line in its bucket. A missing one is proved by the index, a bucket or a names file. */
import type { DetailLine } from '#core/details.ts';
import { bucketOf, nameKey, namesFileOf } from '#core/details.ts';
import type { DetailKey } from '#core/paths.ts';
import { bucketPath } from '#core/paths.ts';
import type { Snapshot } from '../dataset/snapshot.ts';

type FoundDetail = Exclude<DetailLine, { kind: 'merged' }>;

/** @returns undefined when no earthquake was ever published under that name. @throws GatewayError `unavailable` */
export async function findDetail(snapshot: Snapshot, key: DetailKey): Promise<FoundDetail | undefined> {
  const id = key.by === 'id' ? key.id : await idOf(snapshot, key.date, key.slug);
  const line = id === undefined ? undefined : await snapshot.detail(id);
  if (line?.kind !== 'merged') {
    if (!line && key.by === 'slug' && id !== undefined) throw danglingReference(snapshot, id);
    return line;
  }
  const survivor = await snapshot.detail(line.into);
  if (!survivor || survivor.kind === 'merged') throw danglingReference(snapshot, line.into);
  return survivor;
}

async function idOf(snapshot: Snapshot, date: string, slug: string): Promise<number | undefined> {
  const names = await snapshot.names(namesFileOf(date));
  return names?.get(nameKey(date, slug));
}

const danglingReference = (snapshot: Snapshot, id: number): Error =>
  snapshot.reportFault(bucketPath(bucketOf(id)), `has no line of earthquake ${id}, though a name leads there`);
