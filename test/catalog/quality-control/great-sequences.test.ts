/**
 * The first hour after two real earthquakes, minute by minute, as the agencies' lists grew: nothing is quarantined.
 * When each row was published is drawn; the rows are the agencies'. `MINUTES=1440` replays the first day.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import { AGENCIES } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE, parseInstant, type EpochMs } from '#core/time.ts';
import { openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { finishIngest, ingestParsed, type DocumentSummary } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { fetchedFrom, readParsed } from '../../../generator/sources/reader/perform.ts';
import type { Coverage, FeedName } from '../../../generator/sources/feed.ts';
import { afadBody, kandilliBody, type Quake } from '../../support/agency-documents.ts';
import { records } from '../../support/catalog.ts';
import { realDocument, sharedData, withoutFolder } from '../../support/feed-data.ts';
import { readCopiedRows } from '../../support/kandilli-xml.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 60);
/** Offset of Istanbul from UTC since 2016. */
const ISTANBUL = 3 * HOUR;
/** Rows of Kandilli's page. */
const PAGE = 500;

interface Published extends Quake {
  publishedAt: EpochMs;
}

/** Minutes from origin to publication: 5 to 60, the same for the same row in every run. */
const delayOf = (time: EpochMs): number => (5 + ((time / 1000) % 56)) * MINUTE;

const published = (quake: Quake, delay = delayOf(quake.time)): Published => ({
  ...quake,
  publishedAt: quake.time + delay,
});

const text = (path: string): string => gunzipSync(readFileSync(join(sharedData, path))).toString('utf8');

function kandilliOf(from: EpochMs, to: EpochMs): Published[] {
  return readCopiedRows(join(sharedData, 'kandilli/monthly_xml_json/2023.json.gz'))
    .map(({ date, lat, lng, depth, mag }, index) => ({
      ...{ id: String(index), latitude: lat, longitude: lng, depthKm: depth, magnitude: mag },
      time: parseInstant(`${date.slice(0, 10)}T${date.slice(11).replaceAll('-', ':')}Z`)! - ISTANBUL,
    }))
    .filter(({ time }) => time >= from && time <= to)
    .map((quake) => published(quake));
}

/** Rows and revisions as a collector saw them. */
function kandilliLive(from: EpochMs, to: EpochMs): Published[] {
  const rows = text('kandilli/lst0_live_events_from_git.jsonl.gz').trim().split('\n');
  return rows.flatMap((line, index) => {
    const { op, new: row } = JSON.parse(line) as { op: string; new: Record<string, string> };
    if (op !== 'add') return [];
    const time = parseInstant(`${row['Date']!.replaceAll('.', '-')}T${row['Time']}Z`)! - ISTANBUL;
    if (time < from || time > to) return [];
    const [latitude, longitude] = [Number(row['Latitude']), Number(row['Longitude'])];
    const quake = {
      id: String(index),
      time,
      latitude,
      longitude,
      depthKm: Number(row['Depth']),
      magnitude: Number(row['ML']),
    };
    return [published(quake)];
  });
}

function afadOf(path: string, offset: number, from: EpochMs, to: EpochMs): Published[] {
  const rows = parseCsv(text(path), { columns: true, bom: true }) as Record<string, string>[];
  return rows
    .map((row) => {
      const iso = row['Date']!.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$2-$1T');
      return {
        ...{ id: row['EventID']!, time: parseInstant(`${iso}Z`)! - offset, magnitude: Number(row['Magnitude']) },
        ...{ latitude: Number(row['Latitude']), longitude: Number(row['Longitude']), depthKm: Number(row['Depth']) },
      };
    })
    .filter(({ time }) => time >= from && time <= to)
    .map((quake) => published(quake, delayOf(quake.time) / 4));
}

interface Sequence {
  name: string;
  mainshock: EpochMs;
  rows: (from: EpochMs, to: EpochMs) => { kandilli: Published[]; afad: Published[] };
}

const M3_EXPORT = 'afad/afad_site_export_M3_2020_2026-06-30_LOCAL.csv.gz';

const SEQUENCES: Sequence[] = [
  {
    name: '2023-02-06',
    mainshock: parseInstant('2023-02-06T01:17:32Z')!,
    rows: (from, to) => ({ kandilli: kandilliOf(from, to), afad: afadOf(M3_EXPORT, ISTANBUL, from, to) }),
  },
  {
    name: 'Sındırgı 2025-08-10',
    mainshock: parseInstant('2025-08-10T16:53:46Z')!,
    rows: (from, to) => ({ kandilli: kandilliLive(from, to), afad: afadOf(M3_EXPORT, ISTANBUL, from, to) }),
  },
];

