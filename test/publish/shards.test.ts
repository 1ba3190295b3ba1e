import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/property.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { FORMAT, type Manifest, type ShardEntry } from '#core/manifest.ts';
import { SHARD_ROWS, bandOf, bucketFrom, bucketTo } from '#core/shard.ts';
import { RECENT_SEGMENT_ROWS, SEGMENT_ROWS, readSegmentFile } from '#core/changes.ts';
import { segmentPath } from '#core/paths.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { buildSegments } from '../../generator/publish/changes.ts';
import type { BaseManifest, DirtyTimes } from '../../generator/publish/build-context.ts';
import { buildShards, ShardsOfAll } from '../../generator/publish/shards.ts';
import { earthquakesBetween } from '../../generator/catalog/read.ts';
import { openCatalog, sql, type Db } from '../../generator/catalog/database.ts';
import { Output } from '../../generator/publish/writer.ts';
import { jsonOf } from '../support/build.ts';
import { NOON } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const BARE: Earthquake = {
  id: 0,
  eventId: '',
  slug: 'synthetic',
  time: NOON,
  precision: 'second',
  latitude: 37,
  longitude: 37,
  depthKm: 5,
  magnitude: 2.5,
  magnitudeType: 'ML',
  location: 'Synthetic',
  locationEn: 'Synthetic',
  source: 'afad',
  quality: null,
  eventType: 'earthquake',
  updatedAt: NOON,
  solutions: [],
  mechanism: null,
  shakemap: null,
  revisions: [],
};

/** A catalogue's table of earthquakes, written to directly: thousands in no time. */
class Table {
  readonly db: Db = openCatalog(':memory:');
  private readonly rows = new Map<number, Earthquake>();
  private dirty: DirtyTimes = new Map();

  put(id: number, time: number, magnitude: number | null = 2.5): void {
    this.touch(this.rows.get(id));
    const record = { ...BARE, id, eventId: id.toString(16).padStart(16, '0'), time, magnitude };
    this.rows.set(id, record);
    this.touch(record);
    sql(
      this.db,
      `INSERT OR REPLACE INTO earthquakes (id, event_id, state, band, time, latitude, longitude, slug, sequence, record)
       VALUES (?, ?, 'current', ?, ?, 37, 37, '', 1, ?)`,
    ).run(id, record.eventId, bandOf(magnitude), time, JSON.stringify(record));
  }

  drop(id: number): void {
    this.touch(this.rows.get(id));
    this.rows.delete(id);
    sql(this.db, 'DELETE FROM earthquakes WHERE id = ?').run(id);
  }

  /** Where something changed since the last time this was asked. */
  changes(): DirtyTimes {
    const dirty = this.dirty;
    this.dirty = new Map();
    for (const times of dirty.values()) times.sort((a, b) => a - b);
    return dirty;
  }

  private touch(record: Earthquake | undefined): void {
    if (!record) return;
    this.dirty.getOrInsert(bandOf(record.magnitude), []).push(record.time);
  }
}

const manifestWith = (shards: ShardEntry[], segments: Manifest['segments'] = []): BaseManifest => ({
  format: FORMAT,
  dataset: '',
  day: NOON,
  asOf: NOON,
  sequence: 0,
  history: '',
  settings: '',
  parts: [],
  shards,
  segments,
  research: [],
  details: { hash: '', files: 'none' },
  answers: {},
});

/** How many shards were rendered rather than taken over. */
interface Built {
  entries: ShardEntry[];
  rendered: number;
}

function buildFrom(table: Table, root: string, base: ShardEntry[] | null): Built {
  const output = new Output(root);
  const dirty = base ? table.changes() : new Map();
  const inputs = { db: table.db, output, dirty, progress: () => undefined };
  const entries = base ? buildShards({ ...inputs, base: { shards: base } }) : shardsOfAll(table.db, output);
  const { written, unchanged } = output.counts;
  return { entries, rendered: (written + unchanged) / 6 };
}

function shardsOfAll(db: Db, output: Output): ShardEntry[] {
  const shards = new ShardsOfAll({ db, output });
  for (const earthquake of earthquakesBetween(db, -Infinity, Infinity)) shards.add(earthquake);
  return shards.entries();
}

