/** What one agency alone reports: shown at once, doubtful after the silence of two others, sure when one has it too. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { noteAttempt, noteQuarantined } from '../../../generator/catalog/documents/feed-states.ts';
import { capDocument } from '../../../generator/outputs/cap/document.ts';
import { messagesOf } from '../../../generator/outputs/cap/messages.ts';
import type { FeedName } from '../../../generator/sources/feed.ts';
import { NOON, records, report, testCatalog, type TestCatalog } from '../../support/catalog.ts';

const SETTINGS = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };
const LIVE: FeedName[] = ['kandilli-live', 'afad-api', 'usgs-fdsn'];
const TYPE: Partial<Record<FeedName, string>> = { 'kandilli-live': 'ML', 'afad-api': 'Mw', 'usgs-fdsn': 'mb' };

const keyOf = (feed: FeedName, name: string): string | null => (feed === 'kandilli-live' ? null : `${name}`);

/** An older earthquake of each agency: their documents cover the time since. */
function catalogOf(t: TestContext): TestCatalog {
  const catalog = testCatalog();
  t.after(() => catalog.close());
  catalog.now = NOON - MINUTE;
  catalog.run(...LIVE.map((feed) => documentOf(feed, NOON - MINUTE, [])));
  return catalog;
}

type Values = Partial<Parameters<typeof report>[0]>;

const OLD: Values = { time: NOON - 20 * HOUR, magnitudes: [{ type: 'ML', value: 3 }] };

const documentOf = (feed: FeedName, asOf: EpochMs, rows: Values[]) => ({
  feed,
  asOf,
  reports: [OLD, ...rows].map((row, index) => report({ key: keyOf(feed, index === 0 ? 'old' : 'great'), ...row })),
});

/** A minute in which these agencies answer, with these rows. */
function minute(catalog: TestCatalog, after: number, answers: Partial<Record<FeedName, Values[]>>) {
  catalog.now = NOON + after * MINUTE;
  for (const [feed, rows] of Object.entries(answers) as [FeedName, Values[]][]) {
    catalog.store(documentOf(feed, catalog.now, rows));
    noteAttempt(catalog.db, feed, catalog.now, null);
  }
  catalog.finish();
  return records(catalog.db).findLast(({ time }) => time > NOON - HOUR);
}

const GREAT = (feed: FeedName): Values => ({
  magnitudes: [{ type: TYPE[feed]!, value: 8.1 }],
  latitude: 41.02,
  longitude: 28.97,
});
const one = (feed: FeedName) => ({ [feed]: [GREAT(feed)] });

test('a lone M 8.1 is shown at once, doubtful after ten minutes of two others, and sure again when one has it', (t) => {
  const catalog = catalogOf(t);
  const silent = { 'afad-api': [], 'usgs-fdsn': [] };
  const at = (after: number, answers: Partial<Record<FeedName, Values[]>>) => minute(catalog, after, answers);
  const kandilli = one('kandilli-live');
  assert.equal(at(1, { ...kandilli, ...silent })?.magnitudeDoubtful, undefined);
  assert.equal(at(9, { ...kandilli, ...silent })?.magnitudeDoubtful, undefined);
  const doubted = at(11, { ...kandilli, ...silent })!;
  assert.deepEqual([doubted.magnitude, doubted.magnitudeDoubtful], [8.1, true]);
  const kinds = messagesOf({ earthquake: doubted }).map(({ kind, reason }) => [kind, reason]);
  assert.deepEqual(kinds, [
    ['Alert', undefined],
    ['Cancel', 'unconfirmed'],
  ]);
  const [alert, cancel] = messagesOf({ earthquake: doubted }).map((message) => capDocument(message, SETTINGS));
  assert.match(alert!, /<certainty>Likely<[^]*şimdilik tek kurum[^]*one agency so far/);
  assert.match(cancel!, /diğer kurumların listelerinde yok/);
  const sure = at(15, { ...kandilli, ...one('afad-api'), 'usgs-fdsn': [] })!;
  assert.equal(sure.magnitudeDoubtful, undefined);
  assert.equal(messagesOf({ earthquake: sure }).at(-1)!.kind, 'Alert');
  // Confirmed once, it stays.
  assert.equal(at(30, { ...kandilli, ...one('afad-api'), 'usgs-fdsn': [] })?.magnitudeDoubtful, undefined);
});

const STAYS: [name: string, change: (catalog: TestCatalog) => void, answers: Partial<Record<FeedName, Values[]>>][] = [
  ['one other agency alone answered', () => {}, { ...one('kandilli-live'), 'usgs-fdsn': [] }],
  [
    'the answers of one are quarantined',
    ({ db }) => {
      noteAttempt(db, 'afad-api', NOON + 11 * MINUTE, null);
      noteQuarantined(db, 'afad-api', NOON + 11 * MINUTE, { code: 'moved', count: 9, of: 9 });
    },
    { ...one('kandilli-live'), 'usgs-fdsn': [] },
  ],
  [
    'M 4.9',
    () => {},
    {
      'kandilli-live': [{ ...GREAT('kandilli-live'), magnitudes: [{ type: 'ML', value: 4.9 }] }],
      'afad-api': [],
      'usgs-fdsn': [],
    },
  ],
  [
    'far from the national networks, by the USGS',
    () => {},
    { 'usgs-fdsn': [{ ...GREAT('usgs-fdsn'), latitude: 34.1, longitude: 47.2 }], 'kandilli-live': [], 'afad-api': [] },
  ],
  [
    'of years ago',
    () => {},
    { 'usgs-fdsn': [{ ...GREAT('usgs-fdsn'), time: NOON - 800 * DAY }], 'kandilli-live': [], 'afad-api': [] },
  ],
];

for (const [name, change, answers] of STAYS)
  test(`no doubt: ${name}`, (t) => {
    const catalog = catalogOf(t);
    minute(catalog, 1, answers);
    change(catalog);
    minute(catalog, 11, answers);
    minute(catalog, 40, answers);
    assert.deepEqual(
      records(catalog.db).filter(({ magnitudeDoubtful }) => magnitudeDoubtful),
      [],
    );
  });

test('an unchanged answer is an answer of its moment', (t) => {
  const catalog = catalogOf(t);
  minute(catalog, 1, { ...one('kandilli-live'), 'afad-api': [], 'usgs-fdsn': [] });
  catalog.now = NOON + 11 * MINUTE;
  for (const feed of LIVE) noteAttempt(catalog.db, feed, catalog.now, null);
  assert.deepEqual(catalog.finish(), { created: 0, revised: 1, merged: 0, withdrawn: 0 });
  assert.equal(records(catalog.db).at(-1)?.magnitudeDoubtful, true);
  assert.deepEqual(catalog.finish(), { created: 0, revised: 0, merged: 0, withdrawn: 0 });
});
