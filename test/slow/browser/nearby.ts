/** The largest earthquakes near one, found in point files; the nearest where these cannot be read. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isBlast } from '#core/blasts.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { NEARBY } from '#core/nearby.ts';
import { detailPath, pointsPath } from '#core/paths.ts';
import { bandOf } from '#core/shard.ts';
import { detailBody, nearbyQuake } from '../../../generator/outputs/detail.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, sitePages, VIEWS } from '../../support/site-pages.ts';

const pages = sitePages();

/** A plain look at everything, in the order of distance. */
function near(to: Earthquake): Earthquake[] {
  const km = (one: Earthquake): number => distanceKm(one, to);
  return pages.data.earthquakes
    .filter((one) => one.id !== to.id && Math.abs(one.time - to.time) <= NEARBY.ms && km(one) <= NEARBY.km)
    .filter((one) => one.magnitude !== null && one.eventType === 'earthquake' && !isBlast(one))
    .sort((a, b) => km(a) - km(b));
}

/** A small one, of which no sequence is drawn, with the most others near it; its detail is there for the test. */
async function crowded(t: {
  after(work: () => Promise<void>): void;
}): Promise<{ one: Earthquake; others: Earthquake[] }> {
  const small = pages.data.earthquakes.filter((other) => other.magnitude !== null && other.magnitude < 3.5);
  const others = (of: Earthquake): number => near(of).length;
  const one = small.reduce((most, other) => (others(other) > others(most) ? other : most));
  const file = path.join(pages.folder, detailPath(one.id));
  // Of fewer than ten the page needs no files.
  const nearest = [...near(one), ...pages.data.earthquakes].slice(0, NEARBY.limit);
  await writeFile(
    file,
    detailBody({ ...one, precision: 'second' }, { nearbyStations: [], nearbyQuakes: nearest.map(nearbyQuake) }),
  );
  t.after(() => rm(file));
  return { one, others: near(one) };
}

const LISTED = '#nearby .near a';

test(
  'the page of an earthquake lists the largest near it, and reads no more files than that takes',
  { skip },
  async (t) => {
    const { one, others } = await crowded(t);
    assert.ok(others.length > 1);
    const { page, close, complaints } = await opened(pages, VIEWS[0]);
    const from = pages.host.requests.length;
    await page.goto(`${pages.host.url}/deprem/?id=${one.id}`);
    await page.waitForSelector('body[data-ready="map"]');
    await page.locator('#nearby').scrollIntoViewIfNeeded();
    await page.locator('#nearby h2', { hasText: '100 km içinde, 30 gün önce ve sonra en büyük depremler' }).waitFor();
    const largest = others.toSorted((a, b) => b.magnitude! - a.magnitude! || a.time - b.time).slice(0, NEARBY.limit);
    const ids = await page.locator(LISTED).evaluateAll((links) => links.map((link) => Number(link.dataset['id'])));
    assert.deepEqual(
      ids,
      largest.map(({ id }) => id),
    );
    assert.match(
      (await page.locator(LISTED).first().textContent())!,
      /^\d,\d .* il merkezine .* km · \d+ \p{L}+ (önce|sonra)/u,
    );
    const asked = pages.host.requests.slice(from).map((request) => request.path.slice(1));
    const lowest = others.length >= NEARBY.limit ? bandOf(largest.at(-1)!.magnitude) : 1;
    const due = pages.data.manifest.shards.filter(
      ({ band, time }) => band >= lowest && time[0] <= one.time + NEARBY.ms && time[1] >= one.time - NEARBY.ms,
    );
    assert.deepEqual(
      asked.filter((name) => name.endsWith('.points')).sort(),
      due.map(({ pointsHash }) => pointsPath(pointsHash)).sort(),
    );
    assert.deepEqual(complaints, []);
    await close();
  },
);

test('where point files cannot be read the nearest stay, and are called so', { skip }, async (t) => {
  const { one } = await crowded(t);
  const { page, close } = await opened(pages, VIEWS[3]);
  await page.route('**/*.points', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`${pages.host.url}/earthquake/?id=${one.id}`);
  await page.waitForSelector('body[data-ready="map"]');
  await page.locator('#nearby').scrollIntoViewIfNeeded();
  await failed;
  await page.clock.runFor(500);
  assert.equal(await page.textContent('#nearby h2'), 'Nearest earthquakes');
  assert.equal(await page.textContent('#nearby .hint'), 'within 100 km and 30 days');
  assert.equal(await page.locator(LISTED).count(), NEARBY.limit);
  await close();
});

test(
  'a static host without a file of the earthquake: the page makes its detail of the stored line',
  { skip },
  async (t) => {
    const one = pages.data.detailed.at(-1)!;
    const file = path.join(pages.folder, detailPath(one.id));
    const answer = await readFile(file, 'utf8');
    const { earthquake } = JSON.parse(answer) as {
      earthquake: { nearby_stations: { name: string; azimuth: number }[] };
    };
    await rm(file);
    t.after(() => writeFile(file, answer));
    const { page, close } = await opened(pages, VIEWS[0]);
    const from = pages.host.requests.length;
    await page.goto(`${pages.host.url}/deprem/?id=${one.id}`);
    await page.waitForSelector('body[data-ready="map"]');
    const rows = await page.locator('.stations li').allTextContents();
    assert.equal(rows.length, earthquake.nearby_stations.length);
    for (const [n, { name, azimuth }] of earthquake.nearby_stations.entries())
      assert.ok(rows[n]!.includes(name) && rows[n]!.includes(`${azimuth}°`), name);
    const asked = pages.host.requests.slice(from).map((request) => request.path);
    assert.deepEqual(asked.filter((name) => /^\/details\/(?:buckets|index)\//.test(name)).length, 2);
    await close();
  },
);
