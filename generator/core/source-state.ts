/** State of a source, by one rule for the stored status and the gateway. */
import { HOUR, MINUTE, type EpochMs } from './time.ts';

export type SourceState = 'ok' | 'degraded' | 'stale' | 'down' | 'idle';

/** `ok`: a response within this time. */
export const FRESH = 15 * MINUTE;
/** `down`: never a response, or the last attempt failed and this long has passed since one. Otherwise `stale`. */
const DOWN_AFTER = 1 * HOUR;

interface Attempts {
  /** Whether the source has a feed that is polled; the others are read from files. */
  live: boolean;
  /** Null: never polled. */
  lastAttempt: EpochMs | null;
  lastSuccess: EpochMs | null;
  /** Origin time of the source's newest earthquake; null: none. */
  lastEvent: EpochMs | null;
  error: string | null;
  /** Whether its last document was quarantined. */
  quarantined: boolean;
}

/** `idle`: a feed that was never polled, or no file read. `degraded`: it answers what is quarantined. */
export function sourceState(attempts: Attempts, now: EpochMs): SourceState {
  const { live, lastAttempt, lastSuccess, lastEvent, error, quarantined } = attempts;
  if (!live) return lastEvent === null ? 'idle' : 'ok';
  if (lastAttempt === null) return 'idle';
  if (quarantined && error === null) return 'degraded';
  if (lastSuccess === null) return 'down';
  if (now - lastSuccess <= FRESH) return 'ok';
  return error !== null && now - lastSuccess > DOWN_AFTER ? 'down' : 'stale';
}
