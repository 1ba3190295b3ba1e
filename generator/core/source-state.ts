/** How well a source answers, judged the same way in the stored status and by the gateway. */
import type { EpochMs } from './time.ts';
import { HOUR, MINUTE } from './time.ts';

export type SourceState = 'ok' | 'stale' | 'down';

/** `ok`: an answer within this time. */
const FRESH = 15 * MINUTE;
/** `down`: never an answer, or the last attempt failed and no answer came for this long. Otherwise `stale`. */
const PATIENCE = 1 * HOUR;

export interface Attempts {
  /** Whether the source has a feed that is asked regularly; the others are always `ok`. */
  live: boolean;
  lastSuccess: EpochMs | null;
  error: string | null;
}

export function sourceState({ live, lastSuccess, error }: Attempts, now: EpochMs): SourceState {
  if (!live) return 'ok';
  if (lastSuccess === null) return 'down';
  if (now - lastSuccess <= FRESH) return 'ok';
  return error !== null && now - lastSuccess > PATIENCE ? 'down' : 'stale';
}
