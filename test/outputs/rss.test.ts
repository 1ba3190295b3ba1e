import assert from 'node:assert/strict';
import test from 'node:test';
import { create } from 'xmlbuilder2';
import type { Earthquake } from '#core/earthquake.ts';
import { cleanText } from '#core/text.ts';
import { HOUR, parseDay } from '#core/time.ts';
import { RSS, rssFile } from '../../generator/outputs/rss.ts';
import { TIME, earthquake } from '../support/earthquake.ts';
import fc, { anyText } from '../support/property.ts';

const SETTINGS = { serviceName: 'Depremler & Co', baseUrl: 'https://quakes.example/app' };

type Xml = { [name: string]: Xml & string };
interface Feed {
  root: Xml;
  channel: Xml;
  items: Xml[];
}

/** The parsed XML; single elements are lists of one. */
function parsed(xml: string): Feed {
  const root = (create(xml).toObject() as Xml)['rss']!;
  const channel = root['channel']!;
  return { root, channel, items: [channel['item'] ?? []].flat() as Xml[] };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The parser leaves entities to its caller. */
const decoded = (text: string | undefined): string => text!.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);

const feed = (...earthquakes: Earthquake[]): Feed => parsed(rssFile(earthquakes, SETTINGS));

test('the channel has its description', () => {
  const xml = rssFile([earthquake()], SETTINGS);
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const { root, channel } = parsed(xml);
  assert.equal(root['@version'], '2.0');
  assert.equal(root['@xmlns:georss'], 'http://www.georss.org/georss');
  assert.equal(root['@xmlns:atom'], 'http://www.w3.org/2005/Atom');
  assert.equal(root['@xmlns:geo'], 'http://www.w3.org/2003/01/geo/wgs84_pos#');
  assert.equal(decoded(channel['title']), 'Depremler & Co');
  assert.equal(channel['link'], 'https://quakes.example/app/');
  assert.ok(channel['description']);
  assert.equal(channel['language'], 'tr');
  assert.match(channel['description']!, /^Türkiye ve çevresinde büyüklüğü 3\.0 ve üzeri/);
  const copyright = decoded(channel['copyright']);
  assert.match(copyright, /^Data source: Depremler & Co \(quakes\.example\)\. /);
  for (const holder of ['AFAD', 'U.S. Geological Survey', 'GeoNames']) assert.ok(copyright.includes(holder), holder);
  assert.doesNotMatch(copyright, /Kandilli|EPICA/);
  assert.equal(channel['ttl'], '5');
  assert.equal(channel['lastBuildDate'], 'Mon, 06 Feb 2023 01:17:32 GMT');
  assert.deepEqual(channel['atom:link'], {
    '@rel': 'self',
    '@type': 'application/rss+xml',
    '@href': 'https://quakes.example/app/rss',
  });
});

test('an item has the elements that feed readers use', () => {
  const [item] = feed(earthquake()).items;
  assert.equal(item!['title'], 'M 7.7 - Pazarcık (Kahramanmaraş)');
  assert.equal(item!['link'], 'https://quakes.example/app/deprem/2023-02-06/pazarcik-kahramanmaras-m7-7');
  assert.deepEqual(item!['guid'], { '@isPermaLink': 'false', '#': '0123456789abcdef' });
  assert.equal(item!['pubDate'], 'Mon, 06 Feb 2023 01:17:32 GMT');
  assert.equal(item!['category'], 'Büyüklük 7');
  assert.match(item!['description']!, /^Mw 7\.7, derinlik 8\.6 km, Pazarcık/);
  assert.equal(item!['georss:point'], '37.288 37.043');
  assert.equal(item!['georss:elev'], '-8600');
  assert.equal(item!['geo:lat'], '37.288');
  assert.equal(item!['geo:long'], '37.043');
  for (const [name, value] of [
    ['magnitude', '7.7'],
    ['depth', '8.6'],
    ['id', '12'],
    ['magnitudeType', 'Mw'],
  ])
    assert.equal(item![`hiposantr:${name}`], value);
});

