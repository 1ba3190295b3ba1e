/** A document is judged by what other agencies say of the same earthquakes, and by what its feed said 24 hours ago. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { DAY, HOUR, MINUTE, parseInstant, type EpochMs } from '#core/time.ts';
import { openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { finishIngest, ingestParsed, type DocumentSummary } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { fetchedFrom, readParsed } from '../../../generator/sources/reader/perform.ts';
import type { FeedName } from '../../../generator/sources/feed.ts';
import { afadBody, kandilliBody, quakes, usgsBody, type Quake } from '../../support/agency-documents.ts';
import { records } from '../../support/catalog.ts';

const START = parseInstant('2026-03-15T12:00:00Z')!;
const ALL = quakes(40, START);

type Reporting = 'afad' | 'usgs' | 'kandilli';
const FEEDS: Record<Reporting, FeedName> = { afad: 'afad-api', usgs: 'usgs-fdsn', kandilli: 'kandilli-live' };
const BODIES: Record<Reporting, (all: readonly Quake[], now: EpochMs) => Uint8Array> = {
  afad: (all) => afadBody(all),
  usgs: usgsBody,
  kandilli: kandilliBody,
};
/** Each agency locates a little differently. */
const APART: Record<Reporting, number> = { afad: 0, usgs: 1, kandilli: -1 };

const seenBy = (agency: Reporting, all: readonly Quake[]): Quake[] =>
  all.map((one) => ({
    ...one,
    time: one.time + APART[agency] * 1000,
    latitude: Number((one.latitude + APART[agency] * 0.05).toFixed(4)),
    magnitude: Number((one.magnitude + APART[agency] * 0.1).toFixed(1)),
  }));

/** A catalogue that polls once a minute. */
class World {
  readonly db: Db = openCatalog(':memory:');
  now = START;

  options() {
    return { db: this.db, now: () => this.now, region: REGION, agencies: AGENCIES, placeName: () => null };
  }

  take(agency: Reporting, bytes: Uint8Array): DocumentSummary {
    const feed = FEEDS[agency];
    const parsed = readParsed(bytes, fetchedFrom(feed, bytes), { knownTime: () => undefined });
    const coverage = agency === 'kandilli' ? null : { from: START - 5 * DAY, to: this.now, minMagnitude: null };
    return ingestParsed(this.options(), { name: feed, bytes, coverage, fetchedAt: this.now }, parsed);
  }

  /** One minute. @returns codes of what was quarantined */
  poll(documents: Partial<Record<Reporting, readonly Quake[]>>): string[] {
    const summaries = Object.entries(documents).map(([agency, all]) =>
      this.take(agency as Reporting, BODIES[agency as Reporting](all, this.now)),
    );
    finishIngest(this.options());
    this.now += MINUTE;
    return summaries.flatMap(({ quarantined }) => quarantined?.finding.code ?? []);
  }

  /** Rounds in which these agencies tell the truth. */
  honest(agencies: readonly Reporting[], all: readonly Quake[] = ALL, rounds = 3): void {
    const documents = Object.fromEntries(agencies.map((agency) => [agency, seenBy(agency, all)]));
    for (let round = 0; round < rounds; round += 1) assert.deepEqual(this.poll(documents), []);
  }

  /** Published earthquakes that are none of these. */
  lies(all: readonly Quake[] = ALL): number {
    const isTrue = (one: Quake, record: ReturnType<typeof records>[number]): boolean =>
      Math.abs(one.time - record.time) <= MINUTE &&
      distanceKm(one, record) < 50 &&
      Math.abs(one.magnitude - record.magnitude!) < 1;
    return records(this.db).filter((record) => !all.some((one) => isTrue(one, record))).length;
  }
}

const LIES: [what: string, lie: (one: Quake) => Quake][] = [
  ['magnitudes 5 larger', (one) => ({ ...one, magnitude: one.magnitude + 5 })],
  ['three hours early', (one) => ({ ...one, time: one.time - 3 * HOUR })],
  ['165 km farther', (one) => ({ ...one, longitude: Number((one.longitude + 1.9).toFixed(4)) })],
];

