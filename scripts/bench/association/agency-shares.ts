/**
 * February 2023, M >= 4: what share of one agency's earthquakes another has, how far apart they lie, and why large ones
 * stand alone.
 */
import type { Agency } from '#core/earthquake.ts';
import { formatSecond, parseInstant } from '#core/time.ts';
import { unmatchedReason } from './unmatched-reason.ts';
import { byEarthquake, residualOf, type KnownReport, type Residual } from './reports.ts';

export const FEBRUARY = {
  from: parseInstant('2023-02-01T00:00:00Z')!,
  to: parseInstant('2023-03-01T00:00:00Z')! - 1,
};
const LEAST = 4;
const LARGE = 5;
const AGENCIES: readonly Agency[] = ['kandilli', 'afad', 'usgs'];

/** Edges of histograms; a value belongs to the first edge that it does not exceed. */
const EDGES = {
  seconds: [-16, -8, -4, -2, -1, 0, 1, 2, 4, 8, 16],
  km: [2, 5, 10, 20, 30, 50, 100],
  magnitude: [-1, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 1],
};

export function histogram(values: readonly number[], edges: readonly number[]): string {
  const counts = new Array<number>(edges.length + 1).fill(0);
  for (const value of values) {
    const index = edges.findIndex((edge) => value <= edge);
    counts[index < 0 ? edges.length : index]! += 1;
  }
  return counts
    .map((count, index) => `${index < edges.length ? `≤${edges[index]}` : `>${edges.at(-1)}`}: ${count}`)
    .join('  ');
}

function histogramLines(residuals: readonly Residual[]): string[] {
  const of = (part: keyof Residual): number[] => residuals.flatMap((residual) => residual[part] ?? []);
  return (['seconds', 'km', 'magnitude'] as const).map(
    (part) => `    ${part.padEnd(10)}${histogram(of(part), EDGES[part])}`,
  );
}

interface AgencyShares {
  /** Matched shares by `AGENCY at AGENCY`. */
  shares: Map<string, number>;
  lines: string[];
}

/** @param reports of the month and some time around it */
export function agencyShares(reports: readonly KnownReport[]): AgencyShares {
  const earthquakes = byEarthquake(reports);
  const shares = new Map<string, number>();
  const lines: string[] = [];
  for (const one of AGENCIES)
    for (const other of AGENCIES) {
      if (one === other) continue;
      const own = [...earthquakes.values()].flatMap((held) => held.get(one) ?? []).filter(isOfMonth);
      const partnerOf = ({ earthquake }: KnownReport): KnownReport | undefined =>
        earthquakes.get(earthquake)!.get(other);
      const matched = own.filter((report) => partnerOf(report) !== undefined);
      shares.set(`${one} at ${other}`, matched.length / own.length);
      lines.push(
        `  ${one} M ≥ ${LEAST} at ${other}: ${matched.length} of ${own.length} ` +
          `(${((100 * matched.length) / own.length).toFixed(1)} %)`,
      );
      if (one < other)
        lines.push(
          `    ${other} − ${one}:`,
          ...histogramLines(matched.map((report) => residualOf(report, partnerOf(report)!))),
        );
      for (const report of own.filter((each) => each.magnitude! >= LARGE && partnerOf(each) === undefined))
        lines.push(`    ${describe(report)}: ${unmatchedReason(report, other, reports)}`);
    }
  return { shares, lines };
}

const isOfMonth = ({ time, magnitude }: KnownReport): boolean =>
  magnitude !== null && magnitude >= LEAST && time >= FEBRUARY.from && time <= FEBRUARY.to;

const describe = ({ agency, time, latitude, longitude, magnitude }: KnownReport): string =>
  `${agency} ${formatSecond(time)} ${latitude.toFixed(2)} ${longitude.toFixed(2)} M ${magnitude}`;