test('an item says its date as exactly as it is known, and what is no earthquake', () => {
  const [known] = feed(earthquake()).items;
  assert.match(known!['description']!, /, 6 Şubat 2023 04:17:32 TSİ \(6 Şubat 2023 01:17:32 UTC\) \(afad\)$/);
  assert.equal(known!['hiposantr:datePrecision'], undefined);
  const [old] = feed(earthquake({ time: parseDay('1509-09-10')!, precision: 'day' })).items;
  assert.match(old!['description']!, /, 10 Eylül 1509 \(afad\)$/);
  assert.equal(old!['pubDate'], undefined, 'RFC 822 needs a time of day');
  assert.equal(old!['hiposantr:datePrecision'], 'day');
  const [blast] = feed(earthquake({ eventType: 'quarry blast' })).items;
  assert.equal(blast!['title'], 'Taş ocağı patlatması, M 7.7 - Pazarcık (Kahramanmaraş)');
});

test('an item omits unknown values', () => {
  const [item] = feed(earthquake({ depthKm: null, magnitudeType: null })).items;
  for (const name of ['georss:elev', 'hiposantr:depth', 'hiposantr:magnitudeType'])
    assert.equal(item![name], undefined);
  assert.match(item!['description']!, /derinlik bilinmiyor/);
});

test('depths above the sea and at its level are elevations', () => {
  assert.equal(feed(earthquake({ depthKm: -1.25 })).items[0]!['georss:elev'], '1250');
  assert.equal(feed(earthquake({ depthKm: 0 })).items[0]!['georss:elev'], '0');
});

test('the fifty newest of magnitude 3 and above are listed, newest first', () => {
  const all = Array.from({ length: 130 }, (_, n) =>
    earthquake({ id: n + 1, time: TIME + ((n * 37) % 130) * HOUR, magnitude: [2.9, 3, 4.5, null][n % 4]! }),
  );
  const listed = all
    .filter(({ magnitude }) => magnitude !== null && magnitude >= 3)
    .sort((a, b) => b.time - a.time)
    .slice(0, RSS.items);
  const { items, channel } = feed(...all);
  assert.equal(items.length, 50);
  assert.deepEqual(
    items.map((item) => item['hiposantr:id']),
    listed.map(({ id }) => String(id)),
  );
  assert.equal(channel['lastBuildDate'], items[0]!['pubDate']);
});

test('in one second the larger id comes first', () => {
  const items = feed(earthquake({ id: 1, time: TIME }), earthquake({ id: 2, time: TIME - 600 })).items;
  assert.deepEqual(
    items.map((item) => item['hiposantr:id']),
    ['2', '1'],
  );
});

test('without earthquakes it is a feed without items', () => {
  const { items, channel } = feed(earthquake({ magnitude: 1 }));
  assert.deepEqual(items, []);
  assert.equal(channel['lastBuildDate'], undefined);
});

test('an old date is in its own calendar', () => {
  const [item] = feed(earthquake({ time: parseDay('1509-09-10')! })).items;
  assert.equal(item!['pubDate'], 'Mon, 10 Sep 1509 00:00:00 GMT');
});

const NASTY = [
  'a & b < c > d " e \' f',
  ']]> <![CDATA[',
  '<script>alert(1)</script>',
  '&amp; &#0; &#x41; &bogus;',
  'nul\u0000 bell\u0007 escape\u001b\u0085',
  'not a character \ufffe\uffff, lone \ud800 surrogate',
  '\u202eoverride',
  '😀 Ağrı',
];
for (const place of NASTY)
  test(`the place ${JSON.stringify(place)} makes well-formed XML without control characters`, () => {
    const xml = rssFile([earthquake({ location: place })], { ...SETTINGS, serviceName: place });
    assertWellFormed(xml);
    const titles = [...xml.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => decoded(title));
    assert.deepEqual(titles, [cleanText(place), `M 7.7 - ${cleanText(place)}`]);
  });

function assertWellFormed(xml: string): void {
  // The characters of XML 1.0, production 2, without the C1 controls.
  assert.doesNotMatch(xml, /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  assert.doesNotMatch(xml, /&(?!amp;|lt;|gt;|quot;|apos;)/);
  assert.doesNotThrow(() => parsed(xml));
}

test('any place makes well-formed XML', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 60 }), (place) =>
      assertWellFormed(rssFile([earthquake({ location: place })], SETTINGS)),
    ),
  );
});