const upTo = (count: number, truth: readonly Quake[], lie: (one: Quake) => Quake): Quake[] =>
  truth.map((one, index) => (index < count ? lie(one) : one));

for (const [what, lie] of LIES) {
  for (const agency of ['afad', 'usgs', 'kandilli'] as const)
    test(`${agency} drifts, ${what}, seven rows a poll: it is stopped, and the truth is taken in at once`, () => {
      const world = new World();
      world.honest(['afad', 'usgs', 'kandilli']);
      const truth = seenBy(agency, ALL);
      const quarantined = [7, 14, 21, 28, 35, 40].map(
        (count) => world.poll({ [agency]: upTo(count, truth, lie) }).length,
      );
      assert.deepEqual(quarantined.slice(1), [1, 1, 1, 1, 1]);
      assert.equal(world.lies(), 0);
      assert.deepEqual(world.poll({ [agency]: truth }), []);
      assert.equal(world.lies(), 0);
    });

  test(`AFAD drifts alone, ${what}: it is stopped at the second poll, and the truth is taken in at once`, () => {
    const world = new World();
    world.honest(['afad']);
    const quarantined = [7, 14, 21, 28, 35, 40].map((count) => world.poll({ afad: upTo(count, ALL, lie) }).length);
    assert.deepEqual(quarantined, [0, 1, 1, 1, 1, 1]);
    assert.deepEqual(world.poll({ afad: ALL }), []);
    assert.equal(world.lies(), 0);
  });

  test(`the first document of AFAD, ${what}, is judged by the two others, and the truth is taken in at once`, () => {
    const world = new World();
    world.honest(['usgs', 'kandilli']);
    assert.deepEqual(world.poll({ afad: ALL.map(lie) }), ['contradicted']);
    assert.equal(world.lies(), 0);
    assert.deepEqual(world.poll({ afad: ALL }), []);
  });

  test(`the first document of AFAD, ${what}, is judged by a single agency that is known for a day`, () => {
    const world = new World();
    world.honest(['usgs']);
    world.now += DAY;
    assert.deepEqual(world.poll({ afad: ALL.map(lie) }), ['contradicted']);
    assert.deepEqual(world.poll({ afad: ALL }), []);
  });

  test(`AFAD lies before anybody else speaks, ${what}: the truth of all is taken in at once, its own too`, () => {
    const world = new World();
    const lies = ALL.map(lie);
    for (let round = 0; round < 3; round += 1) assert.deepEqual(world.poll({ afad: lies }), []);
    world.honest(['usgs', 'kandilli']);
    assert.deepEqual(world.poll({ afad: lies }), ['contradicted']);
    assert.deepEqual(world.poll({ afad: ALL }), []);
    assert.equal(world.lies(), 0);
    assert.deepEqual(world.poll({ afad: ALL }), []);
  });
}

const NORTH: (one: Quake) => Quake = (one) => ({
  ...one,
  magnitude: one.magnitude + 5,
  latitude: Number((one.latitude + 3).toFixed(4)),
});

for (const others of [['afad', 'kandilli'], ['afad'], []] as const)
  for (const rows of [2, 3, 4])
    test(`${rows} rows of the USGS, all 5 larger and 330 km north, beside ${others.length} others`, () => {
      const world = new World();
      const few = ALL.slice(0, rows);
      if (others.length > 0) world.honest(others);
      world.honest(['usgs'], few);
      const truth = seenBy('usgs', few);
      for (let round = 0; round < 5; round += 1) assert.equal(world.poll({ usgs: truth.map(NORTH) }).length, 1);
      assert.equal(world.lies(), 0);
      assert.deepEqual(world.poll({ usgs: truth }), []);
    });

