import assert from 'node:assert/strict';
import test from 'node:test';
import { parseInstant } from '#core/time.ts';
import { fdsnFeed } from '../../../generator/sources/fdsn/agencies.ts';
import { keyOf } from '../../../generator/sources/fdsn/quakeml.ts';
import type { Parsed } from '../../../generator/sources/feed.ts';
import { assertAccounted, headOf, bytesOf, parseText, refusal } from '../../support/feed-data.ts';

const feed = fdsnFeed('emsc');
const read = (text: string): Parsed => {
  assert.ok(feed.recognise(headOf(bytesOf(text))));
  const parsed = parseText(feed, text);
  assertAccounted(parsed);
  return parsed;
};

const HEADER =
  '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|' +
  'EventLocationName|EventType\n';
// The row of GEOFON is real; the others are synthetic, in the form of EMSC's older answers.
const GEOFON = 'gfz2026oyxe|2026-08-01T20:27:43.07|35.406|44.659|55.0|||GFZ|gfz2026oyxe|mb|4.48||Iraq|earthquake\n';
const EMSC =
  '#EventID | Time | Latitude | Longitude | Depth/km | Author | Catalog | Contributor | ContributorID | MagType | Magnitude | MagAuthor | EventLocationName\n' +
  '20230206_0000008 | 2023-02-06T01:17:36.1Z | 37.17 | 37.08 | 20.0 | EMSC | EMSC-RTS | EMSC | 1218444 | mw | 7.8 | EMSC | CENTRAL TURKEY\n' +
  '20230206_0000009 | 2023-02-06T01:28:20.3Z | 37.14 | 36.96 |  | EMSC | EMSC-RTS | EMSC | 1218445 |  |  | EMSC | CENTRAL TURKEY\n';

test('FDSN text of 13 and of 14 columns is read, with and without blanks and Z', () => {
  const [row] = read(HEADER + GEOFON).reports;
  assert.deepEqual(
    { ...row, aliases: [] },
    {
      ...{
        line: 2,
        key: 'gfz2026oyxe',
        aliases: [],
        time: parseInstant('2026-08-01T20:27:43.07Z'),
        precision: 'second',
      },
      ...{ alternativeTime: null, replacesTime: null, latitude: 35.406, longitude: 44.659, depthKm: 55 },
      ...{ magnitudes: [{ type: 'mb', value: 4.48 }], quality: null, place: 'Iraq', eventType: 'earthquake' },
      ...{ updatedAt: null, withdrawn: false, url: null },
    },
  );
  const { reports, rejects } = read(EMSC);
  assert.deepEqual(rejects, []);
  assert.deepEqual(
    reports.map(({ key, depthKm, magnitudes, eventType }) => [key, depthKm, magnitudes, eventType]),
    [
      ['20230206_0000008', 20, [{ type: 'Mw', value: 7.8 }], 'earthquake'],
      ['20230206_0000009', null, [], 'earthquake'],
    ],
  );
});

test('a bad row of FDSN text is a reject with its reason, and its neighbours are read', () => {
  const bad = [
    'x|2026-08-01T20:27:43',
    'a|yesterday|35|44|5|||GFZ|a|mb|4||Iraq|earthquake',
    '|2026-08-01T20:27:43|35|44|5|||GFZ|a|mb|4||Iraq|earthquake',
    'b|2026-08-01T20:27:43|north|44|5|||GFZ|b|mb|4||Iraq|earthquake',
    'c|2026-08-01T20:27:43|35|44|5|||GFZ|c|mb|4,5||Iraq|earthquake',
  ];
  const { reports, rejects } = read(`${HEADER}${bad.join('\n')}\n${GEOFON}`);
  assert.equal(reports.length, 1);
  assert.deepEqual(
    rejects.map(({ line, reason }) => [line, reason]),
    [
      [2, '2 columns where FDSN text has 13 or 14'],
      [3, 'the time "yesterday" is not a UTC time like 2023-02-06T01:17:34.34'],
      [4, 'the event id is missing'],
      [5, 'the latitude "north" is not a number'],
      [6, 'the magnitude "4,5" is not a number'],
    ],
  );
});

