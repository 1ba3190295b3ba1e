import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSecond, parseCivil } from '#core/time.ts';
import { FeedHttpError } from '../../../generator/sources/fetching/errors.ts';
import { kandilliXml, kandilliXmlFetcher } from '../../../generator/sources/kandilli/monthly-xml.ts';
import { fetchSession } from '../../support/fetch-session.ts';
import { DocumentError, type FeedClient, type Parsed, type SourceReport } from '../../../generator/sources/feed.ts';
import { windows1254 } from '../../support/kandilli-xml.ts';

const context = { knownTime: () => undefined };
const parseBytes = (bytes: Uint8Array): Parsed => kandilliXml.parse(bytes, context);
const parse = (text: string): Parsed => parseBytes(windows1254(text));
const list = (...elements: string[]): string => `<eqlist>\r\n${elements.join('\r\n')}\r\n</eqlist>`;
const utc = (text: string): number => parseCivil(text)!;

// Synthetic, in the agency's layout.
const ELEMENT =
  '<earhquake name="2011.03.30 20:07:20" lokasyon="SIMAV (KUTAHYA)              ilksel" lat="39.1234" lng="29.1234" mag="2.9" Depth=" 5.0"/>';

test('an element is read: local time, padded place, quality, untyped magnitude', () => {
  const parsed = parse(list(ELEMENT));
  const [report] = parsed.reports;
  assert.equal(formatSecond(report!.time), '2011-03-30 17:07:20');
  assert.equal(report!.place, 'SIMAV (KUTAHYA)');
  assert.equal(report!.quality, 'automatic');
  assert.deepEqual(report!.magnitudes, [{ type: null, value: 2.9 }]);
  assert.equal(report!.depthKm, 5);
  assert.deepEqual([parsed.rows, parsed.asOf, parsed.coverage, report!.key], [1, null, null, null]);
});

const SUPERSEDED: [what: string, time: string, latitude: string, word: string, kept: number][] = [
  ['8 s and 40 km beside its reviewed row', '20:07:28', '39.48', 'Otomatik', 1],
  ['11 s beside a reviewed row', '20:07:31', '39.1234', 'Otomatik', 2],
  ['70 km beside a reviewed row', '20:07:20', '39.76', 'Otomatik', 2],
  ['with another word beside a reviewed row', '20:07:28', '39.48', 'ilksel', 2],
];
for (const [what, time, latitude, word, kept] of SUPERSEDED)
  test(`an automatic row ${what}`, () => {
    const first = ELEMENT.replace('ilksel', '');
    const second = ELEMENT.replace('20:07:20', time).replace('39.1234', latitude).replace('ilksel', word);
    const { reports, rejects } = parse(list(second, first));
    assert.equal(reports.length, kept);
    assert.deepEqual(
      rejects.map(({ line, reason }) => [line, reason]),
      kept === 2 ? [] : [[1, 'the list has the reviewed row of this earthquake too']],
    );
  });

