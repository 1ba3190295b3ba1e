/** The page of the sources: how they answer, and what is wrong with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, openedApart, sitePages, VIEWS, type View } from '../../support/site-pages.ts';

const pages = sitePages();
const DESKTOP: View = VIEWS[3];

test('the state of the sources tells the last day, and since when one is late', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/sources/`);
  await page.waitForSelector('body[data-ready="status"]');
  const afad = page.locator('.source', { hasText: 'AFAD' });
  assert.equal(await afad.locator('.day-line .failed').count(), 2);
  assert.deepEqual(await afad.locator('.gaps li').allTextContents(), [
    'since 14:00 (1 hour), no answer',
    '06:00–08:00 (2 hours), no answer',
  ]);
  assert.match((await afad.textContent())!, /Up to date in the last 24 hours: 87%/);
  assert.equal(await page.locator('.source', { hasText: 'Kandilli' }).locator('.gaps').count(), 0);
  await page.route('**/status.json', async (route) => {
    const status = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...status, clock_offset_seconds: 3600 } });
  });
  await page.goto(`${pages.host.url}/sources/`);
  await page.waitForSelector('body[data-ready="status"]');
  assert.match((await page.textContent('#verdict'))!, /^The clock of this server differs/);
  await close();
});

test('the page says in Turkish why a source gives nothing: held back, or no answer', { skip }, async () => {
  const quarantine = [{ feed: 'usgs-fdsn', since: '2024-01-01T00:00:00Z', code: 'shifted', count: 20, of: 20 }];
  const { page, close } = await opened(pages, VIEWS[0]);
  await page.route('**/status.json', async (route) => {
    const status = (await (await route.fetch()).json()) as { sources: { name: string }[] };
    const sources = status.sources.map((one) => ({
      ...one,
      ...(one.name === 'usgs' ? { error: null, quarantine } : { error: 'host unreachable' }),
    }));
    await route.fulfill({ json: { ...status, sources } });
  });
  await page.goto(`${pages.host.url}/durum/`);
  await page.waitForSelector('body[data-ready="status"]');
  assert.match((await page.locator('.source', { hasText: 'AFAD' }).textContent())!, /sunucuya ulaşılamıyor$/);
  const usgs = (await page.locator('.source', { hasText: 'USGS' }).textContent())!;
  assert.match(usgs, /Deprem saatleri topluca kaymış \(20\/20\)/);
  await close();
});

test('one press at the foot of a page copies how to cite it, and says so', { skip }, async () => {
  const { page, close } = await openedApart(pages, VIEWS[0]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${pages.host.url}/durum/`);
  await page.locator('footer [data-cite]').click();
  await page.locator('footer [data-cite]', { hasText: 'Kopyalandı' }).waitFor();
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
  assert.match(
    copied,
    /Türkiye ve çevresinin deprem kataloğu \[veri seti\]\. http.*\/durum\/ \(erişim: \d+ \p{L}+ \d{4}\)\.$/u,
  );
  await close();
});
