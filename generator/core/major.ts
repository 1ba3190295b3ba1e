/** Which revisions are worth a second message: the rule of streams and of CAP messages. */
import { distanceKm } from './geo.ts';
import type { ListItem } from './wire.ts';

/** Of magnitude. */
const MAJOR_STEP = 0.3;
/** Of the epicentre, in km. */
const MAJOR_KM = 20;

type Known = Pick<ListItem, 'magnitude' | 'latitude' | 'longitude'> & { event_type?: string | null };

/** Whether a state differs so much from the one that a reader knows. */
export function isMajorRevision(before: Known, after: Known): boolean {
  if ((before.event_type ?? null) !== (after.event_type ?? null)) return true;
  if (before.magnitude === null || after.magnitude === null) return before.magnitude !== after.magnitude;
  // In hundredths: 4.5 − 4.2 is less than 0.3 in binary fractions.
  const step = Math.round(Math.abs(after.magnitude - before.magnitude) * 100);
  return step >= MAJOR_STEP * 100 || distanceKm(before, after) >= MAJOR_KM;
}