const EVENT = `<event publicID="smi:webservices.ingv.it/fdsnws/event/1/query?eventId=33703441" a:x="1">
  <!-- <event publicID="no"> -->
  <type>earthquake</type>
  <preferredOriginID>smi:o/2</preferredOriginID>
  <preferredMagnitudeID>smi:m/2</preferredMagnitudeID>
  <description><type>region name</type><text><![CDATA[Sea, land]]></text></description>
  <creationInfo><creationTime>2023-02-06T02:00:00</creationTime></creationInfo>
  <origin publicID="smi:o/1"><time><value>2023-02-06T01:17:00</value></time>
    <latitude><value>1</value></latitude><longitude><value>2</value></longitude></origin>
  <origin publicID='smi:o/2'><time><value>2023-02-06T01:17:36.1Z</value><uncertainty>0.1</uncertainty></time>
    <latitude><value>37.17</value></latitude><longitude><value>37.08</value></longitude>
    <depth><value>20000</value></depth><evaluationMode>manual</evaluationMode></origin>
  <magnitude publicID="smi:m/1"><mag><value>7.2</value></mag><type>ML</type></magnitude>
  <magnitude publicID="smi:m/2"><mag><value>7.9</value></mag><type>Mwp</type></magnitude>
  <magnitude publicID="smi:m/3"><mag><value>7.8</value></mag><type>Mwp</type></magnitude>
  <pick/>
</event>`;
const quakeml = (...events: string[]): string =>
  '<?xml version="1.0"?>\n<q:quakeml xmlns="http://quakeml.org/xmlns/bed/1.2" ' +
  `xmlns:q="http://quakeml.org/xmlns/quakeml/1.2"><eventParameters publicID="smi:x/y">${events.join('\n')}` +
  '</eventParameters></q:quakeml>';

test('QuakeML: the preferred origin and magnitude, depth in km, the region, whatever the prefix', () => {
  for (const document of [quakeml(EVENT), quakeml(EVENT).replaceAll(/<(\/?)(?=[a-z])/g, '<$1b:')]) {
    const { reports, rejects, warnings } = read(document.replaceAll('b:q:', 'q:'));
    assert.deepEqual([rejects, warnings], [[], []]);
    const [row] = reports;
    assert.deepEqual(
      [row!.key, row!.time, row!.latitude, row!.depthKm, row!.quality, row!.place, row!.updatedAt],
      [
        ...['33703441', parseInstant('2023-02-06T01:17:36.1Z'), 37.17, 20, 'reviewed', 'Sea, land'],
        parseInstant('2023-02-06T02:00:00Z'),
      ],
    );
    assert.deepEqual(row!.magnitudes, [
      { type: 'Mwp', value: 7.9 },
      { type: 'ML', value: 7.2 },
    ]);
  }
});

test('the identifier of an event is the part of its publicID that the agency gives it', () => {
  const ids = [
    'quakeml:eu.emsc/event/20230206_0000008',
    'smi:org.gfz-potsdam.de/geofon/gfz2023cnwd',
    'smi:ISC/evid=600516598',
    'smi:webservices.ingv.it/fdsnws/event/1/query?eventId=33703441&x=1',
    'smi:local/noa2023abcd',
  ];
  assert.deepEqual(ids.map(keyOf), ['20230206_0000008', 'gfz2023cnwd', '600516598', '33703441', 'noa2023abcd']);
});

test('an event of QuakeML that was reported by mistake is withdrawn; a broken one costs no other', () => {
  const gone = EVENT.replace('<type>earthquake', '<type>not existing').replace('33703441', '2');
  const cut = EVENT.slice(0, EVENT.indexOf('<magnitude')).replace('33703441', '3');
  const none = '<event publicID="smi:x/evid=4"></event>';
  const { reports, rejects } = read(quakeml(gone, cut, none, EVENT));
  assert.deepEqual(
    reports.map(({ key, withdrawn }) => [key, withdrawn]),
    [
      ['2', true],
      ['33703441', false],
    ],
  );
  assert.deepEqual(
    rejects.map(({ line, reason }) => [line, reason]),
    [
      [2, 'not XML: 14:0: unclosed tag: event'],
      [3, 'the event has no origin'],
    ],
  );
});

test('hostile XML is refused or read in time linear in its size', () => {
  const types = ['<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>', '<!ENTITY x SYSTEM "file:///etc/passwd">'];
  for (const type of types)
    assert.equal(refusal(feed, `${type}${quakeml(EVENT)}`), 'XML with a document type is not read');
  const million = 2 ** 20;
  const events = (inside: string): string => quakeml(`<event publicID="smi:x/evid=1">${inside}</event>`);
  for (const inside of [
    '<a>'.repeat(million / 4),
    '<a/>'.repeat(million / 5),
    `<${'a'.repeat(million / 2)}`,
    `<a ${'b'.repeat(million / 2)}>`,
    '&'.repeat(million / 2),
    `<a publicID="${'x'.repeat(million / 2)}`,
    '<event '.repeat(30_000),
    '<!--'.repeat(million),
    '<![CDATA['.repeat(million / 2),
    '</event>'.repeat(40_000),
    'x'.repeat(2 * million),
  ])
    assert.equal(parseText(feed, events(inside)).reports.length, 0);
});

test('an error page and a text without columns are refused', () => {
  assert.match(
    refusal(feed, '<html><head><title>Sorry</title></head></html>'),
    /^a web page instead of data: "Sorry"$/,
  );
  assert.match(refusal(feed, '<?xml version="1.0"?><a/>'), /^a web page instead of data/);
  assert.equal(parseText(feed, '').rows, 0);
});
