/** The pages of sequences: what they count, which addresses lead to them, and which a build writes. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import fastGlob from 'fast-glob';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { BuildOptions } from '../../generator/publish/publish.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { buildInto, jsonOf, treeOf, usgsSays } from '../support/build.ts';
import { applyOperation, operations, POPULATION, type Known } from '../support/catalog-operations.ts';
import { NOON, report, testCatalog } from '../support/catalog.ts';
import fc from '../support/property.ts';
import { temporaryFolder } from '../support/temporary.ts';

const filesIn = (dist: string): string[] => fastGlob.sync('{dizi,sequence}/*/*', { cwd: dist }).sort();
const textOf = (dist: string, path: string): string => readFileSync(join(dist, path), 'utf8');

/** So many hours after NOON, and north of Pazarcık. */
const quake = (key: string, hours: number, value: number, km = 0): SourceReport =>
  report({
    ...{ key, time: NOON + hours * HOUR, magnitudes: [{ type: 'mb', value }], place: 'Nurdağı (Gaziantep)' },
    ...{ latitude: 37 + km / 111.2, longitude: 37.01 },
  });

/** Only what sequences are made of. */
const OPTIONS: Partial<BuildOptions> = { site: true, bulk: false, detailFiles: 'none' };

/** An incremental build, of which the sequences equal those of a full one; and the paths of them that it wrote. */
function builder(t: TestContext) {
  const [catalog, dist] = [testCatalog(), temporaryFolder(t)];
  const build = (hours: number, ...reports: SourceReport[]): string[] => {
    catalog.now = NOON + hours * HOUR;
    if (reports.length > 0) usgsSays(catalog, ...reports);
    const written: string[] = [];
    const options = { ...OPTIONS, asOf: catalog.now };
    buildInto(dist, catalog.db, { ...options, output: { onChange: (path) => written.push(path) } });
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db, options);
    assert.deepEqual(sequencesOf(dist), sequencesOf(clean));
    return written.filter((path) => /^(dizi|sequence)\//.test(path)).sort();
  };
  return { dist, build };
}

const sequencesOf = (dist: string) => [...treeOf(dist)].filter(([path]) => /^(dizi|sequence)\/|^sitemap/.test(path));

interface Numbers {
  aftershocks: { count: number; hours: number[]; days: number[]; largest: { magnitude: number }[] };
  foreshocks: { count: number };
  neighbours: unknown[];
  forecast: { at: string; until: string; forecasts: { magnitude: number; hours: number }[] } | null;
}

const SLUG = '2024-03-10-nurdagi-gaziantep-m6-0';
const numbersOf = (dist: string, slug = SLUG): Numbers => jsonOf<Numbers>(dist, `sequence/${slug}/sequence.json`);

test('a main shock of M 5 or more has a page at once, with its aftershocks, foreshocks and neighbours', (t) => {
  const { dist, build } = builder(t);
  build(0.1, quake('small', 0, 4.9));
  assert.deepEqual(filesIn(dist), []);
  build(1, quake('main', 0.2, 6));
  assert.deepEqual(filesIn(dist), [
    `dizi/${SLUG}/index.html`,
    `sequence/${SLUG}/index.html`,
    `sequence/${SLUG}/sequence.json`,
  ]);
  assert.match(textOf(dist, `dizi/${SLUG}/index.html`), /Henüz artçı kaydedilmedi/);
  assert.match(textOf(dist, 'sitemaps/sequences.xml'), new RegExp(`/dizi/${SLUG}/</loc>`));
  // M 6 reaches 53 km; beyond it is a sequence of its own.
  build(
    4,
    quake('first', 1.5, 4.6),
    quake('second', 3.5, 2.2, 50),
    quake('beside', 2, 5.2, 70),
    quake('its', 3, 3, 100),
  );
  const { aftershocks, foreshocks, neighbours } = numbersOf(dist);
  assert.deepEqual([aftershocks.count, aftershocks.hours, aftershocks.days], [2, [0, 1, 0, 1], [2]]);
  assert.deepEqual([aftershocks.largest[0]!.magnitude, foreshocks.count, neighbours.length], [4.6, 1, 1]);
  const page = textOf(dist, `dizi/${SLUG}/index.html`);
  for (const part of [
    '2 artçı, en büyüğü M 4,6',
    'Öncü depremler',
    'Yakındaki diğer deprem dizileri',
    '<svg class="bars"',
    'province-map',
  ])
    assert.ok(page.includes(part), part);
  assert.match(page, /sonuncusu <time datetime="2024-03-10T15:30:00Z"/);
  assert.match(textOf(dist, `sequence/${SLUG}/index.html`), /2 aftershocks, the largest M 4.6/);
});

