import assert from 'node:assert/strict';
import test from 'node:test';
import { readColumns } from '#core/columns.ts';
import { KNOWN_AGENCIES } from '#core/agencies.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { readCursor } from '#core/cursor.ts';
import { bandOf } from '#core/shard.ts';
import { DAY, MINUTE, SECOND, wholeSecond } from '#core/time.ts';
import { listFile, stationsFile, statsFile } from '../../generator/outputs/answers.ts';
import { renderShard } from '../../generator/outputs/shards.ts';
import { STATIONS } from '../support/build.ts';
import { TIME, earthquake } from '../support/earthquake.ts';

const some = (count: number): Earthquake[] =>
  Array.from({ length: count }, (_, n) => earthquake({ id: n + 1, time: TIME - ((n * 7) % count) * 400 }));

interface List {
  status: string;
  count: number;
  truncated: boolean;
  next?: string;
  earthquakes: { id: number; occurred_at: string }[];
}

test('the list is the newest hundred, newest first, ties by the larger id', () => {
  const list = JSON.parse(listFile(some(150))) as List;
  assert.deepEqual([list.status, list.count, list.truncated], ['success', 100, true]);
  const due = some(150)
    .sort((a, b) => wholeSecond(b.time) - wholeSecond(a.time) || b.id - a.id)
    .slice(0, 100);
  assert.deepEqual(
    list.earthquakes.map(({ id }) => id),
    due.map(({ id }) => id),
  );
  const cursor = readCursor(new URL(list.next!, 'http://x').searchParams.get('cursor')!);
  const last = due.at(-1)!;
  assert.deepEqual(cursor, { by: 'time', position: { time: wholeSecond(last.time), id: last.id } });
});

for (const count of [0, 1, 100])
  test(`a list of ${count} has no next page`, () => {
    const list = JSON.parse(listFile(some(count))) as List;
    assert.deepEqual(
      [list.count, list.earthquakes.length, list.truncated, list.next],
      [count, count, false, undefined],
    );
  });

test('the next page is below the base URL', () => {
  const { next } = JSON.parse(listFile(some(150), '/app')) as List;
  assert.match(next!, /^\/app\/api\.php\?cursor=/);
});

test('a list has one earthquake a line', () => {
  const lines = listFile(some(3)).split('\n');
  assert.equal(lines.length, 6);
  for (const line of lines.slice(1, 4)) assert.ok(JSON.parse(line.replace(/,$/, '')));
});

const shardsOf = (...earthquakes: Earthquake[]) =>
  [...Map.groupBy(earthquakes, ({ magnitude }) => bandOf(magnitude))].map(
    ([band, all]) => renderShard({ band, level: 27, index: 0 }, all).entry,
  );

test('statistics are of the listed earthquakes', () => {
  const shards = shardsOf(
    earthquake({ id: 1, magnitude: 7.7 }),
    earthquake({ id: 2, magnitude: 2.25, blastProbability: 0.97 }),
    earthquake({ id: 3, magnitude: -0.3, source: 'kandilli', solutions: [] }),
    earthquake({ id: 4, magnitude: null }),
  );
  assert.deepEqual(JSON.parse(statsFile({ shards, today: 1, last24h: 2, countedAt: TIME })), {
    status: 'success',
    total: 3,
    today: 1,
    avg_magnitude: 3.22,
    max_magnitude: 7.7,
    last_24h: 2,
    blasts: 1,
    by_source: { kandilli: 1, afad: 2, usgs: 2, turhec: 0, historical: 0 },
    generated_at: '2023-02-06T01:17:32.670Z',
  });
});

test('a doubtful magnitude is not in the mean', () => {
  const doubtful = earthquake({ id: 1, magnitude: 6.9, magnitudeDoubtful: true });
  const meanOf = (...rows: Earthquake[]): unknown =>
    (
      JSON.parse(statsFile({ shards: shardsOf(...rows), today: 0, last24h: 0, countedAt: TIME })) as Record<
        string,
        unknown
      >
    )['avg_magnitude'];
  assert.equal(meanOf(doubtful, earthquake({ id: 2, magnitude: 4.4 }), earthquake({ id: 3, magnitude: 3.2 })), 3.8);
  assert.equal(meanOf(doubtful), null);
});

