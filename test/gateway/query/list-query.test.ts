import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCursor } from '#core/cursor.ts';
import { EVENT_TYPES } from '#core/event-types.ts';
import { searchOf } from '#core/filters/words.ts';
import { DAY } from '#core/time.ts';
import { GatewayError } from '../../../gateway/http/errors.ts';
import { readListing } from '../../../gateway/query/list-query.ts';
import { readParameters } from '../../../gateway/http/query-string.ts';
import { QUAKEML_EVENT_TYPES } from '../../../generator/sources/parsing/event-type.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const read = (query: string) => readListing(readParameters(query), () => NOW);
const listCursor = writeCursor({ by: 'time', position: { time: 1000, id: 7 } });
const position = { time: 1000, id: 7 };
const agedCursor = writeCursor({ by: 'time', position, asOf: 120_000 });
const magnitudeCursor = writeCursor({ by: 'magnitude', position: { magnitude: 4.5, ...position } });
const agedChangesCursor = writeCursor({ by: 'sequence', sequence: 12, asOf: 120_000 });
const changesCursor = writeCursor({ by: 'sequence', sequence: 12 });

const GOOD: [query: string, expected: object][] = [
  ['', { limit: 100 }],
  ['limit=5', { limit: 5 }],
  ['limit=005', { limit: 5 }],
  ['limit=1000000', { limit: 1000 }],
  [`limit=${'9'.repeat(300)}`, { limit: 1000 }],
  ['limit=5&limit=6', { limit: 5 }],
  ['limit=5&limit=abc', { limit: 5 }],
  ['limit=&limit=6', { limit: 6 }],
  ['limit=&min_magnitude=&q=&sources=&cursor=&updated_after=&latitude=', { limit: 100 }],
  ['q=%20%09', { limit: 100 }],
  ['utm_source=x&_=1&v', { limit: 100 }],
  ['api_key=sk_secret&limit=7', { limit: 7 }],
  ['date_from=1970-01-01&date_to=1970-01-01', { limit: 100, from: 0, to: DAY - 1 }],
  ['date_from=1500-02-29', { limit: 100, from: Date.UTC(1500, 2, 10) }],
  ['min_magnitude=-1.5&max_magnitude=4', { limit: 100, minMagnitude: -1.5, maxMagnitude: 4 }],
  ['min_magnitude=4.0&max_magnitude=4', { limit: 100, minMagnitude: 4, maxMagnitude: 4 }],
  ['min_depth=-0', { limit: 100, minDepthKm: 0 }],
  ['min_magnitude=5.6000000000000005', { limit: 100, minMagnitude: 5.6000000000000005 }],
  ['min_magnitude=0.30000000000000004', { limit: 100, minMagnitude: 0.1 + 0.2 }],
  ['min_depth=5.60000000000000000', { limit: 100, minDepthKm: 5.6 }],
  ['q=%EF%BF%BD', { limit: 100, place: searchOf('\ufffd') }],
  ['sources=AFAD,%20Kand%C4%B0LL%C4%B0%20,', { limit: 100, agencies: ['kandilli', 'afad'] }],
  ['sources=emsc,afad,NOA', { limit: 100, agencies: ['afad'] }],
  ['sources=emsc', { limit: 100, agencies: [] }],
  ['expand=Sources', { limit: 100, expand: 'sources' }],
  ['min_latitude=35', { limit: 100, box: { south: 35, north: 90, west: -180, east: 180 } }],
  [
    'latitude=38&longitude=27.5&max_radius_km=0',
    { limit: 100, circle: { centre: { latitude: 38, longitude: 27.5 }, radiusKm: 0 } },
  ],
  ['q=%C4%B0ZM%C4%B0R', { limit: 100, place: { text: 'izmir', words: ['izmir'], years: [] } }],
  ['q=ege+deniz%2Bi', { limit: 100, place: { text: 'ege deniz+i', words: ['ege', 'deniz+i'], years: [] } }],
  [
    'q=1999%20%C4%B0zmit,%20depremi',
    {
      limit: 100,
      place: {
        ...{ text: '1999 izmit, depremi', words: ['izmit'] },
        years: [[Date.UTC(1999, 0, 1), Date.UTC(2000, 0, 1) - 1]],
      },
    },
  ],
  ['q=deprem', { limit: 100, place: { text: 'deprem', words: ['deprem'], years: [] } }],
  ['province=TR-34,istanbul,%2035', { limit: 100, provinces: [34, 35] }],
  ['province=%C5%9EANLIURFA', { limit: 100, provinces: [63] }],
  ['event_type=Quarry%20Blast', { limit: 100, eventTypes: ['quarry blast'] }],
  ['blasts=Exclude', { limit: 100, blasts: 'exclude' }],
  ['blasts=only&event_type=earthquake', { limit: 100, blasts: 'only', eventTypes: ['earthquake'] }],
  ['blasts=include', { limit: 100 }],
  [`cursor=${listCursor}`, { limit: 100, after: { time: 1000, id: 7 } }],
  ['updated_after=1970-01-01T00:00:01Z', { limit: 100, updatedAfter: 1000 }],
  ['max_age=24h', { limit: 100, maxAge: { hours: 24, asOf: NOW } }],
  ['max_age=007d', { limit: 100, maxAge: { hours: 168, asOf: NOW } }],
  ['max_age=999999d', { limit: 100, maxAge: { hours: 23_999_976, asOf: NOW } }],
  [`max_age=24h&cursor=${agedCursor}`, { limit: 100, maxAge: { hours: 24, asOf: 120_000 }, after: position }],
  [`cursor=${agedCursor}`, { limit: 100, after: position }],
  [
    `max_age=1h&updated_after=1970-01-01T00:00:01Z&cursor=${agedChangesCursor}`,
    { limit: 100, maxAge: { hours: 1, asOf: 120_000 }, updatedAfter: 1000, afterSequence: 12 },
  ],
  ['order=time', { limit: 100 }],
  ['order=Magnitude', { limit: 100, order: 'magnitude' }],
  [
    `order=magnitude&cursor=${magnitudeCursor}`,
    { limit: 100, order: 'magnitude', after: { magnitude: 4.5, ...position } },
  ],
  ['updated_after=1970-01-01T00:00:01%2B00:00', { limit: 100, updatedAfter: 1000 }],
  ['updated_after=1970-01-01T00:00:01+00:00', { limit: 100, updatedAfter: 1000 }],
  ['updated_after=1970-01-01t03:00:01%2B03:00', { limit: 100, updatedAfter: 1000 }],
  ['updated_after=1969-12-31%2018:30:01-05:30', { limit: 100, updatedAfter: 1000 }],
  ['updated_after=1970-01-01T00:00:01.5Z', { limit: 100, updatedAfter: 1500 }],
  [`updated_after=1970-01-01T00:00:01Z&cursor=${changesCursor}`, { limit: 100, updatedAfter: 1000, afterSequence: 12 }],
];

