import assert from 'node:assert/strict';
import test from 'node:test';
import { formatInstant } from '#core/time.ts';
import { gcmtNdk } from '../../../generator/sources/gcmt/ndk.ts';
import type { ProductReport } from '../../../generator/sources/feed.ts';
import {
  assertAccounted,
  filesIn,
  headOf,
  knowsNothing,
  parseText,
  realDocument,
  refusal,
  withoutFolder,
} from '../../support/feed-data.ts';

/** Synthetic: an event in the format, near Crete, fields touching where the columns allow it. */
const EVENT = [
  'SYN  2015/01/28 15:54:60.0  34.46   25.09  37.0 0.0 5.1 SYNTHETIC SEA           ',
  'C201501281554A   B: 82  124  40 S: 90  120  50 M:  0    0   0 CMT: 1 TRIHD:  1.1',
  'CENTROID:     -0.5 0.2  34.19 0.01 -125.05 0.02 124.0  0.0 FIX  S-20150501111904',
  '24  0.001 0.019 -0.783 0.013  0.783 0.015 -0.082 0.022 -0.203 0.026 -0.811 0.013',
  'V10   1.149  8 337   0.000 79 202  -1.149  8  67   1.149  22 90  -11 112 79 -180',
];

/** The event with one of its lines changed. */
const changed = (line: number, from: string, to: string): string =>
  EVENT.map((text, index) => (index === line ? text.replace(from, to) : text)).join('\n');

const event = EVENT.join('\n');

const mechanismOf = (report: ProductReport | undefined) => {
  assert.ok(report?.product.kind === 'mechanism');
  return report.product.mechanism;
};

test('an event is read by column, second 60 included', () => {
  const parsed = parseText(gcmtNdk, event);
  assertAccounted(parsed);
  const [report] = parsed.products;
  assert.deepEqual(
    [formatInstant(report!.time), report!.latitude, report!.longitude],
    ['2015-01-28T15:55:00Z', 34.46, 25.09],
  );
  assert.deepEqual([report!.agencyKey, report!.magnitude, report!.line], ['gcmt:C201501281554A', 5.31, 1]);
  assert.equal(formatInstant(report!.updatedAt!), '2015-05-01T11:19:04Z');
  const mechanism = mechanismOf(report);
  assert.deepEqual(mechanism.nodalPlanes, [
    { strike: 22, dip: 90, rake: -11 },
    { strike: 112, dip: 79, rake: 180 },
  ]);
  assert.deepEqual(mechanism.momentTensor, {
    mrr: 1e14,
    mtt: -7.83e16,
    mpp: 7.83e16,
    mrt: -8.2e15,
    mrp: -2.03e16,
    mtp: -8.11e16,
  });
  assert.deepEqual([mechanism.scalarMoment, mechanism.mw, mechanism.source], [1.149e17, 5.31, 'GCMT']);
  assert.deepEqual(mechanism.computed, ['mw']);
  assert.deepEqual(mechanism.centroid, { time: report!.time - 500, latitude: 34.19, longitude: -125.05, depthKm: 124 });
});

const FAULTS: [string, string, RegExp][] = [
  ['an impossible month', changed(0, '2015/01/28', '2015/14/28'), /date "2015\/14\/28.*" does not exist/],
  ['second 61', changed(0, '15:54:60.0', '15:54:61.0'), /does not exist/],
  ['a latitude of letters', changed(0, ' 34.46', '-AA.46'), /latitude "-AA.46" is not a number/],
  ['a latitude of 99', changed(0, ' 34.46', ' 99.46'), /latitude 99.46 is outside/],
  ['a centroid beyond the pole', changed(2, ' 34.19', '-94.19'), /latitude -94.19 is outside/],
  ['an unknown source type', changed(1, 'CMT: 1', 'CMT: 7'), /source type "CMT: 7" is unknown/],
  ['a moved column', changed(1, 'B: 82', ' B: 82'), /is unknown/],
  ["another event's name", changed(1, 'C20150128', 'C20150327'), /is of another day/],
  ['a moment of 0', changed(4, '1.149  22', '0.000  22'), /scalar moment 0 is not positive/],
  ['a dip of 95', changed(4, ' 90  -11', ' 95  -11'), /are not a plane/],
  ['planes that are not one double couple', changed(4, '112 79 -180', ' 12 79 -180'), /not those of one double couple/],
  [
    'a tensor of other axes',
    changed(3, '-0.203', ' 0.203').replace('-0.811', ' 0.811'),
    /tensor contradict each other/,
  ],
  ['a tensor of another size', changed(4, '1.149  22', '9.149  22'), /tensor is 0\.1\d times as large/],
  ['an empty tensor', changed(3, EVENT[3]!, EVENT[3]!.replace(/\d\.\d{3} /g, '0.000 ')), /tensor is zero/],
  ['no exponent', changed(3, '24  0.001', 'xx  0.001'), /exponent "xx" is not a number/],
  ['a line cut short', changed(4, EVENT[4]!, EVENT[4]!.slice(0, 50)), /is missing|is not a number/],
  ['only four lines', EVENT.slice(0, 4).join('\n'), /4 lines that are not an event of five/],
  ['only three lines', EVENT.slice(0, 3).join('\n'), /3 lines that are not an event of five/],
  ['foreign lines', 'one\ntwo\nthree', /3 lines that are not an event of five/],
];

