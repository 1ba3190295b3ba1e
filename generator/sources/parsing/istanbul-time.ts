/** Civil time of Europe/Istanbul, used by Kandilli's live page and monthly XML (UTC+2/+3 until 2016, UTC+3 since). */
import { civilOfEpoch, DAY, epochOfCivil, type Civil, type EpochMs } from '#core/time.ts';

const ZONE = 'Europe/Istanbul';

/**
 * The instant of a civil time. In the hour that an autumn clock change repeats there are two: `time` is the first
 * (summer time), `alternative` the second. In the hour that spring omits (`skipped`; Kandilli's lists have four from
 * 2014 to 2016) `time` is read with the offset before the change (RFC 5545, 3.3.5), `alternative` with the one after
 * it.
 */
export type IstanbulReading = { time: EpochMs; alternative: EpochMs | null; skipped: boolean } | { reason: string };

/** Offset from UTC in ms, east positive, by the zone rules. */
const offsetAt = (instant: EpochMs): number =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE).offsetNanoseconds / 1e6;

/** Offsets by day number; null for days near a clock change: their times are looked up one by one. */
const steadyOffsets = new Map<number, number | null>();

function steadyOffset(day: number): number | null {
  let offset = steadyOffsets.get(day);
  if (offset === undefined) {
    const before = offsetAt((day - 1) * DAY);
    offset = before === offsetAt((day + 2) * DAY) ? before : null;
    steadyOffsets.set(day, offset);
  }
  return offset;
}

export function instantOfIstanbul(civil: Civil): IstanbulReading {
  const asUtc = epochOfCivil(civil);
  if (asUtc === undefined) return { reason: 'there is no such date or time of day' };
  const steady = steadyOffset(Math.floor(asUtc / DAY));
  if (steady !== null) return { time: asUtc - steady, alternative: null, skipped: false };
  // Readings with the offsets before and after the change; valid where the zone has that offset at the resulting
  // instant.
  const [before, after] = [asUtc - offsetAt(asUtc - DAY), asUtc - offsetAt(asUtc + DAY)];
  const valid = [before, after].filter((instant) => asUtc - instant === offsetAt(instant));
  if (valid.length === 0) return { time: before, alternative: after, skipped: true };
  const [time = before, second = time] = valid;
  return { time, alternative: second === time ? null : second, skipped: false };
}

/** What a clock in Istanbul shows at an instant. */
export const civilInIstanbul = (instant: EpochMs): Civil => civilOfEpoch(instant + offsetAt(instant));
