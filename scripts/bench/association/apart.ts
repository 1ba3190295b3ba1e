/** Earthquakes whose reports lie far apart: each needs a reason that can be read off the reports. */
import { distanceKm } from '#core/geo.ts';
import { MINUTE, SECOND, formatSecond } from '#core/time.ts';
import type { KnownReport } from './reports.ts';

const FAR = { ms: 60 * SECOND, km: 150 };

export interface Apart {
  earthquake: number;
  ms: number;
  km: number;
  reports: KnownReport[];
  /** Null where there is none. */
  reason: string | null;
}

/** @param reports of times known to the second, all of an earthquake together */
export function farApart(reports: readonly KnownReport[]): Apart[] {
  const found: Apart[] = [];
  for (const [earthquake, held] of Map.groupBy(reports, (report) => report.earthquake)) {
    let [ms, km] = [0, 0];
    for (const [index, one] of held.entries())
      for (const other of held.slice(index + 1)) {
        ms = Math.max(ms, Math.abs(one.time - other.time));
        km = Math.max(km, distanceKm(one, other));
      }
    if (ms > FAR.ms || km > FAR.km) found.push({ earthquake, ms, km, reports: held, reason: reasonOf(held, km) });
  }
  return found;
}

/** The other reading of an ambiguous local hour may bring all of them together. */
function reasonOf(held: readonly KnownReport[], km: number): string | null {
  if (km > FAR.km) return null;
  const readings = held.map(({ time, alternativeTime }) =>
    alternativeTime === null ? [time] : [time, alternativeTime],
  );
  const together = readings
    .flat()
    .some((at) => readings.every((times) => times.some((time) => Math.abs(time - at) <= MINUTE)));
  return together ? 'a local time in the hour that clocks repeated: its other reading agrees' : null;
}

export const apartLine = ({ earthquake, ms, km, reports, reason }: Apart): string =>
  `  earthquake ${earthquake}: ${(ms / SECOND).toFixed(1)} s and ${km.toFixed(1)} km apart (` +
  `${reports.map(({ feed, time }) => `${feed} ${formatSecond(time)}`).join(', ')}): ${reason ?? 'NO REASON'}`;
