/** The filters of the pages: those of the API, by the address and over earthquakes at hand. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { isBlast } from '#core/blasts.ts';
import { AGENCIES } from '#core/agencies.ts';
import { readPoints, writePoints } from '#core/points.ts';
import { agencyBits } from '#core/shard.ts';
import { parseCivil, parseInstant } from '#core/time.ts';
import { fold } from '#core/text.ts';
import { listItem } from '#core/wire.ts';
import { readParameters } from '../../gateway/http/query-string.ts';
import { ignoredSources, readFilters as readRequest } from '../../gateway/query/parameters.ts';
import { chosenIn, readState, writeState } from '../../generator/site/browser/all-years/state.ts';
import { addRun, applyFilters, newBand, PASSES } from '../../generator/site/browser/all-years/store.ts';
import {
  applied,
  type Filters,
  matching,
  NO_FILTERS,
  PERIODS,
  readFilters,
  withinPeriod,
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
    blastProbability: item.blast_probability,
    province: Number(item.province_code),
    updatedAt: parseInstant(item.updated_at)!,
  };
});

const addressOf = (texts: Texts): string => `?${new URLSearchParams({ period: 'all', ...(texts as object) })}`;
const shownBy = (filters: Filters): number[] =>
  matching(rows, withinPeriod(applied(filters.texts, AS_OF, AGENCIES).values, filters.period, AS_OF)).map(
    ({ id }) => id,
  );

test('a page and an export with the same filters show the same earthquakes', () => {
  let matched = 0;
  fc.assert(
    fc.property(filters, (texts) => {
      const shown = shownBy(readFilters(addressOf(texts)));
      const due = naiveExport(earthquakes, { blasts: 'exclude', ...texts }).map(({ id }) => id);
      assert.deepEqual(new Set(shown), new Set(due));
      if (due.length > 0) matched += 1;
    }),
  );
  assert.ok(matched > 30, `only ${matched} queries matched anything`);
});

/** Point files state places to some metres, and have no words. */
const ofPoints = ({ q, ...texts }: Texts): Texts => {
  const areas = ['latitude', 'longitude', 'min_latitude', 'max_latitude', 'min_longitude', 'max_longitude'];
  const off = (name: string, text = ''): string =>
    areas.includes(name) ? `${text}${/\./.test(text) ? '' : '.0'}4` : text;
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, off(name, text)]));
};

test('the map of all years and an export with the same filters show the same earthquakes', () => {
  const quakes = earthquakes.filter(({ eventType }) => eventType === 'earthquake');
  const points = rows
    .filter(({ eventType = 'earthquake' }) => eventType === 'earthquake')
    .map((one) => ({ ...one, agencies: agencyBits(one.agencies), isEarthquake: true, isBlast: isBlast(one) }));
  const band = newBand(points.length);
  const file = writePoints(points.toSorted((a, b) => b.time - a.time));
  const run = addRun(band, readPoints(new Uint8Array(file).buffer));
  let matched = 0;
  fc.assert(
    fc.property(filters.map(ofPoints), (texts) => {
      const { values } = chosenIn(readState(addressOf(texts)), AS_OF, AGENCIES);
      applyFilters(band, run, values);
      const shown = [...band.id].filter((_, row) => band.passes[row] === 1);
      const due = naiveExport(quakes, { blasts: 'exclude', ...texts }).map(({ id }) => id);
      assert.deepEqual(new Set(shown), new Set(due));
      if (due.length > 0) matched += 1;
    }),
  );
  assert.ok(matched > 20, `only ${matched} queries matched anything`);
});

test('what the reader chose is in the address and comes back, also what cannot be read', () => {
  fc.assert(
    fc.property(filters, fc.constantFrom('24h', '1y', 'all'), fc.option(fc.nat(1e6)), (texts, period, id) => {
      const chosen: Filters = { ...NO_FILTERS, period: period as 'all', texts: texts as Filters['texts'] };
      const named = { ...chosen, selected: id ?? undefined };
      assert.deepEqual(readFilters(writeFilters(named)), named);
      const state = { texts: named.texts, colouring: 'time' as const, id: named.selected };
      assert.deepEqual(readState(writeState(state)), state);
    }),
  );
  assert.equal(writeFilters(NO_FILTERS), '');
  assert.equal(writeFilters({ ...NO_FILTERS, texts: { q: '' } }), '');
  assert.equal(writeFilters({ ...NO_FILTERS, texts: { province: '34,TR-35' } }), '?province=34,TR-35');
  const wrong = '?min_magnitude=four&min_depth=1e3';
  assert.equal(writeFilters(readFilters(wrong)), wrong);
  assert.deepEqual(readFilters('?period=2h&q=&id=x&colour=red&order=none'), NO_FILTERS);
});

