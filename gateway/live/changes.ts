/** Changes as streams send them: the kind of each, and whether it is major for a client that knows an earlier state. */
import { type Change, tombstone } from '#core/changes.ts';
import { distanceKm } from '#core/geo.ts';
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
  const isMajor = kind === 'created' || isMajorRevision(JSON.parse(item) as ListItem, revisions);
  return { sequence, kind, isMajor, item };
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

/** Of magnitude. */
const MAJOR_STEP = 0.3;
/** Of the epicentre, in km. */
const MAJOR_KM = 20;

/** Whether the state before the revisions and the present one differ so much that a second message is worth it. */
function isMajorRevision(item: ListItem, revisions: readonly Revision[]): boolean {
  if (revisions.length === 0 || revisions.some(({ changed }) => changed.includes('reinstated'))) return true;
  const before: ListItem = Object.assign({}, item, ...revisions.toReversed().map(({ previous }) => previous));
  if ((before.event_type ?? null) !== (item.event_type ?? null)) return true;
  if (before.magnitude === null || item.magnitude === null) return before.magnitude !== item.magnitude;
  // In hundredths: 4.5 − 4.2 is less than 0.3 in binary fractions.
  const step = Math.round(Math.abs(item.magnitude - before.magnitude) * 100);
  return step >= MAJOR_STEP * 100 || distanceKm(before, item) >= MAJOR_KM;
}
