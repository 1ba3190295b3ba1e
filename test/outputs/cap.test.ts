import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake, Revision } from '#core/earthquake.ts';
import { previousFields } from '#core/revisions.ts';
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { capDocument } from '../../generator/outputs/cap/document.ts';
import { capFeed } from '../../generator/outputs/cap/feed.ts';
import { messagesOf, recentMessages, type Followed } from '../../generator/outputs/cap/messages.ts';
import { assertAtom } from '../support/atom.ts';
import { assertCap } from '../support/cap.ts';
import { earthquake, TIME } from '../support/earthquake.ts';
import fc, { anyText } from '../support/property.ts';

const SETTINGS = { serviceName: 'Depremler & Co', baseUrl: 'https://quakes.example:8443/app' };

/** An earthquake that had these states, published so many minutes after its origin. */
function history(...states: [minutes: number, values: Partial<Earthquake>][]): Earthquake {
  let before: Earthquake | undefined;
  const revisions: Revision[] = [];
  for (const [minutes, values] of states) {
    const at = TIME + minutes * MINUTE;
    const after: Earthquake = { ...earthquake(before), ...values, updatedAt: at };
    if (!values.magnitudeDoubtful) delete after.magnitudeDoubtful;
    const previous = before && previousFields(before, after, []);
    revisions.push({
      at,
      agencies: ['afad'],
      changed: before ? ['magnitude'] : ['created'],
      ...(previous && { previous }),
    });
    before = after;
  }
  return { ...before!, revisions };
}

/** Kind and magnitude of each message. */
const said = (followed: Followed): string[] =>
  messagesOf(followed).map(({ kind, state: { magnitude } }) => `${kind} ${magnitude}`);

const rows: [string, Earthquake, string[]][] = [
  ['an alert from magnitude 4', history([1, { magnitude: 4 }]), ['Alert 4']],
  ['none below', history([1, { magnitude: 3.9 }]), []],
  ['none without a magnitude', history([1, { magnitude: null }]), []],
  ['an alert once it reaches 4', history([1, { magnitude: 3.9 }], [2, { magnitude: 4 }]), ['Alert 4']],
  ['nothing for 0.2', history([1, { magnitude: 4.2 }], [2, { magnitude: 4.4 }]), ['Alert 4.2']],
  [
    'against what was said, not the revision before',
    history([1, { magnitude: 4.2 }], [2, { magnitude: 4.4 }], [3, { magnitude: 4.5 }]),
    ['Alert 4.2', 'Update 4.5'],
  ],
  ['an update below 4', history([1, { magnitude: 4.2 }], [2, { magnitude: 3.9 }]), ['Alert 4.2', 'Update 3.9']],
  ['another place', history([1, {}], [2, { latitude: 37.5 }]), ['Alert 7.7', 'Update 7.7']],
  ['another type', history([1, {}], [2, { eventType: 'explosion' }]), ['Alert 7.7', 'Update 7.7']],
  ['another depth says nothing', history([1, {}], [2, { depthKm: 30 }]), ['Alert 7.7']],
  ['nothing doubtful', history([1, { magnitude: 7, magnitudeDoubtful: true }]), []],
  [
    'nothing doubtful in an update',
    history([1, { magnitude: 4.5 }], [2, { magnitude: 7, magnitudeDoubtful: true }], [3, { magnitude: 5 }]),
    ['Alert 4.5', 'Update 5'],
  ],
  ['no alert a day later', history([24 * 60 + 1, {}]), []],
  ['an update a day later', history([1, { magnitude: 5 }], [2000, { magnitude: 6 }]), ['Alert 5', 'Update 6']],
];
for (const [name, one, expected] of rows)
  test(`messages: ${name}`, () => assert.deepEqual(said({ earthquake: one }), expected));

const withdrawn = (one: Earthquake, at: EpochMs): Earthquake => ({
  ...one,
  revisions: [...one.revisions, { at, agencies: ['afad'], changed: ['withdrawn'], previous: {} }],
});

