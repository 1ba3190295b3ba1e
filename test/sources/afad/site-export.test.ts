import assert from 'node:assert/strict';
import test from 'node:test';
import { formatSecond, MINUTE, parseCivil, type EpochMs } from '#core/time.ts';
import { afadSite } from '../../../generator/sources/afad/site-export.ts';
import type { ParseContext } from '../../../generator/sources/feed.ts';
import {
  assertAccounted,
  knowsNothing,
  parseText,
  realDocument,
  refusal,
  withoutFolder,
} from '../../support/feed-data.ts';

const HEADER = '\uFEFFDate,Longitude,Latitude,Depth,Type,Magnitude,Location,EventID,TimeName,TypeName,MagnitudeName';

/** Synthetic rows: identifier and date as the website writes it. */
const document = (...rows: [string, string][]): string =>
  [HEADER, ...rows.map(([id, date]) => `"${date}",28,39,7,"ML",4,"Yer",${id},"AFAD","AFAD","AFAD"`)].join('\n');

const knows = (times: { [id: string]: string }): ParseContext => ({
  knownTime: (agency, key): EpochMs | undefined =>
    agency === 'afad' && times[key] ? parseCivil(times[key]) : undefined,
});

const timesOf = (text: string, context = knowsNothing): string[] =>
  parseText(afadSite, text, context).reports.map((report) => formatSecond(report.time));

test('an anchor at its UTC time leaves all times as they are', () => {
  const text = document(['543428', '06/02/2023 01:17:32'], ['600000', '01/07/2024 12:00:00']);
  assert.deepEqual(timesOf(text), ['2023-02-06 01:17:32', '2024-07-01 12:00:00']);
});

test('an anchor three hours later makes them times of Istanbul, by the zone rules', () => {
  const text = document(
    ['543428', '06/02/2023 04:17:32'],
    ['300001', '01/01/2014 02:00:00'],
    ['300002', '01/07/2014 02:00:00'],
  );
  assert.deepEqual(timesOf(text), ['2023-02-06 01:17:32', '2014-01-01 00:00:00', '2014-06-30 23:00:00']);
});

test('a winter anchor before 2016 decides for a fixed offset where the export used one', () => {
  const text = document(
    ['543428', '06/02/2023 04:17:32'],
    ['300001', '01/01/2014 03:00:00'],
    ['300002', '02/01/2014 03:00:00'],
  );
  const context = knows({ 300001: '2014-01-01 00:00:00' });
  assert.deepEqual(timesOf(text, context), ['2023-02-06 01:17:32', '2014-01-01 00:00:00', '2014-01-02 00:00:00']);
});

test('a time known to the catalogue is an anchor too', () => {
  const text = document(['700001', '01/07/2026 15:00:00'], ['700002', '01/07/2026 16:00:00']);
  assert.deepEqual(timesOf(text, knows({ 700001: '2026-07-01 12:00:59' })), [
    '2026-07-01 12:00:00',
    '2026-07-01 13:00:00',
  ]);
});

test('an hour that the clock showed twice, or never, keeps its other reading', () => {
  const text = document(
    ['543428', '06/02/2023 04:17:32'],
    ['300001', '27/10/2013 03:30:00'],
    ['300002', '31/03/2013 03:30:00'],
  );
  const parsed = parseText(afadSite, text);
  assertAccounted(parsed);
  assert.equal(formatSecond(parsed.reports[1]!.time), '2013-10-27 00:30:00');
  assert.equal(formatSecond(parsed.reports[1]!.alternativeTime!), '2013-10-27 01:30:00');
  assert.equal(formatSecond(parsed.reports[2]!.time), '2013-03-31 01:30:00');
  assert.equal(formatSecond(parsed.reports[2]!.alternativeTime!), '2013-03-31 00:30:00');
});

