/** The detail answer of one earthquake. */
import { AGENCIES, type Agency, type Earthquake, type Station } from '#core/earthquake.ts';
import { azimuthDegrees, distanceKm, type Point } from '#core/geo.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { RecordField } from '#core/record/field.ts';
import { solutionItem } from '#core/record/items.ts';
import { revisionItems } from '#core/revisions.ts';
import { storedLists, STORED, wholeLine, type StoredQuake } from '#core/stored-lines.ts';
import { formatSecond } from '#core/time.ts';
import { stationItem, unsourcedItem } from '#core/wire.ts';
import { mwEstimate } from '#seismology/mw-estimate.ts';

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** What many details say of one station near them: made once, and only distance and azimuth added. */
export interface NearbyStation extends Point {
  /** In the table of stations. */
  number: number;
  /** An object without its closing brace. */
  json: string;
}

/** The same of one earthquake. */
export interface NearbyQuake extends Point, StoredQuake {}

interface DetailInputs {
  /** Nearest first. */
  nearbyStations: NearbyStation[];
  /** Nearest first. */
  nearbyQuakes: NearbyQuake[];
  /** Agencies with former solutions that may be shown; all when absent. */
  agencies?: readonly Agency[];
}

/** The answer, with its newline. */
export function detailBody(earthquake: Earthquake, inputs: DetailInputs): string {
  const nearbyStations = inputs.nearbyStations.map((one, number) => ({ ...one, number }));
  const line = Buffer.from(storedDetail(earthquake, { ...inputs, nearbyStations }));
  const table = nearbyStations.map(({ json }) => Buffer.from(json));
  return Buffer.from(wholeLine(line, table)).toString('utf8');
}

/** What the answer is made of, as buckets have it. */
export function storedDetail(earthquake: Earthquake, inputs: DetailInputs): string {
  const { nearbyStations, nearbyQuakes, agencies = AGENCIES } = inputs;
  // Sources are given in full below.
  const first = unsourcedItem(earthquake);
  first.mw_estimate = mwEstimate(earthquake.magnitude, earthquake.magnitudeType);
  for (const { name, value } of EFFECTS) first[name] = value(earthquake);
  first.location_en = earthquake.locationEn;
  first.slug = DETAIL_FIELDS.slug.value(earthquake);
  first.occurred_at_utc = DETAIL_FIELDS.occurred_at_utc.value(earthquake);
  first.sources = earthquake.solutions.map(solutionItem);
  const last = {
    focal_mechanism: DETAIL_FIELDS.focal_mechanism.value(earthquake),
    shakemap: DETAIL_FIELDS.shakemap.value(earthquake),
    revisions: revisionItems(earthquake.revisions, agencies),
  };
  const lists = storedLists({
    stations: nearbyStations.map((one) => `${one.number},${kmTo(earthquake, one)},${azimuthTo(earthquake, one)}`),
    numbers: nearbyQuakes.map((one) => `${one.numbers},${kmTo(earthquake, one)}`),
    texts: nearbyQuakes.map(({ texts }) => texts),
  });
  return `${STORED},"earthquake":${JSON.stringify(first).slice(0, -1)},${lists}${JSON.stringify(last).slice(1)}}\n`;
}

const ELSEWHERE: readonly string[] = ['slug', 'occurred_at_utc', 'focal_mechanism', 'shakemap'];

/** Further ones that follow from the earthquake alone; absent ones are left out of the JSON. */
const EFFECTS = Object.entries<RecordField>(DETAIL_FIELDS).flatMap(([name, { value }]) =>
  value && !ELSEWHERE.includes(name) ? [{ name, value }] : [],
);

/** To a tenth. */
const kmTo = (from: Point, to: Point): number => oneDecimal(distanceKm(from, to));

/** From the epicentre to the station, whole degrees. */
const azimuthTo = (from: Point, station: Point): number => Math.round(azimuthDegrees(from, station)) % 360;

/** @param number in the table of stations */
export const nearbyStation = (station: Station, number = 0): NearbyStation => ({
  latitude: station.latitude,
  longitude: station.longitude,
  number,
  json: JSON.stringify(stationItem(station)).slice(0, -1),
});

/** The table of stations as a file: one a line. */
export const stationTable = (stations: readonly NearbyStation[]): string =>
  stations.map(({ json }) => `${json}}\n`).join('');

export function nearbyQuake(earthquake: Earthquake): NearbyQuake {
  const { id, latitude, longitude, depthKm, magnitude, location, locationEn, slug } = earthquake;
  const english = locationEn === location ? 0 : locationEn;
  return {
    ...{ latitude, longitude },
    numbers: JSON.stringify([id, latitude, longitude, depthKm, magnitude]).slice(1, -1),
    texts: JSON.stringify([formatSecond(earthquake.time), location, english, slug]).slice(1, -1),
  };
}

/**
 * Answer for an earthquake that every agency withdrew.
 * @param agencies those with former solutions that may be shown
 */
export function goneBody({ id, eventId, revisions }: Earthquake, agencies: readonly Agency[] = AGENCIES): string {
  const message = `Earthquake ${id} was withdrawn by every agency that had reported it.`;
  const body = { id, event_id: eventId, message, revisions: revisionItems(revisions, agencies) };
  return `${JSON.stringify({ status: 'error', code: 'gone', ...body })}\n`;
}
