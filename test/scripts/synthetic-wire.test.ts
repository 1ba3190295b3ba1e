/** The wire forms of synthetic rows, compared with real rows or read by the project's parsers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseCivil, type EpochMs } from '#core/time.ts';
import { afadApi } from '../../generator/sources/afad/api.ts';
import { kandilliLive } from '../../generator/sources/kandilli/live-page.ts';
import { kandilliXml } from '../../generator/sources/kandilli/monthly-xml.ts';
import type { ParseContext } from '../../generator/sources/feed.ts';
import { usgsFdsn } from '../../generator/sources/usgs/list.ts';
import { afadDocument, afadObject, type AfadRow } from '../../scripts/synthetic/wire/afad-json.ts';
import { livePage, liveRowText, type LiveRow } from '../../scripts/synthetic/wire/live-page.ts';
import { xmlDocument, xmlElement } from '../../scripts/synthetic/wire/monthly-xml.ts';
import { usgsDocument, usgsFeature, type UsgsRow } from '../../scripts/synthetic/wire/usgs-geojson.ts';
import { encode1254 } from '../../scripts/synthetic/wire/windows-1254.ts';
import { numbered, zeqdbRecord } from '../../scripts/synthetic/wire/zeqdb-text.ts';
import fc from '../support/property.ts';

const CONTEXT: ParseContext = { knownTime: () => undefined };
const utc = (text: string): EpochMs => parseCivil(text)!;

const ROW: LiveRow = {
  time: utc('2025-08-10 16:53:47'),
  latitude: 39.2125,
  longitude: 28.0717,
  depthKm: 10.3,
  md: null,
  ml: 6.1,
  mw: 6.1,
  place: 'KARAAGAC-KEPSUT (BALIKESIR)',
  revision: null,
};

const shared = process.env['SHARED_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data');
const excerpt = path.join(shared, 'kandilli/html/lst0_excerpt_2026-09-17.cp1254.html');

test('a row of the live page has the columns of the real page', () => {
  assert.equal(
    liveRowText({ ...ROW, revision: { number: 2, previous: utc('2025-08-10 16:53:45') } }),
    '2025.08.10 19:53:47  39.2125   28.0717       10.3      -.-  6.1  6.1   KARAAGAC-KEPSUT (BALIKESIR)                       REVIZE02   (2025.08.10 19:53:45)',
  );
  const cut = liveRowText({ ...ROW, place: 'X'.repeat(60), depthKm: 0 });
  assert.equal(cut.slice(40, 49), '      0.0');
  assert.equal(cut.slice(71, 121), 'X'.repeat(50));
  assert.equal(cut.slice(121), 'İlksel');
});

/** Every row of a true page, read by its columns. */
function rowsByColumn(text: string): { line: string; row: LiveRow }[] {
  const local = (stamp: string): EpochMs => utc(stamp.replaceAll('.', '-')) - 3 * 3_600_000;
  const size = (cell: string): number | null => (cell === '-.-' ? null : Number(cell));
  return text
    .split(/\r?\n/)
    .filter((line) => /^\d{4}\.\d\d\.\d\d /.test(line))
    .map((line) => {
      const mark = /REVIZE(\d\d)\s+\((.*)\)/.exec(line);
      const row = {
        time: local(line.slice(0, 19).replace(/\s+/, ' ')),
        latitude: Number(line.slice(21, 28)),
        longitude: Number(line.slice(31, 38)),
        depthKm: Number(line.slice(40, 49)),
        md: size(line.slice(55, 58)),
        ml: size(line.slice(60, 63)),
        mw: size(line.slice(65, 68)),
        place: line.slice(71, 121).trimEnd(),
        revision: mark ? { number: Number(mark[1]), previous: local(mark[2]!) } : null,
      };
      return { line, row };
    });
}

test(
  'real rows formatted again are identical',
  { skip: existsSync(excerpt) ? false : 'the shared data folder is not there' },
  () => {
    const rows = rowsByColumn(new TextDecoder('windows-1254').decode(readFileSync(excerpt)));
    assert.equal(rows.length, 34);
    for (const { line, row } of rows) assert.deepEqual(encode1254(liveRowText(row)), encode1254(line.trimEnd()));
  },
);

test('windows-1254: every byte round-trips, and an unsupported character is a clear error', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = new TextDecoder('windows-1254').decode(bytes);
  assert.deepEqual(encode1254(text), bytes);
  assert.deepEqual([...encode1254('İlksel ’ ş')], [0xdd, 0x6c, 0x6b, 0x73, 0x65, 0x6c, 0x20, 0x92, 0x20, 0xfe]);
  assert.throws(() => encode1254('a木'), /no character "木" \(U\+6728\)/);
});

const liveRows: fc.Arbitrary<LiveRow> = fc.record({
  time: fc
    .integer({ min: utc('2003-01-01 00:00:00') / 1000, max: utc('2030-01-01 00:00:00') / 1000 })
    .map((seconds) => seconds * 1000),
  latitude: fc.integer({ min: 330_000, max: 450_000 }).map((value) => value / 10_000),
  longitude: fc.integer({ min: 230_000, max: 490_000 }).map((value) => value / 10_000),
  depthKm: fc.integer({ min: 0, max: 1999 }).map((value) => value / 10),
  md: fc.constant(null),
  ml: fc.integer({ min: 5, max: 79 }).map((value) => value / 10),
  mw: fc.option(fc.integer({ min: 25, max: 79 }).map((value) => value / 10)),
  place: fc.constantFrom('EGE DENIZI', 'YENIKOY-SIMAV (KUTAHYA)', 'GURCISTAN'),
  revision: fc.constant(null),
});

