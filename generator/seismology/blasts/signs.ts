/** What of an earthquake says whether it may be a blast, in the classes of the table of blasts. */
import { localTime } from './clock.ts';

/** An earthquake, as far as it matters here. */
export interface Shock {
  /** Origin time, known to the minute or better. */
  time: number;
  latitude: number;
  longitude: number;
  /** On land in Türkiye; absent at sea and abroad. */
  district?: string | undefined;
  /** In km below sea level. */
  depthKm: number | null;
  magnitude: number | null;
}

/** Exclusive: from here on nothing is taken for a blast. */
const MAX_MAGNITUDE = 3.5;

/** Greatest depth of each class in km, inclusive: 5 and 7 km, where agencies fix it, are in classes of their own. */
export const DEPTHS = [0.9, 3, 5.05, 6.9, 7.05, 10, 15, 20] as const;
/** A class has a quarter of a magnitude, the first all below it. */
export const MAGNITUDE_CLASSES = 14;
/** Least magnitude of each size: by day fewer small earthquakes are detected than great ones. */
export const SIZES = [-Infinity, 2] as const;
/** First years; earlier earthquakes are outside of the table. */
export const PERIODS = [1990, 2006, 2011, 2016, 2021] as const;

export const isSmall = ({ magnitude }: Pick<Shock, 'magnitude'>): boolean =>
  magnitude !== null && magnitude < MAX_MAGNITUDE;

export interface Signs {
  /** Of 0.1°: see {@link cellOf}. */
  cell: number;
  period: number;
  year: number;
  halfHour: number;
  dayKind: number;
  /** Undefined where the depth is not known. */
  depth: number | undefined;
  magnitude: number;
  size: number;
}

/** Per degree. */
const STEPS = 10;
/** Coordinates have up to five decimals; a border belongs to the cell north and east of it. */
const steps = (degrees: number): number => Math.floor(degrees * STEPS + 1e-7);

/** Added to the number of a cell for what does not lie on land in Türkiye. */
export const OFF_LAND = 500;

/** Cells of 0.1°, numbered from the south-west: 1000 numbers a row. Land and sea of a cell are two. */
export const cellOf = ({ latitude, longitude, district }: Pick<Shock, 'latitude' | 'longitude' | 'district'>): number =>
  steps(latitude) * 1000 + steps(longitude) + (district === undefined ? OFF_LAND : 0);

/** South-west corner of a cell. */
export const cornerOf = (cell: number): { latitude: number; longitude: number } => ({
  latitude: Math.floor(cell / 1000) / STEPS,
  longitude: (cell % OFF_LAND) / STEPS,
});

/** Undefined for an earthquake that is never taken for a blast: too large, too deep, or before the first period. */
export function signsOf({ time, latitude, longitude, district, depthKm, magnitude }: Shock): Signs | undefined {
  if (magnitude === null || !isSmall({ magnitude })) return undefined;
  const depth = depthKm === null ? undefined : DEPTHS.findIndex((most) => depthKm <= most);
  if (depth === -1) return undefined;
  const { year, halfHour, dayKind } = localTime(time);
  const period = PERIODS.findLastIndex((first) => year >= first);
  if (period === -1) return undefined;
  const quarter = Math.max(0, Math.floor(magnitude * 4));
  const size = SIZES.findLastIndex((least) => magnitude >= least);
  return {
    cell: cellOf({ latitude, longitude, district }),
    period,
    year,
    halfHour,
    dayKind,
    depth,
    magnitude: quarter,
    size,
  };
}
