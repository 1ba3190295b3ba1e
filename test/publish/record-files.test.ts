import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { NEWEST_IDS } from '#core/details.ts';
import { Changeover } from '../../generator/publish/changeover.ts';
import { buildRecordFiles } from '../../generator/publish/record-files.ts';
import { Output } from '../../generator/publish/writer.ts';
import { AS_OF, sampleCatalog } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a full build makes shards, research and Parquet files of records that it reads once each', (t) => {
  const { db } = sampleCatalog(40);
  const count = (text: string): number => db.prepare<[], number>(text).pluck().get()!;
  const output = new Output(temporaryFolder(t));
  const parse = t.mock.method(JSON, 'parse');
  const { shards, research, catalogue } = buildRecordFiles({
    ...{ db, output, change: new Changeover(output), agencies: AGENCIES, stations: [], newestIds: NEWEST_IDS },
    ...{ base: null, dirty: new Map(), asOf: AS_OF, bulk: true, progress: () => {} },
  });
  const listed = count(`SELECT count(*) FROM earthquakes WHERE state = 'current'`);
  assert.equal(parse.mock.callCount(), listed);
  for (const made of [shards, catalogue!])
    assert.equal(
      made.reduce((sum, one) => sum + one.count, 0),
      listed,
    );
  assert.ok(research.length > 0);
});
