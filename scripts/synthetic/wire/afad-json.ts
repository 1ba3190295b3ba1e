/** AFAD's `apiv2/event/filter` answer: a flat JSON array of objects of strings. Times are UTC without a suffix. */
import { formatInstant, formatSecond, type EpochMs } from '#core/time.ts';
import type { PublishedRow } from '../report-history.ts';

export interface AfadRow extends PublishedRow {
  id: string;
  /** km; null where not given. */
  depthKm: number | null;
  rms: number;
  magnitudeType: string;
  magnitude: number;
  location: string;
  country: string;
  province: string | null;
  district: string | null;
  neighbourhood: string | null;
  /** The last change, where there was one. */
  update: EpochMs | null;
}

/** Integer magnitudes are written without a decimal as often as with one. */
const magnitudeText = (value: number, id: string): string => (Number(id) % 2 === 0 ? String(value) : value.toFixed(1));

/** `2023-02-06T09:46:31.642000`. */
const micro = (instant: EpochMs): string =>
  `${formatInstant(instant).replace('Z', '').padEnd(20, '.').padEnd(23, '0')}000`;

export function afadObject(row: AfadRow): string {
  return JSON.stringify({
    rms: row.rms.toFixed(2),
    eventID: row.id,
    location: row.location,
    latitude: String(row.latitude),
    longitude: String(row.longitude),
    depth: row.depthKm === null ? null : String(row.depthKm),
    type: row.magnitudeType,
    magnitude: magnitudeText(row.magnitude, row.id),
    country: row.country,
    province: row.province,
    district: row.district,
    neighborhood: row.neighbourhood,
    date: formatSecond(row.time).replace(' ', 'T'),
    isEventUpdate: row.update !== null,
    lastUpdateDate: row.update === null ? null : micro(row.update),
  });
}

export const afadDocument = (objects: readonly string[]): string => `[${objects.join(',\n')}]\n`;
