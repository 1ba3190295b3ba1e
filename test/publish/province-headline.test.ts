/** The most significant earthquake of a province: in its page, its JSON and its feeds, as time passes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { provincePaths } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { buildInto, jsonOf, provinceFiles } from '../support/build.ts';
import { NOON, report, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface ProvinceBody {
  at_seat: { id: number; distance_km: number; shaking: string | null }[];
  headline: ListItem | null;
  pinned: ListItem[];
  newest: ListItem[];
}

const bodyOf = (dist: string, code: string): ProvinceBody => jsonOf<ProvinceBody>(dist, provincePaths(code).json);

test('a main shock leads the province that feels it through its aftershocks, in page, JSON and feeds', (t) => {
  const [catalog, dist, fresh] = [testCatalog(), temporaryFolder(t), temporaryFolder(t)];
  t.after(() => catalog.close());
  // North of 38° N it is İzmir, south of that the sea.
  catalog.placeName = ({ latitude }) => {
    const province = latitude > 38 ? 'İzmir' : null;
    const words = { turkish: province ? 'Urla' : 'Ege Denizi', english: 'Aegean Sea', sea: null, country: null };
    return { ...words, province, district: province && 'Urla', possible: new Map() };
  };
  const shock = (key: string, minutes: number, magnitude: number, latitude = 38.2) =>
    report({
      key,
      time: NOON + minutes * MINUTE,
      latitude,
      longitude: 26.8,
      place: null,
      magnitudes: [{ type: 'ML', value: magnitude }],
    });
  const reports = [
    shock('main', 0, 6.4, 38),
    ...Array.from({ length: 25 }, (_, n) => shock(`a${n}`, n + 1, 1 + (n % 8) / 10)),
  ];
  const builtAfter = (minutes: number, more: Partial<Parameters<typeof buildInto>[2]> = {}): string[] => {
    const before =
      existsSync(dist) && existsSync(join(dist, 'manifest.json')) ? provinceFiles(dist) : new Map<string, string>();
    buildInto(dist, catalog.db, { asOf: NOON + minutes * MINUTE, site: true, ...more });
    buildInto(fresh, catalog.db, { asOf: NOON + minutes * MINUTE, site: true, full: true });
    assert.deepEqual(provinceFiles(dist), provinceFiles(fresh));
    return [...provinceFiles(dist)].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path);
  };
  catalog.run({ feed: 'afad-api', reports });
  builtAfter(30);
  const sizes = (items: (ListItem | null)[]): (number | null | undefined)[] => items.map((item) => item?.magnitude);
  const izmir = bodyOf(dist, '35');
  assert.deepEqual([sizes([izmir.headline]), izmir.pinned, izmir.headline!.province], [[6.4], [], null]);
  const atSeat = new Map(izmir.at_seat.map((one) => [one.id, one]));
  assert.deepEqual(atSeat.get(izmir.headline!.id)!.shaking, 'felt', 'no Mw was measured');
  assert.ok(izmir.newest.every(({ id }) => atSeat.get(id)!.distance_km < 100));
  assert.ok(!izmir.newest.some(({ magnitude }) => magnitude === 6.4), 'it is not in the province');
  assert.deepEqual(
    sizes([bodyOf(dist, '45').headline, bodyOf(dist, '65').headline]),
    [6.4, undefined],
    'Manisa feels it',
  );
  const text = (path: string): string => readFileSync(join(dist, path), 'utf8');
  assert.match(text('il/izmir/index.html'), /Öne çıkan deprem.*<b>M 6,4<\/b>.*Ege Denizi/);
  assert.match(text('il/izmir/index.html'), /og:title" content="İzmir depremleri: M 6,4 Ege Denizi"/);
  assert.match(
    text(provincePaths('35').rss),
    /<title>İzmir · Synthetic · M 6\.4 - Ege Denizi, 10 Mar 2024 15:00 TSİ<\/title>/,
  );
  for (const path of [provincePaths('35').rss, provincePaths('35').geojson]) assert.match(text(path), /6\.4/);
  assert.match(text('rss.xml'), /<title>Synthetic · M 6\.4 - Ege Denizi, 10 Mar 2024 15:00 TSİ<\/title>/);
  assert.match(text('atom.xml'), /<title>Synthetic · M 6\.4/);
  assert.deepEqual(builtAfter(31), [], 'a minute alone writes none of them');
  catalog.run({ feed: 'afad-api', reports: [...reports, shock('late', 26 * 60, 4.5)] });
  assert.ok(builtAfter(26 * 60).includes(provincePaths('35').json));
  assert.deepEqual(sizes([bodyOf(dist, '35').headline, ...bodyOf(dist, '35').pinned]), [4.5, 6.4]);
  assert.match(text('il/izmir/index.html'), /class="mag high">6,4</);
  const later = builtAfter(60 * 60);
  assert.ok(later.includes(provincePaths('35').json), 'the order is that of the time');
  assert.deepEqual(sizes([bodyOf(dist, '35').headline, ...bodyOf(dist, '35').pinned]), [6.4]);
});
