/**
 * Where a point lies: on land in Türkiye, at sea, or on land abroad. The outlines are coarse (about 10 km in Türkiye,
 * 25 km elsewhere, small islands left out): enough to choose place names and error models, for nothing else. Compiled
 * from Natural Earth 1:50m (public domain), simplified.
 */
import type { Point } from '#core/geo.ts';

export type Setting = 'land' | 'sea' | 'abroad';

export interface Surroundings {
  setting: Setting;
  /** Turkish name of the sea, or of the country. */
  name: string;
}

interface Outline {
  country: string;
  /** The same in English. */
  english: string;
  latitudes: number[];
  longitudes: number[];
  south: number;
  north: number;
  west: number;
  east: number;
}

/** `text` holds "latitude longitude" pairs in degrees, separated by commas. */
function outline(country: string, english: string, text: string): Outline {
  const pairs = text.split(',').map((pair) => pair.trim().split(' ').map(Number) as [number, number]);
  const latitudes = pairs.map(([latitude]) => latitude);
  const longitudes = pairs.map(([, longitude]) => longitude);
  const bounds = {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
  return { country, english, latitudes, longitudes, ...bounds };
}

const OUTLINES = [
  outline(
    'Türkiye',
    'Turkey',
    `41.52 41.51, 41.44 42.47, 41.56 42.79, 40.93 43.63, 40.13 43.67, 40.00 44.40, 39.65 44.82, 39.77 44.59,
     39.42 44.39, 39.38 44.02, 38.84 44.27, 38.39 44.30, 38.33 44.45, 37.91 44.21, 37.71 44.59, 37.44 44.57,
     37.29 44.79, 37.14 44.77, 36.98 44.28, 37.30 44.11, 37.23 43.68, 37.37 42.77, 37.11 42.36, 37.30 42.20,
     37.09 41.52, 37.10 40.71, 36.68 39.36, 36.69 38.77, 36.90 38.19, 36.64 37.44, 36.80 36.66, 36.46 36.54,
     36.23 36.64, 36.17 36.38, 35.83 36.13, 35.92 35.89, 36.31 35.81, 36.66 36.19, 36.91 36.05, 36.58 35.39,
     36.82 34.70, 36.18 33.69, 36.04 32.79, 36.18 32.38, 36.54 32.02, 36.85 30.95, 36.80 30.58, 36.27 30.45,
     36.16 29.69, 36.32 29.22, 36.72 28.97, 36.81 28.30, 36.63 28.02, 36.75 28.08, 36.71 27.45, 36.83 28.01,
     37.03 28.24, 36.98 27.26, 37.13 27.30, 37.16 27.54, 37.66 27.07, 37.73 27.22, 37.98 27.23, 38.28 26.29,
     38.64 26.44, 38.34 26.67, 38.45 27.14, 38.48 26.91, 38.71 26.76, 38.89 27.01, 38.96 26.81, 39.12 26.85,
     39.29 26.68, 39.55 26.90, 39.52 26.10, 39.99 26.18, 40.40 26.74, 40.46 27.28, 40.33 27.73, 40.38 27.85,
     40.48 27.73, 40.51 27.87, 40.37 27.96, 40.39 29.01, 40.53 28.79, 40.63 28.96, 40.76 29.85, 40.94 29.11,
     41.22 29.15, 41.11 31.25, 41.73 32.31, 42.02 33.38, 41.96 34.75, 42.06 35.01, 41.73 35.30, 41.68 36.05,
     41.27 36.41, 41.36 36.78, 41.18 37.07, 40.92 38.38, 41.11 39.43, 40.96 40.27`,
  ),
  outline(
    'Türkiye',
    'Turkey',
    `41.97 28.01, 41.55 28.20, 41.23 29.06, 41.01 28.96, 41.08 28.17, 40.97 27.50, 40.69 27.26, 40.08 26.20,
     40.31 26.25, 40.63 26.79, 40.61 26.11, 40.73 26.04, 40.95 26.33, 41.24 26.33, 41.40 26.62, 41.60 26.58,
     41.74 26.32, 41.95 26.58, 42.09 27.24, 41.92 27.53`,
  ),
  outline(
    'Suriye',
    'Syria',
    `35.92 35.89, 36.23 36.64, 36.80 36.66, 36.68 39.36, 37.28 42.27, 36.38 41.30, 34.77 41.19, 34.33 40.69,
     32.32 36.82, 32.39 36.37, 32.73 35.79, 33.73 35.97, 34.22 36.58, 34.66 36.38, 34.63 35.98`,
  ),
  outline(
    'Rusya',
    'Russia',
    `46.50 48.80, 46.29 49.25, 45.68 47.46, 44.50 46.71, 43.56 47.46, 43.88 47.65, 43.04 47.46, 41.84 48.57,
     41.20 47.79, 42.01 46.05, 42.21 45.64, 42.50 45.71, 42.76 44.87, 42.57 43.83, 43.17 42.76, 43.42 39.98,
     45.13 36.65, 45.29 36.94, 45.37 36.72, 45.38 37.65, 46.00 37.93, 46.09 38.49, 46.50 37.84`,
  ),
  outline(
    'Rusya',
    'Russia',
    `46.10 33.59, 45.98 34.69, 45.32 35.46, 45.39 36.58, 45.07 36.39, 45.07 35.76, 44.43 33.66, 45.10 33.56,
     45.40 32.51`,
  ),
  outline('Kuzey Makedonya', 'Macedonia', `42.25 21.56, 42.35 22.28, 41.72 23.01, 41.18 22.72, 40.89 21.50`),
  outline('Lübnan', 'Lebanon', `34.63 35.98, 34.66 36.38, 34.22 36.58, 33.62 35.97, 33.08 35.11`),
  outline(
    'Irak',
    'Iraq',
    `37.11 42.36, 37.37 42.77, 37.30 44.11, 36.98 44.28, 37.17 44.73, 36.02 45.36, 35.77 46.27, 33.97 45.40,
     32.96 46.11, 32.42 47.37, 31.50 47.72, 31.50 41.25, 32.12 39.15, 33.37 38.77, 34.43 40.99, 36.38 41.30`,
  ),
  outline(
    'İran',
    'Iran',
    `31.50 50.50, 31.50 47.72, 32.42 47.37, 32.98 46.09, 33.97 45.40, 35.77 46.27, 36.02 45.36, 37.71 44.59,
     37.88 44.22, 38.15 44.35, 39.38 44.02, 39.77 44.59, 39.01 45.48, 38.87 46.17, 39.69 47.89, 39.45 48.28,
     38.85 48.00, 38.44 48.87, 37.67 49.08, 37.04 50.50`,
  ),
  outline('Yunanistan', 'Greece', `38.96 23.42, 38.65 24.13, 38.12 24.59, 38.12 24.21, 38.85 22.88`),
  outline('Yunanistan', 'Greece', `39.33 26.41, 38.99 26.55, 39.16 26.25, 39.29 25.91`),
  outline('Yunanistan', 'Greece', `35.54 23.85, 35.12 25.79, 35.31 26.29, 35.02 26.17, 34.93 24.80, 35.26 23.59`),
  outline(
    'Yunanistan',
    'Greece',
    `41.72 26.32, 41.40 26.62, 40.75 26.11, 40.99 25.10, 40.75 23.76, 40.15 24.34, 40.33 23.73, 39.97 23.95,
     40.50 22.63, 40.04 22.59, 39.17 23.33, 39.31 22.92, 39.04 23.07, 38.87 22.57, 38.23 24.01, 37.68 24.02,
     38.03 23.54, 37.90 23.05, 37.50 23.46, 37.54 22.73, 36.45 23.16, 36.79 22.72, 36.45 22.49, 37.03 22.08,
     36.74 21.89, 37.08 21.58, 38.18 21.50, 38.13 23.18, 38.32 21.50, 40.89 21.50, 41.53 24.06, 41.31 25.92`,
  ),
  outline(
    'Gürcistan',
    'Georgia',
    `41.11 43.44, 41.58 42.75, 41.52 41.51, 41.97 41.76, 42.66 41.49, 43.42 39.98, 43.17 42.76, 42.60 44.00,
     42.50 45.71, 42.21 45.64, 41.89 46.43, 41.62 46.19, 41.25 46.66, 41.45 45.28`,
  ),
  outline('Kıbrıs', 'N. Cyprus', `35.07 34.00, 35.09 32.87, 35.39 32.94, 35.66 34.56`),
  outline('Kıbrıs', 'Cyprus', `35.17 32.71, 34.97 33.94, 34.58 32.94, 34.95 32.32`),
  outline(
    'Bulgaristan',
    'Bulgaria',
    `41.97 28.01, 41.96 26.62, 41.31 25.92, 41.56 24.49, 41.34 22.92, 41.74 23.00, 42.31 22.34, 42.54 22.47,
     43.19 22.98, 43.78 22.37, 44.24 22.71, 43.83 22.92, 43.67 25.50, 44.17 27.09, 43.74 28.59, 42.47 27.48`,
  ),
  outline('Azerbaycan', 'Azerbaijan', `39.65 44.82, 39.38 45.77, 38.88 46.11, 38.97 45.58`),
  outline(
    'Azerbaycan',
    'Azerbaijan',
    `38.44 48.87, 38.85 48.00, 39.40 48.32, 39.68 48.00, 38.91 46.49, 39.56 46.48, 39.98 45.58, 40.23 45.96,
     41.09 45.06, 41.42 45.22, 41.09 46.53, 41.29 46.67, 41.66 46.18, 41.89 46.43, 41.20 47.79, 41.79 48.66,
     40.28 50.37, 40.19 49.55`,
  ),
  outline(
    'Ermenistan',
    'Armenia',
    `39.70 44.77, 40.13 43.67, 41.11 43.44, 41.29 45.00, 40.23 45.96, 39.98 45.58, 39.56 46.48, 38.91 46.49,
     38.88 46.11, 39.56 45.75`,
  ),
];

export const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map([
  ...OUTLINES.map(({ country, english }): [string, string] => [country, english]),
  ['Karadeniz', 'Black Sea'],
  ['Marmara Denizi', 'Sea of Marmara'],
  ['Ege Denizi', 'Aegean Sea'],
  ['Akdeniz', 'eastern Mediterranean Sea'],
  ['Hazar Denizi', 'Caspian Sea'],
]);

/** Even-odd rule: a ray to the east crosses the outline an odd number of times. */
function inside({ latitude, longitude }: Point, area: Outline): boolean {
  if (latitude < area.south || latitude > area.north || longitude < area.west || longitude > area.east) return false;
  const { latitudes, longitudes } = area;
  let within = false;
  for (let i = 0, j = latitudes.length - 1; i < latitudes.length; j = i, i += 1) {
    const [south, north] = [latitudes[i]!, latitudes[j]!];
    if (south > latitude === north > latitude) continue;
    const crossing = longitudes[i]! + ((longitudes[j]! - longitudes[i]!) * (latitude - south)) / (north - south);
    if (longitude < crossing) within = !within;
  }
  return within;
}

function seaAt({ latitude, longitude }: Point): string {
  if (longitude > 47) return 'Hazar Denizi';
  if (latitude > 40.95 && longitude > 27.5) return 'Karadeniz';
  if (latitude > 40.2 && longitude > 26.6 && longitude < 30) return 'Marmara Denizi';
  return latitude > 35.6 && longitude < 28.2 ? 'Ege Denizi' : 'Akdeniz';
}

export function surroundingsOf(point: Point): Surroundings {
  const land = OUTLINES.find((area) => inside(point, area));
  if (!land) return { setting: 'sea', name: seaAt(point) };
  return { setting: land.country === 'Türkiye' ? 'land' : 'abroad', name: land.country };
}
