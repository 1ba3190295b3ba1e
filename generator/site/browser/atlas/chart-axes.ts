/** Axes of graphs with their ticks in the reader's language. */
import type { EpochMs } from '#core/time.ts';
import { ticksBetween, timeTicks, type TimeTicks } from '../../drawing/axes.ts';
import { locale, number } from '../language.ts';
import type { Axis } from './chart-drawing.ts';

const TICK_FORMATS: Record<TimeTicks['unit'], Intl.DateTimeFormatOptions> = {
  year: { year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  hour: { hour: '2-digit', minute: '2-digit' },
};

export function timeAxis([from, to]: [EpochMs, EpochMs]): Axis {
  const { unit, at } = timeTicks(from, to, 5);
  const format = new Intl.DateTimeFormat(locale(), { ...TICK_FORMATS[unit], timeZone: 'UTC' });
  return { from, to, ticks: at.map((one) => ({ at: one, text: format.format(one) })) };
}

export const shortly = (value: number): string =>
  value < 10_000
    ? number(value, Number.isInteger(value) ? 0 : 1)
    : value.toLocaleString(locale(), { notation: 'compact' });

export const plainAxis = (from: number, to: number, wanted = 5): Axis => ({
  ...{ from, to },
  ticks: ticksBetween(Math.min(from, to), Math.max(from, to), wanted).map((at) => ({ at, text: shortly(at) })),
});
