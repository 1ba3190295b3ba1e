/** Earthquakes with reports far apart: each needs a reason that the reports show. */
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
    if (ms > FAR.ms || km > FAR.km) found.push({ earthquake, ms, km, reports: held, reason: reasonOf(held) });
  }
  return found;
}

/** Why reports may lie far apart (docs/association.md); it must lead from each to all others. */
function reasonOf(held: readonly KnownReport[]): string | null {
  const [first, ...rest] = held;
  const reasons = new Set<string>();
  const reached = [first!];
  for (let open = rest; open.length > 0;) {
    const next = open.find((other) => reached.some((one) => linkOf(one, other) !== null));
    if (!next) return null;
    for (const one of reached) reasons.add(linkOf(one, next) ?? '');
    reached.push(next);
    open = open.filter((other) => other !== next);
  }
  return [...reasons].filter((reason) => reason !== '').join('; ') || null;
}

const RULES = { misreadMinutes: [54, 66], misreadKm: 30, misreadUntil: 2014, epicentre: { ms: 15 * SECOND, km: 400 } };

/** Empty for two reports that lie near each other; null for two that nothing links. */
function linkOf(one: KnownReport, other: KnownReport): string | null {
  const km = distanceKm(one, other);
  const ms = Math.abs(one.time - other.time);
  if (ms <= FAR.ms && km <= FAR.km) return '';
  if (ms <= RULES.epicentre.ms && km <= RULES.epicentre.km) return 'a bad epicentre';
  if (isMisread(one, other, km)) return 'a misread minute';
  const readings = (report: KnownReport): number[] => [report.time, report.alternativeTime ?? report.time];
  const together = readings(one).some((a) => readings(other).some((b) => Math.abs(a - b) <= MINUTE));
  return together && km <= FAR.km ? 'a local time in the hour that clocks repeated: its other reading agrees' : null;
}

function isMisread(one: KnownReport, other: KnownReport, km: number): boolean {
  const seconds = Math.abs(one.time - other.time) / SECOND;
  const [least, most] = RULES.misreadMinutes as [number, number];
  const isMinutes = [0, 60].some((more) => seconds >= least + more && seconds <= most + more);
  return isMinutes && km <= RULES.misreadKm && new Date(one.time).getUTCFullYear() < RULES.misreadUntil;
}

export const apartLine = ({ earthquake, ms, km, reports, reason }: Apart): string =>
  `  earthquake ${earthquake}: ${(ms / SECOND).toFixed(1)} s and ${km.toFixed(1)} km apart (` +
  `${reports.map(({ feed, time }) => `${feed} ${formatSecond(time)}`).join(', ')}): ${reason ?? 'NO REASON'}`;
