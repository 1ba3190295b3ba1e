/** Synthetic earthquakes, and what AFAD, the USGS and Kandilli send about them. */
import { type EpochMs, formatSecond, HOUR, MINUTE, parseCivil } from '#core/time.ts';
import type { Window } from '../../generator/sources/feed.ts';
import { livePage } from './kandilli-page.ts';
import { windows1254 } from './kandilli-xml.ts';

export interface Quake {
  id: string;
  time: EpochMs;
  latitude: number;
  longitude: number;
  depthKm: number;
  magnitude: number;
}

/** Some two hours apart, the newest one and a half hours before `now`, each elsewhere. */
export const quakes = (count: number, now: EpochMs): Quake[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(600_000 + index),
    time: now - 90 * MINUTE - index * (2 * HOUR + 7_000),
    latitude: Number((36.2 + (index % 17) * 0.31).toFixed(4)),
    longitude: Number((26.4 + (index % 13) * 0.77).toFixed(4)),
    depthKm: 5 + (index % 9),
    magnitude: Number((2.1 + (index % 11) * 0.2).toFixed(1)),
  }));

export const within = ({ from, to }: Window, all: readonly Quake[]): Quake[] =>
  all.filter(({ time }) => time >= from && time <= to);

/** What a request to AFAD or the USGS asks for. */
export function windowOf({ searchParams }: URL): Window {
  const instant = (...names: string[]): EpochMs => {
    const text = names.map((name) => searchParams.get(name)).find((value) => value !== null)!;
    return parseCivil(text.replace('T', ' ').replace(/(?:\.\d+)?Z?$/, ''))!;
  };
  return { from: instant('start', 'starttime'), to: instant('end', 'endtime') };
}

export type Item = Record<string, unknown>;
export type Change = (item: Item, index: number) => Item;

const same: Change = (item) => item;

export const afadBody = (all: readonly Quake[], change: Change = same): Uint8Array =>
  Buffer.from(
    JSON.stringify(
      all
        .toSorted((a, b) => a.time - b.time)
        .map(({ id, time, latitude, longitude, depthKm, magnitude }) => ({
          rms: '0.42',
          eventID: id,
          location: 'Pazarcık (Kahramanmaraş)',
          latitude: String(latitude),
          longitude: String(longitude),
          depth: String(depthKm),
          type: 'ML',
          magnitude: magnitude.toFixed(1),
          date: formatSecond(time).replace(' ', 'T'),
          isEventUpdate: false,
          lastUpdateDate: null,
        }))
        .map(change),
    ),
  );

export const usgsBody = (all: readonly Quake[], generated: EpochMs, change: Change = same): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      metadata: { generated, title: 'SYNTHETIC', status: 200, count: all.length },
      features: all
        .toSorted((a, b) => a.time - b.time)
        .map(({ id, time, latitude, longitude, depthKm, magnitude }) => ({
          type: 'Feature',
          id: `us${id}`,
          properties: {
            ...{ mag: magnitude, magType: 'mb', place: '10 km N of Nowhere', time, updated: time + HOUR },
            ...{ status: 'automatic', net: 'us', code: id, ids: `,us${id},`, type: 'earthquake' },
          },
          geometry: { type: 'Point', coordinates: [longitude, latitude, depthKm] },
        }))
        .map(change),
    }),
  );

/** Since 2016 Istanbul is three hours ahead of UTC. */
const ISTANBUL = 3 * HOUR;

const liveRow = ({ time, latitude, longitude, depthKm, magnitude }: Quake): string =>
  `${formatSecond(time + ISTANBUL).replace(/-/g, '.')}  ${latitude.toFixed(4)}   ${longitude.toFixed(4)}  ` +
  `${depthKm.toFixed(1).padStart(9)}      -.-  ${magnitude.toFixed(1)}  -.-   ` +
  `${'NARLI-PAZARCIK (KAHRAMANMARAS)'.padEnd(50)}İlksel`;

export function kandilliBody(all: readonly Quake[], renewed: EpochMs): Uint8Array {
  const [day, clock] = formatSecond(renewed + ISTANBUL).split(' ') as [string, string];
  const after = `\n</pre>\n</HTML><br>Yenileme zamanı: ${day.split('-').reverse().join('.')} saat ${clock}`;
  return windows1254(livePage({ rows: all.toSorted((a, b) => b.time - a.time).map(liveRow), after }));
}
