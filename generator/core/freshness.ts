/** How old the agencies' answers are, by one rule for pages, the widget and the gateway. */
import { MINUTE, parseInstant, type EpochMs } from './time.ts';

/** Without any answer from this time on, the data is late. */
const LATE_AFTER = 10 * MINUTE;

/** As in `status.json`. */
interface Source {
  /** Whether it has a feed that is polled. */
  live: boolean;
  /** RFC 3339: its newest sound answer; null: none yet. */
  last_success: string | null;
}

/** `never`: no agency has ever answered, so the newest earthquakes are missing. */
interface Freshness {
  state: 'current' | 'late' | 'never';
  /** The newest sound answer of a live agency. */
  lastAnswer: EpochMs | null;
}

/** Of all live agencies together: one late agency makes nothing late. */
export function freshnessOf(sources: readonly Source[], now: EpochMs): Freshness {
  const answers = sources.flatMap(({ live, last_success: at }) =>
    live && at !== null ? (parseInstant(at) ?? []) : [],
  );
  if (answers.length === 0) return { state: 'never', lastAnswer: null };
  const lastAnswer = Math.max(...answers);
  return { state: now - lastAnswer >= LATE_AFTER ? 'late' : 'current', lastAnswer };
}
