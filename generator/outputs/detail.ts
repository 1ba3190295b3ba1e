/** The detail answer of one earthquake. */
import type { Agency, Earthquake, Station } from '#core/earthquake.ts';
import { AGENCIES } from '#core/earthquake.ts';
import { azimuthDegrees, distanceKm } from '#core/geo.ts';
import { revisionItems } from '#core/revisions.ts';
import { formatInstant, formatSecond } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { listItem, mechanismItem, shakemapItem, solutionItem, stationItem } from '#core/wire.ts';

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

interface DetailInputs {
  /** Nearest first. */
  nearbyStations: Station[];
  /** Nearest first. */
  nearbyQuakes: Earthquake[];
  /** Agencies whose former solutions may be shown; all when absent. */
  agencies?: readonly Agency[];
}

export function detailBody(earthquake: Earthquake, inputs: DetailInputs): string {
  const { nearbyStations, nearbyQuakes, agencies = AGENCIES } = inputs;
  const fields: Partial<ListItem> = listItem(earthquake);
  // Given in full below.
  delete fields.sources;
  return `${JSON.stringify({
    status: 'success',
    earthquake: {
      ...fields,
      location_en: earthquake.locationEn,
      slug: earthquake.slug,
      occurred_at_utc: formatInstant(earthquake.time),
      sources: earthquake.solutions.map(solutionItem),
      nearby_stations: nearbyStations.map((station) => nearbyStation(earthquake, station)),
      nearby_quakes: nearbyQuakes.map((other) => nearbyQuake(earthquake, other)),
      focal_mechanism: mechanismItem(earthquake.mechanism),
      shakemap: shakemapItem(earthquake.shakemap),
      revisions: revisionItems(earthquake.revisions, agencies),
    },
  })}\n`;
}

const nearbyStation = (from: Earthquake, station: Station) => ({
  ...stationItem(station),
  distance_km: oneDecimal(distanceKm(from, station)),
  /** From the epicentre to the station, whole degrees. */
  azimuth: Math.round(azimuthDegrees(from, station)) % 360,
});

const nearbyQuake = (from: Earthquake, other: Earthquake) => ({
  id: other.id,
  occurred_at: formatSecond(other.time),
  latitude: other.latitude,
  longitude: other.longitude,
  depth_km: other.depthKm,
  magnitude: other.magnitude,
  location: other.location,
  slug: other.slug,
  distance_km: oneDecimal(distanceKm(from, other)),
});

/**
 * Answer for an earthquake that every agency withdrew.
 * @param agencies those whose former solutions may be shown
 */
export function goneBody({ id, eventId, revisions }: Earthquake, agencies: readonly Agency[] = AGENCIES): string {
  const message = `Earthquake ${id} was withdrawn by every agency that had reported it.`;
  const body = { id, event_id: eventId, message, revisions: revisionItems(revisions, agencies) };
  return `${JSON.stringify({ status: 'error', code: 'gone', ...body })}\n`;
}
