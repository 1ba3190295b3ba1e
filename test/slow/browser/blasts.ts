/** Blasts are left out, counted, and shown with one press that the address keeps. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isBlast } from '#core/blasts.ts';
import { ANSWERS } from '#core/paths.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { recentWeekFile } from '../../../generator/outputs/recent.ts';
import { visitAllYears } from '../../support/all-years-page.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { earthquake } from '../../support/earthquake.ts';
import { opened, sitePages, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();
const PHONE = VIEWS[0];

const ALONE = earthquake({
  ...{ id: 90_001, time: AS_OF - 9 * MINUTE, magnitude: 2.1, magnitudeType: 'ML', blastProbability: 0.91 },
  location: 'Milas (Muğla)',
});

test('a list with a blast alone is empty, says so, and shows it with one press', { skip }, async () => {
  const week = path.join(pages.folder, ANSWERS.recentWeek);
  const former = await readFile(week);
  await writeFile(week, recentWeekFile({ earthquakes: [ALONE], asOf: AS_OF, sequence: 1e6 }));
  try {
    const { page, complaints, close } = await opened(pages, PHONE);
    await page.goto(`${pages.host.url}/?min_magnitude=2`);
    await page.waitForSelector('body[data-ready]');
    assert.equal(await page.locator('#list .row').count(), 0);
    const line = page.locator('#blasts');
    assert.equal(await line.innerText(), '+ 1 olası taş ocağı patlatması');
    assert.ok(await line.isVisible());
    await line.locator('a').click();
    await page.waitForSelector('#list .row');
    assert.equal(await page.locator('#list .kind').innerText(), 'Olası taş ocağı patlatması');
    assert.match(page.url(), /\?min_magnitude=2&blasts=include$/);
    assert.equal(await line.innerText(), 'Olası patlatmaları gizle');
    await page.reload();
    await page.waitForSelector('#list .row');
    await line.locator('a').click();
    assert.equal(await page.locator('#list .row').count(), 0);
    assert.match(page.url(), /\?min_magnitude=2$/);
    await page.goto(`${pages.host.url}/widget/`);
    await page.waitForSelector('body[data-ready=widget]');
    assert.equal(await page.locator('#list .row').count(), 0);
    await page.locator('#blasts a').click();
    await page.waitForSelector('#list .row');
    assert.match(page.url(), /\?blasts=include$/);
    assert.deepEqual(complaints, []);
    await close();
  } finally {
    await writeFile(week, former);
  }
});

test('the first page and the map of all years count what they leave out, and show it', { skip }, async () => {
  const { page, complaints, close } = await opened(pages, VIEWS[2]);
  const year = pages.data.earthquakes.filter((one) => one.magnitude !== null && one.time >= AS_OF - 365 * DAY);
  const blasts = year.filter((one) => isBlast(one)).length;
  assert.ok(blasts > 0);
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('body[data-ready]');
  assert.equal(
    await page.locator('#blasts').innerText(),
    `+ ${blasts} probable quarry blast${blasts === 1 ? '' : 's'}`,
  );
  assert.match(await page.locator('#summary').innerText(), new RegExp(`: ${year.length - blasts} `));
  await page.locator('#blasts a').click();
  await page.getByText(`: ${year.length} earthquakes`).waitFor();
  await visitAllYears(page, `${pages.host.url}/map/?min_magnitude=all#map=4.00/39.0000/35.0000`);
  const line = page.locator('#blasts');
  const without = Number(await page.getAttribute('#summary', 'data-count'));
  const [, count] = /^\+ (\d+) probable/.exec(await line.innerText())!;
  await line.locator('a').click();
  await page.waitForSelector(`#summary[data-count="${without + Number(count)}"]`);
  assert.match(page.url(), /blasts=include/);
  assert.deepEqual(complaints, []);
  await close();
});
