/** Opaque page cursors: a position in the list or in the change sequence, with a checksum against typos. */
import { contentHash } from './etag.ts';
import type { ListPosition } from './query.ts';
import { DAY, parseDay, SECOND } from './time.ts';

export type Cursor = { by: 'time'; position: ListPosition } | { by: 'sequence'; sequence: number };

const CHECKSUM = 8;
const withChecksum = (text: string): string =>
  Buffer.from(text + contentHash(`cursor:${text}`).slice(0, CHECKSUM)).toString('base64url');

export const writeCursor = (cursor: Cursor): string =>
  withChecksum(cursor.by === 'time' ? `t${cursor.position.time}.${cursor.position.id}.` : `s${cursor.sequence}.`);

/** Of the calendar of this project: years 1 to 9999. */
const FIRST = parseDay('0001-01-01')!;
const LAST = parseDay('9999-12-31')! + DAY - SECOND;

/** Whether a record or a change can have the position: the checksum has no key, so anybody can write one. */
function isInRange(cursor: Cursor): boolean {
  if (cursor.by === 'sequence') return Number.isSafeInteger(cursor.sequence) && cursor.sequence >= 1;
  const { time, id } = cursor.position;
  return time >= FIRST && time <= LAST && time % SECOND === 0 && Number.isSafeInteger(id) && id >= 1;
}

/** Undefined for anything that {@link writeCursor} does not write of a position that can be. */
export function readCursor(text: string): Cursor | undefined {
  if (!/^[A-Za-z0-9_-]{1,120}$/.test(text)) return undefined;
  const plain = Buffer.from(text, 'base64url').toString('latin1').slice(0, -CHECKSUM);
  const [, kind, first, second] = /^([ts])(-?\d+)\.(?:(\d+)\.)?$/.exec(plain) ?? [];
  const value = Number(first);
  const cursor: Cursor =
    kind === 's' ? { by: 'sequence', sequence: value } : { by: 'time', position: { time: value, id: Number(second) } };
  return isInRange(cursor) && writeCursor(cursor) === text ? cursor : undefined;
}
