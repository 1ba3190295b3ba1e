/**
 * A sound history, then a document with a change in many rows or in its bytes.
 * It is refused or quarantined, and no published earthquake changes. An agency may change a few rows.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES, type Agency } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE, parseInstant, type EpochMs } from '#core/time.ts';
import Database from 'better-sqlite3';
import { openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { finishIngest, ingestParsed, type IngestOptions } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { fetchedFrom, readParsed } from '../../../generator/sources/reader/perform.ts';
import { DocumentError, type FeedName } from '../../../generator/sources/feed.ts';
import { afadBody, kandilliBody, quakes, usgsBody, type Item, type Quake } from '../../support/agency-documents.ts';
import { records } from '../../support/catalog.ts';
import fc from '../../support/property.ts';

const NOW = parseInstant('2026-03-15T12:00:00Z')!;
const ALL = quakes(24, NOW);
/** All rows but the newest, which the later document adds. */
const BEFORE = ALL.slice(1);

interface Kind {
  agency: Agency;
  feed: FeedName;
  bytes(all: readonly Quake[], now: EpochMs): Uint8Array;
}

const KINDS: Kind[] = [
  { agency: 'afad', feed: 'afad-api', bytes: (all) => afadBody(all) },
  { agency: 'usgs', feed: 'usgs-fdsn', bytes: usgsBody },
  { agency: 'kandilli', feed: 'kandilli-live', bytes: kandilliBody },
];

const optionsAt = (db: Db, now: EpochMs): IngestOptions => ({
  ...{ db, now: () => now, region: REGION, agencies: AGENCIES, placeName: () => null },
});

/** @returns whether the document was applied */
function read(db: Db, { feed }: Kind, bytes: Uint8Array, now: EpochMs): boolean {
  try {
    const parsed = readParsed(bytes, fetchedFrom(feed, bytes), { knownTime: () => undefined });
    const coverage = feed === 'kandilli-live' ? null : { from: NOW - 3 * DAY, to: now, minMagnitude: null };
    const rows = parsed.rejects.length > 0 ? null : coverage;
    const { quarantined } = ingestParsed(
      optionsAt(db, now),
      { name: feed, bytes, coverage: rows, fetchedAt: now },
      parsed,
    );
    return quarantined === null;
  } catch (error) {
    if (error instanceof DocumentError) return false;
    throw error;
  } finally {
    finishIngest(optionsAt(db, now));
  }
}

const published = (db: Db): string[] =>
  records(db).map(({ id, time, latitude, longitude, depthKm, magnitude, magnitudeType, location, eventType }) =>
    JSON.stringify([id, time, latitude, longitude, depthKm, magnitude, magnitudeType, location, eventType]),
  );

/** What happened to the rows. */
const rowChange = fc.oneof(
  fc
    .constantFrom(...[-26, -24, -3, -2, -1, -0.5, 0.5, 1, 2, 3, 5.5, 24, 8760, -8760].map((hours) => hours * HOUR))
    .map((by) => ({ name: `shifted by ${by / HOUR} h`, of: (one: Quake): Quake => ({ ...one, time: one.time + by }) })),
  fc.constant({
    name: 'latitude and longitude exchanged',
    of: (one: Quake): Quake => ({ ...one, latitude: one.longitude, longitude: one.latitude }),
  }),
  fc.constant({
    name: 'depth and magnitude exchanged',
    of: (one: Quake): Quake => ({ ...one, depthKm: one.magnitude, magnitude: one.depthKm }),
  }),
  fc.double({ min: 0.5, max: 6, noNaN: true }).map((more) => ({
    name: `magnitudes ${more.toFixed(2)} larger`,
    of: (one: Quake): Quake => ({ ...one, magnitude: one.magnitude + Math.max(0.5, Number(more.toFixed(1))) }),
  })),
  fc.constant({ name: 'two degrees away', of: (one: Quake): Quake => ({ ...one, latitude: one.latitude + 2 }) }),
  fc.constant({ name: 'depth in metres', of: (one: Quake): Quake => ({ ...one, depthKm: one.depthKm * 1000 }) }),
);

/** Leaves the newest rows alone, so many of them. */
const fewer = fc.integer({ min: 0, max: 17 }).map((count) => (all: readonly Quake[]) => all.slice(0, count));