const READ: [what: string, change: [string, string], expected: Partial<SourceReport>][] = [
  ['dots in the time', ['20:07:20', '20.07.20'], { time: utc('2011-03-30 17:07:20') }],
  ['hyphens in the time', ['2011.03.30 20:07:20', '2011-03-30 20-07-20'], { time: utc('2011-03-30 17:07:20') }],
  ['magnitude absent', ['2.9', ' -.-'], { magnitudes: [] }],
  ['magnitude 0 of a copy', ['2.9', '0.0'], { magnitudes: [] }],
  ['depth absent', [' 5.0', '-.-'], { depthKm: null }],
  ['spelt right', ['<earhquake', '<earthquake'], { depthKm: 5 }],
  ['single quotes', ['mag="2.9"', "mag='2.9'"], { magnitudes: [{ type: null, value: 2.9 }] }],
  ['blanks around the equals sign', ['mag="2.9"', 'mag = " 2.9 "'], { magnitudes: [{ type: null, value: 2.9 }] }],
  ['numeric entities', ['(KUTAHYA)', '(DENI&#304;ZL&#x130;)'], { place: 'SIMAV (DENIİZLİ)' }],
  ['named entities and an unknown one', ['SIMAV', 'A&amp;B&lt;&foo;'], { place: null }],
  ['letters of a copy read as Latin-1', ['SIMAV (KUTAHYA)', 'ÝÐNEADA AÇIÐI ýþÞ'], { place: 'İĞNEADA AÇIĞI ışŞ' }],
  ['an unescaped angle bracket', ['SIMAV', 'SI>MAV'], { place: null, latitude: 39.1234 }],
  [
    'REVIZE glued to the place',
    ['SIMAV (KUTAHYA)              ilksel', 'SIMAV (KUTAHYA)REVIZE01(2011.03.30 20:07:25)'],
    { place: 'SIMAV (KUTAHYA)', quality: 'reviewed', replacesTime: utc('2011-03-30 17:07:25') },
  ],
  [
    'REVIZE without a stamp',
    ['              ilksel', ' REVIZE02'],
    { place: 'SIMAV (KUTAHYA)', quality: 'reviewed', replacesTime: null },
  ],
  [
    'Otomatik glued to the place',
    ['              ilksel', 'Otomatik'],
    { place: 'SIMAV (KUTAHYA)', quality: 'automatic' },
  ],
  ['a letter of ilksel lost', ['              ilksel', 'ilsel'], { place: 'SIMAV (KUTAHYA)', quality: 'automatic' }],
  ['ilksel glued to the place', ['              ilksel', 'ilksel'], { place: 'SIMAV (KUTAHYA)', quality: 'automatic' }],
  ['no quality', ['              ilksel', ''], { place: 'SIMAV (KUTAHYA)', quality: null }],
  ['no place', ['SIMAV (KUTAHYA)              ilksel', ''], { place: null, quality: null }],
  [
    'a village whose name begins like REVIZE',
    ['SIMAV', 'REVELILER'],
    { place: 'REVELILER (KUTAHYA)', quality: 'automatic' },
  ],
  ['control and bidirectional characters', ['SIMAV', 'SI&#8238;M&#0;A&#7;V'], { place: 'SIMAV (KUTAHYA)' }],
  [
    'the hour that spring leaves out',
    ['2011.03.30 20:07:20', '2014.03.31 03:09:47'],
    { time: utc('2014-03-31 01:09:47'), alternativeTime: utc('2014-03-31 00:09:47') },
  ],
  [
    'March 2011, in summer time from its first day',
    ['2011.03.30 20:07:20', '2011.03.14 20.57.09'],
    { time: utc('2011-03-14 17:57:09'), alternativeTime: utc('2011-03-14 18:57:09') },
  ],
  [
    'March 2011 with colons in the time',
    ['2011.03.30 20:07:20', '2011.03.14 20:57:09'],
    { time: utc('2011-03-14 17:57:09'), alternativeTime: utc('2011-03-14 18:57:09') },
  ],
  [
    'the month before is in winter time',
    ['2011.03.30 20:07:20', '2011.02.28 20.57.09'],
    { time: utc('2011-02-28 18:57:09'), alternativeTime: null },
  ],
  [
    'the repeated hour of autumn',
    ['2011.03.30 20:07:20', '2011.10.30 03:55:00'],
    { time: utc('2011-10-30 00:55:00'), alternativeTime: utc('2011-10-30 01:55:00') },
  ],
];
for (const [what, change, expected] of READ) {
  test(`read: ${what}`, () => {
    const parsed = parse(list(ELEMENT.replace(...change)));
    assert.deepEqual(parsed.rejects, []);
    const report = parsed.reports[0]!;
    const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, report[key as keyof SourceReport]]));
    assert.deepEqual(actual, expected);
  });
}

test('the order of the list tells the pass of a repeated hour, where the clock goes back once', () => {
  const times = (...clocks: string[]): string[] =>
    parse(list(...clocks.map((clock) => ELEMENT.replace('2011.03.30 20:07:20', `2011.10.30 ${clock}`)))).reports.map(
      ({ time, alternativeTime }) =>
        `${formatSecond(time).slice(11, 16)}${alternativeTime === null ? '' : ' or later'}`,
    );
  assert.deepEqual(times('02:57:32', '03:01:49', '03:51:59', '03:01:43', '04:10:00'), [
    ...['23:57', '00:01', '00:51', '01:01', '02:10'],
  ]);
  const open = ['00:01 or later', '00:51 or later'];
  assert.deepEqual(times('03:01:49', '03:51:59'), open);
  assert.deepEqual(times('04:10:00', '03:51:59', '03:01:49'), ['02:10', ...open.toReversed()], 'the newest first');
});

