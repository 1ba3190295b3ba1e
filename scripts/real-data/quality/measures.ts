/** Figures of a catalogue of the agencies' real files: what a reader would find wrong. Fewer is better in every one. */
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm, isWholeDegree } from '#core/geo.ts';
import { DAY, MINUTE, SECOND, parseInstant, type EpochMs } from '#core/time.ts';
import { sql, type Db } from '../../../generator/catalog/database.ts';
import { feedGroupNamed } from '../../../generator/catalog/documents/feed-groups.ts';
import { depthMeasures } from './depths.ts';
import { count, pairsWithin, recordsByTime, type Measure } from './records.ts';
import { placeMeasures } from './texts.ts';
import { villageMeasures } from './villages.ts';

const year = (value: number): EpochMs => parseInstant(`${value}-01-01T00:00:00Z`)!;
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

function epicentreMeasures(records: readonly Earthquake[]): Measure[] {
  const distances = records
    .filter(({ time, source }) => time >= year(1990) && time < year(2007) && source === 'afad')
    .flatMap((record): number[] => {
      const usgs = record.solutions.find(({ agency }) => agency === 'usgs');
      return usgs ? [distanceKm(record, usgs)] : [];
    })
    .sort((a, b) => a - b);
  const whole = records.filter((record) => record.time >= year(1970) && isWholeDegree(record));
  return [
    ['AFAD preferred, 1990 to 2006: median km from USGS', (distances[distances.length >> 1] ?? 0).toFixed(1)],
    ['… more than 30 km from USGS', percent(distances.filter((km) => km > 30).length, distances.length)],
    count('epicentres in whole degrees since 1970', whole),
    count(
      '… of M ≥ 5',
      whole.filter(({ magnitude }) => (magnitude ?? 0) >= 5),
    ),
    count('… where another agency has a finer one', whole.filter(hasFiner)),
  ];
}

const hasFiner = ({ solutions }: Earthquake): boolean =>
  solutions.some((one) => one.precision === 'second' && !isWholeDegree(one));

function pairMeasures(records: readonly Earthquake[]): Measure[] {
  const large = records.filter(({ magnitude }) => (magnitude ?? 0) >= 4);
  const recent = large.filter(({ time }) => time >= year(1970));
  const night = [parseInstant('1999-11-12T16:57:00Z')!, parseInstant('1999-11-13T16:57:00Z')!] as const;
  const isAlone = ({ solutions, time }: Earthquake): boolean =>
    time >= night[0] && time < night[1] && solutions.length === 1 && solutions[0]!.time % MINUTE === 0;
  return [
    ['pairs of M ≥ 4 since 1970 within 60 s and 150 km', sizeOf(pairsWithin(recent, { ms: MINUTE, km: 150 }))],
    [
      '… that share no agency',
      sizeOf([...pairsWithin(recent, { ms: MINUTE, km: 150 })].filter(([one, other]) => disjoint(one, other))),
    ],
    [
      'pairs of M ≥ 4 within 15 s and 150 to 400 km that share no agency',
      sizeOf([...pairsWithin(recent, { ms: 15 * SECOND, km: 400, beyondKm: 150 })].filter(([a, b]) => disjoint(a, b))),
    ],
    [
      'pairs at one place, 1962 to 1979, one with its seconds divided by ten',
      sizeOf(
        [
          ...pairsWithin(
            large.filter(({ time }) => time >= year(1962) && time < year(1980)),
            { ms: MINUTE, km: 5 },
          ),
        ].filter(([one, other]) => Math.abs((other.time - one.time) / SECOND - 9 * secondOf(one.time)) <= 1.5),
      ),
    ],
    count("Kandilli's whole minutes that stand alone in the day after Düzce 1999", records.filter(isAlone)),
  ];
}

const sizeOf = (items: Iterable<unknown>): string => String([...items].length);
const secondOf = (time: EpochMs): number => (((time % MINUTE) + MINUTE) % MINUTE) / SECOND;
const disjoint = (one: Earthquake, other: Earthquake): boolean =>
  one.solutions.every(({ agency }) => other.solutions.every((theirs) => theirs.agency !== agency));

