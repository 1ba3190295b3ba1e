/** Where the maps, their legends and their cards are, and how the keyboard comes to them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitAllYears } from '../../support/all-years-page.ts';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, openedApart, sitePages, VIEWS } from '../../support/site-pages.ts';

const pages = sitePages();

const SCREENS = [
  { width: 375, height: 667 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function middleOfMap(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator('#map canvas').first().boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

test('the card of the map of all years is a sheet on phones, and back opens it again', { skip }, async () => {
  const { page, close } = await openedApart(pages, VIEWS[0]);
  const one = pages.data.detailed[0]!;
  const viewpoint = `#map=12.00/${one.latitude.toFixed(4)}/${one.longitude.toFixed(4)}`;
  for (const size of SCREENS.slice(0, 2)) {
    await page.setViewportSize(size);
    await visitAllYears(page, `${pages.host.url}/harita/?min_magnitude=all&blasts=include${viewpoint}`);
    const at = await middleOfMap(page);
    await page.mouse.click(at.x, at.y);
    const card = page.getByRole('dialog', { name: one.location });
    await card.waitFor();
    const link = card.getByRole('link');
    const [sheet, inside] = [(await card.boundingBox())!, (await link.boundingBox())!];
    assert.equal(sheet.y + sheet.height, size.height, 'at the edge of the screen');
    assert.ok(sheet.y > at.y + 20 && sheet.y > size.height / 2, `the map is free, the sheet begins at ${sheet.y}`);
    assert.ok(inside.y + inside.height <= size.height, 'its link is in sight');
    await assertAccessible(page, `sheet, ${size.width}`);
    await link.click();
    await page.waitForURL(/\/deprem\//);
    await page.goBack();
    await page.waitForSelector('body[data-ready=all-years]');
    await card.waitFor();
    assert.match(page.url(), new RegExp(`id=${one.id}`));
    await card.getByRole('button').click();
    await card.waitFor({ state: 'hidden' });
    assert.doesNotMatch(page.url(), /[?&]id=/);
  }
  await close();
});

/** Pixels below the middle, and as many degrees of latitude at zoom 11. */
const LOWER = 150;
const degreesOf = (latitude: number): number => (LOWER * 360 * Math.cos((latitude * Math.PI) / 180)) / (256 * 2 ** 11);

test('what is pressed low on a small screen comes out from under the sheet', { skip }, async () => {
  const { page, close } = await openedApart(pages, VIEWS[0]);
  await page.setViewportSize({ width: 375, height: 667 });
  const one = pages.data.detailed[0]!;
  const viewpoint = `#map=11/${(one.latitude + degreesOf(one.latitude)).toFixed(5)}/${one.longitude}`;
  await visitAllYears(page, `${pages.host.url}/harita/?min_magnitude=all&blasts=include${viewpoint}`);
  const { x, y } = await middleOfMap(page);
  await page.mouse.click(x, y + LOWER);
  const card = page.getByRole('dialog', { name: one.location });
  await card.waitFor();
  const [after, sheet] = [await middleOfMap(page), (await card.boundingBox())!];
  assert.ok(
    y + LOWER > sheet.y && after.y + LOWER < sheet.y,
    `from ${y + LOWER} to ${after.y + LOWER}, sheet ${sheet.y}`,
  );
  await close();
});

/** Pairs of controls that cover each other, and what covers the canvas besides the buttons of the map. */
const COVERED = `(() => {
  const boxes = [...document.querySelectorAll('#map button, #map select, #map label, #legend, .dock')]
    .filter((one) => one.checkVisibility())
    .map((one) => ({ one, box: one.getBoundingClientRect() }));
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = boxes.flatMap(({ one, box }) => boxes.filter((other) => other.one !== one && !one.contains(other.one) && !other.one.contains(one) && over(box, other.box)).map((other) => one.id + one.className + ' ' + other.one.id));
  const canvas = document.querySelector('#map canvas').getBoundingClientRect();
  return [...found, ...boxes.filter(({ one, box }) => !one.closest('.zoom') && over(box, canvas)).map(({ one }) => 'map ' + one.id)];
})()`;