test('the filters of the API are read as it reads them, in any spelling', () => {
  const same = ['province=istanbul', 'province=TR-34', 'province=34', 'sources=kandilli,afad', 'sources=AFAD'];
  for (const query of [
    ...same,
    'province=34,35',
    'min_magnitude=4.55',
    'sources=emsc,afad',
    'max_age=7d',
    'q=%C4%B0ZM',
  ])
    for (const read of [
      applied(readFilters(`?${query}`).texts, AS_OF, AGENCIES).values,
      ...(query.startsWith('q=') ? [] : [chosenIn(readState(`?${query}`), AS_OF, AGENCIES).values]),
    ])
      assert.deepEqual(
        read,
        { ...readRequest(readParameters(query), () => AS_OF, AGENCIES), blasts: 'exclude' },
        query,
      );
});

test('what the API refuses, or ignores, is named in its words, and the rest is applied', () => {
  const refused = ['min_magnitude=four', 'min_depth=1e3', 'date_to=2026-02-30', 'province=82', 'event_type=storm'];
  for (const query of [...refused, 'min_depth=9&max_depth=8', 'latitude=38', 'max_latitude=91', 'max_age=1w']) {
    const { values, unapplied } = applied(readFilters(`?${query}&max_magnitude=8`).texts, AS_OF, AGENCIES);
    assert.equal(values.maxMagnitude, 8);
    assert.throws(() => readRequest(readParameters(query), () => AS_OF, AGENCIES), { message: unapplied[0]!.reason });
    assert.ok(query.startsWith(unapplied[0]!.text) || unapplied[0]!.text === 'longitude', unapplied[0]!.text);
    const onMap = chosenIn(readState(`?${query}`), AS_OF, AGENCIES);
    assert.deepEqual(onMap.unapplied, unapplied);
  }
  const query = 'sources=nobody,afad,Nobody';
  assert.deepEqual(applied(readFilters(`?${query}`).texts, AS_OF, AGENCIES).unapplied, [
    { text: `sources=${ignoredSources(readParameters(query), AGENCIES).join()}`, reason: 'No such agency.' },
  ]);
  const later = '?updated_after=2026-01-01T00:00:00Z&q=izmir';
  assert.deepEqual(
    [applied(readFilters(later).texts, AS_OF, AGENCIES), chosenIn(readState(later), AS_OF, AGENCIES)].map(
      ({ unapplied }) => unapplied.length,
    ),
    [1, 2],
  );
});

test('pages leave blasts out, unless the address asks for them', () => {
  for (const [query, expected] of [
    ['', 'exclude'],
    ['blasts=exclude', 'exclude'],
    ['blasts=', 'exclude'],
    ['blasts=Only', 'only'],
    ['blasts=include', undefined],
  ] as const)
    for (const read of [
      applied(readFilters(`?${query}`).texts, AS_OF, AGENCIES),
      chosenIn(readState(`?${query}`), AS_OF, AGENCIES),
    ])
      assert.deepEqual([read.values.blasts, read.unapplied], [expected, []], query);
  const { unapplied } = applied(readFilters('?blasts=perhaps').texts, AS_OF, AGENCIES);
  assert.deepEqual(
    unapplied.map(({ text }) => text),
    ['blasts=perhaps'],
  );
});

test('the map of all years counts what it leaves out as blasts alone', () => {
  const points = rows.map((one) => ({
    ...{ ...one, agencies: agencyBits(one.agencies), isBlast: isBlast(one) },
    isEarthquake: (one.eventType ?? 'earthquake') === 'earthquake',
  }));
  const band = newBand(points.length);
  const file = writePoints(points.toSorted((a, b) => b.time - a.time));
  const run = addRun(band, readPoints(new Uint8Array(file).buffer));
  const idsIn = (pass: number): number[] => [...band.id].filter((_, row) => band.passes[row] === pass).sort();
  const due = (blasts: string): number[] =>
    naiveExport(earthquakes, { blasts, max_depth: '9' })
      .map(({ id }) => id)
      .sort();
  applyFilters(band, run, { maxDepthKm: 9, blasts: 'exclude' });
  assert.deepEqual([idsIn(PASSES.shown), idsIn(PASSES.blast)], [due('exclude'), due('only')]);
  assert.ok(due('only').length > 3);
  applyFilters(band, run, { maxDepthKm: 9 });
  assert.deepEqual([idsIn(PASSES.shown), idsIn(PASSES.blast)], [due('include'), []]);
  applyFilters(band, run, { maxDepthKm: 9, blasts: 'only' });
  assert.deepEqual([idsIn(PASSES.shown), idsIn(PASSES.blast)], [due('only'), []]);
});

test('the period bounds what is shown, unless the address has dates', () => {
  const week = shownBy(NO_FILTERS);
  assert.deepEqual(
    week,
    rows.filter((one) => one.time >= AS_OF - PERIODS['7d'] && !isBlast(one)).map(({ id }) => id),
  );
  assert.ok(week.length > 0 && week.length < rows.length);
  for (const [query, period] of Object.entries({
    '?date_from=2020-01-01': 'all',
    '?max_age=2d': 'all',
    '?q=a': '7d',
    '?q=izmit+1999': 'all',
  }))
    assert.equal(readFilters(query).period, period);
});
