/** Whether a point lies at sea or near it: a coarse grid, for words alone. */
import { distanceKm, type Point } from './geo.ts';

/** In degrees; the grid goes from 32° N 22° E to 46° N 42° E. */
const CELL = 0.25;
const [SOUTH, WEST] = [32, 22];

/**
 * Cells with some of the Mediterranean, Aegean, Ionian, Marmara, Black or Azov Sea by the gazetteer, at 25 points each:
 * rows from the south, 80 cells from the west each, four a digit. The Caspian Sea is none of them.
 */
const CELLS = [
  '07fffffffffff0000000 0ffffffffffff0000000 1ffffffffffff0000000 fffffffffffff8000000',
  'fffffffffffff8000000 fffffffffffffc000000 fffffffffffffc000000 fffffffffffffe000000',
  'fffffffffffffe000000 ffffffffffffff000000 ffffffffffffff000000 ffffffffffc7ff000000',
  'ffe3fffffff1ff000000 feffffffffffff000000 ffffffffffffff000000 ffffffffffffff000000',
  'ffffffffffffff000000 fffffffcffc1ff000000 fffffff83f80ff800000 ffffffe03c0031800000',
  '9fffffc0000000000000 1ffffc00000000000000 1ffff800000000000000 1ffff800000000000000',
  'fefff800000000000000 f3fff800000000000000 0ffff000000000000000 3ffff800000000000000',
  '1ffff000000000000000 1ffff000000000000000 1fffb000000000000000 3fff8000000000000000',
  '3fffc000000000000000 3ffffff8000000000000 33ffffff000000000000 01ff87fe00000000e1c0',
  '000000cffc00000ffff0 0000007fff0000fffffc 000000ffffc007fffffe 000001fffff8fffffffe',
  '000001fffffffffffffe 000007fffffffffffffe 000003fffffffffffffc 000001fffffffffffffc',
  '000001fffffffffffff0 000000ffffffffffff80 0000003fffffffffff00 0000003ffffffffffc00',
  '0000003ffffffffff800 0000003fffffffffe000 0000001ffffe7fff8000 0000001ffffe3ffc0000',
  '00000003fffe07f80000 00000003fff807fe0000 00000003fff80ffe0000 00000003fffe1fff8000',
].flatMap((rows) => rows.split(' '));

const isSea = (row: number, column: number): boolean =>
  ((parseInt(CELLS[row]?.[column >> 2] ?? '0', 16) >> (3 - (column & 3))) & 1) === 1;

/** @param km from the centre of the nearest cell with sea, which lies up to 18 km from the coast; inclusive */
export function isNearSea(point: Point, km: number): boolean {
  const reach = Math.ceil(km / 20) + 1;
  const [middle, across] = [(point.latitude - SOUTH) / CELL, (point.longitude - WEST) / CELL].map(Math.floor);
  for (let row = middle! - reach; row <= middle! + reach; row += 1)
    for (let column = across! - reach; column <= across! + reach; column += 1) {
      const centre = { latitude: SOUTH + (row + 0.5) * CELL, longitude: WEST + (column + 0.5) * CELL };
      if (column >= 0 && isSea(row, column) && distanceKm(point, centre) <= km) return true;
    }
  return false;
}
