/** CSV in the shape of the USGS. */
import { csvCell } from '../csv-cell.ts';
import { type EpochMs, formatGregorian } from '../time.ts';
import { catalogName, type FdsnEvent, statusOf } from './event.ts';

/** The columns of the USGS; those that no agency here gives are empty. */
export const EVENT_CSV_HEAD =
  'time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource\n';

export function eventCsvRow(event: FdsnEvent): string {
  const { magnitude, solution } = event;
  const cells = [
    ...[iso(event.time), event.latitude, event.longitude, event.depthKm, magnitude?.value, magnitude?.type],
    ...[null, null, null, null, solution.name, event.eventId, iso(event.updatedAt), event.place, event.eventType],
    ...[null, null, null, null, statusOf(solution)],
    ...[catalogName(solution.name), magnitude && catalogName(magnitude.solution.name)],
  ];
  return `${cells.map(csvCell).join(',')}\n`;
}

/** With milliseconds, as the USGS writes them. */
const iso = (time: EpochMs): string => {
  const text = formatGregorian(time);
  return `${text.length === 19 ? `${text}.000` : text}Z`;
};
