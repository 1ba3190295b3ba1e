/**
 * Where a point lies: on land in Türkiye, at sea, or on land abroad.
 * The outlines are coarse: about 10 km in Türkiye, 25 km elsewhere, small islands left out.
 * That is enough to choose place names and error models, for nothing else.
 * Compiled from Natural Earth 1:50m (public domain), simplified.
 */
import { readFileSync } from 'node:fs';
import { insideBox, type Box, type Point } from '#core/geo.ts';

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
  bounds: Box;
}

/** `points` holds latitude and longitude in turn, in degrees, separated by blanks. */
function outlineOf(line: string): Outline {
  const [country, english, points] = line.split(',') as [string, string, string];
  const numbers = points.split(' ').map(Number);
  const latitudes = numbers.filter((_, index) => index % 2 === 0);
  const longitudes = numbers.filter((_, index) => index % 2 === 1);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  return { country, english, latitudes, longitudes, bounds: { south, north, west, east } };
}

const TABLE = readFileSync(new URL('outlines.csv', import.meta.url), 'utf8');
const OUTLINES = TABLE.trimEnd().split('\n').slice(1).map(outlineOf);

export const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map([
  ...OUTLINES.map(({ country, english }): [string, string] => [country, english]),
  ['Karadeniz', 'Black Sea'],
  ['Marmara Denizi', 'Sea of Marmara'],
  ['Ege Denizi', 'Aegean Sea'],
  ['Akdeniz', 'eastern Mediterranean Sea'],
  ['Hazar Denizi', 'Caspian Sea'],
]);

/** Even-odd rule: a ray to the east crosses the outline an odd number of times. */
function inside({ latitude, longitude }: Point, { latitudes, longitudes, bounds }: Outline): boolean {
  if (!insideBox({ latitude, longitude }, bounds)) return false;
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
