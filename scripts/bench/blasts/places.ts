/** Where blasts are many, and the sequences of earthquakes of which none may be taken for one. */
import { distanceKm } from '#core/geo.ts';
import { parseDay } from '#core/time.ts';
import type { Judged } from './reliability.ts';

/** Hours of the clock of Türkiye, from and to (exclusive); night passes midnight. */
const DAY = [8, 18] as const;
const NIGHT = [20, 6] as const;

const hourOf = ({ signs }: Judged): number => signs.halfHour / 2;
export const isDay = (one: Judged): boolean => hourOf(one) >= DAY[0] && hourOf(one) < DAY[1];
export const isNight = (one: Judged): boolean => hourOf(one) >= NIGHT[0] || hourOf(one) < NIGHT[1];

/** More probable than not. */
export const isOut = ({ share }: Judged): boolean => share > 0.5;

const inCell = (...cells: number[]) => {
  const wanted = new Set(cells);
  return ({ signs }: Judged): boolean => wanted.has(signs.cell);
};

/** Earthquakes of a cell from which on its hours say something, and how many by day there are for one at night. */
const UNEVEN = { least: 50, ratio: 5 };

/** Cells with a day far busier than the night, M 1 to 3 since 2010. */
export function unevenCells(judged: readonly Judged[]): Map<number, Judged[]> {
  const some = judged.filter(
    ({ record, signs }) => record.magnitude! >= 1 && record.magnitude! <= 3 && signs.year >= 2010,
  );
  const cells = Map.groupBy(some, ({ signs }) => signs.cell);
  for (const [cell, own] of cells) {
    const night = own.filter(isNight).length;
    if (own.length < UNEVEN.least || own.filter(isDay).length < UNEVEN.ratio * Math.max(1, night)) cells.delete(cell);
  }
  return cells;
}

/** Cells by the number of their south-west corner. */
export const PLACES: Readonly<Record<string, (one: Judged) => boolean>> = {
  'İstanbul on land since 2018, M < 3': ({ record, signs }) =>
    record.provinceCode === '34' && record.district !== undefined && signs.year >= 2018 && record.magnitude! < 3,
  'Milas, 37.1 N 27.8 E': inCell(371278),
  'Milas, 37.2 N 28.1 E': inCell(372281),
  'Tavşanlı, 39.6 N 29.4 E': inCell(396294),
};

interface Sequence {
  name: string;
  /** Days, UTC, the end exclusive. */
  from: string;
  to: string;
  latitude: number;
  longitude: number;
  km: number;
}

/** Around the epicentres of main shocks. */
export const SEQUENCES: readonly Sequence[] = [
  { name: 'Simav 2011', from: '2011-05-19', to: '2011-09-01', latitude: 39.13, longitude: 29.08, km: 30 },
  { name: 'Van 2011', from: '2011-10-23', to: '2012-02-01', latitude: 38.7, longitude: 43.4, km: 60 },
  { name: 'Silivri 2019', from: '2019-09-24', to: '2019-11-01', latitude: 40.87, longitude: 28.2, km: 40 },
  { name: 'Akhisar 2020', from: '2020-01-22', to: '2020-04-01', latitude: 39.05, longitude: 27.85, km: 30 },
  { name: 'Elazığ 2020', from: '2020-01-24', to: '2020-04-01', latitude: 38.35, longitude: 39.1, km: 60 },
  { name: 'Sisam 2020', from: '2020-10-30', to: '2021-01-01', latitude: 37.9, longitude: 26.75, km: 50 },
  { name: 'Düzce 2022', from: '2022-11-23', to: '2023-01-01', latitude: 40.82, longitude: 31, km: 30 },
  { name: 'Kahramanmaraş 2023', from: '2023-02-06', to: '2023-05-06', latitude: 37.8, longitude: 37.3, km: 200 },
  { name: 'Marmara 2025', from: '2025-04-23', to: '2025-06-01', latitude: 40.85, longitude: 28.25, km: 40 },
  { name: 'Sındırgı 2025', from: '2025-08-10', to: '2026-01-01', latitude: 39.2, longitude: 28.1, km: 15 },
];

export const ofSequence = (judged: readonly Judged[], sequence: Sequence): Judged[] => {
  const [from, to] = [parseDay(sequence.from)!, parseDay(sequence.to)!];
  return judged.filter(
    ({ record }) => record.time >= from && record.time < to && distanceKm(record, sequence) <= sequence.km,
  );
};
