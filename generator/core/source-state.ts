/** How well a source answers, judged the same way in the stored status and by the gateway. */
import type { EpochMs } from './time.ts';
import { HOUR, MINUTE } from './time.ts';

export type SourceState = 'ok' | 'stale' | 'down' | 'idle';

/** `ok`: an answer within this time. */
const FRESH = 15 * MINUTE;
/** `down`: no answer was ever got, or the last attempt failed and none came for this long. Otherwise `stale`. */
const DOWN_AFTER = 1 * HOUR;

interface Attempts {
  /** Whether the source has a feed that is asked regularly; the others are read from files. */
  live: boolean;
  /** When the feed was last asked; null for never. */
  lastAttempt: EpochMs | null;
  lastSuccess: EpochMs | null;
  /** Time of the newest earthquake that the source tells of; null for none. */
  lastEvent: EpochMs | null;
  error: string | null;
}

/** `idle`: a feed that was never asked, or no file given. */
export function sourceState({ live, lastAttempt, lastSuccess, lastEvent, error }: Attempts, now: EpochMs): SourceState {
  if (!live) return lastEvent === null ? 'idle' : 'ok';
  if (lastAttempt === null) return 'idle';
  if (lastSuccess === null) return 'down';
  if (now - lastSuccess <= FRESH) return 'ok';
  return error !== null && now - lastSuccess > DOWN_AFTER ? 'down' : 'stale';
}