const REFUSED: [string, string, ParseContext, RegExp][] = [
  [
    'no anchor',
    document(['700001', '01/07/2026 15:00:00']),
    knowsNothing,
    /time zone of this export is unknown: none of its 1 rows/,
  ],
  [
    'anchors that disagree',
    document(['543428', '06/02/2023 01:17:32'], ['543593', '06/02/2023 13:24:47']),
    knowsNothing,
    /cannot be decided.*543593 stands at 2023-02-06 13:24:47 and was at 2023-02-06 10:24:47 UTC/,
  ],
  ['an anchor two hours off', document(['543428', '06/02/2023 03:17:32']), knowsNothing, /cannot be decided/],
  ['an anchor on another day', document(['543428', '07/02/2023 01:17:32']), knowsNothing, /cannot be decided/],
  [
    'the catalogue against it',
    document(['1000001', '01/07/2026 15:00:00'], ['1000002', '01/07/2026 16:00:00']),
    knows({ 1000001: '2026-07-01 12:00:00', 1000002: '2026-07-01 16:00:00' }),
    /cannot be decided/,
  ],
  ['0 bytes', '', knowsNothing, /document is empty/],
  ['an error page', '<html><title>Hata</title>', knowsNothing, /web page instead of data: "Hata"/],
  [
    'a missing column',
    document(['1', '01/07/2026 15:00:00']).replace('EventID', 'Id'),
    knowsNothing,
    /column eventid missing/,
  ],
];

for (const [name, text, context, message] of REFUSED) {
  test(`an export with ${name} is refused, with the reason`, () =>
    assert.match(refusal(afadSite, text, context), message));
}

test('a few learnt anchors may have been revised by minutes', () => {
  const rows = Array.from({ length: 40 }, (_, index): [string, string] => [
    String(700_000 + index),
    `01/07/2026 12:${String(index).padStart(2, '0')}:00`,
  ]);
  const known = Object.fromEntries(
    rows.map(([id], index) => [id, `2026-07-01 12:${String(index).padStart(2, '0')}:00`]),
  );
  known['700000'] = '2026-07-01 12:10:00';
  assert.equal(timesOf(document(...rows), knows(known))[0], '2026-07-01 12:00:00');
});

test('bad dates are rejects and no anchors', () => {
  const parsed = parseText(
    afadSite,
    document(
      ['543428', '30/02/2023 01:17:32'],
      ['543593', '06/02/2023 10:24:47'],
      ['1', '2023-02-06T10:24:47'],
      ['2', ''],
    ),
  );
  assertAccounted(parsed);
  assert.equal(parsed.reports.length, 1);
  assert.deepEqual(
    parsed.rejects.map((reject) => reject.line),
    [2, 4, 5],
  );
});

test('full minutes, hours and days of the unified catalogue before 1960 set the precision', () => {
  const parsed = parseText(
    afadSite,
    document(
      ['19555', '17/08/1999 00:01:39'],
      ['7697', '18/01/1900 15:31:00'],
      ['7698', '24/01/1900 03:00:00'],
      ['7699', '07/02/1900 00:00:00'],
      ['7700', '07/02/1900 00:00:01'],
      ['14173', '23/10/2011 10:41:00'],
      ['8900', '07/07/1957 12:30:00'],
      ['9000', '07/07/1961 12:30:00'],
      ['9100', '07/07/1973 00:00:00'],
    ),
  );
  assert.deepEqual(
    parsed.reports.map((report) => report.precision),
    ['second', 'minute', 'hour', 'day', 'second', 'second', 'minute', 'second', 'day'],
  );
});

test('the real exports are read in their two zones, every row accounted for', { skip: withoutFolder('afad') }, () => {
  const local = afadSite.parse(realDocument('afad/afad_site_export_M3_2020_2026-06-30_LOCAL.csv.gz'), knowsNothing);
  const utc = afadSite.parse(realDocument('afad/afad_site_export_M4_1900_2025-05-12_UTC.csv.gz'), knowsNothing);
  for (const parsed of [local, utc]) assertAccounted(parsed);
  assert.deepEqual([local.rows, local.reports.length], [10_883, 10_883]);
  assert.deepEqual([utc.rows, utc.reports.length, utc.repeated], [11_166, 11_160, 6]);
  const times = new Map(utc.reports.map((report) => [report.key, report.time]));
  const common = local.reports.filter((report) => times.has(report.key));
  assert.ok(common.length > 1300, `${common.length} in common`);
  const apart = common.filter((report) => Math.abs(report.time - times.get(report.key)!) > MINUTE);
  assert.deepEqual(apart, []);
});