test('one row that is revised from M 5 to 6.5 while the others are late is no contradiction', () => {
  for (const rows of [1, 2, 3, 5, 40]) {
    const world = new World();
    const all = [{ ...ALL[0]!, magnitude: 5 }, ...ALL.slice(1, rows)];
    world.honest(['afad', 'usgs', 'kandilli'], all);
    const revised = seenBy('usgs', all).map((one, index) => (index === 0 ? { ...one, magnitude: 6.5 } : one));
    assert.deepEqual(world.poll({ usgs: revised }), [], `${rows} rows`);
  }
});

/** First automatic solutions of a great earthquake. */
const FIRST: Record<Reporting, Partial<Quake>> = {
  usgs: { magnitude: 7.8, latitude: 37.17, longitude: 37.03 },
  kandilli: { magnitude: 6.7, latitude: 37.11, longitude: 37.35 },
  afad: { magnitude: 7.4, latitude: 37.29, longitude: 37.04 },
};

test('the first solutions of a great earthquake contradict each other, and none is quarantined', () => {
  const orders: Reporting[][] = [
    ['usgs', 'kandilli', 'afad'],
    ['kandilli', 'afad', 'usgs'],
    ['afad', 'usgs', 'kandilli'],
  ];
  for (const known of [0, 1, 3, 40])
    for (const order of orders) {
      const world = new World();
      const earlier = ALL.slice(1, known + 1);
      if (known > 0) world.honest(order, earlier);
      const great = { ...ALL[0]!, id: '700001', time: world.now - 4 * MINUTE };
      for (const agency of order) {
        const all = [{ ...great, ...FIRST[agency] }, ...seenBy(agency, earlier)];
        assert.deepEqual(world.poll({ [agency]: all }), [], `${agency} of ${order.join()}, ${known} known`);
      }
      // Each in turn comes nearer to the others.
      for (const agency of order) {
        const all = [{ ...great, ...FIRST.afad, magnitude: 7.7 }, ...seenBy(agency, earlier)];
        assert.deepEqual(world.poll({ [agency]: all }), [], `${agency} revised`);
      }
    }
});

test('rows of which others know nothing are no excuse for those that contradict', () => {
  const world = new World();
  world.honest(['usgs'], ALL.slice(0, 4));
  world.honest(['afad']);
  // The four shared rows are corrected a little, the others lie.
  const lies = ALL.map((one, index) => ({ ...one, magnitude: one.magnitude + (index < 4 ? 0.1 : 5) }));
  assert.deepEqual(world.poll({ afad: lies }), ['magnitude_changed']);
});

test('what agrees with the others in three polls is taken in, although the feed has changed', () => {
  const world = new World();
  world.honest(['afad', 'usgs', 'kandilli']);
  const quarantined: (string | undefined)[] = [];
  const warnings: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const summary = world.take(
      'afad',
      afadBody(ALL, (item) => ({ ...item, type: 'MW' })),
    );
    quarantined.push(summary.quarantined?.finding.code);
    warnings.push(...summary.warnings);
    finishIngest(world.options());
    world.now += MINUTE;
  }
  assert.deepEqual(quarantined, ['scale_changed', 'scale_changed', undefined, undefined]);
  assert.deepEqual(warnings, [
    'released: 3 documents agree with the other agencies; 40 of 40 known magnitudes have another type',
  ]);
});

test('what does not agree with the others is not released, nor what lacks earthquakes', () => {
  const larger = (one: Quake): Quake => ({ ...one, magnitude: Number((one.magnitude + 0.8).toFixed(1)) });
  for (const document of [ALL.map(larger), ALL.slice(0, 20)]) {
    const world = new World();
    world.honest(['afad', 'usgs', 'kandilli']);
    for (let round = 0; round < 6; round += 1) assert.equal(world.poll({ afad: document }).length, 1);
    assert.equal(records(world.db).length, 40);
  }
});

test('three pages of one poll are no three polls', () => {
  const world = new World();
  world.honest(['afad', 'usgs', 'kandilli']);
  for (let page = 0; page < 3; page += 1)
    assert.ok(
      world.take(
        'afad',
        afadBody(ALL, (item) => ({ ...item, type: 'MW', rms: `0.${page}` })),
      ).quarantined,
    );
});
