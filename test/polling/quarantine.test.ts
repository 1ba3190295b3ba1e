/** Feeds that lie, through real requests: what is published does not change, and the source says why. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MINUTE, DAY, SECOND, HOUR, type EpochMs } from '#core/time.ts';
import { feedsOf } from '../../generator/catalog/documents/feed-states.ts';
import { finishIngest, ingestHeld } from '../../generator/ingest.ts';
import { kandilliBody, usgsBody, afadBody, type Change, type Quake } from '../support/agency-documents.ts';
import { records } from '../support/catalog.ts';
import { stateOf, replayAgency, type Live, type ReplayedAgency } from '../support/replayed-agency.ts';

const renamed =
  (from: string, to: string): Change =>
  (item) => {
    const { [from]: value, ...rest } = item;
    return { ...rest, [to]: value };
  };
const properties =
  (change: Change): Change =>
  (item, index) => ({ ...item, properties: change(item['properties'] as Record<string, unknown>, index) });
const shifted = (all: Quake[], by: number): Quake[] => all.map((one) => ({ ...one, time: one.time + by }));
const withAfad = (change: Change) => (all: Quake[]) => afadBody(all, change);
const withUsgs = (change: Change) => (all: Quake[], now: EpochMs) => usgsBody(all, now, change);
const year = (value: number): EpochMs => Date.UTC(value, 5, 1);

/** What is sent, and the code under which it is quarantined. */
const LIES: [what: string, agency: Live, body: (all: Quake[], now: EpochMs) => Uint8Array, code: string][] = [
  ['AFAD renames magnitude to mag', 'afad', withAfad(renamed('magnitude', 'mag')), 'field_lost'],
  ['AFAD renames type', 'afad', withAfad(renamed('type', 'magnitudeType')), 'field_lost'],
  ['AFAD renames depth', 'afad', withAfad(renamed('depth', 'derinlik')), 'field_lost'],
  ['AFAD renames location', 'afad', withAfad(renamed('location', 'yer')), 'field_lost'],
  ['AFAD renames date', 'afad', withAfad(renamed('date', 'eventDate')), 'unreadable'],
  [
    'AFAD exchanges latitude and longitude',
    'afad',
    withAfad(({ latitude, longitude, ...rest }) => ({ ...rest, latitude: longitude, longitude: latitude })),
    'moved',
  ],
  ['AFAD becomes local time', 'afad', (all) => afadBody(shifted(all, 3 * HOUR)), 'shifted'],
  ['AFAD is three hours early', 'afad', (all) => afadBody(shifted(all, -3 * HOUR)), 'shifted'],
  ['AFAD is half an hour late', 'afad', (all) => afadBody(shifted(all, 30 * MINUTE)), 'shifted'],
  ['all magnitudes of AFAD are 9.9', 'afad', withAfad((item) => ({ ...item, magnitude: '9.9' })), 'magnitude_changed'],
  ['AFAD names two rows only', 'afad', (all) => afadBody(all.slice(0, 2)), 'gone'],
  ['AFAD has no row any more', 'afad', () => afadBody([]), 'gone'],
  ['AFAD answers nothing at all', 'afad', () => new Uint8Array(), 'gone'],
  [
    'an answer of the year 3025',
    'usgs',
    (all, now) => usgsBody(shifted(all, year(3025) - now), year(3026)),
    'unreadable',
  ],
  ['an answer of last year', 'usgs', (all, now) => usgsBody(shifted(all, -365 * DAY), now), 'unreadable'],
  ['generated in 9999, two of twenty rows', 'usgs', (all) => usgsBody(all.slice(0, 2), year(9999)), 'gone'],
  [
    'all magnitudes of the USGS are 9.9, in a document generated before the catalogue began',
    'usgs',
    (all, now) =>
      usgsBody(
        all,
        now - HOUR,
        properties((item) => ({ ...item, mag: 9.9, updated: now })),
      ),
    'magnitude_changed',
  ],
  [
    'Kandilli is 17 minutes late, and has a row of 3025',
    'kandilli',
    (all, now) => kandilliBody([...shifted(all, 17 * MINUTE), { ...all[0]!, time: year(3025) }], now),
    'gone',
  ],
  ['the USGS deletes all', 'usgs', withUsgs(properties((item) => ({ ...item, status: 'deleted' }))), 'withdrawn'],
  [
    'the USGS says quarry blast',
    'usgs',
    withUsgs(properties((item) => ({ ...item, type: 'quarry blast' }))),
    'type_changed',
  ],
  ['the USGS becomes local time', 'usgs', (all, now) => usgsBody(shifted(all, 3 * HOUR), now), 'shifted'],
  ['Kandilli becomes UTC', 'kandilli', (all, now) => kandilliBody(shifted(all, -3 * HOUR), now), 'shifted'],
  [
    'a page of 3026 with two rows',
    'kandilli',
    (all) =>
      kandilliBody(
        all.filter((_, index) => index % 10 === 9),
        year(3026),
      ),
    'gone',
  ],
];