test('the largest aftershock is said with what speaks against its magnitude', (t) => {
  const [catalog, dist] = [testCatalog(), temporaryFolder(t)];
  catalog.now = NOON + HOUR;
  usgsSays(catalog, quake('main', 0, 6), quake('after', 0.9, 5.2));
  const after = { ...quake('after', 0.9, 3.9), key: 'k1' };
  catalog.run({ feed: 'kandilli-live', asOf: catalog.now, reports: [after] });
  buildInto(dist, catalog.db, { ...OPTIONS, asOf: catalog.now });
  assert.match(textOf(dist, `dizi/${SLUG}/index.html`), /1 artçı, M [35],[29] \(kesinleşmedi/);
});

test('directions are words on the page of a sequence and in links to it', (t) => {
  const [catalog, dist] = [testCatalog(), temporaryFolder(t)];
  const place = {
    turkish: 'Ege Denizi, Sisam Adası (Yunanistan) 9 km KKB',
    english: 'Aegean Sea, 9 km NNW of Samos, Greece',
  };
  catalog.placeName = () => ({
    ...place,
    sea: null,
    country: 'Yunanistan',
    province: null,
    district: null,
    possible: new Map(),
  });
  usgsSays(catalog, { ...quake('main', 0, 6), place: '' });
  buildInto(dist, catalog.db, { ...OPTIONS, asOf: NOON + HOUR });
  const [path] = filesIn(dist);
  for (const page of ['index.html', path!])
    assert.doesNotMatch(textOf(dist, page).replaceAll(/<script.*?<\/script>/gs, ''), /9 km KKB/, page);
  assert.match(textOf(dist, path!), /9 km kuzey-kuzeybatısı/);
});

test('where a larger one follows, the page is that of the larger one, and the address of the smaller leads there', (t) => {
  const { dist, build } = builder(t);
  const first = quake('first', 0, 5.4);
  build(1, first, quake('after', 0.5, 3));
  const own = '2024-03-10-nurdagi-gaziantep-m5-4';
  assert.equal(numbersOf(dist, own).aftershocks.count, 1);
  build(3, quake('main', 2, 6), quake('later', 2.5, 5.1));
  assert.deepEqual(
    filesIn(dist).filter((path) => path.endsWith('.json')),
    [`sequence/${SLUG}/sequence.json`],
  );
  for (const name of [own, '2024-03-10-nurdagi-gaziantep-m5-1']) {
    assert.match(textOf(dist, `dizi/${name}/index.html`), new RegExp(`refresh" content="0; url=/dizi/${SLUG}/"`));
    assert.match(
      textOf(dist, `sequence/${name}/index.html`),
      new RegExp(`canonical" href="http[^"]*/sequence/${SLUG}/"`),
    );
  }
  assert.deepEqual([numbersOf(dist).aftershocks.count, numbersOf(dist).foreshocks.count], [1, 2]);
  // A new magnitude is a new address, and the former ones lead to it.
  build(4, quake('main', 2, 6.3));
  const revised = '2024-03-10-nurdagi-gaziantep-m6-3';
  assert.equal(numbersOf(dist, revised).foreshocks.count, 2);
  for (const name of [SLUG, own])
    assert.match(textOf(dist, `dizi/${name}/index.html`), new RegExp(`/dizi/${revised}/`));
  // Too small, it gives all back.
  build(5, quake('main', 2, 4.4));
  assert.deepEqual(
    filesIn(dist).filter((path) => path.endsWith('.json')),
    [`sequence/${own}/sequence.json`],
  );
  build(
    6,
    { ...quake('main', 2, 4.4), withdrawn: true },
    { ...first, withdrawn: true },
    { ...quake('later', 2.5, 5.1), withdrawn: true },
  );
  assert.deepEqual(filesIn(dist), []);
});

test('a build writes the pages of the sequences with a change alone, and forecasts at round times', (t) => {
  const { dist, build } = builder(t);
  const old = quake('old', -90 * 24, 6.5, 300);
  build(0.05, old, quake('its', -89 * 24, 3, 300), quake('main', 0, 6));
  assert.equal(numbersOf(dist).forecast, null, 'the first ten minutes');
  const pages = [`dizi/${SLUG}/index.html`, `sequence/${SLUG}/index.html`, `sequence/${SLUG}/sequence.json`];
  assert.deepEqual(build(0.2, quake('first', 0.15, 3.3)), pages);
  assert.equal(numbersOf(dist).forecast!.at, '2024-03-10T12:10:00Z');
  assert.deepEqual(build(0.3), [], 'nothing new within ten minutes');
  assert.deepEqual(build(0.4), pages);
  const { forecast } = numbersOf(dist);
  assert.deepEqual([forecast!.at, forecast!.until], ['2024-03-10T12:20:00Z', '2024-03-10T14:20:00Z']);
  assert.ok(forecast!.forecasts.some(({ magnitude, hours }) => magnitude === 4 && hours === 24));
  assert.match(textOf(dist, pages[0]!), /data-until="2024-03-10T14:20:00Z"/);
  assert.deepEqual(build(0.45, quake('far', 0.4, 2.5, 200)), [], 'of no sequence');
  build(25, quake('second', 24.5, 4));
  assert.deepEqual(build(25.2), [], 'on the second day once an hour');
});

test('a main shock of doubtful magnitude has no forecast', (t) => {
  const { dist, build } = builder(t);
  const lone = { ...quake('lone', 0, 6), magnitudes: [{ type: null, value: 6 }] };
  build(1, lone);
  assert.equal(numbersOf(dist).forecast, null);
  build(1.1, { ...quake('lone', 0, 6), time: lone.time });
  assert.notEqual(numbersOf(dist).forecast, null, 'with a type it is not in doubt');
});

test('a main shock that nothing follows has its page for thirty days', (t) => {
  const { dist, build } = builder(t);
  build(1, quake('main', 0, 6));
  build(29 * 24);
  assert.equal(filesIn(dist).length, 3);
  build(32 * 24);
  assert.deepEqual(filesIn(dist), []);
  assert.deepEqual(fastGlob.sync('{dizi,sequence}/*', { cwd: dist, onlyDirectories: true }), []);
});

test('after any changes the pages are those of a full build', (t) => {
  const folder = temporaryFolder(t);
  let [runs, most] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.array(operations, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 }),
      fc.constantFrom(MINUTE, 20 * MINUTE, DAY),
      (rounds, step) => {
        const root = join(folder, String((runs += 1)));
        const catalog = testCatalog();
        const known: Known = new Map();
        catalog.now = NOON + 2 * DAY;
        catalog.store({ feed: 'usgs-fdsn', asOf: catalog.now, reports: POPULATION });
        for (const round of rounds) {
          for (const one of round) applyOperation(catalog, known, one);
          catalog.finish();
          catalog.now += step;
          const options = { ...OPTIONS, asOf: catalog.now, agencies: catalog.agencies };
          buildInto(join(root, 'grown'), catalog.db, options);
          buildInto(join(root, 'fresh'), catalog.db, { ...options, full: true });
          assert.deepEqual(sequencesOf(join(root, 'grown')), sequencesOf(join(root, 'fresh')));
          most = Math.max(most, filesIn(join(root, 'grown')).length);
        }
        catalog.close();
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 12, seed: 7 },
  );
  assert.ok(most > 6, String(most));
});
