/** The first screen of a phone: without scrolling, without scripts, and without a shift when they take over. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Earthquake } from '#core/earthquake.ts';
import { ANSWERS, MANIFEST } from '#core/paths.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { recentWeekFile } from '../../../generator/outputs/recent.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { earthquake } from '../../support/earthquake.ts';
import { recentWeek } from '../../support/recent-week.ts';
import { opened, openedApart, sitePages, syntheticSite, VIEWS, type View } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

const PLACE = {
  ...{ latitude: 40.75, longitude: 27.95 },
  ...{ location: 'Marmara Denizi, Marmaraereğlisi (Tekirdağ) 24 km G', provinceCode: '59' },
  locationEn: 'Sea of Marmara, 24 km S of Marmaraereğlisi (Tekirdağ)',
};

/** An M 6.2 five hours ago, smaller ones since, and an M 4.9 four minutes ago. */
const SEQUENCE: Earthquake[] = [
  earthquake({ ...PLACE, id: 80_001, time: AS_OF - 2 * MINUTE, magnitude: 2.1 }),
  earthquake({ ...PLACE, id: 80_002, time: AS_OF - 4 * MINUTE, magnitude: 4.9 }),
  ...Array.from({ length: 30 }, (_, index) =>
    earthquake({
      ...PLACE,
      id: 80_003 + index,
      time: AS_OF - (index + 5) * 9 * MINUTE,
      magnitude: 2 + (index % 9) / 10,
    }),
  ),
  earthquake({ ...PLACE, id: 80_100, time: AS_OF - 5 * HOUR, magnitude: 6.2 }),
];

async function withSequence(work: (address: string) => Promise<void>, of = SEQUENCE): Promise<void> {
  const week = path.join(pages.folder, ANSWERS.recentWeek);
  const former = await readFile(week);
  const earthquakes = of.toSorted((a, b) => b.time - a.time);
  await writeFile(week, recentWeekFile({ earthquakes, asOf: AS_OF, sequence: 1e6 }));
  const site = syntheticSite([], { earthquakes });
  for (const folder of ['', 'en/']) {
    await mkdir(path.join(pages.folder, 'sequence', folder), { recursive: true });
    await writeFile(path.join(pages.folder, 'sequence', folder, 'index.html'), site.get(`${folder}index.html`)!);
  }
  try {
    await work(`${pages.host.url}/sequence/`);
  } finally {
    await writeFile(week, former);
  }
}

type Box = Record<'top' | 'bottom' | 'height', number>;
interface Boxes {
  felt: Box;
  main: Box;
  map: Box;
  rows: Box[];
  /** Sum of the layout shifts since the page was opened. */
  shift: number;
}

const boxesOf = (page: Page): Promise<Boxes> =>
  page.evaluate<Boxes>(`new Promise((settled) => {
    const box = (one) => one.getBoundingClientRect().toJSON();
    const of = (name) => box(document.querySelector(name));
    const rows = [...document.querySelectorAll('#list > li > .row, #list summary')].slice(0, 3).map(box);
    let shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value)))
      .observe({ type: 'layout-shift', buffered: true });
    const channel = new MessageChannel();
    channel.port1.onmessage = () => settled({ felt: of('#headline'), main: of('#pinned'), map: of('#map'), rows, shift });
    channel.port2.postMessage('');
  })`);