interface Report {
  earthquake: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
}

/** Reports of one feed that lie so near each other. */
function ownPairs(
  db: Db,
  feedGroup: Parameters<typeof feedGroupNamed>[0],
  bounds: { ms: number; km: number },
): [Report, Report][] {
  const reports = sql<unknown[], Report>(
    db,
    `SELECT earthquake, time, latitude, longitude FROM agency_events
     WHERE feed_group = ? AND withdrawn = 0 AND precision = 0 ORDER BY time, agency_event`,
  ).all(feedGroupNamed(feedGroup));
  return [...pairsWithin(reports, bounds)];
}

function doubleMeasures(db: Db): Measure[] {
  const apart = (pairs: [Report, Report][]): unknown[] =>
    pairs.filter(([one, other]) => one.earthquake !== other.earthquake);
  const live = ownPairs(db, 'kandilli-live', { ms: 5 * SECOND, km: 30 });
  return [
    count(
      'pairs of AFAD reports within 5 s and 15 km published twice',
      apart(ownPairs(db, 'afad', { ms: 5 * SECOND, km: 15 })),
    ),
    count('pairs of Kandilli live rows within 5 s and 30 km read from the rebuilt pages', live),
    count('… published twice', apart(live)),
    count(
      'pairs of Kandilli monthly rows within 1 s and 10 km published twice',
      apart(ownPairs(db, 'kandilli-xml', { ms: SECOND, km: 10 })),
    ),
    count('pairs of different feeds before 2014, alike but for one or two minutes', minutePairs(db)),
    count(
      'rows of saved reviewed lists within 6 s and 30 km published twice',
      apart(ownPairs(db, 'kandilli-zeqdb', { ms: 6 * SECOND, km: 30 })),
    ),
  ];
}

interface SizedReport extends Report {
  feed_group: number;
  magnitude: number;
}

/** Reports of two earthquakes without a common feed that differ by whole minutes (3 s, 30 km, 0.5 of magnitude). */
function minutePairs(db: Db): unknown[] {
  const reports = sql<unknown[], SizedReport>(
    db,
    `SELECT earthquake, feed_group, time, latitude, longitude, magnitude FROM agency_events
     WHERE time < ? AND withdrawn = 0 AND precision = 0 AND magnitude >= 3 ORDER BY time, agency_event`,
  ).all(year(2014));
  const feedsOf = Map.groupBy(reports, ({ earthquake }) => earthquake);
  const pairs = [...pairsWithin(reports, { ms: 2 * MINUTE + 3 * SECOND, km: 30 })].filter(([one, other]) => {
    const apart = other.time - one.time;
    const theirs = new Set(feedsOf.get(other.earthquake)!.map((report) => report.feed_group));
    return (
      apart > 30 * SECOND &&
      Math.abs(apart - MINUTE * Math.round(apart / MINUTE)) <= 3 * SECOND &&
      Math.abs(one.magnitude - other.magnitude) <= 0.5 &&
      feedsOf.get(one.earthquake)!.every((report) => !theirs.has(report.feed_group))
    );
  });
  return [...new Set(pairs.map(([one, other]) => `${one.earthquake} ${other.earthquake}`))];
}

const recordMeasures = (records: readonly Earthquake[]): Measure[] => [
  ['earthquakes', String(records.length)],
  ['with two agencies or more', String(records.filter(({ solutions }) => solutions.length > 1).length)],
  [
    'M ≥ 6 in the last 50 years',
    String(
      records.filter(({ magnitude, time }) => (magnitude ?? 0) >= 6 && time > records.at(-1)!.time - 50 * 365 * DAY)
        .length,
    ),
  ],
];

/** Lines of a table. */
export function qualityLines(db: Db): string[] {
  const records = recordsByTime(db);
  const measures = [
    ...recordMeasures(records),
    ...placeMeasures(records),
    ...villageMeasures(records),
    ...epicentreMeasures(records),
    ...depthMeasures(records),
    ...pairMeasures(records),
    ...doubleMeasures(db),
  ];
  return measures.map(([what, figure]) => `| ${what} | ${figure} |`);
}
