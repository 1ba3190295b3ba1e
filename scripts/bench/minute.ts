/** One more minute in the process that watches: CPU time and bytes of the ingest and build of some new rows. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import { PROJECT } from './catalogue.ts';
import type { BenchOptions } from './figures.ts';
import { shareFolder, startPublisher, type Documents, type Publication } from './publisher.ts';
import { withServers, type Servers } from './servers.ts';

/** Numbers of new rows, one a minute within a quarter of an hour. */
const ROUNDS = [0, 1, 14, 0, 1, 14, 1, 14, 1, 14];
const QUARTER = 15 * MINUTE;
/** Earthquakes of the last 30 days: feeds, and the details near a new one, follow their number. */
const MONTH = { rows: 2000, minutes: (30 * DAY) / MINUTE };

type Options = Pick<BenchOptions, 'dist' | 'against' | 'againstDist'> & { againstCatalogue: string | undefined };

/** @param catalogue a catalog.db of any size, which is copied; with a ready dataset nothing is built from nothing */
export const benchMinute = (catalogue: string, options: Options): AsyncGenerator<string> =>
  withServers(async function* (t) {
    const { dist, against, againstDist, againstCatalogue = catalogue } = options;
    const versions = [publisherOf(t, 'now', { catalogue, dist, checkout: PROJECT })];
    if (against !== undefined)
      versions.push(publisherOf(t, 'before', { catalogue: againstCatalogue, dist: againstDist, checkout: against }));
    /** The same for each version, one after the other. */
    async function* published(what: string, at: EpochMs, rows: number, minutes?: number) {
      const documents = newRows(rows, at, minutes);
      for (const { name, publish } of versions) yield `${name}: ${what}${textOf(await publish(at, documents))}`;
    }
    // After every change of the catalogue.
    let now = Math.ceil(Date.now() / QUARTER) * QUARTER;
    yield* published(dist === undefined ? 'full build: ' : 'first build: ', now, MONTH.rows, MONTH.minutes);
    // The builds that draw the pictures.
    for (let build = 0; build < 6; build += 1) for (const { publish } of versions) await publish(now, newRows(0, now));
    for (const rows of ROUNDS) yield* published('', (now += MINUTE), rows);
    now += QUARTER - (now % QUARTER);
    yield* published('a quarter of an hour: ', now, 14);
  });

interface Source {
  catalogue: string;
  dist: string | undefined;
  checkout: string;
}

function publisherOf(t: Servers, name: string, { catalogue, dist, checkout }: Source) {
  const folders = { DATA_DIR: t.path(`${name}-data`), DIST_DIR: t.path(`${name}-dist`) };
  mkdirSync(folders.DATA_DIR);
  copyFileSync(catalogue, join(folders.DATA_DIR, 'catalog.db'));
  if (dist !== undefined) shareFolder(dist, folders.DIST_DIR);
  return { name, ...startPublisher(t, folders, checkout) };
}

const textOf = ({ rows, cpu, bytes, earthquakes }: Publication): string =>
  `${rows} rows to ${earthquakes} earthquakes: ingest ${cpu.ingest.toFixed(2)} + build ${cpu.build.toFixed(2)} CPU s; ${(bytes / 1e6).toFixed(2)} MB`;

/** Latitude and longitude, in 11 provinces. */
const PLACES = (
  '38.5,43.4 38.6,28.1 38.2,38.2 38.7,39.2 37.2,28.4 37.1,28.3 39.6,27.9 ' +
  '39.5,28.1 37.8,29.1 38.9,40.5 39.4,29.9 37.6,36.9 37.7,37.0 38.4,27.2'
)
  .split(' ')
  .map((place) => place.split(',').map(Number) as [number, number]);

let lastId = 7_000_000;

/** AFAD's answer with new rows of the minutes before an instant, the oldest first. */
export function newRows(rows: number, at: EpochMs, minutes = 50): Documents {
  const list = Array.from({ length: rows }, (_, nth) => ({
    ...{ rms: '0.4', eventID: String((lastId += 1)), location: 'Merkez', depth: '7', type: 'ML' },
    ...placeOf(nth),
    magnitude: (0.8 + ((nth * 7) % 17) / 10).toFixed(1),
    ...{ country: 'Türkiye', province: null, district: null, neighborhood: null },
    date: new Date(at - (1 - nth / rows) * minutes * MINUTE).toISOString().slice(0, 19),
    ...{ isEventUpdate: false, lastUpdateDate: null },
  }));
  return [['rows.json', JSON.stringify(list)]];
}

/** Around one of the places, up to 20 km from it. */
function placeOf(nth: number): { latitude: string; longitude: string } {
  const [latitude, longitude] = PLACES[nth % PLACES.length]!;
  const shifted = (value: number, step: number): string => (value + (((lastId * step) % 41) - 20) / 100).toFixed(2);
  return { latitude: shifted(latitude, 3), longitude: shifted(longitude, 5) };
}
