/** The filters of the page: those of the API, by the address and over earthquakes at hand. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCivil, parseInstant } from '#core/time.ts';
import { fold } from '#core/text.ts';
import { listItem } from '#core/wire.ts';
import {
  type Filters,
  leastMagnitude,
  matching,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from '../../generator/site/browser/filters.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { filters } from '../support/list-filters.ts';
import { naiveExport, type Texts } from '../support/naive-list.ts';
import fc from '../support/property.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const { earthquakes } = syntheticDataset({ seed: 4, count: 600 });
const rows = earthquakes.map((one) => {
  const item = listItem(one);
  return {
    id: item.id,
    time: parseCivil(item.occurred_at)!,
    latitude: item.latitude,
    longitude: item.longitude,
    depthKm: item.depth_km,
    magnitude: item.magnitude,
    searched: fold(`${item.location}\n${item.agency_location ?? ''}`),
    agencies: [item.source, ...(item.sources ?? []).map(({ name }) => name)],
    eventType: item.event_type,
    province: Number(item.province_code),
    updatedAt: parseInstant(item.updated_at)!,
  };
});

const OFFERED = ['min_magnitude', 'min_depth', 'max_depth', 'sources', 'q'];
const offered = (texts: Texts): Record<string, string> =>
  Object.fromEntries(OFFERED.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));
const addressOf = (texts: Record<string, string>): string => `?${new URLSearchParams({ period: 'all', ...texts })}`;

test('a page and an export with the same filters show the same earthquakes', () => {
  let matched = 0;
  fc.assert(
    fc.property(filters.map(offered), (texts) => {
      const shown = matching(rows, readFilters(addressOf(texts)), AS_OF).map(({ id }) => id);
      const due = naiveExport(earthquakes, texts).map(({ id }) => id);
      assert.deepEqual(new Set(shown), new Set(due));
      if (due.length > 0) matched += 1;
    }),
  );
  assert.ok(matched > 30, `only ${matched} queries matched anything`);
});

test('what the reader chose is in the address and comes back; what cannot be read is left out', () => {
  fc.assert(
    fc.property(
      filters.map(offered),
      fc.constantFrom('24h', '1y', 'all'),
      fc.option(fc.nat(1e6)),
      (texts, period, id) => {
        const chosen: Filters = { ...NO_FILTERS, period: period as 'all', texts, selected: id ?? undefined };
        assert.deepEqual(readFilters(writeFilters(chosen)), chosen);
      },
    ),
  );
  assert.equal(writeFilters(NO_FILTERS), '');
  assert.equal(writeFilters({ ...NO_FILTERS, texts: { q: '' } }), '');
  const wrong = '?period=2h&min_magnitude=four&min_depth=1e3&sources=emsc&q=&id=x&colour=red&event_type=explosion';
  assert.deepEqual(readFilters(wrong), NO_FILTERS);
});

test('the period bounds what is shown, and contradictory bounds are none', () => {
  const week = matching(rows, NO_FILTERS, AS_OF);
  assert.deepEqual(
    week,
    rows.filter(({ time }) => time >= AS_OF - 7 * 864e5),
  );
  assert.ok(week.length > 0 && week.length < rows.length);
  const contradictory = readFilters('?period=all&min_depth=9&max_depth=8&min_magnitude=3');
  assert.equal(leastMagnitude(contradictory), 3);
  assert.deepEqual(
    matching(rows, contradictory, AS_OF),
    matching(rows, readFilters('?period=all&min_depth=9&min_magnitude=3'), AS_OF),
  );
});
