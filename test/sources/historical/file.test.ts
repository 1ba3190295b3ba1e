import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSecond } from '#core/time.ts';
import { HISTORICAL_COLUMNS, historicalFile } from '../../../generator/sources/historical/file.ts';
import { DocumentError, type Parsed } from '../../../generator/sources/feed.ts';
import fc from '../../support/property.ts';

/** Earlier tables lack these. */
const LATER = ['max_intensity', 'deaths', 'place_en', 'former_keys', 'event_name', 'event_name_en'];
const COLUMNS = HISTORICAL_COLUMNS.filter((column) => !LATER.includes(column));
const HEADER = COLUMNS.join(',');
const ROW = 'h1700-01-02-somewhere,1700,1,2,,,,39.5,30.25,12,6.1,Mw,"Somewhere, Else",A list,line 7,a note';

const parse = (text: string): Parsed =>
  historicalFile.parse(new TextEncoder().encode(text), { knownTime: () => undefined });
const table = (...rows: string[]): Parsed => parse([HEADER, ...rows, ''].join('\n'));
const accounted = (parsed: Parsed): number => parsed.reports.length + parsed.rejects.length + parsed.repeated;

test('a row becomes a reviewed report with its key', () => {
  const [report] = table(ROW).reports;
  assert.deepEqual(report, {
    line: 2,
    key: 'h1700-01-02-somewhere',
    aliases: [],
    time: Date.UTC(1700, 0, 2),
    precision: 'day',
    alternativeTime: null,
    replacesTime: null,
    latitude: 39.5,
    longitude: 30.25,
    depthKm: 12,
    magnitudes: [{ type: 'Mw', value: 6.1 }],
    quality: 'reviewed',
    place: 'Somewhere, Else',
    eventType: 'earthquake',
    updatedAt: null,
    withdrawn: false,
    url: null,
  });
});

const EFFECTS: [cells: string, effects: object | RegExp][] = [
  ['9,32000', { maxIntensity: 9, deaths: 32_000 }],
  ['8.5,', { maxIntensity: 8.5 }],
  [',', {}],
  ['13,', /max_intensity 13 is outside of 1 to 12/],
  ['IX,', /max_intensity "IX" is not a number/],
  [',-1', /deaths -1 are no count/],
  [',many', /deaths "many" is not a number/],
];
for (const [cells, effects] of EFFECTS)
  test(`greatest intensity and deaths: ${cells}`, () => {
    const { reports, rejects } = parse(`${HEADER},max_intensity,deaths\n${ROW},${cells}\n`);
    if (effects instanceof RegExp) return assert.match(rejects[0]!.reason, effects);
    const { maxIntensity, deaths } = reports[0]!;
    assert.deepEqual({ maxIntensity, deaths }, { maxIntensity: undefined, deaths: undefined, ...effects });
  });

test('a row may have the names of the earthquake', () => {
  const [report] = parse(`${HEADER},event_name,event_name_en\n${ROW},1700 X–Y depremi,1700 X–Y earthquake\n`).reports;
  assert.deepEqual([report?.eventName, report?.eventNameEn], ['1700 X–Y depremi', '1700 X–Y earthquake']);
});

test('a row may have keys of former editions', () => {
  const withFormer = (cell: string): Parsed => parse(`${HEADER},former_keys\n${ROW},${cell}\n`);
  assert.deepEqual(withFormer('h1699-a h1701-b').reports[0]!.aliases, ['h1699-a', 'h1701-b']);
  assert.deepEqual(withFormer('').reports[0]!.aliases, []);
  assert.match(withFormer('h1699_A').rejects[0]!.reason, /former key "h1699_A" is not lower-case words/);
});

test('a row may have the English name of its place', () => {
  const { reports } = parse(`${HEADER},place_en\n${ROW},"Somewhere, Other"\n`);
  assert.equal(reports[0]?.placeEn, 'Somewhere, Other');
});

const precisions: [parts: string, precision: string, time: string][] = [
  ['62,,,,,', 'year', '0062-01-01 00:00:00'],
  ['1035,5,,,,', 'month', '1035-05-01 00:00:00'],
  ['1500,2,29,,,', 'day', '1500-02-29 00:00:00'],
  ['1905,11,8,22,,', 'hour', '1905-11-08 22:00:00'],
  ['1914,10,3,22,6,', 'minute', '1914-10-03 22:06:00'],
  ['1939,12,26,23,57,23.8', 'second', '1939-12-26 23:57:23'],
];
for (const [parts, precision, time] of precisions) {
  test(`${parts} has the precision ${precision}`, () => {
    const [report] = table(`h1,${parts},39,30,,,,,A list,line 1,`).reports;
    assert.equal(report?.precision, precision);
    assert.equal(formatSecond(report.time), time);
  });
}

