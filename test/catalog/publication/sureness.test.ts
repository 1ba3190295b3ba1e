/** States and errors of magnitudes, from documents to records, and half an hour later. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { doubtOf, magnitudeWords, otherMagnitude, sureness, surenessInFull } from '#core/unsettled.ts';
import { listItem } from '#core/wire.ts';
import { notificationOf } from '../../../gateway/alerts/thread.ts';
import type { Rule } from '../../../gateway/alerts/rule.ts';
import { descriptionOf } from '../../../generator/outputs/cap/document.ts';
import { messagesOf } from '../../../generator/outputs/cap/messages.ts';
import { summaryOf, titleOf } from '../../../generator/outputs/rss.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { documentOf, NOON, onlyRecord, records, testCatalog, type Document } from '../../support/catalog.ts';
import { draft, mag, member } from '../../support/composition.ts';
import { earthquake } from '../../support/earthquake.ts';

const rowOf = (type: string, value: number, more: Partial<SourceReport> = {}) => ({
  magnitudes: [mag(type, value)],
  ...more,
});
const asOf = NOON + MINUTE;
const afad = (type: string, value: number): Document => documentOf('afad-api', '1', rowOf(type, value), asOf);
const kandilli = (type: string, value: number, more = {}): Document =>
  documentOf('kandilli-live', null, rowOf(type, value, more), asOf);
const usgs = (type: string, value: number): Document => documentOf('usgs-fdsn', 'us1', rowOf(type, value), asOf);

function publishedAfter(minutes: number, ...documents: Document[]) {
  const catalog = testCatalog();
  catalog.now = NOON + minutes * MINUTE;
  catalog.run(...documents);
  return catalog;
}

const stateAfter = (minutes: number, ...documents: Document[]) =>
  listItem(onlyRecord(publishedAfter(minutes, ...documents).db)).magnitude_state;

const AUTOMATIC = { quality: 'automatic' } as const;

test('a magnitude is automatic, settling, or agreed; else nothing is said', () => {
  assert.equal(stateAfter(5, kandilli('ML', 4, AUTOMATIC)), 'automatic');
  assert.equal(stateAfter(60, kandilli('ML', 4, AUTOMATIC)), 'automatic');
  assert.equal(stateAfter(5, afad('ML', 4)), 'settling');
  assert.equal(stateAfter(29.9, kandilli('ML', 4, AUTOMATIC), afad('ML', 4.1)), 'settling');
  assert.equal(stateAfter(30, kandilli('ML', 4, AUTOMATIC), afad('ML', 4.3)), 'agreed');
  assert.equal(stateAfter(30, afad('ML', 4)), undefined);
  assert.equal(stateAfter(5, afad('ML', 2.9)), undefined, 'nobody is notified of it');
  assert.equal(stateAfter(60, afad('ML', 4), kandilli('ML', 4.5)), undefined, 'apart, but no contradiction');
  assert.equal(stateAfter(60, afad('ML', 4), kandilli('ML', 4.9)), 'settling', 'they contradict each other');
  assert.equal(stateAfter(60, afad('ML', 6.6), kandilli('ML', 6.7), usgs('Mww', 7.6)), undefined, 'two saturated ones');
  assert.equal(stateAfter(60, afad('MD', 3.6), usgs('Mww', 4.2)), 'agreed', 'by the Mw that they lead to expect');
});

test('after half an hour it is settled, with one revision; a minute without news writes nothing', () => {
  const catalog = publishedAfter(
    2,
    afad('ML', 4),
    kandilli('ML', 4.2),
    documentOf('afad-api', '2', { time: NOON - 600_000, latitude: 40, magnitudes: [mag('ML', 2)] }, asOf),
  );
  const state = () => JSON.stringify(catalog.db.prepare('SELECT * FROM settings').all());
  const settings = state();
  for (const minutes of [3, 10, 29]) {
    catalog.now = NOON + minutes * MINUTE;
    assert.equal(catalog.finish().revised, 0);
  }
  assert.equal(state(), settings);
  catalog.now = NOON + 30 * MINUTE;
  assert.equal(catalog.finish().revised, 1);
  const one = records(catalog.db).find(({ magnitude }) => magnitude! > 3)!;
  assert.equal(one.magnitudeState, 'agreed');
  const { changed, previous } = one.revisions.at(-1)!;
  assert.deepEqual([changed, previous], [['magnitude_state'], { magnitude_state: 'settling' }]);
  catalog.now = NOON + 31 * MINUTE;
  assert.equal(catalog.finish().revised, 0);
});

test('one that nothing was asked of for days is settled by the next commit', () => {
  const catalog = publishedAfter(5, afad('ML', 4));
  catalog.now = NOON + 20 * 60 * MINUTE;
  assert.equal(catalog.finish().revised, 1);
  assert.equal(onlyRecord(catalog.db).magnitudeState, undefined);
});

test('the error is of what the values promise and of how they differ', () => {
  const errorOf = (...values: [feed: 'afad' | 'usgs' | 'kandilli-zeqdb', type: string, value: number][]) =>
    draft(...values.map(([feed, type, value]) => member(feed, { magnitudes: [mag(type, value)] }))).magnitudeError;
  // Mw of a national network ±0.15, of the global one ±0.08.
  assert.equal(
    errorOf(['afad', 'Mw', 5], ['usgs', 'Mww', 5]),
    Math.round(100 / Math.sqrt(1 / 0.15 ** 2 + 1 / 0.08 ** 2)) / 100,
  );
  assert.ok(errorOf(['afad', 'Mw', 5], ['usgs', 'Mww', 5.4])! > 0.15);
  assert.equal(errorOf(['afad', 'Mw', 5]), undefined, 'one agency alone is no consensus');
  assert.equal(errorOf(['afad', 'Mw', 5], ['kandilli-zeqdb', 'ML', 3.6]), undefined, 'nor are two that contradict');
  const early = { time: Date.UTC(1965, 0), magnitudes: [mag('Ms', 5)] };
  assert.equal(draft(member('afad', early), member('kandilli-zeqdb', early)).magnitudeError, undefined);
});

const young = (): Earthquake => {
  const of = earthquake({ magnitudeState: 'settling' });
  return { ...of, solutions: of.solutions.map((one) => ({ ...one, magnitudes: [mag('Mw', 7.7)] })) };
};

test('texts tell what is young from what is contradicted', () => {
  const item = listItem(young());
  assert.equal(otherMagnitude(item), undefined);
  assert.equal(doubtOf(item, 'tr'), 'kesinleşmedi');
  assert.match(titleOf(young()), / \(kesinleşmedi\)$/);
  assert.match(summaryOf(young()), /^Mw 7\.7 \(kesinleşmedi\), /);
  const created = { at: young().time, agencies: ['afad' as const], changed: ['created'] };
  const [message] = messagesOf({ earthquake: { ...young(), revisions: [created] } });
  assert.match(descriptionOf(message!, 'en'), /^Mw 7\.7 \(not settled\), /);
  const apart = {
    ...item,
    sources: [
      { name: 'afad', magnitude: 7.7 },
      { name: 'usgs', magnitude: 7.3 },
    ],
  };
  assert.equal(doubtOf(apart, 'tr'), 'kesinleşmedi, USGS 7,3');
});

test('the page of an earthquake says what is known for it, and how exactly', () => {
  const agreed = { magnitude: 5, magnitude_state: 'agreed', magnitude_error: 0.24 };
  assert.equal(magnitudeWords(agreed, 'tr'), 'kurumlar birbirini doğruluyor, ± 0,2');
  assert.equal(magnitudeWords({ ...agreed, magnitude_error: 0.03 }, 'en'), 'the agencies agree, ± 0.1');
  assert.equal(magnitudeWords({ magnitude: 5 }, 'en'), undefined);
  assert.equal(
    surenessInFull(earthquake({ magnitudeState: 'agreed', magnitudeError: 0.07 }), 'en'),
    'the agencies agree, ± 0.1',
  );
  const [solution] = earthquake().solutions;
  const automatic = earthquake({
    magnitude: 4,
    solutions: [{ ...solution!, quality: 'automatic', magnitudes: [mag('ML', 4)] }],
  });
  assert.equal(sureness(automatic, 'tr'), 'otomatik');
  assert.equal(surenessInFull({ ...automatic, magnitude: 6 }, 'tr'), 'şimdilik tek kurum');
});

test('no alert says that half an hour has passed', () => {
  const rule = { revisions: 'all' } as Rule;
  const first = { ...listItem(young()), agencies: ['afad' as const] };
  const thread = { publishedAt: 0, notified: first, held: null };
  const told = (more: object) =>
    notificationOf(
      { eventId: 'a', publishedAt: 1, earthquake: { ...first, updated_at: '2026-01-01T00:00:00Z', ...more } },
      thread,
      { rule, matches: true, now: young().time + 40 * SECOND },
    );
  assert.equal(told({ magnitude_state: 'agreed', magnitude_error: 0.1 }), undefined);
  assert.equal(told({ depth_km: 9 })?.kind, 'revised');
});
