/** Changes as streams send them: the kind of each, and whether it is major for a client that knows an earlier state. */
import { type Change, tombstone } from '#core/changes.ts';
import { isMajorRevision } from '#core/major.ts';
import { type EpochMs, parseInstant } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { jsonOf } from '../dataset/lines.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { MatchedChange } from '../scan/changes-reader.ts';

export interface LiveChange {
  sequence: number;
  kind: 'created' | 'revised' | 'merged' | 'withdrawn';
  isMajor: boolean;
  /** JSON in one line: the item of `updated_after`. */
  item: string;
}

/** @param knownAt instant of the last publication that the client knows */
export async function liveChange(
  snapshot: Snapshot,
  { change, row }: MatchedChange,
  knownAt: EpochMs,
): Promise<LiveChange> {
  const { sequence } = change;
  if (change.kind !== 'record' || !row) {
    const kind = change.kind === 'merged' ? 'merged' : 'withdrawn';
    return { sequence, kind, isMajor: true, item: tombstone(change as Exclude<Change, { kind: 'record' }>) };
  }
  const [line] = await snapshot.files.lines(row.shard, [{ first: row.index, last: row.index }]);
  const item = Buffer.from(line!).toString('utf8');
  const revisions = await revisionsSince(snapshot, change, knownAt);
  const kind = revisions.some(({ changed }) => changed.includes('created')) ? 'created' : 'revised';
  return { sequence, kind, isMajor: kind === 'created' || isMajor(JSON.parse(item) as ListItem, revisions), item };
}

interface Revision {
  at: string;
  changed: string[];
  /** Changed fields as they were; null where there was none. */
  previous?: Partial<ListItem>;
}

/** What a client does not know yet, oldest first: also the revision of the change itself, whenever that was. */
async function revisionsSince(snapshot: Snapshot, { id, updatedAt }: Change, knownAt: EpochMs): Promise<Revision[]> {
  const line = await snapshot.detail(id);
  if (line?.kind !== 'record') return [];
  const { earthquake } = jsonOf<{ earthquake: { revisions: Revision[] } }>(line.bytes);
  return earthquake.revisions.filter(({ at }) => {
    const instant = parseInstant(at)!;
    return instant > knownAt || instant === updatedAt;
  });
}

/** Whether the state before the revisions and the present one differ so much that a second message is worth it. */
function isMajor(item: ListItem, revisions: readonly Revision[]): boolean {
  if (revisions.length === 0 || revisions.some(({ changed }) => changed.includes('reinstated'))) return true;
  const before: ListItem = Object.assign({}, item, ...revisions.toReversed().map(({ previous }) => previous));
  return isMajorRevision(before, item);
}