test('a fraction of a second is kept to the millisecond', () => {
  assert.equal(table('h1,1939,12,26,23,57,23.8,39,30,,,,,A list,line 1,').reports[0]!.time % 1000, -200);
});

test('magnitude, its type, depth and place may be absent', () => {
  const parsed = table('h1,1700,,,,,,39,30,,,,,A list,line 1,', 'h2,1700,,,,,,39,30,,6.5,,,A list,line 2,');
  assert.deepEqual(
    parsed.reports.map(({ magnitudes, depthKm, place }) => ({ magnitudes, depthKm, place })),
    [
      { magnitudes: [], depthKm: null, place: null },
      { magnitudes: [{ type: null, value: 6.5 }], depthKm: null, place: null },
    ],
  );
});

const rejected: [name: string, row: string, reason: RegExp][] = [
  ['no year', 'h1,,,,,,,39,30,,6,Mw,,A list,line 1,', /year is missing/],
  ['a day without its month', 'h1,1700,,2,,,,39,30,,6,Mw,,A list,line 1,', /day is given without the month/],
  ['a second without its minute', 'h1,1700,1,2,3,,4,39,30,,6,Mw,,A list,line 1,', /second is given without the minute/],
  ['a month of 13', 'h1,1700,13,,,,,39,30,,6,Mw,,A list,line 1,', /no such date.*1700 13/],
  ['30 February', 'h1,1700,2,30,,,,39,30,,6,Mw,,A list,line 1,', /no such date/],
  ['a day that the reform left out', 'h1,1582,10,10,,,,39,30,,6,Mw,,A list,line 1,', /no such date/],
  ['the year 0', 'h1,0,,,,,,39,30,,6,Mw,,A list,line 1,', /no such date/],
  ['half a month', 'h1,1700,1.5,,,,,39,30,,6,Mw,,A list,line 1,', /no such date/],
  ['an hour of 24', 'h1,1700,1,2,24,,,39,30,,6,Mw,,A list,line 1,', /no such date or time/],
  ['words for a year', 'h1,about 1700,,,,,,39,30,,6,Mw,,A list,line 1,', /year "about 1700" is not a number/],
  ['no latitude', 'h1,1700,,,,,,,30,,6,Mw,,A list,line 1,', /latitude is missing/],
  ['NaN for a longitude', 'h1,1700,,,,,,39,NaN,,6,Mw,,A list,line 1,', /longitude "NaN" is not a number/],
  ['a depth in words', 'h1,1700,,,,,,39,30,deep,6,Mw,,A list,line 1,', /depth_km "deep" is not a number/],
  ['a magnitude in words', 'h1,1700,,,,,,39,30,,great,Mw,,A list,line 1,', /magnitude "great" is not a number/],
  ['a type without a magnitude', 'h1,1700,,,,,,39,30,,,Mw,,A list,line 1,', /magnitude of type "Mw" is missing/],
  ['no source', 'h1,1700,,,,,,39,30,,6,Mw,,,line 1,', /source is missing/],
  ['no key', ',1700,,,,,,39,30,,6,Mw,,A list,line 1,', /key is missing/],
  ['a key of other letters', 'H 1,1700,,,,,,39,30,,6,Mw,,A list,line 1,', /key "H 1" is not/],
  ['the key of another row', 'h1700-01-02-somewhere,1701,,,,,,39,30,,6,Mw,,A list,line 1,', /is that of line 2/],
  ['a cell too few', 'h1,1700,,,,,,39,30,,6,Mw,,A list', /14 columns where the header has 16/],
  ['a cell too many', 'h1,1700,,,,,,39,30,,6,Mw,,A list,line 1,,', /17 columns where the header has 16/],
  ['a quote that does not end', '"h1,1700,,,,,,39,30,,6,Mw,,A list,line 1,', /quoted field does not end/],
];
for (const [name, row, reason] of rejected) {
  test(`rejected with line and reason: ${name}`, () => {
    const parsed = table(ROW, row, ROW.replace('h1700', 'h1699'));
    assert.equal(parsed.reports.length, 2, 'the rows around it are read');
    assert.equal(parsed.rejects.length, 1);
    assert.equal(parsed.rejects[0]!.line, 3);
    assert.match(parsed.rejects[0]!.reason, reason);
    assert.equal(parsed.rows, 3);
  });
}

