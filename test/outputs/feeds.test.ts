import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { wholeItem } from '#core/wire.ts';
import { planFeeds } from '../../generator/outputs/feeds.ts';
import { assertAtom } from '../support/atom.ts';
import { earthquake } from '../support/earthquake.ts';
import { feedsOf } from '../support/feeds.ts';

const settings = { serviceName: 'Depremler', baseUrl: 'https://quakes.example/app' };

const AFAD = earthquake().solutions[0]!;
const AS_OF = Date.UTC(2026, 6, 1, 12);
/** Magnitudes around the thresholds, at ages around the windows. */
const MAGNITUDES = [null, 0.94, 0.95, 2.44, 2.45, 4.44, 4.45, 6.2, 6.3];
const AGES = [0, HOUR - 1, HOUR, DAY - 1, DAY, 7 * DAY - 1, 7 * DAY, 30 * DAY - 1, 30 * DAY];
const earthquakes = AGES.flatMap((age, row) =>
  MAGNITUDES.map((magnitude, column) =>
    earthquake({
      ...{ id: 1 + row * 10 + column, eventId: `a${String(row * 10 + column).padStart(15, '0')}`, magnitude },
      time: AS_OF - age,
      locationEn: 'Off Bodrum',
      solutions: [{ ...AFAD, magnitudes: magnitude === null ? [] : [{ type: 'Mw', value: magnitude }] }],
      magnitudeType: magnitude === null ? null : 'Mw',
    }),
  ),
);
const feeds = feedsOf({ earthquakes, asOf: AS_OF, settings });

interface Feed {
  type: string;
  metadata: { generated: number; url: string; title: string; status: number; count: number };
  features: {
    id: string;
    properties: { mag: number | null; time: number; title: string; detail: string; sig: number };
  }[];
  bbox: number[];
}

/** The same events in the same order. */
function assertSame(features: Feed['features'], csv: string, atom: string): void {
  const [head, ...rows] = csv.trimEnd().split('\n');
  assert.match(head!, /^time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,/);
  assert.deepEqual(
    rows.map((row) => row.split(',')).map((cells) => [cells[0], cells[4], cells[11]]),
    features.map(({ id, properties: { mag, time } }) => [new Date(time).toISOString(), String(mag ?? ''), id]),
  );
  const { entries } = assertAtom(atom);
  assert.deepEqual(
    entries.map(({ id, title }) => [id, title]),
    features.map(({ id, properties }) => [`urn:hiposantr:event:${id}`, properties.title]),
  );
}

test('there are twenty feeds in three formats, each with what is new and large enough when rounded', () => {
  const least: Record<string, number> = { all: -Infinity, '1.0': 0.95, '2.5': 2.45, '4.5': 4.45, significant: 6.3 };
  const lengths: Record<string, number> = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY };
  assert.equal(Object.keys(feeds).length, 60);
  for (const [level, low] of Object.entries(least))
    for (const [window, length] of Object.entries(lengths)) {
      const name = `feed/v1.0/summary/${level}_${window}`;
      const path = `${name}.geojson`;
      const { type, metadata, features, bbox } = JSON.parse(feeds[path]!) as Feed;
      const due = earthquakes.filter(
        ({ time, magnitude }) => time > AS_OF - length && (level === 'all' || (magnitude !== null && magnitude >= low)),
      );
      assert.deepEqual(new Set(features.map(({ id }) => id)), new Set(due.map(({ eventId }) => eventId)), path);
      assert.deepEqual([type, metadata.count, metadata.status], ['FeatureCollection', due.length, 200]);
      assert.equal(metadata.url, `https://quakes.example/app/${path}`);
      assert.equal(bbox.length, 6);
      for (const [index, { id, properties }] of features.entries()) {
        const { mag } = properties;
        assert.equal(properties.title, mag === null ? 'Off Bodrum' : `M ${mag.toFixed(1)} - Off Bodrum`);
        assert.ok(level === 'all' || mag! >= low, id);
        assert.ok(index === 0 || properties.time <= features[index - 1]!.properties.time);
        assert.equal(properties.detail, `https://quakes.example/app/feed/v1.0/detail/${id}.geojson`);
      }
      assertSame(features, feeds[`${name}.csv`]!, feeds[`${name}.atom`]!);
      assert.equal(Date.parse(assertAtom(feeds[`${name}.atom`]!).updated), metadata.generated);
    }
});

/** When the feeds of all magnitudes were generated, by window. */
function generated(asOf: number, ...given: typeof earthquakes): number[] {
  const files = feedsOf({ earthquakes: given, asOf, settings });
  return ['hour', 'day', 'week', 'month'].map(
    (window) => (JSON.parse(files[`feed/v1.0/summary/all_${window}.geojson`]!) as Feed).metadata.generated,
  );
}

const MIDNIGHT = AS_OF - 12 * HOUR;

