/** The rehearsal of the day of an M 7.8, small: each figure of its table is there, and no reader gets an error. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR } from '#core/time.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { rehearse } from '../../scripts/rehearse.ts';
import { BEGIN, dayOf } from '../../scripts/rehearse/documents.ts';
import { sharedData, withoutSharedData } from '../support/shared-data.ts';
import { temporaryFolder } from '../support/temporary.ts';

const reportsOf = (path: string) => readParsed(readFileSync(path), {}, { knownTime: () => undefined });

test('two hours of a synthetic day are published while readers ask', async (t) => {
  const folder = temporaryFolder(t);
  process.env['PREVIEW_PICTURES'] = '0';
  let printed = '';
  const small = { count: 100, hours: 2, every: 3600, rate: 50, connections: 5 };
  const day = dayOf(join(folder, 'nothing'));
  const hours = await rehearse({ ...small, folder: join(folder, 'day'), day }, (text) => (printed += text));
  assert.match(
    printed,
    /^\d+ synthetic earthquakes before that day[^]*The day: SYNTHETIC[^]*0 documents were held back/,
  );
  assert.equal(printed.match(/^\| [12] \| .* \|$/gm)?.length, 2, printed);
  const [first, second] = hours;
  for (const hour of [first!, second!]) {
    assert.ok(hour.rows > 20, printed);
    assert.equal(hour.builds, 1);
    assert.equal(hour.errors, 0, printed);
    assert.ok(hour.requests > 10 && hour.written > 100_000 && hour.build > 0 && hour.p99 >= hour.p50, printed);
    assert.ok(hour.spent.publisher > 0 && hour.spent.gateway > 0, printed);
  }
  assert.ok(first!.atGateway > 0 && first!.atGateway <= first!.requests + small.connections, printed);
  assert.equal(second!.earthquakes - first!.earthquakes, second!.rows);
});

test("the documents of the real day hold each agency's rows of that time", { skip: withoutSharedData }, (t) => {
  const folder = temporaryFolder(t);
  const [before, after] = [BEGIN, BEGIN + 10 * HOUR].map((at) =>
    dayOf(sharedData)
      .write(folder, at)
      .map((path) => reportsOf(path)),
  );
  assert.deepEqual(
    before!.map(({ agency, rows }) => [agency, rows]),
    [
      ['kandilli', 500],
      ['afad', 0],
      ['usgs', 0],
    ],
  );
  assert.deepEqual(
    after!.map(({ agency }) => agency),
    ['kandilli', 'afad', 'usgs'],
  );
  for (const { reports, rejects } of after!) {
    assert.deepEqual(rejects, []);
    const great = reports.filter(({ time, magnitudes }) => time >= BEGIN && magnitudes.some(({ value }) => value >= 7));
    assert.equal(great.length, 2, 'Pazarcık and Elbistan');
    assert.ok(reports.every(({ time }) => time <= BEGIN + 10 * HOUR));
  }
});