test('a rejected row does not take its key', () => {
  const parsed = table('h1,1700,,,,,,,30,,6,Mw,,A list,line 1,', 'h1,1700,,,,,,39,30,,6,Mw,,A list,line 1,');
  assert.equal(parsed.reports.length, 1);
});

test('an exact repetition of a row is counted, not reported', () => {
  const parsed = table(ROW, ROW);
  assert.deepEqual([parsed.rows, parsed.reports.length, parsed.repeated, parsed.rejects.length], [2, 1, 1, 0]);
});

for (const column of COLUMNS.filter((name) => name !== 'note')) {
  test(`a table without the column ${column} is refused by name`, () => {
    const header = COLUMNS.filter((name) => name !== column).join(',');
    assert.throws(
      () => parse(`${header}\n`),
      (error) => error instanceof DocumentError && error.message.includes(column),
    );
  });
}

test('columns are read in any order, with a byte order mark and CRLF, and without note', () => {
  const names = [...COLUMNS].filter((name) => name !== 'note').reverse();
  const cells: Record<string, string> = { key: 'h1', year: '1700', latitude: '39', longitude: '30', source: 'A list' };
  const parsed = parse(`\ufeff${names.join(',')}\r\n${names.map((name) => cells[name] ?? '').join(',')}\r\n`);
  assert.equal(parsed.reports[0]?.key, 'h1');
  assert.equal(parsed.reports[0].precision, 'year');
});

test('control and bidirectional characters never reach the place', () => {
  const [report] = table('h1,1700,,,,,,39,30,,6,Mw,Iz\u0007\u202emir,A list,line 1,').reports;
  assert.equal(report?.place, 'Izmir');
});

test('nothing, a web page and UTF-16 are refused as documents', () => {
  assert.throws(() => parse(''), DocumentError);
  assert.throws(() => parse('<!doctype html><title>503</title>'), DocumentError);
  assert.throws(
    () => historicalFile.parse(new Uint8Array([0xff, 0xfe, 0x6b, 0]), { knownTime: () => undefined }),
    DocumentError,
  );
});

test('a header alone is a warning', () => {
  const parsed = table();
  assert.equal(parsed.rows, 0);
  assert.equal(parsed.warnings.length, 1);
});

const heads: [head: string, recognised: boolean][] = [
  [`${HEADER}\n${ROW}`, true],
  [`\u00ef\u00bb\u00bf${HEADER}\r\n`, true],
  ['key,year,latitude', true],
  ['key,latitude,longitude', false],
  ['year,key', false],
  ['No,Deprem Kodu,Olus tarihi', false],
  ['Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID', false],
  ['network,code,name,source', false],
  ['[{"key":1,"year":2}]', false],
  ['', false],
];
for (const [head, recognised] of heads) {
  test(`recognise says ${recognised} to ${JSON.stringify(head.slice(0, 30))}`, () => {
    assert.equal(historicalFile.recognise(head), recognised);
  });
}

test('every row is accounted for', () => {
  const cell = fc.oneof(fc.string(), fc.integer({ min: -5, max: 2100 }).map(String), fc.constant(''));
  const row = fc.array(cell, { minLength: 14, maxLength: 18 }).map((cells) => cells.join(','));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      const lines = rows.flatMap((text) => text.split(/\r\n|\r|\n/)).filter((line) => line.trim() !== '');
      const parsed = table(...lines);
      assert.equal(accounted(parsed), lines.length);
      assert.equal(parsed.rows, lines.length);
    }),
  );
});

test('any bytes are read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, withHeader) => {
      const head = new TextEncoder().encode(withHeader ? `${HEADER}\n` : '');
      try {
        const parsed = historicalFile.parse(new Uint8Array([...head, ...bytes]), { knownTime: () => undefined });
        assert.equal(accounted(parsed), parsed.rows);
      } catch (error) {
        assert.ok(error instanceof DocumentError, String(error));
      }
    }),
  );
});
