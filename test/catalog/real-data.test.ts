/** The catalogue on real documents: the great earthquakes are complete, and none are wrongly merged. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import type { Earthquake, Solution } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { searchText } from '#core/record/search-text.ts';
import { firstName } from '#core/record/values.ts';
import { SECOND, formatInstant, formatSecond } from '#core/time.ts';
import { openCatalog, type Db } from '../../generator/catalog/database.ts';
import { reportsBetween } from '../../scripts/bench/association/reports.ts';
import { FIRST_DAY, judged, readReviewed, reviewedScore } from '../../scripts/bench/association/reviewed.ts';
import { readWellKnown, wellKnownFaults } from '../../scripts/real-data/quality/well-known.ts';
import { at, published, publishedRows, records } from '../support/catalog.ts';
import {
  ingestAll,
  realCatalogue,
  realDocuments,
  withoutCatalogues as skip,
  type NamedBytes,
} from '../support/real-catalogue.ts';

const ISTANBUL = { latitude: 41.011, longitude: 28.974 };

let read: Earthquake[] | undefined;
const catalogue = (): Earthquake[] => (read ??= records(realCatalogue()));

/** `[name, origin time of the preferred solution, agencies]`: the times are those of the agencies' own catalogues. */
const GREAT: [string, string, Partial<Record<Solution['agency'], string>>, number][] = [
  ['İzmit', '1999-08-17 00:01:39', { afad: '00:01:39', kandilli: '00:01:37', historical: '00:01:39' }, 7.6],
  ['Düzce', '1999-11-12 16:57:21', { afad: '16:57:21', kandilli: '16:57:20', historical: '16:57:19' }, 7.1],
  ['Van', '2011-10-23 10:41:20', { afad: '10:41:20', kandilli: '10:41:21', historical: '10:41:22' }, 7.1],
  ['İzmir/Samos', '2020-10-30 11:51:23', { afad: '11:51:23', kandilli: '11:51:24', historical: '11:51:27' }, 6.6],
  [
    'Pazarcık',
    '2023-02-06 01:17:32',
    { afad: '01:17:32', kandilli: '01:17:32', usgs: '01:17:34', historical: '01:17:35' },
    7.7,
  ],
  [
    'Elbistan',
    '2023-02-06 10:24:47',
    { afad: '10:24:47', kandilli: '10:24:47', usgs: '10:24:48', historical: '10:24:49' },
    7.6,
  ],
];

for (const [name, time, agencies, magnitude] of GREAT)
  test(`${name} is one earthquake with all its agencies, at the right second`, { skip }, () => {
    const near = catalogue().filter((one) => Math.abs(one.time - at(time)) <= 90 * SECOND && (one.magnitude ?? 0) >= 6);
    assert.equal(near.length, 1);
    const [{ time: preferred, solutions, magnitude: primary, magnitudeType }] = near as [Earthquake];
    assert.equal(formatSecond(preferred), time);
    assert.deepEqual(
      Object.fromEntries(solutions.map((one) => [one.agency, formatSecond(one.time).slice(11)])),
      agencies,
    );
    assert.deepEqual([primary, magnitudeType], [magnitude, 'Mw']);
  });

/** Day, least magnitude, place, name, and words that find it. */
const NAMED: [day: string, magnitude: number, location: string, name: string | undefined, words: string[]][] = [
  ['1943-11-26', 7, 'Cömert, Ilgaz (Çankırı)', '1943 Tosya–Ladik depremi', ['tosya', 'kastamonu', 'ilgaz']],
  ['1944-02-01', 7, 'İmanlar, Eskipazar (Karabük)', '1944 Bolu–Gerede depremi', ['gerede', 'bolu', 'ankara']],
  ['1999-08-17', 7, 'İzmit (Kocaeli)', '1999 İzmit depremi', ['golcuk', 'istanbul', 'sakarya']],
  [
    ...(['2020-10-30', 6, 'Ege Denizi, Sisam Adası (Yunanistan) 9 km KKB', '2020 Sisam–İzmir depremi'] as const),
    ['izmir', 'seferihisar'],
  ],
  ['2023-02-06', 7.7, 'Pazarcık (Kahramanmaraş)', '2023 Kahramanmaraş depremi', ['hatay', 'gaziantep', 'adiyaman']],
];
for (const [day, least, location, name, words] of NAMED)
  test(`${day} lies at ${location} and is found by its names`, { skip }, () => {
    const found = catalogue().filter(
      ({ time, magnitude }) => formatSecond(time).startsWith(day) && (magnitude ?? 0) >= least,
    );
    assert.deepEqual(
      found.map((one) => [one.location, firstName(one, 'eventName')]),
      [[location, name]],
    );
    for (const word of words) assert.ok(searchText(found[0]!).includes(word), word);
  });

test('words of the historical list are a place in their own province and country alone', { skip }, () => {
  const places = catalogue().flatMap(({ location, solutions, provinceCode }) => {
    const listed = solutions.find(({ agency }) => agency === 'historical')?.place;
    const province = listed === location ? provinceOf(location.split(', ').at(-1)!) : undefined;
    return province && province.code !== provinceCode ? [location] : [];
  });
  // Where a settlement of the named province is within 5 km of the epicentre.
  assert.ok(places.length <= 16, places.join('; '));
});

test('İstanbul is not found in what is far from it', { skip }, () => {
  const strangers = catalogue().filter(
    (one) => one.provinceCode !== '34' && one.provincesReached?.includes('34') && distanceKm(one, ISTANBUL) > 250,
  );
  assert.deepEqual(strangers, []);
});

