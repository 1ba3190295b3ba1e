import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { formatSecond, parseCivil, HOUR, type EpochMs } from '#core/time.ts';
import { kandilliXml } from '../../../generator/sources/kandilli/monthly-xml.ts';
import { kandilliZeqdb } from '../../../generator/sources/kandilli/zeqdb.ts';
import { readDocument } from '../../../generator/sources/parsing/read-document.ts';
import { type Parsed, type SourceReport } from '../../../generator/sources/feed.ts';
import { kandilliPath, withoutSharedData } from '../../support/shared-data.ts';
import { kandilliXmlOf, readCopiedRows } from '../../support/kandilli-xml.ts';

const context = { knownTime: () => undefined };
const parseBytes = (bytes: Uint8Array): Parsed => kandilliXml.parse(bytes, context);

const yearsRead = new Map<string, Parsed>();

/** A year's rows of the JSON copies, as a list again. */
function readYear(year: string): Parsed {
  return yearsRead.getOrInsertComputed(year, () => {
    const copies = readCopiedRows(kandilliPath(`monthly_xml_json/${year}.json.gz`));
    const parsed = parseBytes(kandilliXmlOf(copies));
    assert.equal(parsed.rows, copies.length, year);
    return parsed;
  });
}

let zeqdbRead: Promise<SourceReport[]> | undefined;
const readZeqdb = (): Promise<SourceReport[]> =>
  (zeqdbRead ??= readDocument(kandilliPath('zeqdb_1915-2023-04_M3.5.csv.gz')).then(
    ({ bytes }) => kandilliZeqdb.parse(bytes, context).reports,
  ));

after(() => yearsRead.clear());

const near = (report: SourceReport, other: SourceReport): boolean =>
  distanceKm(report, other) <= 30 &&
  Math.abs((report.magnitudes[0]?.value ?? 9) - Math.max(...other.magnitudes.map(({ value }) => value))) <= 0.5;

/**
 * How many of some reports have a row at their time (10 s either side) moved by a shift, near in place and magnitude.
 */
function matches(
  reports: SourceReport[],
  rows: Map<number, SourceReport[]>,
  time: (report: SourceReport) => EpochMs | null,
): number {
  return reports.filter((report) => {
    const at = time(report);
    if (at === null) return false;
    const second = Math.round(at / 1000);
    for (let apart = -10; apart <= 10; apart += 1)
      if (rows.get(second + apart)?.some((row) => near(row, report))) return true;
    return false;
  }).length;
}

const utc = (text: string): number => parseCivil(text)!;

test(
  'real months: every row is accounted for, and their times are those of the UTC catalogue',
  { skip: withoutSharedData },
  async (t) => {
    const reports: SourceReport[] = [];
    const warnings: string[] = [];
    let rows = 0;
    let repeated = 0;
    let superseded = 0;
    for (const file of readdirSync(kandilliPath('monthly_xml_json')).sort()) {
      const year = file.slice(0, 4);
      const parsed = readYear(year);
      rows += parsed.rows;
      repeated += parsed.repeated;
      for (const { reason } of parsed.rejects) assert.match(reason, /^the list has the reviewed row/, year);
      superseded += parsed.rejects.length;
      warnings.push(...parsed.warnings);
      reports.push(...parsed.reports);
    }
    assert.equal(rows, 213_619);
    assert.deepEqual(
      warnings.map((warning) => /the time (\S+)/.exec(warning)?.[1]),
      ['2014.03.31', '2015.03.29', '2015.03.29', '2016.03.27'],
    );
    assert.equal(superseded, 22);
    assert.equal(reports.length + repeated + superseded, rows);
    assert.ok(repeated < 20);
    assert.equal(reports.filter((report) => report.magnitudes.length === 0).length, 4);

    const bySecond = Map.groupBy(reports, ({ time }) => time / 1000);
    const zeqdb = await readZeqdb();
    const right = matches(zeqdb, bySecond, (report) => report.time);
    t.diagnostic(`${right} rows of the UTC catalogue have their row in the XML`);
    assert.ok(right >= 7200);
    for (const hours of [-3, -2, -1, 1, 2, 3]) {
      const shifted = matches(zeqdb, bySecond, (report) => report.time + hours * HOUR);
      // By chance only, in the sequences with several earthquakes a minute.
      assert.ok(shifted < right / 200, `${shifted} rows match when moved by ${hours} h`);
    }
    const march = zeqdb.filter((report) => formatSecond(report.time).startsWith('2011-03'));
    assert.equal(
      matches(march, bySecond, (report) => report.time),
      march.length,
    );
    const pazarcik = reports.filter(
      (report) => formatSecond(report.time) === '2023-02-06 01:17:31' && report.magnitudes[0]!.value > 7,
    );
    assert.equal(pazarcik.length, 1);
    assert.equal(pazarcik[0]!.quality, 'reviewed');
    const elbistan = reports.find((report) => formatSecond(report.time) === '2023-02-06 10:24:46')!;
    assert.equal(elbistan.place, 'EKINOZU (KAHRAMANMARAS)');
    assert.equal(formatSecond(elbistan.replacesTime!), '2023-02-06 10:24:49');
  },
);

test(
  'real months: the rows in the repeated hour match the UTC catalogue in one of their readings',
  { skip: withoutSharedData },
  async () => {
    const zeqdb = await readZeqdb();
    const [settled, ...others] = ['2011', '2004', '2005'].map((year) => readYear(year).reports);
    const night = settled!.filter(
      ({ time }) => time >= utc('2011-10-30 00:00:00') && time < utc('2011-10-30 02:00:00'),
    );
    assert.deepEqual(
      [night.length, night.filter(({ time }) => time >= utc('2011-10-30 01:00:00')).length],
      [25, 10],
      'the order of the list tells the pass',
    );
    assert.ok(night.every(({ alternativeTime }) => alternativeTime === null));
    assert.equal(
      night.filter((report) => zeqdb.some((row) => near(report, row) && Math.abs(report.time - row.time) <= 10_000))
        .length,
      1,
    );
    const ambiguous = others
      .flat()
      .filter((report) => report.alternativeTime !== null && formatSecond(report.time).slice(5, 7) === '10');
    const matched = ambiguous.filter((report) =>
      zeqdb.some(
        (row) =>
          near(report, row) && [report.time, report.alternativeTime!].some((at) => Math.abs(at - row.time) <= 10_000),
      ),
    );
    assert.deepEqual(
      matched.map((report) => formatSecond(report.time).slice(0, 10)),
      ['2004-10-30', '2005-10-29'],
    );
  },
);
