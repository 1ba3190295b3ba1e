/**
 * Where a point lies: on land in Türkiye, at sea, or on land abroad.
 * The outlines are coarse: about 10 km in Türkiye, 25 km elsewhere, small islands left out.
 * That is enough to choose place names and error models, for nothing else.
 * Compiled from Natural Earth 1:50m (public domain), simplified.
 */
import { readFileSync } from 'node:fs';
import type { Point } from '#core/geo.ts';
import { RingIndex } from '../../generator/places/land.ts';

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
  index: RingIndex;
}

/** `points` holds latitude and longitude in turn, in degrees, separated by blanks. */
function outlineOf(line: string): Outline {
  const [country, english, points] = line.split(',') as [string, string, string];
  const numbers = points.split(' ').map(Number);
  const ring = numbers.map((_, index) => numbers[index % 2 === 0 ? index + 1 : index - 1]!);
  return { country, english, index: new RingIndex([Float64Array.from(ring)]) };
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

function seaAt({ latitude, longitude }: Point): string {
  if (longitude > 47) return 'Hazar Denizi';
  if (latitude > 40.95 && longitude > 27.5) return 'Karadeniz';
  if (latitude > 40.2 && longitude > 26.6 && longitude < 30) return 'Marmara Denizi';
  return latitude > 35.6 && longitude < 28.2 ? 'Ege Denizi' : 'Akdeniz';
}

export function surroundingsOf(point: Point): Surroundings {
  const land = OUTLINES.find(({ index }) => index.contains(point));
  if (!land) return { setting: 'sea', name: seaAt(point) };
  return { setting: land.country === 'Türkiye' ? 'land' : 'abroad', name: land.country };
}
