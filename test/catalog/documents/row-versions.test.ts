/** Which of two saved answers of one agency has the newer version of a row. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { REGION } from '#core/region.ts';
import { DAY, HOUR, MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import { finishIngest, ingestFiles } from '../../../generator/ingest.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { admit } from '../../../generator/sources/parsing/admit.ts';
import { afadApi } from '../../../generator/sources/afad/api.ts';
import { NOON, onlyRecord, parsedOf, records, report, testCatalog, type Document } from '../../support/catalog.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const folder = temporaryFolder(test);

/** Values of a revised row: enough that their hashes have any order. */
const TWELVE = Array.from({ length: 12 }, (_, index) => 5.1 + index / 10);

/** Another earthquake is the newest of both answers, so neither document says that it is the later one. */
const newest = report({ key: '9', time: NOON + HOUR, latitude: 39 });

const answer = (magnitude: number, stamp?: EpochMs | null): Document => ({
  feed: 'afad-api',
  asOf: null,
  reports: [newest, report({ key: '1', magnitudes: [{ type: 'ML', value: magnitude }], ...stampOf(stamp) })],
});

const stampOf = (stamp: EpochMs | null | undefined): Pick<SourceReport, 'stamp'> =>
  stamp === undefined ? {} : { stamp };

/** Magnitude published after runs, a minute apart. */
function magnitudeAfter(...runs: Document[][]): number | null {
  const catalog = testCatalog();
  for (const run of runs) {
    catalog.now += MINUTE;
    catalog.run(...run);
  }
  const found = records(catalog.db).find(({ latitude }) => latitude < 39)!;
  catalog.close();
  return found.magnitude;
}

test("the agency's own time of the change decides, in every order and division", () => {
  for (const magnitude of TWELVE) {
    // Before the newest origin time, so the document without a change is not older for that.
    const [first, revised] = [answer(4.6, null), answer(magnitude, NOON + 10 * MINUTE)];
    const again = answer(4.7, NOON + 20 * MINUTE);
    for (const runs of [[[first, revised]], [[revised, first]], [[first], [revised]], [[revised], [first]]])
      assert.equal(magnitudeAfter(...runs), magnitude);
    for (const runs of [[[again, revised]], [[revised], [again]], [[again], [revised], [first]]])
      assert.equal(magnitudeAfter(...runs), 4.7);
  }
});

test('without a time of the change the answer that was received later decides', () => {
  for (const magnitude of TWELVE)
    for (const stamp of [undefined, null, NOON + 10 * MINUTE]) {
      assert.equal(magnitudeAfter([answer(4.6, stamp)], [answer(magnitude, stamp)]), magnitude);
      assert.equal(magnitudeAfter([answer(magnitude, stamp)], [answer(4.6, stamp)]), 4.6);
    }
});

test('values that return with a later change are the newest', () => {
  const [first, other, back] = [
    answer(4.6, NOON + MINUTE),
    answer(5.1, NOON + 2 * MINUTE),
    answer(4.6, NOON + 3 * MINUTE),
  ];
  for (const runs of [[[first, other, back]], [[back], [other], [first]], [[other], [back, first]]])
    assert.equal(magnitudeAfter(...runs), 4.6);
});

test('a revision is published as one', () => {
  const catalog = testCatalog();
  catalog.run({ ...answer(4.6, null), reports: answer(4.6, null).reports.slice(1) });
  catalog.now += MINUTE;
  const revised = answer(5.1, NOON + 10 * MINUTE).reports.slice(1);
  assert.equal(catalog.run({ feed: 'afad-api', reports: revised, asOf: null }).revised, 1);
  assert.equal(onlyRecord(catalog.db).magnitude, 5.1);
  catalog.close();
});

test('a row that its feed has shown otherwise for ten minutes is over, whatever stamp it has', () => {
  const fetched = (minutes: number, magnitude: number, stamp: EpochMs | null): Document => ({
    ...answer(magnitude, stamp),
    fetchedAt: NOON + DAY + minutes * MINUTE,
  });
  const catalog = testCatalog();
  for (const document of [fetched(0, 5.1, NOON + HOUR), fetched(5, 4.6, null), fetched(10, 4.6, null)]) {
    catalog.now = document.fetchedAt!;
    catalog.run(document);
    const { magnitude } = records(catalog.db).find(({ latitude }) => latitude < 39)!;
    assert.equal(magnitude, document.fetchedAt === NOON + DAY + 10 * MINUTE ? 4.6 : 5.1);
  }
  catalog.close();
});

