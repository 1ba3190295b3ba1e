/** Opaque page cursors: a position in a list or in the change sequence, with a checksum against typos. */
import { contentHash } from './etag.ts';
import { formatDecimal } from './parameter.ts';
import type { ListPosition } from './query.ts';
import { DAY, type EpochMs, MINUTE, parseDay, SECOND } from './time.ts';

type Place = { by: 'time' | 'magnitude'; position: ListPosition } | { by: 'sequence'; sequence: number };

export type Cursor = Place & {
  /** The minute that the first page counted ages from; absent where it counted none. */
  asOf?: EpochMs;
};

const CHECKSUM = 8;
const withChecksum = (text: string): string =>
  Buffer.from(text + contentHash(`cursor:${text}`).slice(0, CHECKSUM)).toString('base64url');

export const writeCursor = (cursor: Cursor): string =>
  withChecksum(`${placeText(cursor)}${cursor.asOf === undefined ? '' : `@${cursor.asOf / MINUTE}`}`);

function placeText(place: Place): string {
  if (place.by === 'sequence') return `s${place.sequence}.`;
  const { magnitude, time, id } = place.position;
  return `${magnitude === undefined ? 't' : `m${formatDecimal(magnitude)},`}${time}.${id}.`;
}

/** The calendar of this project: years 1 to 9999. */
const FIRST = parseDay('0001-01-01')!;
const LAST = parseDay('9999-12-31')! + DAY - SECOND;

const isTime = (time: EpochMs, unit: number): boolean => time >= FIRST && time <= LAST && time % unit === 0;

/** Whether a record or a change can have the place: the checksum has no key, so anybody can write one. */
function isPossible(cursor: Cursor): boolean {
  if (cursor.asOf !== undefined && !isTime(cursor.asOf, MINUTE)) return false;
  if (cursor.by === 'sequence') return Number.isSafeInteger(cursor.sequence) && cursor.sequence >= 1;
  const { magnitude = 0, time, id } = cursor.position;
  return isTime(time, SECOND) && Number.isSafeInteger(id) && id >= 1 && Math.abs(magnitude) < 100;
}

const CURSOR =
  /^(?:s(?<sequence>\d+)|(?:t|m(?<magnitude>[-\d.]+),)(?<time>-?\d+)\.(?<id>\d+))\.(?:@(?<minute>-?\d+))?$/;

/** Undefined for anything that {@link writeCursor} does not write of a place that can be. */
export function readCursor(text: string): Cursor | undefined {
  if (!/^[A-Za-z0-9_-]{1,120}$/.test(text)) return undefined;
  const plain = Buffer.from(text, 'base64url').toString('latin1').slice(0, -CHECKSUM);
  const { sequence, magnitude, time, id, minute } = CURSOR.exec(plain)?.groups ?? {};
  const position = { time: Number(time), id: Number(id) };
  const place: Place =
    sequence !== undefined
      ? { by: 'sequence', sequence: Number(sequence) }
      : magnitude === undefined
        ? { by: 'time', position }
        : { by: 'magnitude', position: { magnitude: Number(magnitude), ...position } };
  const cursor: Cursor = minute === undefined ? place : { ...place, asOf: Number(minute) * MINUTE };
  return isPossible(cursor) && writeCursor(cursor) === text ? cursor : undefined;
}
