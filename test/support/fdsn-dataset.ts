/**
 * A real build with agencies that differ about each earthquake, and a gateway over it.
 * It has all shipped historical earthquakes and stations, mechanisms, and texts that need escaping in every format.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AGENCIES, type Earthquake } from '#core/earthquake.ts';
import type { Uncertainties } from '#core/record/uncertainties.ts';
import { BANDS } from '#core/shard.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { earthquakesOf } from '../../generator/catalog/read.ts';
import { ingestShipped, shippedPlaceName } from '../../generator/shipped.ts';
import type { FeedName, SourceReport } from '../../generator/sources/feed.ts';
import { REGION } from '#core/region.ts';
import { AS_OF, buildInto } from './build.ts';
import { report, testCatalog } from './catalog.ts';
import { testGateway } from './gateway.ts';
import { product } from './product-scenarios.ts';
import { random } from './synthetic-earthquakes.ts';
import { TEMPORARY } from './temporary.ts';

const draw = random(12);
const near = (value: number, reach: number, digits: number): number =>
  Number((value + (draw() - 0.5) * 2 * reach).toFixed(digits));

const PLACES = ['Pazarcık | (Kahramanmaraş)', '"Sındırgı" (Balıkesir)', 'A & B <C> (İzmir)', 'EGE DENIZI', 'X\tY\nZ'];
const TYPES: Partial<Record<FeedName, string[]>> = {
  'afad-api': ['Mw', 'ML'],
  'usgs-fdsn': ['Mww', 'mb'],
  'kandilli-zeqdb': ['ML', 'MD', 'Ms'],
};

const UNCERTAINTIES: Partial<Record<FeedName, Uncertainties>> = {
  'afad-api': { rms: 0.56 },
  'usgs-fdsn': {
    ...{ horizontal_error_km: 2.35, depth_error_km: 1.95, magnitude_error: 0.164, rms: 0.57 },
    ...{ azimuthal_gap: 59, nearest_station: 0.625, stations: 36, magnitude_stations: 10 },
  },
};

/** About one earthquake in ten lies in the last month. */
function reportsOf(count: number): Map<FeedName, SourceReport[]> {
  const reports = new Map<FeedName, SourceReport[]>();
  for (let number = 0; number < count; number += 1) {
    const time = Math.round(AS_OF - MINUTE - (draw() < 0.1 ? draw() * 29 * DAY : draw() * 12_000 * DAY));
    const [latitude, longitude] = [34 + draw() * 8, 25 + draw() * 20];
    const size = Math.min(7, 1 - Math.log10(1 - draw()) / 0.5);
    const feeds = (Object.keys(TYPES) as FeedName[]).filter(() => draw() < 0.55);
    for (const feed of feeds.length > 0 ? feeds : ['afad-api' as const]) {
      const magnitudes = TYPES[feed]!.filter(() => draw() < 0.6).map((type) => ({ type, value: near(size, 0.3, 1) }));
      reports
        .getOrInsertComputed(feed, () => [])
        .push(
          report({
            key: feed === 'usgs-fdsn' ? `us${number}x` : String(500_000 + number),
            time: Math.round(near(time, 900, 0)),
            latitude: near(latitude, 0.03, 4),
            longitude: near(longitude, 0.03, 4),
            depthKm: draw() < 0.1 ? null : near(12, 11, 1),
            magnitudes,
            place: PLACES[Math.floor(draw() * PLACES.length)]!,
            quality: draw() < 0.3 ? null : draw() < 0.5 ? 'automatic' : 'reviewed',
            eventType: draw() < 0.05 ? 'quarry blast' : 'earthquake',
            updatedAt: draw() < 0.5 ? time + HOUR : null,
            ...(feed in UNCERTAINTIES && number % 3 > 0 ? { uncertainties: UNCERTAINTIES[feed]! } : {}),
          }),
        );
    }
  }
  return reports;
}

const catalog = testCatalog();
catalog.now = AS_OF - DAY;
ingestShipped({
  db: catalog.db,
  now: () => catalog.now,
  region: REGION,
  agencies: AGENCIES,
  placeName: shippedPlaceName(),
});
const reports = reportsOf(Number(process.env['FDSN_DATASET_EVENTS'] ?? 700));
const mechanisms = reports
  .get('usgs-fdsn')!
  .slice(0, 40)
  .map(({ key, time, latitude, longitude }, index) => {
    const plain = product('USGS', { agencyKey: `usgs:${key!}`, time, latitude, longitude, updatedAt: time + HOUR });
    if (plain.product.kind !== 'mechanism') throw new Error('a mechanism is due');
    const centroid = { time: index % 2 ? time + 4000 : null, latitude, longitude, depthKm: 11.5 };
    const tensor = { mrr: 1e16, mtt: -2e16, mpp: 1e16, mrt: 3e15, mrp: 0, mtp: -1e15 };
    const { mechanism } = plain.product;
    plain.product.mechanism = {
      ...mechanism,
      centroid: index % 3 ? centroid : null,
      momentTensor: index % 4 ? tensor : null,
      scalarMoment: index % 4 ? 2.1e16 : null,
    };
    return plain;
  });
catalog.run(
  ...[...reports].map(([feed, own]) => ({
    feed,
    reports: own,
    products: feed === 'usgs-fdsn' ? mechanisms : [],
  })),
);
catalog.now += HOUR;
const withdrawn = reports.get('usgs-fdsn')!.at(-1)!;
catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports: [{ ...withdrawn, withdrawn: true }] });

/** Its USGS solution is gone. */
export const withdrawnKey = withdrawn.key!;

export const dist = mkdtempSync(join(TEMPORARY, 'hiposantr-fdsn-'));
process.on('exit', () => rmSync(dist, { recursive: true, force: true }));
export const BASE_URL = 'https://quakes.example/app';
buildInto(dist, catalog.db, { settings: { serviceName: 'Synthetic', baseUrl: BASE_URL } });

export const earthquakes: Earthquake[] = Array.from({ length: BANDS }, (_, band) =>
  earthquakesOf(catalog.db, band, -Infinity, Infinity),
).flat();
catalog.db.close();

export const { get, app, lines, dataset } = testGateway(new Map(), {
  reader: folderReader(dist),
  now: () => AS_OF,
  baseUrl: BASE_URL,
});
