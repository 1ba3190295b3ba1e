/** The stored answers about provinces: what they hold, and which of them a build writes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { provincePagePath, provincePaths } from '#core/paths.ts';
import { PROVINCES } from '#core/provinces.ts';
import { writeManifest } from '#core/manifest.ts';
import { HOUR } from '#core/time.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { listItem, type ListItem } from '#core/wire.ts';
import { drawProvincePictures } from '../../generator/publish/previews.ts';
import { manifestIn } from '../../generator/publish/sweep.ts';
import { Output } from '../../generator/publish/writer.ts';
import { newestFirst } from '../../generator/outputs/shards.ts';
import type { PlaceName } from '../../generator/catalog/publication/location.ts';
import { AS_OF, buildInto, manifestOf, provinceFiles, treeOf } from '../support/build.ts';
import { NOON, records, report, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A degree of longitude is a province: 34 at 34° E. */
const placeName: PlaceName = ({ longitude }) => {
  const province = longitude < 35 ? 'İstanbul' : longitude < 36 ? 'İzmir' : null;
  const words = { turkish: 'Yer', english: 'Place', sea: null, country: null };
  return { ...words, province, district: province && 'Merkez', possible: new Map() };
};

interface ProvinceBody {
  province: string;
  province_code: string;
  headline: ListItem | null;
  pinned: ListItem[];
  count: number;
  newest: ListItem[];
  largest: ListItem[];
  years: { year: number; count: number; count_m4: number }[];
}

const reportAt = (index: number, longitude: number) =>
  report({
    key: String(index),
    time: NOON - index * 40 * 24 * HOUR,
    ...{ latitude: 39.123, longitude, place: null },
    magnitudes: index % 9 === 8 ? [] : [{ type: 'ML', value: 1 + ((index * 7) % 50) / 10 }],
  });

function catalogOf(t: TestContext) {
  const catalog = testCatalog();
  catalog.placeName = placeName;
  catalog.now = AS_OF;
  catalog.run({
    feed: 'afad-api',
    reports: Array.from({ length: 150 }, (_, index) => reportAt(index, 34 + (index % 3))),
  });
  t.after(() => catalog.close());
  return catalog;
}

const bodyOf = (dist: string, code: string): ProvinceBody =>
  JSON.parse(readFileSync(join(dist, provincePaths(code).json), 'utf8')) as ProvinceBody;

test('a province has its newest, its largest and its counts by year, in JSON, GeoJSON and RSS', (t) => {
  const [catalog, dist] = [catalogOf(t), temporaryFolder(t)];
  buildInto(dist, catalog.db, { asOf: catalog.now });
  for (const [code, name] of [
    ['34', 'İstanbul'],
    ['35', 'İzmir'],
  ] as const) {
    const own: Earthquake[] = records(catalog.db)
      .filter(({ provinceCode, magnitude }) => provinceCode === code && magnitude !== null)
      .sort(newestFirst);
    const body = bodyOf(dist, code);
    assert.ok(own.length > 20);
    assert.deepEqual([body.province, body.province_code, body.count], [name, code, own.length]);
    assert.deepEqual(body.newest, own.slice(0, 20).map(listItem));
    assert.deepEqual(
      body.largest,
      own
        .toSorted((a, b) => b.magnitude! - a.magnitude!)
        .slice(0, 20)
        .map(listItem),
    );
    const years = Object.entries(Object.groupBy(own, ({ time }) => new Date(time).getUTCFullYear()));
    assert.deepEqual(
      body.years,
      years.map(([year, some]) => ({
        ...{ year: Number(year), count: some!.length },
        count_m4: some!.filter(({ magnitude }) => magnitude! >= 4).length,
      })),
    );
    const features = JSON.parse(readFileSync(join(dist, provincePaths(code).geojson), 'utf8')) as {
      features: { id: string; properties: { province_code: string } }[];
    };
    assert.deepEqual(
      features.features.map(({ id, properties }) => [id, properties.province_code]),
      body.newest.map((item) => [item.event_id, code]),
    );
    const rss = readFileSync(join(dist, provincePaths(code).rss), 'utf8');
    assert.equal(rss.match(/<item>/g)!.length, body.newest.length);
    assert.ok(rss.includes(`<title>${name} · Synthetic`) && rss.includes(`provinces/${code}.xml`));
  }
  const empty = {
    headline: null,
    pinned: [],
    count: 0,
    newest: [],
    largest: [],
    years: [],
    complete_since: [],
    at_seat: [],
  };
  assert.deepEqual(bodyOf(dist, '06'), { status: 'success', province: 'Ankara', province_code: '06', ...empty });
  assert.match(readFileSync(join(dist, provincePaths('06').rss), 'utf8'), /<title>Ankara · Synthetic<\/title>/);
});