test('the reader of the live page finds every row as written, through every clock change', () => {
  fc.assert(
    fc.property(fc.array(liveRows, { minLength: 1, maxLength: 20 }), (rows) => {
      const madeAt = utc('2030-06-01 00:00:00');
      const { reports, rejects, asOf } = kandilliLive.parse(livePage(rows, madeAt), CONTEXT);
      assert.equal(rejects.length, 0);
      assert.equal(asOf, madeAt);
      assert.equal(reports.length, rows.length);
      reports.forEach((report, i) => {
        const row = rows[i]!;
        assert.ok([report.time, report.alternativeTime].includes(row.time));
        assert.deepEqual(
          [report.latitude, report.longitude, report.depthKm, report.place],
          [row.latitude, row.longitude, row.depthKm, row.place],
        );
      });
    }),
    { numRuns: 200 },
  );
});

test('the monthly list: local time with summer time, glued marks, no magnitude', () => {
  const at = (text: string): LiveRow => ({ ...ROW, time: utc(text) });
  const text = new TextDecoder('windows-1254').decode(
    xmlDocument(
      ['2011-01-05 10:00:00', '2011-07-05 10:00:00', '2017-01-05 10:00:00'].map((text) =>
        xmlElement(at(text), 'ilksel'),
      ),
    ),
  );
  assert.deepEqual(
    [...text.matchAll(/name="(.*?)"/g)].map((match) => match[1]),
    ['2011.01.05 12:00:00', '2011.07.05 13:00:00', '2017.01.05 13:00:00'],
  );
  assert.match(text, /^<eqlist>.*<earhquake .* mag="6.1" Depth="10.3"\/>/s);
  const marked: LiveRow = { ...ROW, ml: null, mw: null, revision: { number: 1, previous: utc('2025-08-10 16:53:45') } };
  const bytes = xmlDocument([xmlElement(marked, 'glued')]);
  assert.match(
    new TextDecoder('windows-1254').decode(bytes),
    /\(BALIKESIR\)REVIZE01\(2025\.08\.10 19:53:45\)" .* mag="-\.-"/,
  );
  const [report] = kandilliXml.parse(bytes, CONTEXT).reports;
  assert.deepEqual(
    [report!.place, report!.quality, report!.replacesTime, report!.magnitudes],
    [ROW.place, 'reviewed', utc('2025-08-10 16:53:45'), []],
  );
});

test('zeqdb: fifteen fields, the code is the second of the origin time', () => {
  const record = zeqdbRecord({
    ...ROW,
    time: utc('2023-04-30 13:01:27.690'),
    md: null,
    ms: null,
    mb: null,
    mw: 4.3,
    ml: 4.2,
    blast: true,
    offset: 2.4,
  });
  const fields = numbered(record, 4).split('\t');
  assert.equal(fields.length, 15);
  assert.deepEqual(fields.slice(0, 4), ['000005', '20230430130127', '2023.04.30', '13:01:27.69']);
  assert.deepEqual(fields.slice(7, 14), ['4.3', '0.0', '4.2', '4.3', '0.0', '0.0', 'Sm']);
  assert.match(fields[14]!, /^KARAAGAC-KEPSUT \(BALIKESIR\) \[[A-Z].* {2}2\.4 km\]$/);
});

const AFAD: AfadRow = {
  id: '100001',
  time: utc('2025-01-02 03:04:05'),
  latitude: 38.1,
  longitude: 27.05,
  depthKm: null,
  rms: 0.5,
  magnitudeType: 'ML',
  magnitude: 4,
  location: 'Ege Denizi - [07.44 km] Aliağa (İzmir)',
  country: 'Türkiye',
  province: 'İzmir',
  district: null,
  neighbourhood: null,
  update: utc('2025-01-03 00:00:00'),
};

test('AFAD: strings in a flat array, times without a zone', () => {
  const [item] = JSON.parse(afadDocument([afadObject(AFAD)])) as Record<string, unknown>[];
  assert.deepEqual(item, {
    rms: '0.50',
    eventID: '100001',
    location: 'Ege Denizi - [07.44 km] Aliağa (İzmir)',
    latitude: '38.1',
    longitude: '27.05',
    depth: null,
    type: 'ML',
    magnitude: '4.0',
    country: 'Türkiye',
    province: 'İzmir',
    district: null,
    neighborhood: null,
    date: '2025-01-02T03:04:05',
    isEventUpdate: true,
    lastUpdateDate: '2025-01-03T00:00:00.000000',
  });
  const [report] = afadApi.parse(Buffer.from(afadDocument([afadObject(AFAD)])), CONTEXT).reports;
  assert.deepEqual(
    [report!.key, report!.time, report!.depthKm, report!.magnitudes[0]!.value],
    ['100001', AFAD.time, null, 4],
  );
});

test('USGS: milliseconds, all identifiers, a deleted event', () => {
  const row: UsgsRow = {
    id: 'us7000abcd',
    ids: ['us7000abcd', 'us7000abce'],
    time: utc('2025-01-02 03:04:05.678'),
    updated: utc('2025-01-03 00:00:00'),
    latitude: 38.1,
    longitude: 27.05,
    depthKm: 10,
    magnitude: null,
    magnitudeType: 'mb',
    place: null,
    status: 'deleted',
  };
  const { reports, asOf } = usgsFdsn.parse(Buffer.from(usgsDocument([usgsFeature(row)], 1000)), CONTEXT);
  assert.equal(asOf, 1000);
  const [report] = reports;
  assert.deepEqual(
    [report!.key, report!.aliases, report!.time, report!.withdrawn, report!.magnitudes, report!.place],
    ['us7000abcd', ['us7000abce'], row.time, true, [], null],
  );
});