for (const [what, agency, body, code] of LIES)
  test(`${what}: nothing changes, the source is degraded, and well again after a sound document`, async (t) => {
    const replayed = await replayAgency(t, agency);
    const before = replayed.published();
    const { lastSuccess } = stateOf(replayed, agency);
    replayed.answers(agency, body);
    for (let round = 0; round < 15; round += 1) await replayed.publish();
    assert.deepEqual(replayed.published(), before);
    const quarantined = stateOf(replayed, agency);
    assert.deepEqual(quarantined.quarantined, [code]);
    assert.equal(quarantined.lastSuccess, lastSuccess, 'it has not answered what is accepted');
    assert.equal(
      replayed.lines.filter((line) => /^(?!archive|.*older years).*is not accepted/.test(line)).length,
      1,
      'said once',
    );
    replayed.answers(agency);
    await replayed.publish();
    assert.deepEqual([replayed.published(), stateOf(replayed, agency).quarantined], [before, []]);
    assert.ok(stateOf(replayed, agency).lastSuccess! > lastSuccess!);
  });

/** Rows that lie: they are refused, the others are taken in. */
const CONTRADICTING_ROWS: [what: string, agency: Live, body: (all: Quake[], now: EpochMs) => Uint8Array][] = [
  [
    'a row of 3025, M 9.4, of a document generated in 3026',
    'usgs',
    (all) => usgsBody([...all, { ...all[0]!, id: '999999', time: Date.UTC(3025, 11, 31), magnitude: 9.4 }], year(3026)),
  ],
  [
    'the same on a page of Kandilli',
    'kandilli',
    (all) => kandilliBody([...all, { ...all[0]!, time: Date.UTC(3025, 11, 31), magnitude: 9.4 }], year(3026)),
  ],
  [
    'a row two hours ahead',
    'afad',
    (all, now) => afadBody([...all, { ...all[0]!, id: '999999', time: now + 2 * HOUR, magnitude: 6.4 }]),
  ],
  [
    'a row of a year ago',
    'afad',
    (all, now) => afadBody([...all, { ...all[0]!, id: '999999', time: now - 365 * DAY, magnitude: 6.4 }]),
  ],
];

for (const [what, agency, body] of CONTRADICTING_ROWS)
  test(`${what} is refused, and withdraws nothing`, async (t) => {
    const replayed = await replayAgency(t, agency);
    const before = replayed.published();
    replayed.answers(agency, body);
    for (let round = 0; round < 15; round += 1) await replayed.publish();
    assert.deepEqual(replayed.published(), before);
    assert.deepEqual(stateOf(replayed, agency).quarantined, []);
    assert.ok(feedsOf(replayed.context.db, agency).counts.rowsRejected > 0);
  });

test('a row changed in the year 9999 does not keep later revisions away', async (t) => {
  const replayed = await replayAgency(t, 'usgs');
  const change = (magnitude: number, updated: EpochMs) =>
    withUsgs((item, index) =>
      index === 0 ? properties((all) => ({ ...all, mag: magnitude, updated }))(item, index) : item,
    );
  const magnitudeOfFirst = () => records(replayed.context.db)[0]!.magnitude;
  replayed.answers('usgs', change(5.5, Date.UTC(9999, 0)));
  await replayed.publish();
  assert.equal(magnitudeOfFirst(), 5.5);
  replayed.answers('usgs', change(4.9, replayed.clock.now));
  await replayed.publish();
  assert.equal(magnitudeOfFirst(), 4.9);
});