test('a doubtful magnitude is never the greatest one', () => {
  const doubtful = earthquake({ id: 1, magnitude: 6.9, magnitudeDoubtful: true });
  const greatestOf = (...rows: Earthquake[]): unknown =>
    (
      JSON.parse(statsFile({ shards: shardsOf(...rows), today: 0, last24h: 0, countedAt: TIME })) as {
        max_magnitude: unknown;
      }
    ).max_magnitude;
  assert.equal(greatestOf(doubtful, earthquake({ id: 2, magnitude: 6.4 }), earthquake({ id: 3, magnitude: 5.9 })), 6.4);
  assert.equal(greatestOf(doubtful, earthquake({ id: 2, magnitude: -0.3 })), -0.3);
  assert.equal(greatestOf(doubtful), null);
});

test('without listed earthquakes there are no magnitudes', () => {
  for (const shards of [[], shardsOf(earthquake({ magnitude: null }))]) {
    const stats = JSON.parse(statsFile({ shards, today: 0, last24h: 0, countedAt: TIME })) as Record<string, unknown>;
    assert.deepEqual([stats['total'], stats['avg_magnitude'], stats['max_magnitude']], [0, null, null]);
  }
});

test('stations have the fields of the contract and one line each', () => {
  const text = stationsFile(STATIONS);
  const { status, count, stations } = JSON.parse(text) as { status: string; count: number; stations: object[] };
  assert.deepEqual([status, count, stations.length], ['success', 3, 3]);
  assert.deepEqual(stations[2], {
    network: 'TK',
    code: '4602',
    name: 'Synthetic 4602',
    source: 'afad',
    latitude: 37.6,
    longitude: 36.9,
    elevation_m: null,
  });
  assert.equal(text.split('\n').length, 6);
  assert.deepEqual(JSON.parse(stationsFile([])), { status: 'success', count: 0, stations: [] });
});

test('a shard entry spans its rows, in whole seconds', () => {
  const rows = [
    earthquake({ id: 1, time: TIME, depthKm: null, latitude: 36, magnitude: 6 }),
    earthquake({ id: 2, time: TIME + 5 * SECOND, depthKm: -1, longitude: 40, magnitude: 6.25, updatedAt: TIME + DAY }),
    earthquake({ id: 3, time: TIME + 5 * SECOND + 1, depthKm: 12.5, solutions: [], source: 'turhec', magnitude: 7 }),
  ];
  const { entry, files } = renderShard({ band: 6, level: 3, index: 9 }, rows);
  assert.deepEqual(
    { ...entry, hash: '', fullHash: '', columnsHash: '', solutionsHash: '', namesHash: '', pointsHash: '' },
    {
      band: 6,
      level: 3,
      index: 9,
      hash: '',
      fullHash: '',
      columnsHash: '',
      solutionsHash: '',
      namesHash: '',
      pointsHash: '',
      count: 3,
      time: [wholeSecond(TIME), wholeSecond(TIME) + 5 * SECOND],
      magnitude: [6, 7],
      depthKm: [-1, 12.5],
      latitude: [36, 37.288],
      longitude: [37.043, 40],
      updatedAt: [TIME + MINUTE, TIME + DAY],
      agencies: 0b1110,
      agencyCounts: [0, 2, 2, 1, ...Array.from({ length: KNOWN_AGENCIES.length - 4 }, () => 0)],
      provinces: 2n ** 46n,
      magnitudeSum: 19.25,
      doubtful: [],
      greatest: 7,
      blasts: 0,
      solutions: entry.solutions,
    },
  );
  assert.deepEqual(
    files.map(({ path }) => path),
    [
      `shards/${entry.hash}.json`,
      `shards/${entry.fullHash}.full.json`,
      `shards/${entry.columnsHash}.columns`,
      `shards/${entry.solutionsHash}.solutions`,
      `shards/${entry.namesHash}.names`,
      `shards/${entry.pointsHash}.points`,
    ],
  );
  const [list, full] = files
    .slice(0, 2)
    .map(({ body }) => (JSON.parse(Buffer.from(body).toString()) as List).earthquakes.map(({ id }) => id));
  assert.deepEqual([...readColumns(files[2]!.body, 3).id], list);
  assert.deepEqual(list, [3, 2, 1]);
  assert.deepEqual(full, list);
  const shuffled = renderShard({ band: 6, level: 3, index: 9 }, rows.toReversed());
  assert.deepEqual(shuffled.entry, entry);
});