const catalogues = KINDS.map((kind) => {
  const db = openCatalog(':memory:');
  for (const minutes of [0, 1, 2])
    assert.equal(read(db, kind, kind.bytes(BEFORE, NOW + minutes * MINUTE), NOW + minutes * MINUTE), true);
  return { kind, file: db.serialize() };
});

const catalogueOf = fc.constantFrom(...catalogues);
const LATER = NOW + 5 * MINUTE;

/** Reads the bytes, and the same a quarter of an hour later, which would confirm what they lack. */
function assertUnchanged(
  catalogue: (typeof catalogues)[number],
  bytesAt: (now: EpochMs) => Uint8Array,
  what: string,
  readable = (line: string): string => line,
): void {
  const db = new Database(catalogue.file);
  const before = published(db).map(readable);
  for (const now of [LATER, LATER + 15 * MINUTE]) {
    read(db, catalogue.kind, bytesAt(now), now);
    const after = new Set(published(db).map(readable));
    for (const line of before)
      assert.ok(after.has(line), `${catalogue.kind.agency}, ${what}: ${line} has changed or gone`);
  }
  db.close();
}

test('a document with the same change in all its rows changes nothing', () => {
  fc.assert(
    fc.property(catalogueOf, rowChange, (catalogue, { name, of }) =>
      assertUnchanged(catalogue, (now) => catalogue.kind.bytes(ALL.map(of), now), name),
    ),
    { numRuns: 60 },
  );
});

test('a document that has lost many of its rows changes nothing', () => {
  fc.assert(
    fc.property(catalogueOf, fewer, (catalogue, cut) =>
      assertUnchanged(catalogue, (now) => catalogue.kind.bytes(cut(ALL), now), 'fewer rows'),
    ),
    { numRuns: 40 },
  );
});

test('a document cut off somewhere, or sent twice over, changes nothing', () => {
  fc.assert(
    fc.property(catalogueOf, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (catalogue, share, twice) =>
      assertUnchanged(
        catalogue,
        (now) => {
          const bytes = Buffer.from(catalogue.kind.bytes(ALL, now));
          const cut = bytes.subarray(0, Math.floor(share * bytes.length));
          return twice ? Buffer.concat([bytes, cut]) : cut;
        },
        `cut at ${share}`,
      ),
    ),
    { numRuns: 60 },
  );
});

test('a document of another agency changes nothing', () => {
  for (const catalogue of catalogues)
    for (const other of KINDS)
      if (other.feed !== catalogue.kind.feed)
        assertUnchanged(catalogue, (now) => other.bytes(ALL, now), `bytes of ${other.agency}`);
});

/** Any field of AFAD's objects and of the USGS's properties is renamed, dropped, or has another field's value. */
const fieldChange = fc.tuple(fc.constantFrom('drop', 'rename', 'exchange'), fc.nat(), fc.nat());

function changed(item: Item, [how, first, second]: [string, number, number]): Item {
  const names = Object.keys(item);
  const [one, other] = [names[first % names.length]!, names[second % names.length]!];
  if (how === 'exchange') return { ...item, [one]: item[other], [other]: item[one] };
  const { [one]: value, ...rest } = item;
  return how === 'drop' ? rest : { ...rest, [`${one}_2`]: value };
}

/** Another wording of the places is an agency's right. */
const withoutPlaces = (line: string): string => line.replace(/"[^"]*"(?=,"earthquake"\])|null(?=,"earthquake"\])/, '…');

test('a field dropped, renamed, or exchanged with another in all rows changes nothing but place names', () => {
  fc.assert(
    fc.property(fieldChange, (change) => {
      assertUnchanged(
        catalogues[0]!,
        () => afadBody(ALL, (item) => changed(item, change)),
        `AFAD ${String(change)}`,
        withoutPlaces,
      );
      assertUnchanged(
        catalogues[1]!,
        (now) => usgsBody(ALL, now, (item) => ({ ...item, properties: changed(item['properties'] as Item, change) })),
        `USGS ${String(change)}`,
        withoutPlaces,
      );
    }),
    { numRuns: 80 },
  );
});

test('a sound document is applied', () => {
  for (const { kind, file } of catalogues) {
    const db = new Database(file);
    assert.equal(read(db, kind, kind.bytes(ALL, LATER), LATER), true);
    assert.equal(published(db).length, ALL.length);
    db.close();
  }
});
