/** Association by a fixed window in time and space, as services do it: what ours is compared with. */
import type { Agency } from '#core/earthquake.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { SECOND, type EpochMs } from '#core/time.ts';

export interface Report extends Point {
  agency: Agency;
  time: EpochMs;
  magnitude: number | null;
}

/** Bounds, all inclusive. */
export interface Window {
  seconds: number;
  km: number;
  /** The km grow with the larger magnitude, see {@link ADAPTIVE_KM}; `km` is the greatest. */
  adaptive?: boolean;
  /** Distance is in typical errors of the networks, see {@link ERRORS}, and at most this. */
  errors?: number;
  /** Difference of magnitude; a report without magnitude passes. */
  magnitude?: number;
}

export const WINDOWS: readonly Window[] = [
  { seconds: 16, km: 100 },
  { seconds: 30, km: 100 },
  { seconds: 90, km: 15 },
  { seconds: 180, km: 80, magnitude: 0.8 },
  { seconds: 16, km: 200, adaptive: true },
  { seconds: 30, km: 200, errors: 8 },
];

/** Km below a magnitude (exclusive). */
const ADAPTIVE_KM = [
  { below: 3, km: 25 },
  { below: 4, km: 50 },
  { below: 5, km: 100 },
  { below: Infinity, km: 200 },
];

/** Between two agencies inside the networks, about those of docs/association.md. */
const ERRORS = { seconds: 1.2, km: 8, magnitude: 0.3 };

export const windowName = ({ seconds, km, adaptive, errors, magnitude }: Window): string =>
  `${seconds} s / ${adaptive ? '25 to 200 km by M' : errors ? `${errors} network errors` : `${km} km`}` +
  (magnitude === undefined ? '' : ` / ΔM ${magnitude}`);

/** Distance in units of the window, 0 to 2, or in network errors; undefined outside it. */
function distanceWithin(a: Report, b: Report, window: Window): number | undefined {
  const { seconds, magnitude, errors } = window;
  const km = window.adaptive ? adaptiveKm(a, b) : window.km;
  const apart = Math.abs(a.time - b.time) / SECOND;
  if (apart > seconds) return undefined;
  if (magnitude !== undefined && a.magnitude !== null && b.magnitude !== null) {
    // To the hundredth: 4.2 and 3.4 are 0.8 apart and no more.
    if (Math.round(Math.abs(a.magnitude - b.magnitude) * 100) / 100 > magnitude) return undefined;
  }
  const far = distanceKm(a, b);
  if (far > km) return undefined;
  if (errors === undefined) return apart / seconds + far / km;
  const unlike = a.magnitude === null || b.magnitude === null ? 0 : (a.magnitude - b.magnitude) / ERRORS.magnitude;
  const distance = Math.hypot(apart / ERRORS.seconds, far / ERRORS.km, unlike);
  return distance > errors ? undefined : distance;
}

const adaptiveKm = (a: Report, b: Report): number => {
  const magnitude = Math.max(a.magnitude ?? 0, b.magnitude ?? 0);
  return ADAPTIVE_KM.find(({ below }) => magnitude < below)!.km;
};

const byTime = (a: Report, b: Report): number => a.time - b.time || (a.agency < b.agency ? -1 : 1);

export const VARIANTS = ['stream', 'nearest pairs'] as const;
export type Variant = (typeof VARIANTS)[number];

/**
 * In order of time, each report joins the earthquake with the first report nearest in time.
 * Earthquakes outside the window, or with a report of its agency, are left out; without any it begins a new one.
 */
function streamed<R extends Report>(reports: readonly R[], window: Window): R[][] {
  const earthquakes: R[][] = [];
  let open: R[][] = [];
  for (const report of reports.toSorted(byTime)) {
    open = open.filter(([first]) => report.time - first!.time <= window.seconds * SECOND);
    // The youngest is the nearest in time.
    const home = open.findLast(
      (group) =>
        distanceWithin(group[0]!, report, window) !== undefined &&
        group.every(({ agency }) => agency !== report.agency),
    );
    if (home) home.push(report);
    else {
      const begun = [report];
      open.push(begun);
      earthquakes.push(begun);
    }
  }
  return earthquakes;
}

/**
 * The most favourable reading of a window: the nearest pair first, in units of the window.
 * Every report of an earthquake lies within the window of every other.
 */
function byNearestPairs<R extends Report>(reports: readonly R[], window: Window): R[][] {
  const sorted = reports.toSorted(byTime);
  const pairs: { one: R; other: R; distance: number }[] = [];
  for (const [index, one] of sorted.entries())
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next]!;
      if (other.time - one.time > window.seconds * SECOND) break;
      const distance = one.agency === other.agency ? undefined : distanceWithin(one, other, window);
      if (distance !== undefined) pairs.push({ one, other, distance });
    }
  pairs.sort((a, b) => a.distance - b.distance);
  const groupOf = new Map(sorted.map((report): [R, R[]] => [report, [report]]));
  const mayJoin = (a: R, b: R): boolean => a.agency !== b.agency && distanceWithin(a, b, window) !== undefined;
  for (const { one, other } of pairs) {
    const [mine, theirs] = [groupOf.get(one)!, groupOf.get(other)!];
    if (mine === theirs || !mine.every((a) => theirs.every((b) => mayJoin(a, b)))) continue;
    mine.push(...theirs);
    for (const report of theirs) groupOf.set(report, mine);
  }
  return [...new Set(groupOf.values())];
}

/** One report an agency and event; earthquakes with at most one report of each agency. */
export const associateByWindow = <R extends Report>(reports: readonly R[], window: Window, variant: Variant): R[][] =>
  variant === 'stream' ? streamed(reports, window) : byNearestPairs(reports, window);
