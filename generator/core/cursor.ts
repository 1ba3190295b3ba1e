/** Opaque page cursors: a position in the order of the list, or a number of the change sequence, with a checksum against typos. */
import { contentHash } from './etag.ts';
import type { ListPosition } from './query.ts';

export type Cursor = { by: 'time'; position: ListPosition } | { by: 'sequence'; sequence: number };

const CHECKSUM = 8;
const sealed = (text: string): string =>
  Buffer.from(text + contentHash(`cursor:${text}`).slice(0, CHECKSUM)).toString('base64url');

export const writeCursor = (cursor: Cursor): string =>
  sealed(cursor.by === 'time' ? `t${cursor.position.time}.${cursor.position.id}.` : `s${cursor.sequence}.`);

/** Undefined for anything that {@link writeCursor} did not write. */
export function readCursor(text: string): Cursor | undefined {
  if (!/^[A-Za-z0-9_-]{1,120}$/.test(text)) return undefined;
  const plain = Buffer.from(text, 'base64url').toString('latin1').slice(0, -CHECKSUM);
  if (sealed(plain) !== text) return undefined;
  const [, kind, first, second] = /^([ts])(-?\d+)\.(?:(\d+)\.)?$/.exec(plain) ?? [];
  const value = Number(first);
  if (!Number.isSafeInteger(value)) return undefined;
  if (kind === 's' && second === undefined) return { by: 'sequence', sequence: value };
  if (kind !== 't' || second === undefined || !Number.isSafeInteger(Number(second))) return undefined;
  return { by: 'time', position: { time: value, id: Number(second) } };
}
