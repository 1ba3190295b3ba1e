import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { associate, components } from '../../../generator/catalog/association/associate.ts';
import { scorePair, type Candidate } from '../../../generator/catalog/association/score.ts';
import { FAR, isDouble, isFar } from '../../../generator/catalog/association/refinement.ts';
import { at, candidate, NOON } from '../../support/catalog.ts';
import fc from '../../support/property.ts';

const named = (name: string, values: Parameters<typeof candidate>[0]): Candidate => candidate({ ...values, key: name });

const earthquakes = (candidates: Candidate[]): string[] =>
  components(candidates)
    .flatMap(associate)
    .map((cluster) =>
      cluster
        .map(({ key }) => key)
        .sort()
        .join('+'),
    )
    .sort();

test('two shocks of M 4 8 s apart, both reported by all agencies, stay separate', () => {
  const shock = (n: number, time: number, latitude: number): Candidate[] => [
    named(`a${n}`, { feedGroup: 'afad', time, latitude }),
    named(`k${n}`, { feedGroup: 'kandilli-zeqdb', time: time + SECOND, latitude: latitude + 0.04 }),
    named(`u${n}`, { feedGroup: 'usgs', time: time - 2 * SECOND, latitude: latitude - 0.06 }),
  ];
  assert.deepEqual(earthquakes([...shock(1, NOON, 37.3), ...shock(2, NOON + 8 * SECOND, 37.5)]), [
    'a1+k1+u1',
    'a2+k2+u2',
  ]);
});

test('a report joins the earthquake it agrees with best, not the first in time', () => {
  assert.deepEqual(
    earthquakes([
      named('a1', { feedGroup: 'afad', time: NOON }),
      named('a2', { feedGroup: 'afad', time: NOON + 9 * SECOND }),
      named('k', { feedGroup: 'kandilli-zeqdb', time: NOON + 8 * SECOND }),
    ]),
    ['a1', 'a2+k'],
  );
});

test('a chain of agreements does not pull distant reports into one earthquake', () => {
  const latitude = (km: number): number => 37.3 + km / 111.195;
  assert.deepEqual(
    earthquakes([
      named('a', { feedGroup: 'afad', latitude: latitude(0), magnitude: 3.9 }),
      named('k', { feedGroup: 'kandilli-zeqdb', latitude: latitude(80), magnitude: 3.9 }),
      named('u', { feedGroup: 'usgs', latitude: latitude(-75), magnitude: 3.9 }),
    ]),
    ['a+k', 'u'],
  );
});

test('a pair that would not be one earthquake is joined through a third that agrees with both', () => {
  const latitude = (km: number): number => 37.3 + km / 111.195;
  const pair = [
    named('a', { feedGroup: 'afad', latitude: latitude(0), magnitude: 2.2, time: NOON + 8 * SECOND }),
    named('u', { feedGroup: 'usgs', latitude: latitude(140), magnitude: 2.2 }),
  ];
  assert.deepEqual(earthquakes(pair), ['a', 'u']);
  const between = named('k', {
    feedGroup: 'kandilli-zeqdb',
    latitude: latitude(70),
    magnitude: 2.5,
    time: NOON + 4 * SECOND,
  });
  assert.deepEqual(earthquakes([...pair, between]), ['a+k+u']);
});

test('a pair that matches in a quiet hour is two earthquakes within a sequence, and one where one of it is outside', () => {
  const pair = [
    named('a', { feedGroup: 'afad', magnitude: 3 }),
    named('k', { feedGroup: 'kandilli-zeqdb', magnitude: 3, latitude: 38, time: NOON + 9 * SECOND }),
  ];
  assert.deepEqual(earthquakes(pair), ['a+k']);
  const beside = (latitude: number): string[] =>
    earthquakes([
      ...pair,
      ...Array.from({ length: 20 }, (_, n) =>
        named(`k${n}`, {
          feedGroup: 'kandilli-zeqdb',
          agencyEvent: 10 + n,
          latitude,
          time: NOON - (n + 1) * MINUTE * 1.2,
        }),
      ),
    ]);
  const within = beside(37.65);
  assert.ok(within.includes('a') && within.includes('k'));
  assert.ok(beside(38.3).includes('a+k'), 'a misplaced report is likelier there than an earthquake of its own');
});

test('three solutions have two independent residuals: two near pairs outweigh one near and two fair ones', () => {
  const latitude = (km: number): number => 37.3 + km / 111.195;
  const other = { time: NOON + 4 * SECOND, latitude: latitude(14) };
  assert.deepEqual(
    earthquakes([
      named('a1', { feedGroup: 'afad', time: NOON }),
      named('k1', { feedGroup: 'kandilli-zeqdb', time: NOON }),
      named('l1', { feedGroup: 'kandilli-live', time: NOON }),
      named('k2', { ...other, feedGroup: 'kandilli-zeqdb' }),
      named('u', { ...other, feedGroup: 'usgs', time: other.time + SECOND }),
    ]),
    ['a1+k1+l1', 'k2+u'],
  );
});

test('the assignment is joint: the sum of scores counts, not the best pair', () => {
  // a2 and k1 agree best, but that would leave a1 and k2 single, which agree with them nearly as well.
  assert.deepEqual(
    earthquakes([
      named('a1', { feedGroup: 'afad', time: NOON }),
      named('k1', { feedGroup: 'kandilli-zeqdb', time: NOON + 1.5 * SECOND }),
      named('a2', { feedGroup: 'afad', time: NOON + 2 * SECOND }),
      named('k2', { feedGroup: 'kandilli-zeqdb', time: NOON + 4 * SECOND }),
    ]),
    ['a1+k1', 'a2+k2'],
  );
});

