/** Which shards have an area index, and what a change of them writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shardsOfAreas } from '#core/areas.ts';
import type { Earthquake } from '#core/earthquake.ts';
import type { Manifest } from '#core/manifest.ts';
import { writeParts } from '#core/manifest-partition.ts';
import { areaPath, partPath } from '#core/paths.ts';
import { bandOf, bucketFrom, bucketTo } from '#core/shard.ts';
import { DAY } from '#core/time.ts';
import { buildAreas } from '../../generator/publish/areas.ts';
import { makeShards, syntheticDataset } from '../support/dataset.ts';

const SIZES = { least: 50, most: 200 };
const UNSETTLED = 64 * DAY;
const { earthquakes, manifest } = syntheticDataset({ seed: 31, count: 2500 });
const newest = Math.max(...earthquakes.map(({ time }) => time));

/** Builds in memory, one after the other. */
function building() {
  const files = new Map<string, Uint8Array>();
  const written: string[] = [];
  const output = {
    exists: (path: string) => files.has(path),
    readBytes: (path: string) => files.get(path) as Buffer | undefined,
    putShared(path: string, body: string | Uint8Array) {
      written.push(path);
      files.set(path, Buffer.from(body as string));
    },
  };
  let base: Manifest | null = null;
  const build = (rows: readonly Earthquake[]) => {
    written.length = 0;
    const shards = makeShards([...rows], 20, (path, body) => void files.set(path, Buffer.from(body as string)));
    base = { ...manifest, shards, areas: buildAreas({ base, output }, shards, SIZES).areas! };
    return base;
  };
  return { build, files, written };
}

/** The indexes of a full build. */
const fresh = (rows: readonly Earthquake[]) => building().build(rows).areas!;

test('settled shards of a band have an index together, each shard one at most, of few rows or many none', () => {
  const { shards, areas = [] } = building().build(earthquakes);
  const indexed = shardsOfAreas({ shards, areas });
  assert.ok(areas.length > 5, `${areas.length} indexes`);
  for (const [area, own] of indexed) {
    assert.ok(area.count >= SIZES.least && area.count <= SIZES.most, `${area.count} rows`);
    assert.equal(
      own.reduce((sum, { count }) => sum + count, 0),
      area.count,
    );
    for (const shard of own) {
      assert.equal(shard.band, area.band);
      assert.ok(bucketTo(shard) <= newest - UNSETTLED, 'the newest shards have none');
    }
  }
  const all = indexed.flatMap(([, own]) => own);
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.length > shards.length / 2, `${all.length} of ${shards.length} shards`);
});

test('a new earthquake writes no index, a changed one that of its shard, and both what a full build does', () => {
  const { build, files, written } = building();
  const first = build(earthquakes);
  assert.equal(new Set(written).size, first.areas!.length);

  const rated = earthquakes.find(({ magnitude }) => bandOf(magnitude) === 2)!;
  const grown = [...earthquakes, { ...rated, id: 90_001, eventId: 'a000000000090001', time: newest + 1000 }];
  const second = build(grown);
  assert.notDeepEqual(second.shards, first.shards);
  assert.deepEqual(written, []);
  assert.deepEqual(second.areas, fresh(grown));

  const [area, [shard]] = shardsOfAreas(second).at(-1)!;
  const isOf = ({ time, magnitude }: Earthquake): boolean =>
    bandOf(magnitude) === area.band && time >= bucketFrom(shard!) && time < bucketTo(shard!);
  const revised = grown.map((one) => (isOf(one) ? { ...one, latitude: one.latitude + 0.5 } : one));
  const third = build(revised);
  assert.deepEqual(written, [areaPath(third.areas!.at(-1)!.hash)]);
  assert.deepEqual(third.areas, fresh(revised));

  const gone = areaPath(third.areas![0]!.hash);
  files.delete(gone);
  build(revised);
  assert.deepEqual(written, [gone], 'a file that is gone is written anew');
});

test('a dozen new earthquakes change the recent part of the manifest alone, a revised old one that of its decade', () => {
  const { build } = building();
  const filesOf = (rows: readonly Earthquake[]) => writeParts(build(rows));
  const first = filesOf(earthquakes);
  const [sample] = earthquakes as [Earthquake];
  const dozen = Array.from({ length: 12 }, (_, nth) => ({ ...sample, id: 90_001 + nth, time: newest + nth * 1000 }));
  const changed = ({ parts, files }: typeof first) =>
    parts
      .filter(({ hash }) => !first.files.has(partPath(hash)))
      .map(({ period, hash }) => [period, files.get(partPath(hash))!]);
  const grown = changed(filesOf([...earthquakes, ...dozen]));
  assert.deepEqual(
    grown.map(([period]) => period),
    ['recent'],
  );
  const all = [...first.files.values()].reduce((sum, { length }) => sum + length, 0);
  assert.ok(first.parts.length > 2 && grown[0]![1]!.length < all / 2, `${grown[0]![1]!.length} of ${all} bytes`);
  const [oldest] = earthquakes.toSorted((a, b) => a.time - b.time) as [Earthquake];
  const revised = changed(
    filesOf(earthquakes.map((one) => (one === oldest ? { ...one, latitude: one.latitude + 0.5 } : one))),
  );
  assert.deepEqual(
    revised.map(([period]) => period),
    [first.parts[0]!.period],
  );
});
