/** Ticks of axes: round numbers, decades, and calendar dates in UTC. */
import { civilOfEpoch, DAY, epochOfCivil, HOUR, type EpochMs } from '#core/time.ts';

/** Round numbers within [from, to], about `wanted` of them. */
export function ticksBetween(from: number, to: number, wanted = 5): number[] {
  const raw = Math.max(1e-9, to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999)!;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Exponents of the powers of ten within [1, most], the next one above included. */
export const decadesTo = (most: number): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(Math.log10(Math.max(1, most)))) + 1 }, (_, index) => index);

type TimeUnit = 'year' | 'month' | 'day' | 'hour';

export interface TimeTicks {
  unit: TimeUnit;
  at: EpochMs[];
}

const UNITS: [TimeUnit, EpochMs, number[]][] = [
  ['hour', HOUR, [1, 3, 6, 12]],
  ['day', DAY, [1, 2, 5, 10]],
  ['month', 30.44 * DAY, [1, 2, 3, 6]],
  ['year', 365.2425 * DAY, [1, 2, 5, 10, 20, 50, 100]],
];

/** Beginnings of years, months, days or hours within [from, to], at most `most` of them. */
export function timeTicks(from: EpochMs, to: EpochMs, most = 6): TimeTicks {
  const span = Math.max(HOUR, to - from);
  for (const [unit, length, steps] of UNITS)
    for (const step of steps)
      if (span / (length * step) <= most) return { unit, at: datesBetween(from, to, unit, step) };
  return { unit: 'year', at: datesBetween(from, to, 'year', 500) };
}

function datesBetween(from: EpochMs, to: EpochMs, unit: TimeUnit, step: number): EpochMs[] {
  if (unit === 'hour') {
    const first = Math.ceil(from / (step * HOUR));
    const count = Math.floor(to / (step * HOUR)) - first + 1;
    return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step * HOUR);
  }
  const dates: EpochMs[] = [];
  const { year, month } = civilOfEpoch(from);
  const put = (civil: { year: number; month: number; day: number }): boolean => {
    const at = epochOfCivil(civil);
    if (at !== undefined && at >= from && at <= to) dates.push(at);
    return at === undefined || at <= to;
  };
  if (unit === 'year') {
    for (let one = Math.max(step, Math.ceil(year / step) * step); put({ year: one, month: 1, day: 1 });) one += step;
    return dates;
  }
  for (let number = year * 12 + month - 1; ; number += 1) {
    const civil = { year: Math.floor(number / 12), month: (number % 12) + 1 };
    const days = unit === 'month' ? [1] : Array.from({ length: 30 / step }, (_, index) => 1 + index * step);
    if (unit === 'month' && (civil.month - 1) % step !== 0) continue;
    // The last ones of a month stand too near to the first of the next.
    const isWithin = days.filter((day) => day <= 29 || step === 1).map((day) => put({ ...civil, day }));
    if (isWithin.includes(false)) return dates;
  }
}