test('a withdrawal or a merger cancels all messages, and what returns is a new alert', () => {
  const one = history([1, { magnitude: 4.2 }], [2, { magnitude: 5 }]);
  const at = TIME + 3 * MINUTE;
  const messages = messagesOf({ earthquake: withdrawn(one, at) });
  assert.deepEqual(
    messages.map(({ kind, references }) => [kind, references.map(({ identifier }) => identifier)]),
    [
      ['Alert', []],
      ['Update', ['0123456789abcdef-20230206T011832670Z']],
      ['Cancel', ['0123456789abcdef-20230206T011832670Z', '0123456789abcdef-20230206T011932670Z']],
    ],
  );
  assert.deepEqual(said({ earthquake: one, mergedAt: at }), ['Alert 4.2', 'Update 5', 'Cancel 5']);
  const back: Revision = { at: at + MINUTE, agencies: ['afad'], changed: ['reinstated'], previous: {} };
  const returned = withdrawn(one, at);
  returned.revisions.push(back);
  assert.deepEqual(said({ earthquake: returned }), ['Alert 4.2', 'Update 5', 'Cancel 5', 'Alert 5']);
  const small = history([1, { magnitude: 3 }]);
  assert.deepEqual(said({ earthquake: small, mergedAt: at }), []);
});

test('a message follows CAP 1.2 and says what was known when it was sent', () => {
  const one = history(
    [1, { magnitude: 6.9, slug: 'nurdagi-gaziantep-m6-9', location: 'Nurdağı (Gaziantep)', quality: 'automatic' }],
    [9, { magnitude: 7.7, slug: 'pazarcik-kahramanmaras-m7-7', location: 'Pazarcık (Kahramanmaraş)' }],
  );
  const [alert, update] = messagesOf({ earthquake: one }).map((message) => assertCap(capDocument(message, SETTINGS)));
  assert.deepEqual(
    [alert!['sender'], alert!['sent'], alert!['status'], alert!['msgType'], alert!['references']],
    ['quakes.example:8443', '2023-02-06T04:18:32+03:00', 'Actual', 'Alert', undefined],
  );
  assert.equal(
    update!['references'],
    'quakes.example:8443,0123456789abcdef-20230206T011832670Z,2023-02-06T04:18:32+03:00',
  );
  const [turkish, english] = alert!.info;
  const { category, urgency, severity, certainty, onset, expires } = turkish!;
  assert.deepEqual(
    [category, urgency, severity, certainty, onset, expires],
    ['Geo', 'Past', 'Severe', 'Observed', '2023-02-06T04:17:32+03:00', '2023-02-07T04:18:32+03:00'],
  );
  assert.deepEqual(
    [turkish!['language'], turkish!['headline'], turkish!['event'], turkish!['senderName']],
    ['tr-TR', 'M 6.9 - Nurdağı (Gaziantep)', 'Deprem', 'Depremler &amp; Co'],
  );
  assert.equal(turkish!['web'], 'https://quakes.example:8443/app/deprem/2023-02-06/nurdagi-gaziantep-m6-9');
  assert.match(turkish!['description']!, /otomatik çözüm.*erken uyarı ya da resmî bir makamın talimatı değildir/);
  assert.match(english!['description']!, /automatic solution.*neither an early warning nor an instruction/);
  assert.deepEqual(english!['area'], {
    areaDesc: 'Epicentre: Pazarcık (Kahramanmaraş)',
    circle: '37.288,37.043 0',
    geocode: { valueName: 'ISO3166-2', value: 'TR-46' },
  });
  assert.equal(update!.info[0]!['headline'], 'Güncelleme: M 7.7 - Pazarcık (Kahramanmaraş)');
  assert.match(update!.info[0]!['description']!, /Önceki mesaj: M 6\.9, Nurdağı \(Gaziantep\)\./);
  assert.equal(update!.info[0]!['severity'], 'Extreme');
});

