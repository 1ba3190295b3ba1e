/** The detail answer of one earthquake. */
import { AGENCIES, type Agency, type Earthquake, type Station } from '#core/earthquake.ts';
import { azimuthDegrees, distanceKm, type Point } from '#core/geo.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { RecordField } from '#core/record/field.ts';
import { solutionItem } from '#core/record/items.ts';
import { revisionItems } from '#core/revisions.ts';
import { formatSecond } from '#core/time.ts';
import { listItem, stationItem, type ListItem } from '#core/wire.ts';
import { mwEstimate } from '#seismology/mw-estimate.ts';

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** What many details say of one station or earthquake near them: made once, and only the distance added. */
export interface NearbyItem extends Point {
  /** An object without its closing brace. */
  json: string;
}

interface DetailInputs {
  /** Nearest first. */
  nearbyStations: NearbyItem[];
  /** Nearest first. */
  nearbyQuakes: NearbyItem[];
  /** Agencies with former solutions that may be shown; all when absent. */
  agencies?: readonly Agency[];
}

export function detailBody(earthquake: Earthquake, inputs: DetailInputs): string {
  const { nearbyStations, nearbyQuakes, agencies = AGENCIES } = inputs;
  const fields: Partial<ListItem> = listItem(earthquake);
  // Given in full below.
  delete fields.sources;
  const { slug, occurred_at_utc, focal_mechanism, shakemap, ...effects } = detailFields(earthquake);
  const first = {
    ...fields,
    mw_estimate: mwEstimate(earthquake.magnitude, earthquake.magnitudeType),
    ...effects,
    location_en: earthquake.locationEn,
    ...{ slug, occurred_at_utc },
    sources: earthquake.solutions.map(solutionItem),
  };
  const last = { focal_mechanism, shakemap, revisions: revisionItems(earthquake.revisions, agencies) };
  const stations = nearbyStations.map((one) => withDistance(earthquake, one, azimuthField(earthquake, one)));
  const quakes = nearbyQuakes.map((one) => withDistance(earthquake, one));
  return (
    `{"status":"success","earthquake":${JSON.stringify(first).slice(0, -1)},` +
    `"nearby_stations":[${stations.join(',')}],"nearby_quakes":[${quakes.join(',')}],` +
    `${JSON.stringify(last).slice(1)}}\n`
  );
}

/** Those that follow from the earthquake alone; absent ones are left out of the JSON. */
const OF_EARTHQUAKE = Object.entries<RecordField>(DETAIL_FIELDS).flatMap(([name, { value }]) =>
  value ? [{ name, value }] : [],
);

const detailFields = (earthquake: Earthquake): Record<string, unknown> =>
  Object.fromEntries(OF_EARTHQUAKE.map(({ name, value }) => [name, value(earthquake)]));

const withDistance = (from: Point, to: NearbyItem, more = ''): string =>
  `${to.json},"distance_km":${oneDecimal(distanceKm(from, to))}${more}}`;

/** From the epicentre to the station, whole degrees. */
const azimuthField = (from: Point, station: Point): string =>
  `,"azimuth":${Math.round(azimuthDegrees(from, station)) % 360}`;

const nearbyItem = ({ latitude, longitude }: Point, item: object): NearbyItem => ({
  latitude,
  longitude,
  json: JSON.stringify(item).slice(0, -1),
});

export const nearbyStation = (station: Station): NearbyItem => nearbyItem(station, stationItem(station));

export const nearbyQuake = (earthquake: Earthquake): NearbyItem =>
  nearbyItem(earthquake, {
    id: earthquake.id,
    occurred_at: formatSecond(earthquake.time),
    latitude: earthquake.latitude,
    longitude: earthquake.longitude,
    depth_km: earthquake.depthKm,
    magnitude: earthquake.magnitude,
    location: earthquake.location,
    location_en: earthquake.locationEn,
    slug: earthquake.slug,
  });

/**
 * Answer for an earthquake that every agency withdrew.
 * @param agencies those with former solutions that may be shown
 */
export function goneBody({ id, eventId, revisions }: Earthquake, agencies: readonly Agency[] = AGENCIES): string {
  const message = `Earthquake ${id} was withdrawn by every agency that had reported it.`;
  const body = { id, event_id: eventId, message, revisions: revisionItems(revisions, agencies) };
  return `${JSON.stringify({ status: 'error', code: 'gone', ...body })}\n`;
}