test('files of one command are received together: their order changes nothing', async () => {
  const row = (magnitude: number): string =>
    JSON.stringify([
      {
        ...{ eventID: '1', latitude: '37.3', longitude: '37.1', depth: '7', type: 'ML', magnitude: String(magnitude) },
      },
    ]).replace('{', '{"date":"2024-03-10T12:00:00","location":"Pazarcık (Kahramanmaraş)",');
  for (const magnitude of TWELVE.slice(0, 2)) {
    const paths = [4.6, magnitude].map((value) => join(folder, `${value}.json`));
    writeFileSync(paths[0]!, row(4.6));
    writeFileSync(paths[1]!, row(magnitude));
    const found = [];
    for (const order of [paths, paths.toReversed()]) {
      const catalog = testCatalog();
      let clock = NOON + DAY;
      const now = (): EpochMs => (clock += SECOND);
      const options = { db: catalog.db, now, region: REGION, agencies: AGENCIES, placeName: () => null };
      await ingestFiles(options, order);
      finishIngest(options);
      found.push(onlyRecord(catalog.db).magnitude);
      catalog.close();
    }
    assert.equal(found[0], found[1]);
  }
});

test('a document is not older than a change in it', () => {
  const asOf = (document: Document): EpochMs => {
    const catalog = testCatalog();
    catalog.store(document);
    const found = catalog.db.prepare('SELECT as_of FROM captures').pluck().get() as EpochMs;
    catalog.close();
    return found;
  };
  assert.equal(asOf({ feed: 'afad-api', reports: [newest], asOf: null }), newest.time);
  const usgs = report({ key: 'us1', updatedAt: NOON + 2 * HOUR });
  assert.equal(asOf({ feed: 'usgs-fdsn', reports: [usgs], asOf: null }), NOON + 2 * HOUR);
  // The zone of AFAD's is unknown: three hours earlier is certain.
  assert.equal(asOf(answer(4, NOON + 10 * HOUR)), NOON + 7 * HOUR);
  const parsed = parsedOf({ feed: 'usgs-fdsn', reports: [usgs], asOf: NOON + HOUR });
  assert.equal(admit(parsed, { receivedAt: NOON + DAY, window: null, region: REGION }).asOf, null);
});

test('a stamp from the future says nothing', () => {
  const admitted = (stamp: EpochMs | null): SourceReport => {
    const parsed = parsedOf({ feed: 'afad-api', reports: [report({ key: '1', stamp })] });
    return admit(parsed, { receivedAt: NOON + DAY, window: null, region: REGION }).reports[0]!;
  };
  assert.equal(admitted(NOON).stamp, NOON);
  assert.equal(admitted(null).stamp, null);
  assert.equal(admitted(NOON + DAY + 3 * HOUR).stamp, NOON + DAY + 3 * HOUR);
  for (const stamp of [NOON + DAY + 4 * HOUR, Infinity, NaN, -1]) assert.ok(!('stamp' in admitted(stamp)));
});

test('AFAD: lastUpdateDate is the stamp, and no field of the solution', () => {
  const parse = (values: object): SourceReport => {
    const item = { eventID: '1', latitude: '37', longitude: '37', magnitude: '4', date: '2024-03-10T12:00:00' };
    return afadApi.parse(Buffer.from(JSON.stringify([{ ...item, ...values }])), { knownTime: () => undefined })
      .reports[0]!;
  };
  const at = Date.UTC(2023, 1, 6, 9, 46, 31, 642);
  assert.equal(parse({ isEventUpdate: true, lastUpdateDate: '2023-02-06T09:46:31.642742' }).stamp, at);
  assert.equal(parse({ isEventUpdate: false, lastUpdateDate: '2023-02-06T09:46:31.642Z' }).stamp, at);
  for (const lastUpdateDate of [null, undefined, '']) assert.equal(parse({ lastUpdateDate }).stamp, null);
  for (const values of [{ isEventUpdate: true }, { lastUpdateDate: 'yesterday' }, { lastUpdateDate: 5 }])
    assert.ok(!('stamp' in parse(values)));
  assert.equal(parse({ lastUpdateDate: '2023-02-06T09:46:31' }).updatedAt, null);
});
