/** A USGS FDSN answer in GeoJSON: epoch milliseconds, depth in km as third coordinate, lists between commas. */
import type { EpochMs } from '#core/time.ts';
import type { PublishedRow } from '../report-history.ts';

export interface UsgsRow extends PublishedRow {
  id: string;
  /** All identifiers, the preferred one first. */
  ids: string[];
  updated: EpochMs;
  /** km; null where not given. */
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string;
  place: string | null;
  status: 'automatic' | 'reviewed' | 'deleted';
}

/** Network code: the letters before the first digit of an identifier, the rest is the event's code. */
const networkOf = (id: string): string => id.slice(0, 2);

const between = (items: string[]): string => `,${items.join(',')},`;

export function usgsFeature(row: UsgsRow): string {
  const page = `https://earthquake.usgs.gov/earthquakes/eventpage/${row.id}`;
  const detail = `https://earthquake.usgs.gov/fdsnws/event/1/query?eventid=${row.id}&format=geojson`;
  const properties = {
    mag: row.magnitude,
    place: row.place,
    time: row.time,
    updated: row.updated,
    tz: null,
    url: page,
    detail,
    felt: null,
    cdi: null,
    mmi: null,
    alert: null,
    status: row.status,
    tsunami: 0,
    // ComCat's significance of an event without effects: magnitude * 100 * (magnitude / 6.5).
    sig: row.magnitude === null ? 0 : Math.round((row.magnitude * 100 * row.magnitude) / 6.5),
    net: networkOf(row.id),
    code: row.id.slice(2),
    ids: between(row.ids),
    sources: between(row.ids.map(networkOf)),
    types: ',origin,phase-data,',
    nst: null,
    dmin: null,
    rms: null,
    gap: null,
    magType: row.magnitude === null ? null : row.magnitudeType,
    type: 'earthquake',
    title: `M ${row.magnitude ?? '?'} - ${row.place ?? 'unknown'}`,
  };
  const geometry = { type: 'Point', coordinates: [row.longitude, row.latitude, row.depthKm] };
  return JSON.stringify({ type: 'Feature', properties, geometry, id: row.id });
}

/** @param generated the instant of the answer */
export function usgsDocument(features: readonly string[], generated: EpochMs): string {
  const metadata = {
    generated,
    url: 'https://earthquake.usgs.gov/fdsnws/event/1/query?format=geojson&includedeleted=true',
    title: 'SYNTHETIC: no real earthquake is listed here',
    status: 200,
    api: '1.14.1',
    count: features.length,
  };
  return `{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[${features.join(',\n')}]}\n`;
}
