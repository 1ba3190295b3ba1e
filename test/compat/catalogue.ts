/**
 * The catalogue that the applications read: Kandilli's list and AFAD's rows around the earthquake of Marmara, USGS's of
 * February 2023; where the folder of real data is missing, earthquakes of ours in their place.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AGENCIES, type Agency, type Earthquake } from '#core/earthquake.ts';
import { REGION } from '#core/region.ts';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { earthquakesBetween } from '../../generator/catalog/read.ts';
import { finishIngest, ingestParsed } from '../../generator/ingest.ts';
import { shippedBlastProbability, shippedPlaceName } from '../../generator/shipped.ts';
import type { FeedName, SourceReport } from '../../generator/sources/feed.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { buildInto } from '../support/build.ts';
import { at, parsedOf, report } from '../support/catalog.ts';
import { bytesOf, knowsNothing, realDocument, withoutFolder } from '../support/feed-data.ts';
import { random } from '../support/synthetic-earthquakes.ts';
import { TEMPORARY } from '../support/temporary.ts';
import type { Row } from './frame.ts';

/** When the applications ask: some hours after the earthquake of Marmara. */
export const NOW: EpochMs = at('2025-04-23 13:10:00');

const withoutReal = withoutFolder('kandilli') || withoutFolder('afad') || withoutFolder('usgs');

const AFAD_ROWS = 'afad/afad_site_export_M3_2020_2026-06-30_LOCAL.csv.gz';

/** AFAD's rows of February 2023, and of 2025 until the earthquake of Marmara. */
function afadRows(): Uint8Array {
  const [head, ...rows] = new TextDecoder().decode(realDocument(AFAD_ROWS)).split('\n');
  const wanted = /^"(?:\d\d\/02\/2023|\d\d\/0[1-3]\/2025|(?:[01]\d|2[0-2])\/04\/2025|23\/04\/2025 (?:0\d|1[0-5]))/;
  return bytesOf([head, ...rows.filter((row) => wanted.test(row))].join('\n'));
}

const realDocuments = (): Uint8Array[] => [
  ...['1105', '1305'].map((hour) => realDocument(`kandilli/html/lst0_RECONSTRUCTED_2025-04-23T${hour}.cp1254.html`)),
  ...[afadRows(), realDocument('usgs/usgs_query_csv_turkey_2023-02_07.csv.gz')],
];

const PLACES: Partial<Record<FeedName, string[]>> = {
  'kandilli-live': ['SILIVRI ACIKLARI (MARMARA DENIZI)', 'PAZARCIK (KAHRAMANMARAS)', 'EGE DENIZI'],
  'afad-api': ['Marmara Denizi - [19.11 km] Silivri (İstanbul)', 'Pazarcık (Kahramanmaraş)', 'Daquq, Kerkük (Irak)'],
  'usgs-fdsn': ['11 km SSW of Silivri, Turkey'],
};

/** How many, until when, and of how many days. */
const PERIODS: [count: number, end: EpochMs, days: number][] = [
  [250, NOW - MINUTE, 2],
  [60, at('2025-02-10 00:00:00'), 30],
  [600, at('2023-02-28 00:00:00'), 25],
];

/** One in seven has magnitude 5 or more, and few have no depth (AFAD's filter by depth leaves such rows out). */
function ownReports(feed: FeedName, seed: number): SourceReport[] {
  const draw = random(seed);
  const places = PLACES[feed]!;
  let key = 600_000;
  const one = (end: EpochMs, days: number): SourceReport => {
    key += 1;
    const size = (key % 7 === 0 ? 5 : 1) - Math.log10(1 - draw() * 0.99);
    return report({
      key: feed === 'kandilli-live' ? null : `${feed === 'usgs-fdsn' ? 'us' : ''}${key}`,
      time: Math.floor((end - draw() * days * DAY) / 1000) * 1000,
      latitude: Number((36 + draw() * 5).toFixed(4)),
      longitude: Number((26 + draw() * 17).toFixed(4)),
      depthKm: feed !== 'afad-api' && draw() < 0.02 ? null : Number((draw() * 20).toFixed(1)),
      magnitudes: [{ type: key % 3 ? 'ML' : 'Mw', value: Number(size.toFixed(1)) }],
      place: places[key % places.length]!,
    });
  };
  return PERIODS.flatMap(([count, end, days]) => Array.from({ length: count }, () => one(end, days)));
}

const ownDocuments = () =>
  (['kandilli-live', 'afad-api', 'usgs-fdsn'] as const).map((feed, index) =>
    parsedOf({ feed, reports: ownReports(feed, index + 3), asOf: NOW }),
  );

const db = openCatalog(':memory:');
const options = {
  ...{ db, now: () => NOW, region: REGION, agencies: AGENCIES, placeName: shippedPlaceName() },
  blastProbability: shippedBlastProbability(),
};
const documents = withoutReal
  ? ownDocuments().map((parsed) => ({ parsed, bytes: bytesOf(parsed.feed) }))
  : realDocuments().map((bytes) => ({ parsed: readParsed(bytes, {}, knowsNothing), bytes }));
for (const { parsed, bytes } of documents)
  ingestParsed(options, { name: parsed.feed, bytes, coverage: null, fetchedAt: NOW }, parsed, { accepted: true });
finishIngest(options);

export const dist = mkdtempSync(join(TEMPORARY, 'hiposantr-compat-'));
process.on('exit', () => rmSync(dist, { recursive: true, force: true }));
buildInto(dist, db, { asOf: NOW });

/** Newest first. */
export const earthquakes: readonly Earthquake[] = [...earthquakesBetween(db, -Infinity, Infinity)].toReversed();
db.close();

/** An agency's own solutions with a magnitude, newest first. */
export const solutionsOf = (agency: Agency) =>
  earthquakes
    .flatMap(({ eventId: record, solutions }) => solutions.map((solution) => ({ record, solution })))
    .filter(({ solution }) => solution.agency === agency && solution.magnitudes.length > 0)
    .map(({ record, solution: { time, latitude, longitude, depthKm, magnitudes, eventId, place } }) => ({
      ...{ time, latitude, longitude, depthKm: depthKm ?? 0, magnitude: magnitudes[0]!.value },
      ...{ id: eventId, record, place: place ?? '', type: magnitudes[0]!.type },
    }))
    .toSorted((a, b) => b.time - a.time);

/** What the list has: every earthquake with a magnitude, newest first. */
export const listed = (): Row[] =>
  earthquakes.flatMap(({ time, latitude, longitude, depthKm, magnitude, eventId }) =>
    magnitude === null ? [] : [{ time, latitude, longitude, depthKm: depthKm ?? 0, magnitude, id: eventId }],
  );