const REJECTED: [what: string, element: string, reason: RegExp][] = [
  ['NaN latitude', ELEMENT.replace('39.1234', 'NaN'), /latitude NaN is not a number/],
  ['longitude of words', ELEMENT.replace('29.1234', 'doğu'), /longitude doğu is not a number/],
  ['no longitude', ELEMENT.replace('lng="29.1234"', ''), /no lng/],
  ['empty latitude', ELEMENT.replace('39.1234', ' '), /no lat/],
  ['impossible date', ELEMENT.replace('2011.03.30', '2023.02.30'), /no date or time of day/],
  ['no time', ELEMENT.replace('2011.03.30 20:07:20', '2011.03.30'), /is not YYYY\.MM\.DD/],
  ['magnitude of words', ELEMENT.replace('2.9', 'iki'), /magnitude iki/],
  ['depth of words', ELEMENT.replace(' 5.0', 'derin'), /depth derin/],
  ['an empty element', '<earhquake/>', /no name, no lat, no lng/],
  ['an unclosed quotation mark', '<earhquake name="2011.03.30 20:07:20 lokasyon="X" lat="39', /the element has no/],
];
for (const [what, element, reason] of REJECTED) {
  test(`rejected, and its neighbours kept: ${what}`, () => {
    const parsed = parse(list(ELEMENT, element, ELEMENT.replace('20:07:20', '21:00:00')));
    assert.deepEqual([parsed.rows, parsed.reports.length, parsed.rejects.length], [3, 2, 1]);
    assert.match(parsed.rejects[0]!.reason, reason);
    assert.equal(parsed.rejects[0]!.line, 2);
  });
}

test('a truncated list loses its last element, with a warning', () => {
  const complete = list(ELEMENT, ELEMENT.replace('20:07:20', '21:00:00'));
  for (let length = complete.indexOf('21:00:00') + 8; length < complete.length - '</eqlist>'.length; length += 1) {
    const parsed = parse(complete.slice(0, length));
    const closed = complete.slice(0, length).trimEnd().endsWith('/>');
    assert.match(parsed.warnings.join(), /cut off/);
    assert.deepEqual([parsed.rows, parsed.reports.length], [2, closed ? 2 : 1], `${length} characters`);
  }
});

test('an empty list has no rows; anything else is refused', () => {
  assert.deepEqual(parse('<?xml version="1.0"?><eqlist></eqlist>').rows, 0);
  for (const text of ['<html>404 - File not found</html>', '{"status":"error"}', '   ']) {
    assert.throws(
      () => parse(text),
      (error) => error instanceof DocumentError && /no list of earthquakes/.test(error.message),
    );
  }
  assert.throws(() => parseBytes(new Uint8Array()), /0 bytes/);
  assert.throws(() => parse(list('<earhquake a="b"/>')), /none of its 1 elements/);
});

test('UTF-8 bytes are read as such', () => {
  const parsed = parseBytes(Buffer.from(list(ELEMENT.replace('SIMAV', 'ŞİMAV')), 'utf8'));
  assert.equal(parsed.reports[0]!.place, 'ŞİMAV (KUTAHYA)');
});

test('the fetcher requests the months of Istanbul, newest first, and names a missing one at the end', async () => {
  const requests: string[] = [];
  const client: FeedClient = {
    get: (url) => {
      requests.push(url.slice(-10));
      if (url.endsWith('202212.xml')) return Promise.reject(new FeedHttpError('HTTP 404', 404));
      return Promise.resolve({ status: 200, headers: new Headers(), bytes: windows1254(list(ELEMENT)) });
    },
  };
  const names: string[] = [];
  // 21:30 UTC of 30 November is half past midnight of 1 December in Istanbul.
  const window = { from: utc('2022-11-30 21:30:00'), to: utc('2023-01-31 21:30:00') };
  const run = async (): Promise<void> => {
    for await (const document of kandilliXmlFetcher({ base: 'http://kandilli.test' }).fetch(
      window,
      fetchSession(client),
    ))
      names.push(document.name);
  };
  await assert.rejects(run, /no list \(HTTP 404\) for 202212/);
  assert.deepEqual(requests, ['202302.xml', '202301.xml', '202212.xml']);
  assert.deepEqual(names, [
    'http://kandilli.test/zeqmap/xmlt/202302.xml',
    'http://kandilli.test/zeqmap/xmlt/202301.xml',
  ]);
});

test('a server that fails stops the fetcher at once', async () => {
  let requests = 0;
  const client: FeedClient = { get: () => ((requests += 1), Promise.reject(new FeedHttpError('HTTP 503', 503))) };
  const window = { from: utc('2022-11-01 00:00:00'), to: utc('2023-01-31 00:00:00') };
  await assert.rejects(async () => {
    for await (const document of kandilliXmlFetcher({ base: 'http://kandilli.test' }).fetch(
      window,
      fetchSession(client),
    ))
      assert.fail(document.name);
  }, /HTTP 503/);
  assert.equal(requests, 1);
});