/** Each published a minute after its origin. */
const sequence = (count: number, every: EpochMs): Followed[] =>
  Array.from({ length: count }, (_, n) => {
    const one = history([1, { magnitude: 4, eventId: `a${String(n).padStart(15, '0')}` }]);
    const shifted = one.revisions.map((revision) => ({ ...revision, at: revision.at + n * every }));
    return { earthquake: { ...one, time: TIME + n * every, revisions: shifted } };
  });

test('outside a great sequence the newest 120 messages of the last thirty days are kept, newest first', () => {
  const asOf = TIME + 30 * DAY;
  const many = sequence(140, 2 * HOUR);
  const messages = recentMessages(many, asOf);
  assert.deepEqual(
    [messages.length, messages[0]!.eventId, messages.at(-1)!.eventId],
    [120, many[139]!.earthquake.eventId, many[20]!.earthquake.eventId],
  );
  assert.equal(recentMessages(many, TIME + 30 * DAY + 260 * HOUR).length, 10);
  const { entries } = assertAtom(capFeed(messages, SETTINGS, asOf));
  assert.equal(entries[0]!.id, `urn:hiposantr:cap:${messages[0]!.identifier}`);
  assertAtom(capFeed([], SETTINGS, asOf));
});

test('in a great sequence every message is kept until it expires, and an hour more for feeds in caches', () => {
  const many = sequence(600, 3 * MINUTE);
  const asOf = TIME + 30 * HOUR;
  const messages = recentMessages(many, asOf);
  assert.equal(
    messages.length,
    many.filter(({ earthquake: { revisions } }) => revisions[0]!.at > asOf - 25 * HOUR).length,
  );
  assert.ok(messages.length > 450, `${messages.length} messages`);
});

test('what is published 27 days after the alert is no message: each is kept until it expires', () => {
  const minutes = 27 * 24 * 60;
  const one = history([1, { magnitude: 5 }], [minutes, { magnitude: 6 }], [minutes + 2, { magnitude: 7 }]);
  assert.deepEqual(said({ earthquake: one }), ['Alert 5', 'Update 6']);
  assert.equal(recentMessages([{ earthquake: one }], TIME + 28 * DAY).length, 2);
});

test('any text gives a valid message and feed', () => {
  fc.assert(
    fc.property(anyText(), anyText(), fc.constantFrom(null, 0, -2.5, 700), (text, serviceName, depthKm) => {
      const one = history([1, { location: `x${text}`, locationEn: `x${text}`, magnitudeType: text, depthKm }]);
      const settings = { ...SETTINGS, serviceName: `x${serviceName}` };
      const messages = messagesOf({ earthquake: one, mergedAt: TIME + HOUR });
      assert.deepEqual(
        messages.map((message) => assertCap(capDocument(message, settings))['msgType']),
        ['Alert', 'Cancel'],
      );
      assertAtom(capFeed(messages, settings, TIME + DAY));
    }),
    { numRuns: 50 },
  );
});

test('the checks of messages find what CAP forbids', () => {
  const xml = capDocument(messagesOf({ earthquake: history([1, {}]) })[0]!, SETTINGS);
  for (const [from, to] of [
    ['+03:00</sent>', 'Z</sent>'],
    ['+03:00</onset>', '.670+03:00</onset>'],
    ['<status>Actual', '<status>Real'],
    ['<urgency>Past', '<urgency>past'],
    [/<scope>.*?<\/scope>/, ''],
    ['37.288,37.043 0', '37.288, 37.043'],
    [/(<category>.*?<\/category>)\s*(<event>.*?<\/event>)/, '$2$1'],
    ['<msgType>Alert', '<msgType>Cancel'],
    ['&amp;', '&'],
    ['cap:1.2', 'cap:1.1'],
  ] as const)
    assert.throws(() => assertCap(xml.replace(from, to)), String(from));
});
