/** What the feeds and the FDSN service have of the catalogue, and how documents of theirs are read. */
import type { Earthquake } from '#core/earthquake.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { earthquakes, NOW } from './catalogue.ts';
import type { Answer, Row } from './frame.ts';
import { type Fields, list, number, object, objects } from './values.ts';

/** Newest first. @param most no more than these */
export const published = (isIn: (one: Earthquake) => boolean, most = Infinity): Row[] =>
  earthquakes
    .filter((one) => one.magnitude !== null && isIn(one))
    .slice(0, most)
    .map(({ time, latitude, longitude, depthKm, magnitude, eventId }) => ({
      ...{ time, latitude, longitude, depthKm: depthKm ?? 0, magnitude: magnitude!, id: eventId },
    }));

/** Of a feed. @param least what rounds to it is in @param length in ms */
export const feed =
  (least = -Infinity, length = DAY, most = Infinity) =>
  (): Row[] =>
    published(({ time, magnitude }) => time > NOW - length && magnitude! >= least - 0.05, most);

export const isEarthquake = ({ eventType }: Earthquake): boolean => eventType === 'earthquake';

/** Addresses of the feeds below the USGS's own host. */
export const FEED = '/earthquakes/feed/v1.0/summary/';
export const QUERY = '/fdsnws/event/1/query?';

/** @throws Error as applications that look at the status do */
export function isOk({ status }: Answer): void {
  if (status !== 200) throw new Error(`status ${status}`);
}

export const featuresOf = ({ json }: Answer): Fields[] => objects(object(json())['features']);
export const propertiesOf = (feature: Fields): Fields => object(feature['properties']);

/** Longitude, latitude and depth; the last one is where the application reads one. */
export const pointOf = (feature: Fields): number[] => list(object(feature['geometry'])['coordinates']).map(number);

/** `YYYY-MM-DDTHH:MM:SS` in UTC. */
export const second = (time: EpochMs): string => new Date(time).toISOString().slice(0, 19);

/** Rows of text with `|` between its columns, without the head. */
export const piped = ({ text }: Answer): string[][] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|'));
