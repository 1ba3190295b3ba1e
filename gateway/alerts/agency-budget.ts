/**
 * How many urgent messages an agency may cause with earthquakes that no other confirms: a faulty feed must not wake
 * everyone each minute. What exceeds it is held back and summed up, or sent at once when another agency confirms it.
 */
import type { Agency } from '#core/agencies.ts';
import { isLoneVoice } from '#core/lone-voice.ts';
import { type EpochMs, MINUTE } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import type { Update } from './thread.ts';

/** Of one agency, in this time. */
const BUDGET = { earthquakes: 3, ms: 10 * MINUTE };

/** Instant of publication and `event_id`. */
type Spent = readonly (readonly [at: EpochMs, eventId: string])[];

/** In the table of limits, beside those of subscribers, whose names have no blank. */
const nameOf = (agency: Agency): string => `agency ${agency}`;

const FIND = 'SELECT recent FROM alert_limits WHERE subscriber = :name';
const PUT = `INSERT INTO alert_limits (subscriber, recent, held_until) VALUES (:name, :recent, NULL)
  ON CONFLICT (subscriber) DO UPDATE SET recent = excluded.recent`;

/** Reads and writes in one transaction: the budget outlives a restart, and other gateways have the same. */
export const spendBudget = (database: SqlDatabase, update: Update): Promise<EpochMs | undefined> =>
  database.transaction(() => spend(update));

/** @returns until when messages about it are held back; undefined where they are not */
function* spend({ earthquake, eventId, publishedAt }: Update): Work<EpochMs | undefined> {
  if (!earthquake || earthquake.magnitude_doubtful) return undefined;
  const { magnitude, agencies, event_type: eventType } = earthquake;
  if (!isLoneVoice({ magnitude, eventType, agencies: agencies.slice(0, 1) })) return undefined;
  // Two agencies: each of them is right in this, and may be in others.
  const isConfirmed = agencies.length > 1;
  for (const agency of agencies) {
    const name = nameOf(agency);
    const [row] = (yield* query<{ recent: string }>(FIND, { name })).rows;
    const recent = row ? (JSON.parse(row.recent) as Spent) : [];
    if (isConfirmed) {
      if (recent.length > 0) yield* query(PUT, { name, recent: '[]' });
      continue;
    }
    const lately = recent.filter(([at]) => Math.abs(publishedAt - at) < BUDGET.ms);
    if (lately.some(([, known]) => known === eventId)) return undefined;
    if (lately.length >= BUDGET.earthquakes) return publishedAt + BUDGET.ms;
    yield* query(PUT, { name, recent: JSON.stringify([...lately, [publishedAt, eventId]]) });
  }
  return undefined;
}
