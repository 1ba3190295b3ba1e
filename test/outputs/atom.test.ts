import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { parseDay } from '#core/time.ts';
import { atomFile } from '../../generator/outputs/atom.ts';
import { assertAtom } from '../support/atom.ts';
import { earthquake, TIME } from '../support/earthquake.ts';
import { feedsOf } from '../support/feeds.ts';
import fc, { anyText } from '../support/property.ts';

const SETTINGS = { serviceName: 'Depremler & Co', baseUrl: 'https://quakes.example:8443/app' };
const AS_OF = TIME + 3_600_000;

const feed = (...earthquakes: Earthquake[]): string => atomFile(earthquakes, SETTINGS, { asOf: AS_OF });

test('the feed follows RFC 4287 and has what RSS has', () => {
  const one = earthquake();
  const xml = feed(one, earthquake({ eventId: 'b000000000000001', id: 2, magnitude: 2.9 }));
  const { id, entries } = assertAtom(xml);
  assert.equal(id, 'tag:quakes.example,2026:/app/atom.xml');
  assert.deepEqual(
    entries.map(({ id: entryId, title }) => [entryId, title]),
    [[`urn:hiposantr:event:${one.eventId}`, 'M 7.7 - Pazarcık (Kahramanmaraş)']],
  );
  assert.match(
    xml,
    /<link rel="self" type="application\/atom\+xml" href="https:\/\/quakes\.example:8443\/app\/atom\.xml"/,
  );
  assert.match(xml, /<georss:point>37\.288 37\.043<\/georss:point><georss:elev>-8600<\/georss:elev>/);
});

test('an entry keeps its id over every revision, and its updated is that of the last one', () => {
  const before = assertAtom(feed(earthquake()));
  const revised = earthquake({ magnitude: 7.8, slug: 'other-m7-8', location: 'Başka', updatedAt: TIME + 5_400_000 });
  const after = assertAtom(feed(revised));
  assert.equal(after.id, before.id);
  assert.deepEqual(
    after.entries.map(({ id }) => id),
    before.entries.map(({ id }) => id),
  );
  assert.equal(after.entries[0]!.updated, '2023-02-06T02:47:32.670Z');
  assert.equal(after.updated, '2023-02-06T02:47:32.670Z');
});

test('without earthquakes it is a valid feed of this day', () => {
  const { updated, entries } = assertAtom(feed());
  assert.deepEqual([updated, entries], ['2023-02-06T00:00:00Z', []]);
});

test('dates before 1582 are Gregorian, as RFC 3339 has them', () => {
  const { entries } = assertAtom(feed(earthquake({ time: parseDay('1509-09-10')! })));
  assert.equal(entries[0]!.published, '1509-09-20T00:00:00Z');
});

test('any text gives a valid feed, in each of the feeds', () => {
  fc.assert(
    fc.property(anyText(), anyText(), fc.constantFrom(null, -1.5, 4.2), (text, serviceName, magnitude) => {
      const one = earthquake({ location: `x${text}`, locationEn: `x${text}`, magnitudeType: text, magnitude });
      const settings = { ...SETTINGS, serviceName: `x${serviceName}` };
      const files = feedsOf({ earthquakes: [one], asOf: AS_OF, settings });
      const { entries } = assertAtom(files['feed/v1.0/summary/all_day.atom']!);
      assert.equal(entries.length, 1);
      assertAtom(atomFile([one], settings, { asOf: AS_OF }));
    }),
    { numRuns: 50 },
  );
});

test('the checks of the feeds find what RFC 4287 forbids', () => {
  const xml = feed(earthquake());
  for (const [from, to] of [
    ['<updated>', '<updated>x'],
    [/<id>urn:[^<]*<\/id>/, ''],
    [/<id>urn:[^<]*/, '<id>7'],
    [/<updated>[^<]*<\/updated>/, ''],
    [/<author>.*?<\/author>/, ''],
    [/<title>[^<]*<\/title>/, ''],
    ['</entry>', ''],
    ['rel="alternate"', 'rel="self"'],
    ['&amp;', '&'],
  ] as const)
    assert.throws(() => assertAtom(xml.replace(from, to)), { name: 'AssertionError' }, String(from));
});