for (const [name, faulty, reason] of FAULTS) {
  test(`an event with ${name} is one reject between two good ones`, () => {
    const later = EVENT.map((line) => line.replace('34.46', '35.46')).join('\r\n');
    const parsed = parseText(gcmtNdk, `${event}\n${faulty}\n${later}\n`);
    assertAccounted(parsed);
    assert.deepEqual([parsed.rows, parsed.products.length], [3, 2]);
    assert.deepEqual(
      parsed.products.map((report) => report.latitude),
      [34.46, 35.46],
    );
    assert.equal(parsed.rejects[0]!.line, 6);
    assert.match(parsed.rejects[0]!.reason, reason);
  });
}

test('old names give the day in two digits, over the turn of the century too', () => {
  const old = changed(1, 'C201501281554A  ', 'C012815A        ');
  assert.equal(parseText(gcmtNdk, old).products.length, 1);
  const turn = EVENT.map((line) =>
    line.replace('2015/01/28 15:54:60.0', '1999/12/31 23:59:59.0').replace('C201501281554A  ', 'B010100A        '),
  ).join('\n');
  assert.equal(parseText(gcmtNdk, turn).products.length, 1);
});

test('an analysis without a date, and an invalid name, are accepted', () => {
  const { products } = parseText(gcmtNdk, changed(2, 'S-20150501111904', 'O-00000000000000'));
  assert.equal(products[0]!.updatedAt, null);
  assert.equal(parseText(gcmtNdk, changed(1, 'C201501281554A  ', '                ')).products[0]!.agencyKey, null);
});

test('a repeated event is counted', () => {
  const parsed = parseText(gcmtNdk, `${event}\n${event}\n`);
  assert.deepEqual([parsed.rows, parsed.products.length, parsed.repeated], [2, 1, 1]);
});

for (const [name, text, message] of [
  ['0 bytes', '', /document is empty/],
  [
    'an error page',
    '<html><head><title>404 Not Found</title></head></html>',
    /web page instead of data: "404 Not Found"/,
  ],
  ['another text', 'hello\n', /no ndk event in it; it begins with "hello"/],
] as const) {
  test(`${name} is refused as a whole`, () => assert.match(refusal(gcmtNdk, text), message));
}

test('only ndk is recognised', () => {
  assert.ok(gcmtNdk.recognise(event));
  for (const head of ['', 'CENTROID: of a polygon', '[]', 'Date,Longitude']) assert.ok(!gcmtNdk.recognise(head));
});

test('the real files are read, faulty events one at a time', { skip: withoutFolder('mechanisms') }, () => {
  const expected: { [name: string]: [number, number] } = {
    'gcmt_monthly_jan15.ndk': [210, 0],
    'obspy_C200604092050A.ndk': [1, 0],
    'obspy_faulty_cmt_timestamp.ndk': [1, 0],
    'obspy_faulty_infeasible_latitude.ndk': [0, 1],
    'obspy_faulty_invalid_date.ndk': [0, 1],
    'obspy_faulty_invalid_latitude.ndk': [0, 1],
    'obspy_faulty_multiple_events.ndk': [1, 6],
    'obspy_multiple_events.ndk': [6, 0],
  };
  const names = filesIn('mechanisms').filter((name) => name.endsWith('.ndk'));
  assert.deepEqual(names, Object.keys(expected).sort());
  for (const name of names) {
    const bytes = realDocument(`mechanisms/${name}`);
    assert.ok(gcmtNdk.recognise(headOf(bytes)), name);
    const parsed = gcmtNdk.parse(bytes, knowsNothing);
    assertAccounted(parsed);
    assert.deepEqual([parsed.products.length, parsed.rejects.length], expected[name], name);
  }
});