for (const view of [VIEWS[0], VIEWS[1]] as View[])
  test(`words, the sequence, three rows and a small map, in ${view.locale}`, { skip }, async () => {
    const { page, close, complaints } = await opened(pages, view);
    await withSequence(async (address) => {
      for (const [width, height] of [
        [375, 667],
        [430, 932],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(view.locale === 'tr-TR' ? address : `${address}en/`);
        await page.waitForSelector('body[data-ready="map"]');
        const { felt, main, map, rows, shift } = await boxesOf(page);
        assert.ok(felt.top >= 0 && felt.height > 40 && felt.bottom <= main.top, 'the words come first');
        assert.ok(main.height > 30 && main.bottom <= map.top, 'then the sequence');
        assert.ok(map.height >= 88 && map.height <= height / 2, `the map has ${map.height} of ${height}`);
        assert.equal(rows.length, 3);
        assert.ok(rows[0]!.top >= map.bottom && rows[2]!.bottom <= height, `row 3 ends at ${rows[2]!.bottom}`);
        assert.ok(shift < 0.05, `layout shifts of ${shift}`);
        assert.equal(await page.locator('#filters').isVisible(), false, 'filters are folded');
      }
      const words = (await page.locator('.lead').innerText()).replaceAll(/\s+/g, ' ');
      assert.match(
        words,
        view.locale === 'tr-TR'
          ? /Öne çıkan deprem 4,9 Marmara Denizi, .* 14:56 · 4 dakika önce · 9 km derinlikte · 1 artçı Kıyıda.* M 6,2 .* 10:00 · 5 saat önce · 31 artçı/
          : /Most significant recent earthquake 4\.9 Sea of Marmara, .* 14:56 · 4 minutes ago · 9 km deep · 1 aftershock (?:At|Strong shaking at) the coast.* M 6\.2 .* 10:00 · 5 hours ago · 31 aftershocks/,
      );
      assert.match((await page.locator('#pinned a').getAttribute('href'))!, /\/\?id=80100$/);
      await page.evaluate(`localStorage.near = '{"latitude":41,"longitude":29}'`);
      await page.reload();
      await page.waitForSelector('body[data-ready="map"]');
      assert.match(
        await page.locator('#headline').innerText(),
        view.locale === 'tr-TR' ? /6,2[^]*\d km uzakta, .* · 31 artçı/ : /6\.2[^]*\d km away, .* · 31 aftershocks/,
      );
      await page.evaluate('localStorage.removeItem("near")');
      await page.locator('#fold').click();
      await page.selectOption('select[name=min_magnitude]', '3');
      assert.match((await page.textContent('#fold'))!, /^(Filtreler: M 3 ve üzeri|Filters: M 3 and above)$/);
      assert.equal(await page.locator('#list .row').count(), 2);
    });
    assert.deepEqual(complaints, []);
    await close();
  });

test('without scripts the page is a list, and scripts leave its rows where they are', { skip }, async () => {
  await withSequence(async (address) => {
    const context = await pages.browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(address);
    assert.equal(await page.locator('#list .row').count(), SEQUENCE.length);
    assert.equal(await page.locator('#map').isVisible(), false);
    const words = await page.locator('.lead').innerText();
    assert.match(words, /Öne çıkan deprem\n+4,9 ?\n*Marmara Denizi, .*\n+1 Tem 2026 14:56/);
    assert.match(words, /M 6,2[^]*31 artçı/);
    assert.equal(await page.locator('button:visible').count(), 0, 'every button needs a script');
    await page.locator('.switch-language').click();
    await page.waitForURL(`${pages.host.url}/en/`);
    await page.goto(`${address}en/`);
    assert.match(await page.locator('#list .row').first().innerText(), /Sea of Marmara, .*\n+1 Jul 2026 14:56 · 9 km/);
    await context.close();
  });
});

test('where nothing is recent, the newest records take their place', { skip }, async () => {
  const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
  const html = await (await fetch(`${pages.host.url}/`)).text();
  const [, published] = /class="where"[^>]*>([^<]+)</.exec(html)!;
  await page.clock.setFixedTime(AS_OF + 60 * DAY);
  const from = pages.host.requests.length;
  await page.goto(`${pages.host.url}/`);
  await page.waitForSelector('body[data-ready="map"]');
  const { shift } = await boxesOf(page);
  assert.ok(shift < 0.1, `layout shifts of ${shift}, with the warning above all`);
  const counts = await Promise.all(['#summary', '#blasts'].map((part) => page.textContent(part)));
  const [quakes, blasts] = counts.map((text) => Number(/\d+/.exec(text!)![0]));
  assert.deepEqual(counts, [`En yeni kayıtlar: ${quakes} deprem`, `+ ${blasts} olası taş ocağı patlatması`]);
  assert.equal(quakes! + blasts!, 100);
  await page.getByText('Kurumlardan yanıt alınamıyor.').waitFor();
  assert.equal(await page.getAttribute('#freshness', 'class'), 'late', 'no green dot below the warning');
  assert.equal(await page.locator('#list .where').first().innerText(), published);
  const inSight = Number(await page.getAttribute('#map canvas', 'data-epicentres'));
  assert.ok(inSight > 60, `those in sight, below the warning: ${inSight}`);
  const asked = pages.host.requests.slice(from).map((one) => one.path.slice(1));
  assert.ok(asked.includes(ANSWERS.list));
  assert.deepEqual(
    asked.filter((one) => one === MANIFEST || one.startsWith('shards/')),
    [],
    'the first screen does not grow with the catalogue',
  );
  await page.evaluate(`localStorage.near = '{"latitude":41,"longitude":29}'`);
  await page.reload();
  await page.waitForSelector('body[data-ready="map"]');
  assert.match(await page.locator('#headline').innerText(), /\d km uzakta/);
  await page.locator('#fold').click();
  await page.selectOption('select[name=period]', 'all');
  await page.getByText(/^Tüm yıllar: \d+ deprem$/).waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test(
  'sources that were never asked are named, without a green dot, and three rows stay in sight',
  { skip },
  async () => {
    const { page, close } = await openedApart(pages, VIEWS[0]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route(`**/${ANSWERS.status}`, async (route) => {
      const body = (await (await route.fetch()).json()) as { sources: object[] };
      const never = { last_attempt: null, last_success: null, error: null };
      await route.fulfill({ json: { ...body, sources: body.sources.map((one) => ({ ...one, ...never })) } });
    });
    await withSequence(
      async (address) => {
        await page.goto(address);
        await page.waitForSelector('#freshness.late');
        assert.match((await page.textContent('#freshness'))!, /^Kandilli, AFAD ve USGS’den veri alınamıyor$/);
        assert.ok((await page.isVisible('#note')) && (await page.isVisible('#alarm')));
        const third = (await page.locator('#list .row').nth(2).boundingBox())!;
        assert.ok(third.y + third.height <= 844, `row 3 ends at ${third.y + third.height}`);
      },
      [...SEQUENCE, ...recentWeek(3000)],
    );
    await close();
  },
);

test('that small ones are missing is said only where some are', { skip }, async () => {
  const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
  const shown = async (search: string): Promise<string | false> => {
    await page.goto(`${pages.host.url}/${search}`);
    await page.waitForSelector('body[data-ready="map"]');
    const note = page.locator('#note');
    return (await note.isVisible()) && note.innerText();
  };
  assert.equal(await shown(''), false);
  await withSequence(async (address) => {
    assert.ok((await (await fetch(address)).text()).includes(String(await shown(''))), 'in the page, so no row moves');
    const from = Number(/M ([\d,]+) ve/.exec(String(await shown('')))![1]!.replace(',', '.'));
    assert.ok(from > 1 && from < 3, String(from));
    assert.equal(await shown(`?min_magnitude=${from - 0.1}`), await shown(''));
    assert.equal(await shown(`?min_magnitude=${from}`), false, 'the reader wants no smaller ones');
    assert.equal(await shown('?period=24h'), false, 'all of a day are there');
  }, recentWeek(3000));
  assert.deepEqual(complaints, []);
  await close();
});

test('list and map are in their place before what is below them in the page arrives', { skip }, async () => {
  const { page, close } = await openedApart(pages, VIEWS[0]);
  await page.route('**/assets/*.js', (route) => route.abort());
  const topOf = async (address: string, selector: string): Promise<number> => {
    await page.goto(`${pages.host.url}${address}`);
    return (await page.locator(selector).boundingBox())!.y;
  };
  for (const [address, selector, next] of [
    ['/', '#list', '<section id="map"'],
    ['/harita/', '#map', '<section class="panel"'],
  ] as const) {
    const whole = await topOf(address, selector);
    await page.route(`${pages.host.url}${address}`, async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/html', body: text.slice(0, text.indexOf(next)) });
    });
    assert.equal(await topOf(address, selector), whole, address);
  }
  await close();
});
