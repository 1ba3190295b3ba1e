/** A repacked copy of a USGS query, laid out as the service's GeoJSON again. */

interface CopiedEvent {
  id: string;
  /** UTC without a zone. */
  time: string;
  lat: number;
  lon: number;
  dep: number | null;
  mag: number | null;
  mtype: string | null;
  place: string | null;
}

export function usgsCopyAsGeojson(text: string): Uint8Array {
  const { generated, events } = JSON.parse(text) as { generated: string; events: CopiedEvent[] };
  const features = events.map(({ id, time, lat, lon, dep, mag, mtype, place }) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat, dep] },
    properties: {
      mag,
      place,
      time: Date.parse(`${time}Z`),
      updated: null,
      status: null,
      ids: `,${id},`,
      magType: mtype,
      type: 'earthquake',
    },
  }));
  const metadata = { generated: Date.parse(generated), title: 'a copied query', status: 200, count: features.length };
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', metadata, features }));
}