test('a band is split when it grows too full and joined when it empties, and only what changed is rendered', (t) => {
  const [grown, fresh] = [temporaryFolder(t), temporaryFolder(t)];
  const table = new Table();
  for (let id = 1; id <= SHARD_ROWS; id += 1) table.put(id, NOON - id * HOUR);
  let { entries } = buildFrom(table, grown, null);
  table.changes();
  const steps: [string, () => void, number, number][] = [
    ['one more among older ones', () => table.put(5000, NOON - 10 * DAY), 6, 1],
    ['its revision', () => table.put(5000, NOON - 10 * DAY + MINUTE), 6, 1],
    ['one in another band', () => table.put(5001, NOON, 6.1), 7, 1],
    ['one long before all others', () => table.put(5002, NOON - 400_000 * DAY), 8, 1],
    ['it goes again', () => table.drop(5002), 7, 0],
    ['one leaves for another band', () => table.put(5000, NOON - 10 * DAY, 6.2), 7, 2],
    ['nothing', () => undefined, 7, 0],
    ['one newer that is alone in its half of the tree', () => table.put(5003, NOON + 4000 * DAY), 3, Infinity],
  ];
  for (const [what, change, shards, most] of steps) {
    change();
    const built = buildFrom(table, grown, entries);
    ({ entries } = built);
    assert.deepEqual(entries, buildFrom(table, fresh, null).entries, what);
    assert.equal(entries.length, shards, what);
    assert.ok(built.rendered <= most, `${what}: ${built.rendered} shards rendered`);
    for (const { count } of entries) assert.ok(count <= SHARD_ROWS);
    for (const entry of entries) assert.ok(entry.time[0] >= bucketFrom(entry) && entry.time[1] < bucketTo(entry));
  }
});

test('after any changes to full bands the shards are those of a full build', (t) => {
  const [grown, fresh] = [temporaryFolder(t), temporaryFolder(t)];
  const table = new Table();
  // Three crowds of a day each, hundreds of one band more than a shard holds: every few hundred decide how the tree is
  // split.
  table.db.transaction(() => {
    for (let id = 1; id <= 4500; id += 1) table.put(id, NOON - (id % 1500) * 40_000 - Math.floor(id / 1500) * 90 * DAY);
  })();
  let { entries } = buildFrom(table, grown, null);
  table.changes();
  let next = 10_000;
  const change = fc.record({
    kind: fc.constantFrom('add' as const, 'drop' as const, 'move' as const),
    from: fc.integer({ min: 1, max: 4000 }),
    count: fc.integer({ min: 1, max: 150 }),
    time: fc.constantFrom(NOON - 90 * DAY - HOUR, NOON - 3 * HOUR, NOON + 2 * HOUR, NOON - 5000 * DAY),
    magnitude: fc.constantFrom(2.5, 2.5, 4.4, null),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      table.db.transaction(() => {
        for (const { kind, from, count, time, magnitude } of changes)
          for (let n = 0; n < count; n += 1)
            if (kind === 'add') table.put((next += 1), time + n * 7000, magnitude);
            else if (kind === 'drop') table.drop(from + n);
            else table.put(from + n, time + n * 7000, magnitude);
      })();
      ({ entries } = buildFrom(table, grown, entries));
      assert.deepEqual(entries, buildFrom(table, fresh, null).entries);
    }),
    { numRuns: 12, endOnFailure: true, seed: 4096 },
  );
  assert.ok(entries.length > 3, `${entries.length} shards`);
});

/** Publishes changes up to a number, ten a minute. */
function publish(db: Db, from: number, to: number): void {
  db.prepare(
    `INSERT OR IGNORE INTO earthquakes (id, event_id, state, band, time, latitude, longitude, slug, sequence, record)
     VALUES (1, '0123456789abcdef', 'current', 2, 0, 0, 0, '', 1, '{}')`,
  ).run();
  const put = db.prepare(
    `INSERT INTO changes (sequence, earthquake, updated_at, kind, band, time, history) VALUES (?, 1, ?, 'record', 2, 0, '{}')`,
  );
  db.transaction(() => {
    for (let sequence = from; sequence <= to; sequence += 1)
      put.run(sequence, NOON + Math.floor(sequence / 10) * MINUTE);
  })();
}

test('the change log grows at its end: other segments stand, the last one is written again', (t) => {
  const dist = temporaryFolder(t);
  const db = openCatalog(':memory:');
  let base: BaseManifest | null = null;
  let last = 0;
  for (const [sequence, written] of [
    [10, 1],
    [SEGMENT_ROWS, 1],
    [SEGMENT_ROWS + 1, 1],
    [SEGMENT_ROWS + RECENT_SEGMENT_ROWS, 1],
    [SEGMENT_ROWS + RECENT_SEGMENT_ROWS + 1, 1],
    [3 * SEGMENT_ROWS - 1, 1 + SEGMENT_ROWS / RECENT_SEGMENT_ROWS],
  ] as const) {
    publish(db, last + 1, sequence);
    last = sequence;
    const output = new Output(dist);
    const progress = (): void => undefined;
    const segments = buildSegments({ db, output, base, sequence, progress });
    assert.equal(output.counts.written, written);
    assert.deepEqual(
      segments,
      buildSegments({ db, output: new Output(temporaryFolder(t)), base: null, sequence, progress }),
    );
    const numbers = segments.flatMap(({ hash }) =>
      readSegmentFile(JSON.stringify(jsonOf(dist, segmentPath(hash)))).map((change) => change.sequence),
    );
    assert.deepEqual(
      numbers,
      Array.from({ length: sequence }, (_, index) => index + 1),
    );
    base = manifestWith([], segments);
  }
});
