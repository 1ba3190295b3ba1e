/** Changes since the former build, read once from the change log. */
import type { EpochMs } from '#core/time.ts';
import { RECENT_SEGMENT_ROWS, SEGMENT_ROWS, changeLine, segmentBody, type Change } from '#core/changes.ts';
import { contentHash } from '#core/etag.ts';
import type { SegmentEntry } from '#core/manifest.ts';
import { segmentPath } from '#core/paths.ts';
import type { Db } from '../catalog/database.ts';
import { changesAfter, placedOf, type ChangeRow } from '../catalog/read.ts';
import type { Output } from './writer.ts';
import type { DetailChanges } from './details.ts';
import type { BuildContext, DirtyTimes } from './build-context.ts';

export interface ChangesSince extends DetailChanges {
  dirty: DirtyTimes;
}

/** The changes numbered above `sequence`. */
export function changesSince(db: Db, sequence: number): ChangesSince {
  const since: ChangesSince = {
    dirty: new Map(),
    changed: new Set(),
    moved: new Set(),
    places: [],
    successors: new Set(),
    retired: new Map(),
  };
  for (const change of [...changesAfter(db, sequence)]) note(since, change);
  for (const id of new Set([...since.moved, ...since.successors])) addCurrentPlace(db, since, id);
  for (const times of since.dirty.values()) times.sort((a, b) => a - b);
  return since;
}

function note(since: ChangesSince, change: ChangeRow): void {
  since.moved.add(change.earthquake);
  if (change.kind !== 'record') since.retired.set(change.event_id, change.earthquake);
  if (change.survivor !== null) since.successors.add(change.survivor);
  const { before_band: band, before_time: time, before_latitude: latitude, before_longitude: longitude } = change;
  if (band === null || time === null || latitude === null || longitude === null) return;
  addTime(since.dirty, band, time);
  since.places.push({ time, latitude, longitude });
}

/** An earthquake's present time and place; undefined when it is not current. */
function addCurrentPlace(db: Db, since: ChangesSince, id: number): void {
  const placed = placedOf(db, id);
  if (!placed) return;
  since.changed.add(id);
  addTime(since.dirty, placed.band, placed.time);
  since.places.push(placed);
}

const addTime = (dirty: DirtyTimes, band: number, time: EpochMs): void =>
  void dirty.getOrInsertComputed(band, () => []).push(time);

interface SegmentInputs extends Pick<BuildContext, 'db' | 'output' | 'base' | 'progress'> {
  /** Number of the last change. */
  sequence: number;
}

/** The change log's files; those of the former build that have the same numbers stand. */
export function buildSegments({ db, output, base, sequence, progress }: SegmentInputs): SegmentEntry[] {
  const kept = new Map(
    base?.segments.flatMap((entry) => (output.exists(segmentPath(entry.hash)) ? [[spanKey(entry), entry]] : [])),
  );
  const entries = segmentSpans(sequence).map((span) => {
    progress('change log', span.first, sequence);
    return kept.get(spanKey(span)) ?? writeSegment(db, output, span.first, span.last);
  });
  progress('change log', sequence, sequence);
  return entries;
}

type SegmentSpan = Pick<SegmentEntry, 'first' | 'last'>;

const spanKey = ({ first, last }: SegmentSpan): string => `${first}-${last}`;

/** Full segments, then short ones: a new change rewrites little. */
function segmentSpans(sequence: number): SegmentSpan[] {
  const full = sequence - (sequence % SEGMENT_ROWS);
  const spans: SegmentSpan[] = [];
  for (let first = 1; first <= sequence;) {
    const rows = first > full ? RECENT_SEGMENT_ROWS : SEGMENT_ROWS;
    spans.push({ first, last: Math.min(sequence, first + rows - 1) });
    first += rows;
  }
  return spans;
}

function writeSegment(db: Db, output: Output, first: number, last: number): SegmentEntry {
  const changes = [...changesAfter(db, first - 1, last)].map(changeOf);
  const body = segmentBody(changes.map(changeLine));
  const hash = contentHash(body);
  output.put(segmentPath(hash), body);
  return { hash, first, last, updatedAt: [changes[0]!.updatedAt, changes.at(-1)!.updatedAt] };
}

function changeOf(row: ChangeRow): Change {
  const base = { sequence: row.sequence, updatedAt: row.updated_at, id: row.earthquake };
  switch (row.kind) {
    case 'record':
      if (row.band === 0 && row.before_band) return { ...base, kind: 'unlisted', eventId: row.event_id };
      return { ...base, kind: 'record', band: row.band, time: row.time };
    case 'retracted':
      return { ...base, kind: 'retracted', eventId: row.event_id };
    case 'merged':
      return { ...base, kind: 'merged', eventId: row.event_id, into: row.merged_into! };
  }
}