for (const [query, expected] of GOOD)
  test(`reads ${query.slice(0, 60) || 'no parameters'}`, () => assert.deepEqual(read(query).query, expected));

/** The message must match, so that each case fails for its own reason. */
const BAD: [query: string, parameter: string | undefined, message: RegExp][] = [
  ['limit=1e3', 'limit', /whole number.*"1e3"/],
  ['limit=+5', 'limit', /whole number/],
  ['limit=%2B5', 'limit', /whole number.*"\+5"/],
  ['limit=%EF%BC%95', 'limit', /whole number.*"５"/],
  ['limit=0', 'limit', /at least 1/],
  ['limit=-1', 'limit', /at least 1/],
  ['limit=1.5', 'limit', /whole number/],
  ['limit=0x10', 'limit', /whole number/],
  ['limit=%20', 'limit', /whole number/],
  ['limit=NaN', 'limit', /whole number/],
  ['limit=%ZZ', 'limit', /percent-encoded/],
  ['limit=%00', 'limit', /NUL/],
  ['limit=5%00', 'limit', /NUL/],
  ['q=%C4', 'q', /percent-encoded/],
  ['q=%ED%A0%80', 'q', /percent-encoded/],
  ['%ZZ=1', undefined, /name of a parameter/],
  ['unknown=%ZZ', 'unknown', /percent-encoded/],
  [
    'api_key=sk_secret%ZZ',
    'api_key',
    /^The value of api_key must be percent-encoded UTF-8 text without NUL \(%00\)\.$/,
  ],
  ['date_from=2023-02-30', 'date_from', /existing day/],
  ['date_from=2023-2-3', 'date_from', /YYYY-MM-DD/],
  ['date_to=1582-10-10', 'date_to', /existing day/],
  ['date_to=0000-01-01', 'date_to', /existing day/],
  ['date_from=2023-01-02&date_to=2023-01-01', 'date_from', /not be greater than date_to/],
  ['min_magnitude=NaN', 'min_magnitude', /decimal/],
  ['min_magnitude=Infinity', 'min_magnitude', /decimal/],
  ['min_magnitude=1e1', 'min_magnitude', /decimal/],
  ['min_magnitude=4,5', 'min_magnitude', /decimal/],
  ['min_magnitude=.5', 'min_magnitude', /decimal/],
  ['min_magnitude=5.', 'min_magnitude', /decimal/],
  ['min_magnitude=%2B5.6', 'min_magnitude', /decimal.*"\+5.6"/],
  ['min_magnitude=5.6e-17', 'min_magnitude', /decimal/],
  ['min_magnitude=0.000000000000000001', 'min_magnitude', /decimal/],
  ['min_magnitude=5.6%EF%BC%90', 'min_magnitude', /decimal/],
  ['max_magnitude=%D9%A4', 'max_magnitude', /decimal/],
  ['min_magnitude=5&max_magnitude=4', 'min_magnitude', /not be greater than max_magnitude/],
  ['min_depth=9&max_depth=8.9', 'min_depth', /not be greater than max_depth/],
  ['sources=,', 'sources', /kandilli, afad, usgs, turhec, historical; ","/],
  ['expand=all', 'expand', /one of sources; "all"/],
  ['min_latitude=90.1', 'min_latitude', /at most 90/],
  ['min_longitude=-181', 'min_longitude', /at least -180/],
  ['min_latitude=5&max_latitude=4', 'min_latitude', /not be greater than max_latitude/],
  ['min_longitude=30&max_longitude=29', 'min_longitude', /not be greater than max_longitude/],
  ['max_radius_km=10', 'latitude', /latitude and longitude are missing/],
  ['latitude=38&longitude=27', 'max_radius_km', /max_radius_km is missing/],
  ['latitude=38&max_radius_km=10', 'longitude', /longitude is missing/],
  ['latitude=91&longitude=27&max_radius_km=1', 'latitude', /at most 90/],
  ['latitude=38&longitude=27&max_radius_km=-1', 'max_radius_km', /at least 0/],
  [`q=${'a'.repeat(101)}`, 'q', /at most 100 characters/],
  // Each of these letters unfolds to eighteen.
  [`q=${'%EF%B7%BA'.repeat(9)}`, 'q', /at most 100 characters/],
  ['blasts=yes', 'blasts', /one of include, exclude, only; "yes"/],
  ['event_type=quake', 'event_type', /QuakeML/],
  ['province=82', 'province', /plate codes 01 to 81.*"82" is not/],
  ['province=34,Atlantis', 'province', /"34,Atlantis" is not/],
  ['province=34,', 'province', /names or ISO codes/],
  ['updated_after=2026-01-01', 'updated_after', /2026-07-01T12:00:00Z/],
  ['updated_after=2026-01-01T00:00:00', 'updated_after', /Z or an offset/],
  ['updated_after=2026-01-01T00:00:00%2B24:00', 'updated_after', /Z or an offset/],
  ['updated_after=0001-01-01T00:00:00%2B01:00', 'updated_after', /Z or an offset/],
  ['updated_after=9999-12-31T23:59:59-00:01', 'updated_after', /Z or an offset/],
  ['updated_after=2026-02-30T00:00:00Z', 'updated_after', /instant/],
  ['updated_after=1767225600', 'updated_after', /instant/],
  ['cursor=abc', 'cursor', /cursor that this service gave/],
  ['cursor=%2e%2e%2f', 'cursor', /cursor that this service gave/],
  [`cursor=${listCursor.slice(0, -1)}A`, 'cursor', /unchanged/],
  [`cursor=${listCursor}A`, 'cursor', /unchanged/],
  [`cursor=${changesCursor}`, 'cursor', /belongs to a query with updated_after/],
  ...['0h', '0d', '7', 'd', '7D', '-7d', '1.5d', '7w', '1000000d', '7%20d'].map((text): (typeof BAD)[number] => [
    `max_age=${text}`,
    'max_age',
    /^max_age must be a whole number of hours or days, at least 1, such as 24h or 7d; "/,
  ]),
  ['order=depth', 'order', /one of time, magnitude; "depth"/],
  ['order=time&updated_after=2026-01-01T00:00:00Z', 'order', /order of publication/],
  [`order=magnitude&cursor=${listCursor}`, 'cursor', /belongs to a list with order=time/],
  [`cursor=${magnitudeCursor}`, 'cursor', /belongs to a list with order=magnitude/],
  [`updated_after=2026-01-01T00:00:00Z&cursor=${magnitudeCursor}`, 'cursor', /without updated_after/],
  [`updated_after=2026-01-01T00:00:00Z&cursor=${listCursor}`, 'cursor', /without updated_after/],
];

for (const [query, parameter, message] of BAD)
  test(`refuses ${query.slice(0, 60)}`, () =>
    assert.throws(
      () => read(query),
      (error) => {
        assert.ok(error instanceof GatewayError);
        assert.deepEqual([error.code, error.parameter], ['invalid_parameter', parameter]);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    ));

test('a value is quoted shortened and without control characters', () => {
  assert.throws(() => read(`expand=%1b%5b31m${'-x'.repeat(250)}`), /"\[31m(?:-x){26}-\.\.\."/);
});

test('the generator and the gateway agree on event types', () => {
  assert.deepEqual(new Set(EVENT_TYPES), QUAKEML_EVENT_TYPES);
});