for (const path of ['/', '/harita/'])
  test(`legend and buttons of ${path} cover neither epicentres nor each other`, { skip }, async () => {
    const { page, close } = await opened(pages, VIEWS[0]);
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await page.goto(`${pages.host.url}${path}`);
      await page.waitForSelector(`body[data-ready=${path === '/' ? 'map' : 'all-years'}]`);
      await page.clock.runFor(500);
      assert.deepEqual(await page.evaluate(COVERED), [], `${path}, ${size.width}`);
      // On `/` it says what to do, too.
      const least = path === '/' ? 88 : 120;
      assert.ok((await page.locator('#map canvas').first().boundingBox())!.height >= least);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), size.width);
    }
    await close();
  });

test('the address of a province shows it on the map, unless it has a viewpoint', { skip }, async () => {
  for (const [view, folder] of [
    [VIEWS[0], 'harita'],
    [VIEWS[3], 'map'],
  ] as const) {
    const { page, close } = await opened(pages, view);
    const kilometres = async (query: string): Promise<string> => {
      await visitAllYears(page, `${pages.host.url}/${folder}/?${query}`);
      const { x, y } = await middleOfMap(page);
      await page.mouse.move(x, y);
      // A gesture writes the viewpoint into the address.
      await page.locator('#map canvas').first().press('ArrowUp');
      await page.locator('#map canvas').first().press('ArrowDown');
      await page.clock.runFor(1000);
      return /#map=([\d.]+\/[\d.]+\/[\d.]+)/.exec(page.url())![1]!;
    };
    const [zoom, latitude, longitude] = (await kilometres('province=35')).split('/').map(Number);
    assert.ok(zoom! > 6.5 && zoom! < 9, `zoom ${zoom}`);
    assert.ok(Math.abs(latitude! - 38.6) < 0.4 && Math.abs(longitude! - 27.4) < 0.4, `${latitude}, ${longitude}`);
    const named = await kilometres('province=izmir');
    assert.equal(named, await kilometres('province=TR-35'));
    assert.match(await kilometres('province=35#map=6.00/39.0000/35.0000'), /^6\.00\/39\.\d+\/35\.0000$/);
    await page.selectOption('select[name=province]', '65');
    for (let turn = 0; turn < 20 && page.url().includes('#'); turn += 1) {
      await page.waitForTimeout(50);
      await page.clock.runFor(600);
    }
    assert.match(page.url(), /province=65$/, 'its own part of the map needs no viewpoint');
    await close();
  }
});

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`document.activeElement.closest('canvas') ? 'map' : document.activeElement.closest('#list, #filters') ? 'list'
    : document.activeElement.className`);

test('Tab comes to the map before the list, and its focus is visible', { skip }, async () => {
  const { page, close } = await opened(pages, VIEWS[3]);
  const tabTo = async (wanted: string): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (now === wanted) return;
      assert.notEqual(now, wanted === 'skip' ? '' : 'list', `before ${wanted}`);
    }
    assert.fail(`Tab does not reach ${wanted}`);
  };
  await visitAllYears(page, `${pages.host.url}/map/`);
  await tabTo('map');
  const outline = 'getComputedStyle(document.activeElement).outlineStyle';
  assert.equal(await page.evaluate(outline), 'solid');
  await page.goto(`${pages.host.url}/en/`);
  await page.waitForSelector('body[data-ready=map]');
  const skipLink = page.getByRole('link', { name: 'Skip the list, go to the map' });
  await page.locator('select[name=order]').focus();
  for (let turn = 0; turn < 20 && (await focused(page)) !== 'skip'; turn += 1) {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate("document.activeElement.closest('#list') === null"), true, 'no row comes first');
  }
  const { y } = (await skipLink.boundingBox())!;
  assert.ok(y >= 0 && y < 100, 'it is in sight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'map');
  assert.equal(await page.evaluate(outline), 'solid');
  await close();
});