/** Each with what its reports have besides. */
const APART: [time: string, reason: string][] = [
  ['1915-02-14T08:19:00Z', 'known to the minute'],
  ['1915-12-25T06:06:00Z', '9 s and 315 km, Ms 5.5 and Mw* 5.4, and nothing else that day'],
  ['1933-05-15T03:21:06Z', 'two minutes and 0.5 s early at the same coordinates, Ms 4.7 in both'],
  ['1949-10-13T10:26:39Z', 'two minutes and 0.4 s late at the same coordinates'],
  ['1985-06-28T18:19:41Z', '0.5 s and 169 km, mb 4.9 in both: 40° for 42° E'],
  ['1987-10-06T20:45:59Z', 'a minute and 0.1 s late at the same coordinates'],
  ['1994-01-28T11:52:12Z', '2.5 s and 181 km, mb 4.4 in both'],
  ['1999-11-13T01:03:03Z', 'known to the minute'],
  ['2000-06-09T11:48:30Z', 'two minutes and 2 s early, 6 km'],
  ['2004-03-24T04:38:42Z', 'a minute and 2 s late, 8 km, M 4.2 in both'],
  ['2006-04-19T05:40:42Z', 'a minute early in one of three, 8 km, 131 to 142 km deep'],
];

test('earthquakes with reports more than 60 s or 150 km apart are known one by one', { skip }, () => {
  const apart = catalogue().filter(({ solutions }) =>
    solutions.some((a) => solutions.some((b) => Math.abs(a.time - b.time) > 60 * SECOND || distanceKm(a, b) > 150)),
  );
  assert.deepEqual(
    apart.map(({ time }) => formatInstant(time)),
    APART.map(([time]) => time),
  );
});

/** Only in USGS's file of 1970 to 2026, which is not among {@link REAL}. */
const USGS_ONLY = ['1996-10-09 13:10', '2025-05-22 03:19'];

test('the well-known earthquakes are there once, in the right size at the right place', { skip }, () => {
  const list = readWellKnown().filter(({ name }) => !USGS_ONLY.includes(name.slice(0, 16)));
  assert.ok(list.length > 100);
  const sorted = catalogue().toSorted((a, b) => a.time - b.time);
  assert.deepEqual(wellKnownFaults(sorted, list), []);
});

test('February 2023: of the pairs that were reviewed one by one all that these files hold are found', { skip }, () => {
  const reports = judged(reportsBetween(realCatalogue(), FIRST_DAY.from, FIRST_DAY.to), FIRST_DAY);
  const score = reviewedScore(readReviewed(FIRST_DAY), [
    ...Map.groupBy(reports, ({ earthquake }) => earthquake).values(),
  ]);
  // 40 of USGS are only in its file of 1970 to 2026.
  assert.deepEqual(score, { pairs: 432, found: 392, right: 392, f1: (2 * 392) / (432 + 392) });
});

test('neighbours of the first hours of February 2023 are not merged: no agency loses a report', { skip }, () => {
  const sequence = catalogue().filter(
    ({ time }) => time >= at('2023-02-06 01:00:00') && time < at('2023-02-20 00:00:00'),
  );
  const kandilli = sequence.flatMap(({ solutions }) => solutions.filter(({ agency }) => agency === 'kandilli'));
  const both = sequence.filter(({ solutions }) => {
    const agencies = solutions.map(({ agency }) => agency);
    return agencies.includes('kandilli') && agencies.includes('afad');
  });
  // Measured on the same files by hand: 488 of AFAD's M ≥ 4 have a partner; here M 3.5 and smaller count too.
  assert.ok(both.length >= 488, `${both.length} pairs`);
  assert.equal(new Set(kandilli.map((one) => `${one.time}|${one.latitude}|${one.longitude}`)).size, kandilli.length);
});

function hashOfRows(db: Db): string {
  const hash = createHash('sha256');
  for (const row of publishedRows(db)) hash.update(row);
  return hash.digest('hex');
}

test('reading again changes nothing', { skip }, () => {
  const before = hashOfRows(realCatalogue());
  ingestAll(realCatalogue(), realDocuments().toReversed());
  assert.equal(hashOfRows(realCatalogue()), before);
});

/** Header, and rows of the years of the great sequences, in each document's way to write a date. */
const GREAT_YEARS = /^\uFEFF?(?:Date|No|time|key),|^"?(?:[^,]*,){0,2}"?(?:\d\d\/\d\d\/)?(?:1999|2011|2023)\b/;

/** What the agencies report of the great sequences, and every historical earthquake. */
const sequences = (): NamedBytes[] =>
  realDocuments().map(([name, bytes]) => {
    if (name === 'historical.csv') return [name, bytes];
    const rows = Buffer.from(bytes)
      .toString()
      .split('\n')
      .filter((row) => GREAT_YEARS.test(row));
    return [name, Buffer.from(`${rows.join('\n')}\n`)];
  });

test('reading one by one, backwards, gives the same earthquakes', { skip }, () => {
  const [together, db] = [openCatalog(':memory:'), openCatalog(':memory:')];
  const documents = sequences();
  ingestAll(together, documents);
  for (const document of documents.toReversed()) ingestAll(db, [document]);
  const [one, other] = [published(together), published(db)];
  assert.ok(one.length > 4000, `${one.length} earthquakes`);
  assert.equal(other.length, one.length);
  assert.deepEqual(one.filter((record, index) => record !== other[index]).slice(0, 3), []);
});

test('of M 3.5 or more none is probably a blast, and of M 3 or more hardly any', { skip }, () => {
  const probable = catalogue().filter(({ blastProbability }) => blastProbability !== undefined);
  assert.deepEqual(
    probable.filter(({ magnitude }) => magnitude! >= 3.5).map(({ id }) => id),
    [],
  );
  assert.ok(probable.length > 0 && probable.length < catalogue().length / 1000, String(probable.length));
});
