/** CSV in the shape of the USGS. */
import { catalogName } from '../agencies.ts';
import { type Cell, csvCell } from '../csv-cell.ts';
import type { RecordField } from '../record/field.ts';
import { LIST_FIELDS } from '../record/list-fields.ts';
import { type EpochMs, formatGregorian } from '../time.ts';
import type { ListItem } from '../wire.ts';
import { type FdsnEvent, feedStatusOf, isLead, type ShownMagnitude, statusOf } from './event.ts';

/** Columns of ours, after those of the USGS. */
const OWN = Object.entries<RecordField>(LIST_FIELDS).flatMap(([name, { fdsn }]) =>
  fdsn === 'magnitude' ? [name as keyof ListItem] : [],
);

/** The columns of the USGS; those that no agency here gives are empty. */
export const EVENT_CSV_HEAD = `time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource,${OWN.join(',')}\n`;

/** @param isInFeed whether it is part of a feed, where a status is never empty */
export function eventCsvRow(event: FdsnEvent, { isInFeed = false } = {}): string {
  const { magnitude, origin } = event;
  const cells = [
    ...[iso(event.time), event.latitude, event.longitude, event.depthKm, magnitude?.value, magnitude?.type],
    ...[
      origin.stations,
      origin.azimuthal_gap,
      origin.nearest_station,
      origin.rms,
      origin.name,
      event.eventId,
      iso(event.updatedAt),
      event.place,
      event.eventType,
    ],
    ...[origin.horizontal_error_km, depthError(event), ...magnitudeErrors(magnitude)],
    isInFeed ? feedStatusOf(origin) : statusOf(origin),
    ...[catalogName(origin.name), magnitude && catalogName(magnitude.origin.name)],
    ...OWN.map((name) => event.fields[name] as Cell),
  ];
  return `${cells.map(csvCell).join(',')}\n`;
}

/** Not of another agency's depth. */
const depthError = ({ depthKm, origin }: FdsnEvent): number | undefined =>
  origin.depth_km === depthKm ? origin.depth_error_km : undefined;

const magnitudeErrors = (shown: ShownMagnitude | null): (number | undefined)[] => {
  const own = shown && isLead(shown) ? shown.origin : undefined;
  return [own?.magnitude_error, own?.magnitude_stations];
};

/** With milliseconds, as the USGS writes them. */
const iso = (time: EpochMs): string => {
  const text = formatGregorian(time);
  return `${text.length === 19 ? `${text}.000` : text}Z`;
};