test("an earthquake writes its own province's files alone, a move those of both, as a full build would", (t) => {
  const [catalog, dist, fresh] = [catalogOf(t), temporaryFolder(t), temporaryFolder(t)];
  buildInto(dist, catalog.db, { asOf: catalog.now, site: true });
  const changedBy = (longitude: number, index: number): string[] => {
    const before = provinceFiles(dist);
    catalog.now += HOUR;
    catalog.run({ feed: 'afad-api', reports: [reportAt(index, longitude)] });
    const { counts, mode } = buildInto(dist, catalog.db, { asOf: catalog.now, site: true });
    assert.equal(mode, 'incremental');
    // With the three files of its sequence, and the pages of the sources, which name the hour of the last answers.
    assert.ok(counts.written < 70, `${counts.written} files written`);
    buildInto(fresh, catalog.db, { asOf: catalog.now, full: true, site: true });
    assert.deepEqual(treeOf(dist), treeOf(fresh));
    return [...provinceFiles(dist)].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path);
  };
  const filesOf = (...codes: string[]): string[] =>
    codes
      .flatMap((code) => [
        ...Object.values(provincePaths(code)),
        ...(['tr', 'en'] as const).map((language) => provincePagePath(PROVINCES[Number(code) - 1]!.slug, language)),
      ])
      .sort();
  assert.deepEqual(changedBy(34.5, -1).sort(), filesOf('34'));
  assert.deepEqual(changedBy(35.5, -2).sort(), filesOf('35'));
  assert.deepEqual(changedBy(36.5, -3), []);
  assert.deepEqual(changedBy(35.05, -1).sort(), filesOf('34', '35'));
  const paths = [...provinceFiles(dist).keys()].filter((path) => Object.hasOwn(manifestOf(dist).answers, path));
  assert.deepEqual(paths.sort(), filesOf(...PROVINCES.map(({ code }) => code)));
});

test('what renders pages writes all of them, and the other files of provinces stay', (t) => {
  const [catalog, dist] = [catalogOf(t), temporaryFolder(t)];
  const options = { asOf: catalog.now, site: true };
  buildInto(dist, catalog.db, options);
  const before = provinceFiles(dist);
  // A manifest of other pages, as a former version's is.
  const manifest = manifestOf(dist);
  const pages = 'f'.repeat(24);
  writeFileSync(join(dist, 'manifest.json'), writeManifest({ ...manifest, details: { ...manifest.details, pages } }));
  for (const path of before.keys()) if (path.endsWith('.html')) writeFileSync(join(dist, path), 'former');
  const written: string[] = [];
  const { mode } = buildInto(dist, catalog.db, { ...options, output: { onChange: (path) => written.push(path) } });
  assert.equal(mode, 'incremental');
  assert.deepEqual(provinceFiles(dist), before);
  assert.equal(
    new Set(written.filter((path) => /^(il|en\/province)\/./.test(path) && path.endsWith('/index.html'))).size,
    162,
  );
  assert.ok(!written.some((path) => path.startsWith('provinces/')));
});

test('a picture of each province is drawn once, and its page names it', async (t) => {
  const [catalog, dist] = [catalogOf(t), temporaryFolder(t)];
  const draw = () => {
    const output = new Output(dist);
    return drawProvincePictures({ output, former: manifestIn(output)?.answers ?? {}, serviceName: 'Synthetic' });
  };
  const options = { asOf: catalog.now, site: true };
  const pictures = new Map([...(await draw())]);
  assert.equal(pictures.size, 82, 'and one of the region');
  const [name] = [...pictures.keys()].filter((path) => path.includes('istanbul'));
  assert.match(name!, /^pictures\/istanbul\.[0-9a-f]{24}\.png$/);
  buildInto(dist, catalog.db, { ...options, provincePictures: pictures });
  const page = () => readFileSync(join(dist, 'il/istanbul/index.html'), 'utf8');
  const tag = `<meta property="og:image" content="http://quakes.example/${name}">`;
  assert.ok(page().includes(tag));
  for (const full of [false, true]) {
    const again = await draw();
    assert.equal(again.size, 0);
    buildInto(dist, catalog.db, { ...options, full, provincePictures: again });
    assert.ok(page().includes(tag));
    assert.deepEqual(readFileSync(join(dist, name!)), pictures.get(name!));
  }
  writeFileSync(join(dist, name!), 'damaged');
  assert.deepEqual([...(await draw())], [[name, pictures.get(name!)]]);
  buildInto(dist, catalog.db, options);
  assert.ok(!page().includes('og:image') && !existsSync(join(dist, name!)));
});