test('of 20 duplicates of one report one per feed group is associated, the others stay separate', () => {
  const twins = (feedGroup: 'afad' | 'kandilli-live' | 'usgs', count: number): Candidate[] =>
    Array.from({ length: count }, (_, n) => named(`${feedGroup}${n}`, { feedGroup, agencyEvent: n + 1 }));
  const clusters = components([...twins('afad', 20), ...twins('kandilli-live', 20), ...twins('usgs', 1)]).flatMap(
    associate,
  );
  assert.equal(clusters.filter((cluster) => cluster.length > 1).length, 20);
  assert.equal(clusters.length, 20);
});

test('a report in an ambiguous hour matches its partner an hour later', () => {
  const ambiguous = named('k', { feedGroup: 'kandilli-xml', time: NOON, alternativeTime: NOON + HOUR });
  assert.deepEqual(earthquakes([ambiguous, named('a', { feedGroup: 'afad', time: NOON + HOUR })]), ['a+k']);
  assert.deepEqual(earthquakes([named('a', { feedGroup: 'afad', time: NOON + HOUR }), ambiguous]), ['a+k']);
});

test('times known to the year, month or day match the exact second', () => {
  const exact = named('a', { feedGroup: 'afad', time: at('1912-08-09 01:29:00'), magnitude: 7.3 });
  const old = (feedGroup: 'historical' | 'turhec', precision: 'year' | 'month' | 'day', text: string): Candidate =>
    named('h', { feedGroup, precision, time: at(text), magnitude: 7.4 });
  for (const report of [
    old('historical', 'year', '1912-01-01 00:00:00'),
    old('historical', 'month', '1912-08-01 00:00:00'),
    old('historical', 'day', '1912-08-09 00:00:00'),
  ])
    assert.deepEqual(earthquakes([exact, report]), ['a+h']);
  assert.deepEqual(
    earthquakes([
      old('historical', 'day', '1912-08-09 00:00:00'),
      named('t', { feedGroup: 'turhec', precision: 'year', time: at('1912-01-01 00:00:00'), magnitude: 7.4 }),
    ]),
    ['h+t'],
  );
});

test('reports either side of 180° are one earthquake', () => {
  assert.deepEqual(
    earthquakes([
      named('a', { feedGroup: 'afad', longitude: 179.95 }),
      named('u', { feedGroup: 'usgs', longitude: -179.95 }),
    ]),
    ['a+u'],
  );
});

const FEED_GROUP_NAMES = ['kandilli-zeqdb', 'kandilli-live', 'afad', 'usgs', 'historical'] as const;

const dense = fc
  .array(
    fc.record({
      feedGroup: fc.constantFrom(...FEED_GROUP_NAMES),
      time: fc.nat({ max: 60 }).map((seconds) => NOON + seconds * SECOND),
      latitude: fc.nat({ max: 8 }).map((step) => 37 + step / 5),
      longitude: fc.nat({ max: 4 }).map((step) => 37 + step / 5),
      magnitude: fc.option(fc.nat({ max: 30 }).map((tenths) => 2 + tenths / 10)),
      precision: fc.constantFrom('second' as const, 'second' as const, 'second' as const, 'minute' as const),
      alternativeTime: fc.option(fc.constant(NOON + HOUR), { freq: 8 }),
    }),
    { maxLength: 25 },
  )
  .map((all) => all.map((values, index) => candidate({ ...values, agencyEvent: index + 1, key: `t${index}` })));

const hasDouble = (one: Candidate, cluster: Candidate[]): boolean =>
  cluster.some((other) => other !== one && isDouble(one, other));

test('every agency event is in one earthquake, one per feed group but for doubles, and any two are within the relaxed bounds', () => {
  fc.assert(
    fc.property(dense, (candidates) => {
      const clusters = components(candidates).flatMap(associate);
      assert.deepEqual(
        clusters
          .flat()
          .map(({ agencyEvent }) => agencyEvent)
          .sort((a, b) => a - b),
        candidates.map(({ agencyEvent }) => agencyEvent),
      );
      for (const cluster of clusters) {
        for (const one of cluster)
          for (const other of cluster.filter((each) => each !== one))
            if (one.feedGroup !== other.feedGroup && !hasDouble(one, cluster) && !hasDouble(other, cluster))
              assert.notEqual(scorePair(one, other), undefined);
            else if (one.feedGroup === other.feedGroup)
              assert.ok(hasDouble(one, cluster) && hasDouble(other, cluster), 'two of a feed group are one shock');
      }
    }),
  );
});

const isDoubtful = ([one, other]: Candidate[]): boolean =>
  isFar(one!, other!) && (scorePair(one!, other!)?.total ?? 0) < FAR.least;

test('two reports that only agree with each other are associated unless they are far apart and it is doubtful', () => {
  fc.assert(
    fc.property(dense, (candidates) => {
      for (const component of components(candidates))
        if (component.length === 2) assert.equal(associate(component).length, isDoubtful(component) ? 2 : 1);
    }),
  );
});

test('association does not depend on the order and the numbers of the agency events', () => {
  fc.assert(
    fc.property(
      dense.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
      ),
      ([all, shuffled]) => {
        const renumbered = shuffled.map((one, index) => ({ ...one, agencyEvent: 1000 - index }));
        assert.deepEqual(earthquakes(renumbered), earthquakes(all));
      },
    ),
  );
});
