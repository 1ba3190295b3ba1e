/** Cells of the table of blasts with many of them, for the map of the page of statistics. */
import { NearestIndex } from '#core/nearest.ts';
import { parseBlasts } from '#seismology/blasts/file.ts';
import { cornerOf } from '#seismology/blasts/signs.ts';
import { data } from './assets.ts';
import type { BlastCells } from './pages/content.ts';
import { districtSeats } from './place-names.ts';

/** Expected blasts of a cell that is shown, inclusive. */
const LEAST = 10;
const HALF = 0.05;

let read: BlastCells | undefined;

/** Read at the first call of the process. */
export const blastCells = (): BlastCells => (read ??= readCells());

function readCells(): BlastCells {
  const { cells, provenance } = parseBlasts(data('blasts.json').toString());
  const { byProvince } = districtSeats(data('places.csv').toString());
  const seats = Object.entries(byProvince).flatMap(([province, districts]) =>
    districts.map(([name, latitude, longitude]) => ({
      ...{ words: `${name} (${province})`, latitude: latitude / 1000, longitude: longitude / 1000 },
    })),
  );
  const index = new NearestIndex(seats);
  const shown = [...cells].flatMap(([number, { events, blasts }]) => {
    if (blasts < LEAST) return [];
    const corner = cornerOf(number);
    const point = { latitude: corner.latitude + HALF, longitude: corner.longitude + HALF };
    return [{ ...point, events, blasts, near: index.nearest(point, { limit: 1 })[0]!.item.words }];
  });
  return { since: Number(provenance.from.slice(0, 4)), least: LEAST, cells: shown.sort((a, b) => b.blasts - a.blasts) };
}
