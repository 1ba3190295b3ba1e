/** The FDSN text formats: fields between `|`, one header line. */
import { catalogName } from '../agencies.ts';
import { formatDecimal } from '../parameter.ts';
import { cleanText } from '../text.ts';
import { formatGregorian } from '../time.ts';
import type { FdsnEvent } from './event.ts';

/** Readers split at `|`, and many take a leading `"` for the start of a quoted field. */
export const textField = (text: string): string => cleanText(text, 500).replaceAll('|', '/').replaceAll('"', "'");

export const textNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : formatDecimal(value);

const COLUMNS: [name: string, field: (event: FdsnEvent) => string][] = [
  ['EventID', ({ eventId }) => eventId],
  ['Time', ({ time }) => formatGregorian(time)],
  ['Latitude', ({ latitude }) => textNumber(latitude)],
  ['Longitude', ({ longitude }) => textNumber(longitude)],
  ['Depth/km', ({ depthKm }) => textNumber(depthKm)],
  ['Author', ({ origin }) => catalogName(origin.name)],
  ['Catalog', ({ origin }) => catalogName(origin.name)],
  ['Contributor', ({ origin }) => catalogName(origin.name)],
  ['ContributorID', ({ origin }) => textField(origin.event_id)],
  ['MagType', ({ magnitude }) => textField(magnitude?.type ?? '')],
  ['Magnitude', ({ magnitude }) => textNumber(magnitude?.value)],
  ['MagAuthor', ({ magnitude }) => (magnitude ? catalogName(magnitude.origin.name) : '')],
  ['EventLocationName', ({ place }) => textField(place)],
  ['EventType', ({ eventType }) => eventType],
];

export const EVENT_TEXT_HEAD = `#${COLUMNS.map(([name]) => name).join('|')}\n`;

export const eventTextRow = (event: FdsnEvent): string => `${COLUMNS.map(([, field]) => field(event)).join('|')}\n`;