for (const { name, mainshock, rows } of SEQUENCES)
  test(`${name}, minute by minute: nothing is quarantined`, { skip: withoutFolder('kandilli') }, () => {
    const db = openCatalog(':memory:');
    const all = rows(mainshock - 5 * DAY, mainshock + MINUTES * MINUTE);
    const quarantined: DocumentSummary[] = [];
    const take = (feed: FeedName, bytes: Uint8Array, now: EpochMs, coverage: Coverage | null = null): void => {
      const parsed = readParsed(bytes, fetchedFrom(feed, bytes), { knownTime: () => undefined });
      const options = { db, now: () => now, region: REGION, agencies: AGENCIES, placeName: () => null };
      const summary = ingestParsed(options, { name: feed, bytes, coverage, fetchedAt: now }, parsed);
      if (summary.quarantined) quarantined.push(summary);
    };
    const at = (quakes: Published[], now: EpochMs): Quake[] =>
      quakes.filter(({ publishedAt }) => publishedAt <= now).toSorted((a, b) => b.time - a.time);
    for (let minute = -2; minute <= MINUTES; minute += 1) {
      const now = mainshock + minute * MINUTE;
      const window = { from: now - 2 * DAY, to: now, minMagnitude: null };
      take('kandilli-live', kandilliBody(at(all.kandilli, now).slice(0, PAGE), now), now);
      take('afad-api', afadBody(at(all.afad, now).filter(({ time }) => time >= window.from)), now, window);
      finishIngest({ db, now: () => now, region: REGION, agencies: AGENCIES, placeName: () => null });
    }
    assert.deepEqual(
      quarantined.map(({ feed, quarantined: why }) => [feed, why]),
      [],
    );
    const after = records(db).filter(({ time }) => time >= mainshock - MINUTE);
    assert.ok(after.length > 10, `${after.length} earthquakes since the main shock`);
    db.close();
  });

const options = (db: Db, now: EpochMs) => ({
  db,
  now: () => now,
  region: REGION,
  agencies: AGENCIES,
  placeName: () => null,
});

test(
  'AFAD works its events of three years over again, and nothing is quarantined',
  { skip: withoutFolder('afad') },
  () => {
    const [from, to] = [parseInstant('2020-01-01T00:00:00Z')!, parseInstant('2023-02-19T12:05:00Z')!];
    const former = afadOf('afad/afad_api_csv_M4_1990_2023-02-19_UTC.csv.gz', 0, from, to);
    const ids = new Set(former.map(({ id }) => id));
    const later = afadOf(M3_EXPORT, ISTANBUL, from, to).filter(({ id }) => ids.has(id));
    const db = openCatalog(':memory:');
    for (const [rows, now] of [
      [former, to + DAY],
      [later, to + 1000 * DAY],
    ] as const) {
      const bytes = afadBody(rows);
      const parsed = readParsed(bytes, fetchedFrom('afad-api', bytes), { knownTime: () => undefined });
      const coverage = { from, to, minMagnitude: null };
      const summary = ingestParsed(options(db, now), { name: 'afad', bytes, coverage, fetchedAt: now }, parsed);
      assert.deepEqual([summary.quarantined, summary.rejects.length], [null, 0]);
      finishIngest(options(db, now));
    }
    assert.ok(later.length > 900, `${later.length} earthquakes in both editions`);
    db.close();
  },
);

const AFAD_SITE = ['afad-site', M3_EXPORT] as const;
const USGS = ['usgs-fdsn', 'usgs/usgs_query_csv_turkey_2023-02_07.csv.gz'] as const;
/** Two editions of the reviewed catalogue. */
const ZEQDB_2021 = ['kandilli-zeqdb', 'kandilli/zeqdb_1915-2021-01_M3.5_excel-mangled-ids.csv.gz'] as const;
const ZEQDB_2023 = ['kandilli-zeqdb', 'kandilli/zeqdb_1915-2023-04_M3.5.csv.gz'] as const;

/** Each list is the first document of its feed, or the next edition, and the others are in the catalogue. */
for (const order of [
  [AFAD_SITE, ZEQDB_2023, USGS],
  [ZEQDB_2021, ZEQDB_2023, USGS, AFAD_SITE],
])
  test(
    `the agencies' lists one after another, ${order[0]![0]} first: nothing is quarantined`,
    { skip: withoutFolder('usgs') },
    () => {
      const db = openCatalog(':memory:');
      const now = parseInstant('2026-07-01T00:00:00Z')!;
      for (const [index, [name, path]] of order.entries()) {
        const bytes = realDocument(path);
        const parsed = readParsed(bytes, {}, { knownTime: () => undefined });
        assert.equal(parsed.feed, name);
        const at = now + index * DAY * 2;
        const summary = ingestParsed(options(db, at), { name, bytes, coverage: null, fetchedAt: at }, parsed);
        assert.equal(summary.quarantined, null);
        finishIngest(options(db, at));
      }
      db.close();
    },
  );
