/** Which earthquake the first screen names, and when it says that a sequence runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { feltOf, sequenceAt } from '../../generator/site/drawing/first-screen.ts';
import { buildInto, sampleCatalog, usgsSays } from '../support/build.ts';
import { NOON } from '../support/catalog.ts';
import { recentWeek } from '../support/recent-week.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
interface Shock {
  magnitude?: number | null;
  ago?: number;
  province?: number;
  eventType?: string;
  magnitudeDoubtful?: boolean;
  latitude?: number;
}
const shock = ({ magnitude = 3, ago = HOUR, province = 34, eventType, latitude = 40, ...more }: Shock) => ({
  ...more,
  ...{ id: Math.round(ago / MINUTE), time: NOW - ago, magnitude, province, eventType, latitude, longitude: 28 },
});

test('the felt one is the newest of M 3 in Türkiye or M 4.5 elsewhere that is an earthquake', () => {
  const felt = (...rows: Shock[]): number | undefined => {
    const list = rows.map((row, index) => shock({ ago: (index + 1) * MINUTE, ...row }));
    const found = feltOf(list);
    return found && list.indexOf(found);
  };
  assert.equal(felt({ magnitude: 2.9 }, { magnitude: 3 }, { magnitude: 6 }), 1);
  assert.equal(felt({ province: 0, magnitude: 4.4 }, { province: 0, magnitude: 4.5 }), 1);
  assert.equal(felt({ eventType: 'quarry blast', magnitude: 3.5 }, { magnitude: null }), undefined);
  assert.equal(felt({ eventType: 'earthquake' }), 0);
});

test('a sequence runs while the largest of a day has M 4 and five aftershocks within its distance window', () => {
  const small = (count: number, more: Shock = {}) =>
    Array.from({ length: count }, (_, index) => shock({ magnitude: 2, ago: (index + 1) * MINUTE, ...more }));
  const main = { magnitude: 4, ago: 5 * HOUR };
  const at = (rows: ReturnType<typeof shock>[]) => sequenceAt(rows, NOW)?.aftershocks;
  assert.equal(at([...small(5), shock(main)]), 5);
  assert.equal(at([...small(4), shock(main)]), undefined);
  assert.equal(at([...small(5), shock({ ...main, magnitude: 3.9 })]), undefined);
  assert.equal(at([...small(5), shock({ ...main, ago: DAY })]), undefined, 'a day ago');
  assert.equal(at([...small(5), shock({ ...main, eventType: 'explosion' })]), undefined);
  assert.equal(at([...small(5, { magnitude: 5, magnitudeDoubtful: true }), shock(main)]), 5, 'doubtful ones');
  // The window of M 4 is 30 km.
  assert.equal(at([...small(5, { latitude: 40.28 }), shock(main)]), undefined);
  assert.equal(at([...small(5, { latitude: 40.26 }), shock(main)]), 5);
  assert.equal(at([...small(5), shock(main), ...small(3, { ago: 6 * HOUR })]), 5, 'foreshocks are none');
});

test('the home pages have the 50 newest rows, each in its language and with the link to its page', () => {
  const week = recentWeek(60);
  const [stored, other] = [{ ...week[0]!, location: 'A & <b>' }, week[1]!];
  const site = syntheticSite([stored], { earthquakes: [stored, ...week.slice(1)] });
  const [turkish, english] = ['index.html', 'en/index.html'].map((name) => site.get(name)!.toString('utf8'));
  const rows = (html: string): string[] => html.match(/<li><a class="row".*<\/a><\/li>/g) ?? [];
  assert.deepEqual([rows(turkish!).length, rows(english!).length], [50, 50]);
  assert.match(rows(turkish!)[0]!, /href="\/deprem\/\d{4}-\d\d-\d\d\/[a-z0-9-]+\/" .*A &amp; &lt;b&gt;.*12 km NW of/);
  assert.match(rows(english!)[1]!, new RegExp(`href="/earthquake/\\?id=${other.id}" `));
  assert.doesNotMatch(english!, /12 km KB/, 'no Turkish place');
  assert.match(syntheticSite().get('index.html')!.toString('utf8'), /<h1><span class="tr"[^>]*>Son depremler</);
});

test('a publication writes the home pages when the list changes, and the same in an incremental build', (t) => {
  const [dist, other] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = sampleCatalog(12);
  buildInto(dist, catalog.db, { site: true });
  usgsSays(catalog, {
    key: 'felt',
    time: NOON + HOUR,
    place: 'Yeni (İzmir)',
    magnitudes: [{ type: 'mb', value: 5.1 }],
  });
  assert.equal(buildInto(dist, catalog.db, { site: true }).mode, 'incremental');
  buildInto(other, catalog.db, { site: true, full: true });
  for (const name of ['index.html', 'en/index.html']) {
    const html = readFileSync(join(dist, name), 'utf8');
    assert.equal(html, readFileSync(join(other, name), 'utf8'));
    assert.match(html, /<span class="mag high">5\.1<\/span>/);
  }
});
