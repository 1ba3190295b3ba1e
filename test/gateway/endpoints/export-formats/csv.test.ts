import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { listItem } from '#core/wire.ts';
import { csvCell } from '#core/csv-cell.ts';
import { csvRow } from '../../../../gateway/endpoints/export-formats/formats.ts';
import { earthquake } from '../../../support/earthquake.ts';
import { unguarded } from '../../../support/export-rows.ts';
import fc from '../../../support/property.ts';

const CELLS: [value: string | number | null | undefined, cell: string][] = [
  [null, ''],
  [undefined, ''],
  ['', ''],
  [0, '0'],
  [-7.25, '-7.25'],
  [1e-7, '1e-7'],
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\r\nb', '"a\r\nb"'],
  ['Ağrı Dağı', 'Ağrı Dağı'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['＝1', "'＝1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["'=1", "''=1"],
  ["'Ayn", "'Ayn"],
  ['1=1', '1=1'],
  [' =1', ' =1'],
];

for (const [value, cell] of CELLS)
  test(`the cell of ${JSON.stringify(value)}`, () => assert.equal(csvCell(value), cell));

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', '\t', '\r', '\n', ' ', 'İ', 'ı', ';', 'a') }),
);

test('any texts are read back by a real parser, and none starts a formula', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 5 }), (row) => {
      const [read] = parse(`${row.map(csvCell).join(',')}\r\n`, { record_delimiter: '\r\n' });
      assert.deepEqual(read!.map(unguarded), row);
      for (const cell of read!) assert.doesNotMatch(cell, /^[=+\-@\t\r\n]/);
    }),
    { numRuns: 2000 },
  );
});

test('the row of an earthquake, column for column', () => {
  assert.equal(
    csvRow(listItem(earthquake())),
    '12,0123456789abcdef,2023-02-06 01:17:32,second,37.288,37.043,8.6,7.7,Mw,,,7.7,Pazarcık (Kahramanmaraş),,afad,afad 7.7 Mw; usgs 7.8 Mww,reviewed,earthquake,2023-02-06T01:18:32.670Z,,,,Kahramanmaraş,46,Pazarcık,,,,,,,',
  );
  const least = earthquake({
    magnitude: null,
    magnitudeType: null,
    depthKm: null,
    quality: null,
    precision: 'day',
    eventType: 'quarry blast',
    solutions: [],
  });
  assert.equal(
    csvRow(listItem(least)),
    '12,0123456789abcdef,2023-02-06 01:17:32,day,37.288,37.043,,,,,,,Pazarcık (Kahramanmaraş),,afad,,,quarry blast,2023-02-06T01:18:32.670Z,,,,Kahramanmaraş,46,Pazarcık,,,,,,,',
  );
});