test('a row that says it was changed a second ago does not stay when the feed goes back to what it said before', async (t) => {
  const replayed = await replayAgency(t, 'usgs');
  const before = replayed.published();
  replayed.answers(
    'usgs',
    withUsgs((item, index) =>
      index === 0
        ? properties((all) => ({ ...all, mag: 9.4, updated: replayed.clock.now - SECOND }))(item, index)
        : item,
    ),
  );
  await replayed.publish();
  assert.equal(records(replayed.context.db)[0]!.magnitude, 9.4);
  replayed.answers('usgs');
  for (let minute = 0; minute <= 11; minute += 1) await replayed.publish();
  assert.deepEqual(replayed.published(), before);
});

const isPublished = (replayed: ReplayedAgency, { time }: Quake): boolean =>
  replayed.published().some((line) => line.includes(String(time)));

test('what a sound document lacks goes after ten minutes, and returns when it is named again', async (t) => {
  const replayed = await replayAgency(t, 'afad');
  const [gone] = replayed.all;
  const counts: number[] = [];
  for (let minute = 0; minute <= 11; minute += 1) {
    replayed.answers('afad', (all) =>
      afadBody(
        all.filter(({ id }) => id !== gone!.id),
        (item) => ({ ...item, rms: `0.${minute}` }),
      ),
    );
    await replayed.publish();
    counts.push(Number(isPublished(replayed, gone!)));
  }
  assert.deepEqual(counts.slice(0, 10), Array(10).fill(1));
  assert.equal(counts.at(-1), 0);
  replayed.answers('afad');
  await replayed.publish();
  assert.ok(isPublished(replayed, gone!));
});

test('a document that is quarantined is taken in when the operator accepts it, and the next one like it is sound', async (t) => {
  const replayed = await replayAgency(t, 'afad');
  const body = (all: Quake[]) => afadBody(shifted(all, -HOUR));
  replayed.answers('afad', body);
  await replayed.publish();
  const [, id] = /--accept ([0-9a-f]{12})/.exec(replayed.lines.find((line) => line.includes('--accept'))!)!;
  await assert.rejects(ingestHeld(replayed.context, '000000000000'), new RegExp(`these are:\\n  ${id} afad-api`));
  const summary = await ingestHeld(replayed.context, id!);
  assert.deepEqual([summary.quarantined, summary.fresh], [null, 20]);
  finishIngest(replayed.context);
  const times = records(replayed.context.db).map(({ time }) => time);
  assert.deepEqual(times, replayed.all.map(({ time }) => time - HOUR).toReversed());
  await replayed.publish();
  assert.deepEqual(stateOf(replayed, 'afad').quarantined, []);
  await assert.rejects(ingestHeld(replayed.context, id!), /none is$/);
});

test('a field that a feed does not give any more is not missed for ever, once the operator has accepted that', async (t) => {
  const replayed = await replayAgency(t, 'afad');
  for (const rms of ['0.1', '0.2']) {
    replayed.answers('afad', (all) => afadBody(all, (item) => ({ ...item, rms })));
    await replayed.publish();
  }
  replayed.answers('afad', (all) => afadBody(all, (item) => ({ ...item, type: null })));
  await replayed.publish();
  assert.deepEqual(stateOf(replayed, 'afad').quarantined, ['field_lost']);
  const [, id] = /--accept ([0-9a-f]{12})/.exec(replayed.lines.find((line) => line.includes('--accept'))!)!;
  await ingestHeld(replayed.context, id!);
  finishIngest(replayed.context);
  await replayed.publish();
  assert.deepEqual(stateOf(replayed, 'afad').quarantined, []);
});

test('a feed that is wrong for long keeps few documents', async (t) => {
  const replayed = await replayAgency(t, 'afad');
  for (let minute = 0; minute < 40; minute += 1) {
    replayed.answers('afad', (all) => afadBody(all, (item) => ({ ...item, magnitude: '9.9', rms: `0.${minute}` })));
    await replayed.round();
  }
  const kept = replayed.context.db.prepare<[], number>('SELECT count(*) FROM held_documents').pluck().get()!;
  assert.equal(kept, 4, 'the first and the newest three');
  assert.equal(feedsOf(replayed.context.db, 'afad').counts.documentsQuarantined, 40);
});
