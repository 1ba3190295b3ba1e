import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readColumns } from '#core/columns.ts';
import { activeFilters, FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { type Parameter, ParameterError, Refused } from '#core/parameter.ts';
import { columnsPath } from '#core/paths.ts';
import { canonicalQuery, timesOf } from '#core/query.ts';
import { DAY, parseCivil } from '#core/time.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { FILTER_TEXTS, filters, ordered } from '../support/list-filters.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';
import { naiveExport, naiveList, type Texts } from '../support/naive-list.ts';
import fc from '../support/property.ts';

const PARAMETERS = FILTER_LIST.flatMap(([, { parameters }]) => parameters);

const reader =
  (texts: Texts) =>
  <T>({ name, parse }: Parameter<T>): T | undefined => {
    const value = texts[name] === undefined ? undefined : parse(texts[name]);
    assert.ok(!(value instanceof Refused), name);
    return value;
  };
const read = (texts: Texts) =>
  Object.fromEntries(FILTER_LIST.map(([name, { parse }]) => [name, parse(reader(texts), () => AS_OF)]));

test('every filter is written to a URL as it was read, and has a canonical text of its own', () => {
  const all = fc.tuple(filters, fc.oneof(fc.constant({}), FILTER_TEXTS.updatedAfter));
  fc.assert(
    fc.property(all, ([texts, updatedAfter]) => {
      const values = read({ ...texts, ...updatedAfter });
      const written = activeFilters(values).flatMap(({ filter, value }) => {
        const url = filter.toUrl(value);
        assert.equal(url.length, filter.parameters.length);
        return filter.parameters.map(({ name }, index) => [name, String(url[index])]);
      });
      assert.deepEqual(read(Object.fromEntries(written) as Texts), values);
    }),
  );
  const names = FILTER_LIST.map(([name, { canonicalName = name }]) => canonicalName);
  assert.equal(new Set(names).size, names.length);
});

/** No span of a shard proves anything of it; of a search, that of times does. */
const NEVER_PRUNING: (keyof FilterValues)[] = ['eventTypes'];
/** A shard may have rows without a depth. */
const NEVER_COVERING: (keyof FilterValues)[] = ['minDepthKm', 'maxDepthKm'];

for (const [name, filter] of FILTER_LIST)
  test(`${name} lets pass what it means, and prunes and covers shards by proof alone`, () => {
    const { files, manifest, earthquakes } = syntheticDataset({ seed: 4, count: 400 });
    const shards = manifest.shards.map((entry) => ({
      entry,
      columns: readColumns(files.get(columnsPath(entry.columnsHash))!, entry.count),
    }));
    // `blasts=include` restricts nothing.
    const restricting = FILTER_TEXTS[name]
      .map(ordered)
      .filter((one) => filter.parse(reader(one), () => AS_OF) !== undefined);
    const seen = { passes: false, fails: false, prunes: false, covers: false };
    fc.assert(
      fc.property(restricting, (texts) => {
        const value = filter.parse(reader(texts), () => AS_OF);
        const due = new Set(naiveExport(earthquakes, texts).map(({ id }) => id));
        for (const { entry, columns } of shards) {
          const passes = filter.match(value)(columns);
          const found = Array.from({ length: columns.rows }, (_, row) => passes(row));
          found.forEach((one, row) => assert.equal(one, due.has(columns.id[row]!), `${columns.id[row]}`));
          const [prunes, covers] = [!filter.prune(entry, value), filter.covers?.(entry, value) === true];
          assert.ok(!prunes || !found.includes(true), `${entry.hash} is pruned and has a row that passes`);
          assert.ok(!covers || !found.includes(false), `${entry.hash} is covered and has a row that does not pass`);
          seen.prunes ||= prunes;
          seen.covers ||= covers;
          seen.passes ||= found.includes(true);
          seen.fails ||= found.includes(false);
        }
      }),
      { numRuns: 60 },
    );
    const covers = filter.covers !== undefined && !NEVER_COVERING.includes(name);
    assert.deepEqual(seen, { passes: true, fails: true, prunes: !NEVER_PRUNING.includes(name), covers });
  });

test('no row that a filter lets pass lies outside of the times that it names', () => {
  const { earthquakes } = syntheticDataset({ seed: 4, count: 400 });
  fc.assert(
    fc.property(filters, (texts) => {
      const [first, last] = timesOf(read(texts));
      const passing = naiveList(earthquakes, texts).map(({ occurred_at: at }) => parseCivil(at)!);
      assert.ok(passing.every((time) => first <= time && time <= last));
    }),
  );
  assert.deepEqual(timesOf(read({ date_from: '2026-01-01', max_age: '24h' })), [AS_OF - DAY, Infinity]);
  assert.deepEqual(timesOf({}), [-Infinity, Infinity]);
});

test('an age reads the clock, no other filter does, and its text is that of the moment', () => {
  const never = (): never => assert.fail('no filter of these is relative to the time');
  const others = { date_from: '2026-01-01', min_magnitude: '3', q: 'izmir', updated_after: '2026-06-12T00:00:00Z' };
  for (const [, { parse }] of FILTER_LIST) parse(reader(others), never);
  const texts = ['24h', '1d', '024h', '25h'].map((max_age) => canonicalQuery({ limit: 1, ...read({ max_age }) }));
  assert.deepEqual(texts, [texts[0], texts[0], texts[0], `limit=1&maxAge=${encodeURIComponent(`25,${AS_OF}`)}`]);
});

test('parameters that contradict each other are refused by name', () => {
  for (const [texts, parameter, message] of [
    [{ min_depth: '9', max_depth: '8' }, 'min_depth', 'min_depth must not be greater than max_depth.'],
    [{ latitude: '38' }, 'longitude', /longitude and max_radius_km are missing/],
  ] as const)
    assert.throws(
      () => read(texts),
      (error) =>
        error instanceof ParameterError &&
        error.parameter === parameter &&
        (typeof message === 'string' ? error.message === message : message.test(error.message)),
    );
});

test('what the schema of a parameter says is what its parser accepts', () => {
  for (const { name, schema, parse } of PARAMETERS) {
    const accepts = (value: unknown): boolean => !(parse(String(value)) instanceof Refused);
    const { minimum, maximum, maxLength, enum: names, type, format, items } = schema as Record<string, never>;
    if (type === 'number') assert.ok(accepts(minimum ?? -1e6) && accepts(maximum ?? 1e6) && !accepts('one'), name);
    if (minimum !== undefined) assert.ok(!accepts(minimum - 0.1), name);
    if (maximum !== undefined) assert.ok(!accepts(maximum + 0.1), name);
    if (maxLength !== undefined) assert.ok(accepts('a'.repeat(maxLength)) && !accepts('a'.repeat(maxLength + 1)), name);
    for (const known of [...(names ?? []), ...((items as { enum: string[] } | undefined)?.enum ?? [])])
      assert.ok(accepts(known), `${name}=${String(known)}`);
    if (format === 'date') assert.ok(accepts('2026-06-01') && !accepts('2026-06-31'), name);
    if (format === 'date-time') assert.ok(accepts('2026-06-01T00:00:00Z') && !accepts('2026-06-01'), name);
  }
});

test('the API document lists every parameter, and each is described in one sentence or more', () => {
  const document = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  for (const { name, description } of PARAMETERS) {
    assert.ok(document.includes(`\`${name}\``), name);
    assert.match(description, /^[A-Z][^\n]+\.$/);
  }
  assert.equal(new Set(PARAMETERS.map(({ name }) => name)).size, PARAMETERS.length);
});
