/**
 * Times as feeds print them. Written apart from the readers of the same feeds, so that an error in one shows in the
 * other.
 */
import { civilOfEpoch, HOUR, type Civil, type EpochMs } from '#core/time.ts';

export const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Offsets of Europe/Istanbul from UTC in ms, by hour since 1970 (its clocks change on full hours of UTC). */
const offsets = new Map<number, number>();

function istanbulOffset(instant: EpochMs): number {
  const hour = Math.floor(instant / HOUR);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    offset =
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('Europe/Istanbul').offsetNanoseconds / 1e6;
    if (offsets.size > 50_000) offsets.clear();
    offsets.set(hour, offset);
  }
  return offset;
}

export const istanbulCivil = (instant: EpochMs): Civil => civilOfEpoch(instant + istanbulOffset(instant));

/** `YYYY.MM.DD HH:MM:SS` of a civil time. */
const dotted = ({ year, month, day, hour, minute, second }: Civil): string =>
  `${String(year).padStart(4, '0')}.${two(month)}.${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;

/** `YYYY.MM.DD HH:MM:SS` in Istanbul. */
export const dottedInIstanbul = (instant: EpochMs): string => dotted(istanbulCivil(instant));
