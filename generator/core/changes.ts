/** The change log in `dist/changes/`: which earthquake each number of the change sequence touched. */
import { formatInstant, formatSecond, parseCivil, parseInstant, type EpochMs } from './time.ts';

/** A full segment holds the numbers k × 4096 + 1 to (k + 1) × 4096. */
export const SEGMENT_ROWS = 4096;
/** Those after the last full segment are in segments of so many, of which only the last one grows. */
export const RECENT_SEGMENT_ROWS = 256;

interface ChangeBase {
  sequence: number;
  /** Instant of publication; grows with the sequence, and an earthquake changes at most once in one instant. */
  updatedAt: EpochMs;
  id: number;
}

/** `unlisted`: no agency gives a magnitude any more. The record is not in the list, though it is in the details. */
export type Change =
  /** `band` and `time` (whole second) say in which shard the record lay after this change. */
  | (ChangeBase & { kind: 'record'; band: number; time: EpochMs })
  | (ChangeBase & { kind: 'unlisted'; eventId: string })
  | (ChangeBase & { kind: 'retracted'; eventId: string })
  | (ChangeBase & { kind: 'merged'; eventId: string; into: number });

export function changeLine(change: Change): string {
  const { sequence, updatedAt, id } = change;
  const base = { sequence, updated_at: formatInstant(updatedAt), id };
  switch (change.kind) {
    case 'record':
      return JSON.stringify({ ...base, band: change.band, time: formatSecond(change.time) });
    case 'unlisted':
      return JSON.stringify({ ...base, event_id: change.eventId, unlisted: true });
    case 'retracted':
      return JSON.stringify({ ...base, event_id: change.eventId, retracted: true });
    case 'merged':
      return JSON.stringify({ ...base, event_id: change.eventId, merged_into: change.into });
  }
}

/** A segment file: JSON, one change a line. */
export const segmentBody = (lines: string[]): string => `{"changes":[\n${lines.join(',\n')}\n]}\n`;

interface ChangeJson {
  sequence: number;
  updated_at: string;
  id: number;
  band?: number;
  time?: string;
  event_id?: string;
  merged_into?: number;
  unlisted?: boolean;
}

/** @throws Error when the text is not a segment. */
export function readSegmentFile(text: string): Change[] {
  const { changes } = JSON.parse(text) as { changes: ChangeJson[] };
  return changes.map((json): Change => {
    const base = { sequence: json.sequence, updatedAt: parseInstant(json.updated_at) ?? NaN, id: json.id };
    if (json.time !== undefined)
      return { ...base, kind: 'record', band: json.band ?? 0, time: parseCivil(json.time) ?? NaN };
    const eventId = json.event_id ?? '';
    if (json.merged_into !== undefined) return { ...base, kind: 'merged', eventId, into: json.merged_into };
    return { ...base, kind: json.unlisted ? 'unlisted' : 'retracted', eventId };
  });
}

/** What a changes answer says of an earthquake that is gone from the list. */
export function tombstone(change: Exclude<Change, { kind: 'record' }>): string {
  return JSON.stringify(
    change.kind === 'merged'
      ? { id: change.id, event_id: change.eventId, merged_into: change.into }
      : { id: change.id, event_id: change.eventId, retracted: true },
  );
}
