/** The detail of an earthquake by its id, by date and slug, or by a retired `event_id`. */
import { type DetailLine, lineFileOfId, nameKey, namesFileOf, retiredFileOf } from '#core/details.ts';
import type { DetailKey } from '#core/paths.ts';
import type { Snapshot } from '../dataset/snapshot.ts';

/**
 * The line of an earthquake. The index, a bucket or a names file proves that one is missing.
 * @returns undefined when no earthquake was ever published under that name. @throws GatewayError `unavailable`
 */
export async function findDetail(
  snapshot: Snapshot,
  key: DetailKey,
): Promise<Exclude<DetailLine, { kind: 'merged' }> | undefined> {
  const id = key.by === 'id' ? key.id : await idOfName(snapshot, key);
  const line = id === undefined ? undefined : await snapshot.detail(id);
  if (line?.kind !== 'merged') {
    if (!line && key.by === 'slug' && id !== undefined) throw await danglingReference(snapshot, id);
    return line;
  }
  const survivor = await snapshot.detail(line.into);
  if (!survivor || survivor.kind === 'merged') throw await danglingReference(snapshot, line.into);
  return survivor;
}

const idOfName = async (snapshot: Snapshot, { date, slug }: { date: string; slug: string }) =>
  (await snapshot.names(namesFileOf(date)))?.get(nameKey(date, slug));

/** The id of an earthquake that was ever withdrawn or merged. */
export const idOfRetired = async (snapshot: Snapshot, eventId: string): Promise<number | undefined> =>
  (await snapshot.names(retiredFileOf(eventId)))?.get(eventId);

async function danglingReference(snapshot: Snapshot, id: number): Promise<Error> {
  const { path } = lineFileOfId(await snapshot.index(), id);
  return snapshot.files.reportFault(path, `has no line of earthquake ${id}, though a name leads there`);
}
