/** What long feeds show: the catalogue as it was at the last quarter of an hour, or at the last change of M 4. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { MINUTE } from '#core/time.ts';
import { wholeItem } from '#core/wire.ts';
import { feedFiles, OLDEST_AGE, planFeeds, SETTLED } from '../../generator/outputs/feeds.ts';
import { buildFeeds, recentOf } from '../../generator/publish/feeds.ts';
import { Output } from '../../generator/publish/writer.ts';
import { records, testCatalog } from '../support/catalog.ts';
import { applyOperation, MIDNIGHT, operations, POPULATION, type Known } from '../support/catalog-operations.ts';
import fc from '../support/property.ts';
import { temporaryFolder } from '../support/temporary.ts';

const settings = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };

/** The catalogue after a commit. */
interface State {
  at: number;
  earthquakes: Earthquake[];
}

/** Whether an earthquake from the magnitude on, of the feeds' time, came, changed or went. */
function isSignificant(before: State, after: State, asOf: number): boolean {
  const [was, is] = [byId(before), byId(after)];
  return [...new Set([...was.keys(), ...is.keys()])].some((id) => {
    const states = [was.get(id), is.get(id)].filter((one) => one !== undefined);
    return (
      JSON.stringify(was.get(id)) !== JSON.stringify(is.get(id)) &&
      states.some(({ magnitude }) => magnitude !== null && magnitude >= SETTLED.minMagnitude) &&
      states.some(({ time }) => time >= asOf - OLDEST_AGE)
    );
  });
}

const byId = ({ earthquakes }: State): Map<number, Earthquake> => new Map(earthquakes.map((one) => [one.id, one]));

/** The state that long feeds are to show, and the instant from which their windows count. */
function expectedAt(states: State[], asOf: number): State {
  const quarter = Math.floor(asOf / SETTLED.every) * SETTLED.every;
  const last = states.findLast((state, index) => state.at > quarter && isSignificant(states[index - 1]!, state, asOf));
  const at = last?.at ?? quarter;
  return { at, earthquakes: states.findLast((state) => state.at <= at)!.earthquakes };
}

const published = ({ at, earthquakes }: State) => ({ at, items: earthquakes.map(wholeItem) });

test('at any instant, after any changes, they are those of the state that was published then', (t) => {
  const output = new Output(temporaryFolder(t));
  const met = new Set<string>();
  const rounds = fc.array(fc.tuple(fc.array(operations, { minLength: 1, maxLength: 3 }), fc.nat({ max: 9 })), {
    minLength: 3,
    maxLength: 12,
  });
  fc.assert(
    fc.property(rounds, (given) => {
      const catalog = testCatalog();
      const known: Known = new Map();
      catalog.now = MIDNIGHT + 23 * 60 * MINUTE;
      const states: State[] = [{ at: -Infinity, earthquakes: [] }];
      const commit = (): void => {
        for (const [what, count] of Object.entries(catalog.finish())) if (count > 0) met.add(what);
        states.push({ at: catalog.now, earthquakes: records(catalog.db) });
      };
      catalog.store({ feed: 'usgs-fdsn', asOf: catalog.now, reports: POPULATION });
      commit();
      for (const [round, minutes] of given) {
        for (const operation of round) applyOperation(catalog, known, operation);
        commit();
        catalog.now += minutes * MINUTE;
        const asOf = catalog.now;
        const expected = expectedAt(states, asOf);
        met.add(expected.at % SETTLED.every === 0 ? 'quarter' : 'significant');
        if (expected.earthquakes !== states.at(-1)!.earthquakes) met.add('former');
        const recent = recentOf(catalog.db, asOf);
        const { bodies } = buildFeeds({ db: catalog.db, base: null, output, asOf, recent, feedRows: 0, settings });
        const present = { at: asOf, earthquakes: records(catalog.db) };
        const plan = planFeeds({ present: published(present), settled: published(expected), feedRows: 0 });
        const files = Object.entries(feedFiles(plan, settings));
        assert.equal(bodies.size, files.length);
        const others = files.filter(([path, file]) => bodies.get(path)!.toString() !== file);
        assert.deepEqual(others, []);
      }
      catalog.close();
    }),
    { numRuns: 30 },
  );
  for (const what of ['quarter', 'significant', 'former', 'created', 'revised', 'merged', 'withdrawn'])
    assert.ok(met.has(what), what);
});