test('a feed is generated when an earthquake comes, is revised or leaves, and at midnight', () => {
  assert.deepEqual(generated(AS_OF), Array(4).fill(MIDNIGHT));
  const one = earthquake({ time: AS_OF - 2 * HOUR, updatedAt: AS_OF - 115 * MINUTE });
  const [left, came] = [AS_OF - HOUR, one.updatedAt];
  assert.deepEqual(generated(AS_OF, one), [left, came, came, came]);
  const revised = earthquake({ ...one, updatedAt: AS_OF - MINUTE });
  assert.deepEqual(generated(AS_OF, revised), [left, AS_OF - MINUTE, AS_OF - MINUTE, AS_OF - MINUTE]);
  assert.deepEqual(generated(AS_OF + 30 * DAY - 3 * HOUR, one), [
    ...Array(3).fill(AS_OF + 29 * DAY + 12 * HOUR),
    AS_OF + 29 * DAY + 12 * HOUR,
  ]);
  assert.deepEqual(generated(AS_OF + 30 * DAY - HOUR, one).at(-1), AS_OF + 30 * DAY - 2 * HOUR);
});

test('it never goes back while earthquakes come and leave, and the bytes change with it alone', () => {
  const some = [0, 20, 30, 80, 700].map((minutes, id) =>
    earthquake({
      id,
      eventId: `a00000000000000${id}`,
      time: AS_OF + minutes * MINUTE,
      updatedAt: AS_OF + (minutes + 10) * MINUTE,
    }),
  );
  let before: Record<string, string> = {};
  let last = 0;
  let changes = 0;
  for (let asOf = AS_OF; asOf < AS_OF + 15 * HOUR; asOf += 10 * MINUTE) {
    const files = feedsOf({ earthquakes: some.filter(({ updatedAt }) => updatedAt <= asOf), asOf, settings });
    const path = 'feed/v1.0/summary/all_hour.geojson';
    const { metadata } = JSON.parse(files[path]!) as Feed;
    assert.ok(metadata.generated >= last && metadata.generated <= asOf);
    assert.equal(files[path] === before[path], metadata.generated === last, String(asOf - AS_OF));
    changes += Number(metadata.generated !== last);
    last = metadata.generated;
    before = files;
  }
  // The first one, five that come, five that leave, a midnight.
  assert.ok(changes <= 12, String(changes));
});

test('long are feeds of a week and a month from 251 rows on, of a day from 1,001, of an hour never', () => {
  const item = wholeItem(earthquake({ time: AS_OF - 30 * MINUTE }));
  const long = (rows: number): string[] => {
    const settled = { at: AS_OF, items: Array<typeof item>(rows).fill(item) };
    const feeds = planFeeds({ present: { ...settled, items: [] }, settled });
    for (const { isSettled, items } of feeds) assert.equal(items.length, isSettled ? rows : 0);
    return feeds.flatMap(({ path, isSettled }) => (isSettled && /all_(.*)/.exec(path)?.[1]) || []);
  };
  assert.deepEqual([250, 251, 1000, 1001].map(long), [
    ...[[], ['week', 'month'], ['week', 'month']],
    ['day', 'week', 'month'],
  ]);
});

test('an empty catalogue has empty feeds', () => {
  const empty = feedsOf({ earthquakes: [], asOf: AS_OF, settings });
  const { features, metadata } = JSON.parse(empty['feed/v1.0/summary/all_month.geojson']!) as Feed;
  assert.deepEqual([features, metadata.count, metadata.generated], [[], 0, MIDNIGHT]);
});

/** What public models of these feeds (Swift's Codable, kotlinx.serialization) read without a question mark. */
const REQUIRED: Record<string, 'string' | 'number'> = {
  ...{ place: 'string', time: 'number', updated: 'number', url: 'string', detail: 'string', title: 'string' },
  ...{ tsunami: 'number', sig: 'number', net: 'string', code: 'string', ids: 'string', sources: 'string' },
  ...{ types: 'string', type: 'string', status: 'string' },
};
/** A measurement that no agency gives is null, though some of these models have `rms: Double` or `magType: String`. */
const MEASURED = ['mag', 'magType', 'nst', 'dmin', 'rms', 'gap', 'felt', 'cdi', 'mmi', 'alert', 'tz'];

test('a typed model reads every feature: a status is never null, and the one that an agency states', () => {
  const qualities = [null, 'automatic', 'reviewed'] as const;
  const some = qualities.map((quality, index) =>
    earthquake({
      ...{ id: index + 1, eventId: `b${String(index).padStart(15, '0')}`, time: AS_OF - index * MINUTE },
      solutions: [{ ...AFAD, quality }],
    }),
  );
  const files = feedsOf({ earthquakes: some, asOf: AS_OF, settings });
  const { features } = JSON.parse(files['feed/v1.0/summary/all_day.geojson']!) as {
    features: { properties: Record<string, unknown> }[];
  };
  const stated = ['automatic', 'automatic', 'reviewed'];
  assert.deepEqual(
    features.map(({ properties }) => properties['status']),
    stated,
  );
  for (const { properties } of features) {
    for (const [name, type] of Object.entries(REQUIRED)) assert.equal(typeof properties[name], type, name);
    for (const name of MEASURED) assert.ok(name in properties, name);
    assert.equal(properties['rms'], null);
  }
  const [head, ...rows] = files['feed/v1.0/summary/all_day.csv']!.trimEnd().split('\n');
  const column = head!.split(',').indexOf('status');
  assert.deepEqual(
    rows.map((row) => row.split(',')[column]),
    stated,
  );
});
