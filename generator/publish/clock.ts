/**
 * The moment that all content of a build is of. It moves with what is published and every five minutes, and not with
 * the minute: a build that finds nothing between them has nothing to write.
 */
import { readStatus } from '#core/status.ts';
import { ANSWERS } from '#core/paths.ts';
import { MINUTE, type EpochMs } from '#core/time.ts';
import type { Manifest } from '#core/manifest.ts';
import type { Db } from '../catalog/database.ts';
import { lastChangeTime, newestTimeUntil } from '../catalog/as-of.ts';
import type { Output } from './writer.ts';

/** So often a window of time is moved where nothing is published. */
const STEP = 5 * MINUTE;

export interface Moment {
  /** What depends on the clock is of this moment. */
  asOf: EpochMs;
  /** When the catalogue last changed, or an origin time was reached; 0 for an empty one. */
  changedAt: EpochMs;
}

/** No earthquake with an origin time until the minute is later than it. @param minute of the build */
export function momentOf(db: Db, minute: EpochMs): Moment {
  const changed = Math.floor((lastChangeTime(db) ?? 0) / MINUTE) * MINUTE;
  const newest = Math.ceil((newestTimeUntil(db, minute) ?? 0) / MINUTE) * MINUTE;
  const changedAt = Math.min(minute, Math.max(changed, newest));
  return { asOf: Math.max(changedAt, Math.floor(minute / STEP) * STEP), changedAt };
}

/** When a dataset was built, and which moment it is of. */
interface BuildTimes {
  generatedAt: EpochMs;
  asOf: EpochMs;
}

/** By its `status.json`. Without a whole one the beginning of its day: to look at more of the past is never wrong. */
export function buildTimesOf(output: Output, { day }: Pick<Manifest, 'day'>): BuildTimes {
  const text = output.read(ANSWERS.status);
  const status = text === undefined ? undefined : readStatus(text);
  return status ?? { generatedAt: day, asOf: day };
}
