/** The part of the map that the provinces of the filters take. */
import type { Box } from '#core/geo.ts';
import { ownValue } from '#core/own-value.ts';
import type { MapView } from '../map/map.ts';
import { stored } from '../requests.ts';

/** Of the file that names the layers of the map: west, south, east, north by plate code, degrees. */
interface ProvinceFile {
  provinces?: Record<string, [number, number, number, number]>;
}

/** Degrees around provinces that are shown with them: their earthquakes at sea are up to about so far away. */
const AROUND = 0.25;

/** Smallest rectangle with all of them. @returns undefined for none */
function boxAround(codes: readonly number[], { provinces = {} }: ProvinceFile): Box | undefined {
  const boxes = codes.flatMap((code) => [ownValue(provinces, String(code)) ?? []]).filter(({ length }) => length > 0);
  if (boxes.length === 0) return undefined;
  const sides = [0, 1, 2, 3].map((side) => boxes.map((box) => box[side]!));
  return {
    ...{ west: Math.min(...sides[0]!) - AROUND, south: Math.min(...sides[1]!) - AROUND },
    ...{ east: Math.max(...sides[2]!) + AROUND, north: Math.max(...sides[3]!) + AROUND },
  };
}

/** Where the file cannot be had, the map stays as it is. @param codes plate codes */
export async function showProvinces(map: MapView | undefined, codes: readonly number[] = []): Promise<void> {
  if (!map || codes.length === 0) return;
  const file = await stored<ProvinceFile>(document.documentElement.dataset['layers'] ?? '').catch(() => ({}));
  const box = boxAround(codes, file);
  if (box) map.fit(box);
}
