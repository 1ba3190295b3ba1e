/** All agencies in one local server: synthetic responses in their formats, or failures. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EpochMs, HOUR, formatSecond, parseCivil } from '#core/time.ts';
import { livePage } from './kandilli-page.ts';
import { kandilliXmlOf, windows1254 } from './kandilli-xml.ts';
import { zeqdbPage } from './kandilli-zeqdb.ts';
import { feedUrls } from './project.ts';

/**
 * The response of a feed: its events, given bytes, an error page with status 200, an empty or endless body.
 * Or HTTP 503, none, a broken connection, HTTP 429 for an hour.
 */
export type Mode = 'events' | 'given' | 'page' | 'nothing' | 'endless' | 'unavailable' | 'hanging' | 'broken' | 'later';

export const FEEDS = ['live', 'monthly', 'zeqdb', 'afad', 'usgs', 'gcmt', 'stations'] as const;
export type ReplayedFeed = (typeof FEEDS)[number];

const PATHS: [RegExp, ReplayedFeed][] = [
  [/^\/scripts\/lst\d\.asp/, 'live'],
  [/^\/zeqmap\//, 'monthly'],
  [/^\/sismo\/zeqdb\//, 'zeqdb'],
  [/^\/apiv2\//, 'afad'],
  [/^\/fdsnws\/event\//, 'usgs'],
  [/^\/(?:fdsnws\/station|Station)\//, 'stations'],
  [/\.ndk$/, 'gcmt'],
];

export interface ReplayServer {
  url: string;
  /** The settings that make every agency this server. */
  environment: Record<string, string>;
  modes: Record<ReplayedFeed, Mode>;
  /** Bodies of the feeds in the mode `given`. */
  bodies: Partial<Record<ReplayedFeed, Given>>;
  /** ms by which the `Date` of its answers is ahead. */
  skew: number;
  /** Every request so far. */
  requests: { feed: ReplayedFeed; url: string }[];
  close(): Promise<void>;
}

/** @param now about which the events lie: M 5.2 two hours before by all, a small one by Kandilli and AFAD */
export async function replayServer(now: EpochMs = Date.now()): Promise<ReplayServer> {
  const modes = Object.fromEntries(FEEDS.map((feed) => [feed, 'events'])) as Record<ReplayedFeed, Mode>;
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const [, feed] = PATHS.find(([path]) => path.test(url)) ?? [];
    if (!feed) return void response.writeHead(404).end();
    replay.requests.push({ feed, url });
    response.setHeader('date', new Date(Date.now() + replay.skew).toUTCString());
    const address = new URL(url, 'http://x');
    const given = (body?: Given): Body => (typeof body === 'function' ? body(address) : (body ?? null));
    const body = (): Body => (modes[feed] === 'given' ? given(replay.bodies[feed]) : bodyOf(feed, address, now));
    return void answer(modes[feed], body, request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replay: ReplayServer = {
    url,
    skew: 0,
    environment: feedUrls(url),
    modes,
    bodies: {},
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return replay;
}

const OUT_OF_SERVICE = '<html><head><title>Out of service</title></head><body>Try again later.</body></html>';
type Body = string | Uint8Array | null;
type Given = Uint8Array | null | ((url: URL) => Uint8Array | null);

function answer(mode: Mode, body: () => Body, request: IncomingMessage, response: ServerResponse): void {
  switch (mode) {
    case 'events':
    case 'given': {
      const bytes = body();
      return void response.writeHead(bytes === null ? 404 : 200).end(bytes);
    }
    case 'page':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(OUT_OF_SERVICE);
    case 'nothing':
      return void response.writeHead(200).end();
    case 'unavailable':
      return void response.writeHead(503).end('busy');
    case 'later':
      return void response.writeHead(429, { 'retry-after': '3600' }).end();
    case 'broken':
      return void request.socket.destroy();
    case 'endless':
      return endless(response);
    case 'hanging':
  }
}

/** One gigabyte of blanks, as fast as it is taken. */
function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(1 << 20, ' ');
  let left = 1024;
  const more = (): void => {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  response.writeHead(200);
  more();
}

interface Event {
  key: string;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number;
  place: string;
}

const eventsOf = (now: EpochMs): { large: Event; small: Event } => ({
  large: {
    key: '950001',
    time: Math.floor((now - 2 * HOUR) / 1000) * 1000,
    latitude: 37.2873,
    longitude: 37.0399,
    magnitude: 5.2,
    place: 'PAZARCIK (KAHRAMANMARAS)',
  },
  small: {
    key: '950002',
    time: Math.floor((now - 5 * HOUR) / 1000) * 1000,
    latitude: 38.8297,
    longitude: 26.8835,
    magnitude: 2.4,
    place: 'ALIAGA (IZMIR)',
  },
});

function bodyOf(feed: ReplayedFeed, url: URL, now: EpochMs): Body {
  const { large, small } = eventsOf(now);
  switch (feed) {
    case 'live':
      return liveBody([large, small], now);
    case 'monthly':
      return monthlyBody([large, small], url);
    case 'zeqdb':
      return windows1254(zeqdbPage([]));
    case 'afad':
      return afadBody([small, large], url);
    case 'usgs':
      return usgsBody(large, url, now);
    case 'stations':
      return url.pathname.startsWith('/Station') ? AFAD_STATIONS : FDSN_STATIONS;
    case 'gcmt':
      return null;
  }
}

/** Kandilli writes Europe/Istanbul time: three hours ahead since 2016. */
const local = (time: EpochMs): string => formatSecond(time + 3 * HOUR);

function liveBody(events: Event[], now: EpochMs): Uint8Array {
  const rows = events.map(({ time, latitude, longitude, magnitude, place }) => {
    const columns = [
      latitude.toFixed(4),
      `  ${longitude.toFixed(4)}`,
      '       7.1',
      '    -.-',
      ` ${magnitude.toFixed(1)}`,
      ' -.-',
    ];
    return `${local(time).replace(/-/g, '.')}  ${columns.join(' ')}   ${place.padEnd(50)}İlksel`;
  });
  const [day, clock] = local(now).split(' ');
  const stamp = `${day!.split('-').reverse().join('.')} saat ${clock}`;
  return windows1254(livePage({ rows, after: `\n</pre>\n</HTML><br>Yenileme zamanı: ${stamp}` }));
}

function monthlyBody(events: Event[], url: URL): Uint8Array {
  const [, month] = /(\d{6})\.xml$/.exec(url.pathname) ?? [];
  return kandilliXmlOf(
    events
      .filter(({ time }) => local(time).slice(0, 7).replace('-', '') === month)
      .map(({ time, latitude, longitude, magnitude, place }) => ({
        date: local(time),
        location: `${place}  ilksel`,
        lat: latitude,
        lng: longitude,
        mag: magnitude,
        depth: 7.1,
      })),
  );
}

function afadBody(events: Event[], url: URL): string {
  const [from, to] = ['start', 'end'].map((name) => parseCivil(url.searchParams.get(name) ?? '') ?? NaN);
  return JSON.stringify(
    events
      .filter(({ time }) => time >= from! && time <= to!)
      .map(({ key, time, latitude, longitude, magnitude, place }) => ({
        rms: '0.50',
        eventID: key,
        location: place,
        latitude: String(latitude),
        longitude: String(longitude),
        depth: '7.1',
        type: magnitude >= 4 ? 'MW' : 'ML',
        magnitude: String(magnitude),
        date: formatSecond(time).replace(' ', 'T'),
      })),
  );
}

function usgsBody({ time, latitude, longitude, magnitude }: Event, url: URL, now: EpochMs): string {
  const feature = {
    type: 'Feature',
    properties: {
      mag: magnitude,
      magType: 'mww',
      place: '9 km N of Pazarcık, Türkiye',
      time: time + 800,
      updated: now - HOUR,
      status: 'reviewed',
      type: 'earthquake',
      ids: ',us9000test,',
      products: {},
    },
    geometry: { type: 'Point', coordinates: [longitude + 0.01, latitude + 0.02, 10] },
    id: 'us9000test',
  };
  if (url.searchParams.has('eventid')) return JSON.stringify(feature);
  const [from, to] = ['starttime', 'endtime'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
  const features = time + 800 >= from! && time + 800 <= to! ? [feature] : [];
  const metadata = { generated: now, status: 200, count: features.length };
  return JSON.stringify({ type: 'FeatureCollection', metadata, features });
}

const FDSN_STATIONS =
  '#Network|Station|Latitude|Longitude|Elevation|SiteName|StartTime|EndTime\nKO|ZZZZ|37.4|36.9|800|Sentetik|2005-01-01T00:00:00|\n';
const AFAD_STATIONS = JSON.stringify([
  { id: 7, code: 'YYYY', lat: 37.1, lon: 37.3, province: 'Gaziantep', district: 'Nizip', network: 'TU' },
]);
