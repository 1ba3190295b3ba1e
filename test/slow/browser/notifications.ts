/** The bell: a browser that is asked, subscribes, is shown what a real gateway sends, and is left alone again. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { MINUTE } from '#core/time.ts';
import { accountsPath, openAccounts } from '../../../gateway/store/database.ts';
import { assertAccessible } from '../../support/axe.ts';
import { CHROMIUM, openBrowser, WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { startGatewayChild } from '../../support/gateway-child.ts';
import { magnitude, publisher } from '../../support/publisher.ts';
import { browser, pushService } from '../../support/push.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PICTURES = process.env['SCREENSHOTS'];

const quake = (key: string, size: number) => ({
  ...{ key, time: Date.now() - MINUTE, latitude: 37.6, longitude: 36.9, ...magnitude(size) },
});

/** Chromium here has no service of push: its subscription leads to one of the test. */
const subscribing = (subscription: object): string => `
  const { endpoint, ...keys } = ${JSON.stringify(subscription)};
  const own = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => (window.asked.push('end'), true) };
  window.asked = [];
  PushManager.prototype.subscribe = async (options) => (window.asked.push(options), own);
  PushManager.prototype.getSubscription = async () => own;`;

interface Row {
  rule: string;
  language: string;
  url: string;
}

const withoutUrl = ({ rule, language }: Row) => ({ language, rule });

/** A phone at a gateway over a catalogue that grows. */
async function reader(t: TestContext, locale: string, permissions: string[]) {
  const folder = temporaryFolder(t);
  const published = publisher(join(folder, 'dist'), {
    site: true,
    settings: { serviceName: 'hiposantr', baseUrl: 'https://example.org', hasAccounts: true },
  });
  t.after(() => published.catalog.close());
  published.catalog.now = Date.now() - 5 * MINUTE;
  published.publish({ ...quake('old', 3), latitude: 39.5 });
  const settings = { DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data'), WEBHOOK_TARGETS: 'any' };
  const { child, url } = await startGatewayChild({ ...settings, LOG_REQUESTS: '0' });
  t.after(() => void child.kill('SIGKILL'));
  const { origin, pushed } = await pushService(t);
  const { subscription, read } = browser(origin);
  const chromium = await openBrowser(t, undefined, CHROMIUM);
  const context = await chromium.newContext({ locale, permissions, viewport: { width: 390, height: 844 } });
  await context.addInitScript(subscribing(subscription));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
  const stored = () => {
    const database = openAccounts(accountsPath(settings.DATA_DIR));
    const rows = database.prepare<[], Row>('SELECT rule, language, url FROM alert_subscribers').all();
    const begun = database.prepare('SELECT count(*) FROM alert_position').pluck().get() as number;
    database.close();
    return { rows, begun };
  };
  return { ...published, page, url, requests, stored, origin, pushed, read };
}

/** The worker part: what the service of push would hand over. */
async function deliver(page: Page, url: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const versions = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(url));
      if (one) resolve(one.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await versions;
  await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
}

/** What a browser does after its service of push ended the subscription. */
const changeSubscription = (page: Page, { endpoint, ...keys }: { endpoint: string }): Promise<unknown> =>
  page.context().serviceWorkers()[0]!.evaluate(`(() => {
    const { endpoint, keys } = ${JSON.stringify({ endpoint, keys })};
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) });
    self.dispatchEvent(new ExtendableEvent('pushsubscriptionchange'));
  })()`);

const shown = (page: Page): Promise<{ title: string; body: string; tag: string; data: string }[]> =>
  page.evaluate(`navigator.serviceWorker.ready.then(async (one) => (await one.getNotifications())
    .map(({ title, body, tag, data }) => ({ title, body, tag, data })))`);

/** Until it is shown: on a busy machine Chromium can drop one whose worker it starts. */
async function delivered(page: Page, url: string, message: { title: string }) {
  for (let turn = 0; ; turn += 1) {
    if (turn % 100 === 0) await deliver(page, url, JSON.stringify(message));
    const [one, ...others] = await shown(page);
    if (one?.title === message.title && others.length === 0) return one;
    assert.ok(turn < 600, JSON.stringify([one, ...others]));
    await wait(50);
  }
}

async function until<T>(read: () => Promise<T> | T, isDone: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let turn = 0; turn < 600 && !isDone(value); turn += 1) {
    await wait(50);
    value = await read();
  }
  assert.ok(isDone(value), JSON.stringify(value));
  return value;
}

test('on a province’s page: turned on, shown, opened by a click, turned off', { skip }, async (t) => {
  const { page, url, requests, stored, origin, pushed, read, ...published } = await reader(t, 'tr-TR', [
    'notifications',
  ]);
  await page.goto(`${url}/il/kahramanmaras/`);
  await page.waitForSelector('body[data-ready]');
  assert.ok(
    !requests.some((one) => /notification-dialog|alerts/.test(one)),
    'nothing of it is loaded before it is wanted',
  );
  await page.locator('#notifications').click();
  const dialog = page.locator('#notification-dialog');
  await dialog.waitFor();
  assert.equal(await dialog.locator('[name=place]').inputValue(), '46');
  await assertAccessible(page, 'the dialog');
  await dialog.locator('[name=quiet]').check();
  await dialog.getByRole('button', { name: 'Bildirimleri aç' }).click();
  await dialog.getByText('Bildirimler açık.').waitFor();
  const { rows } = await until(stored, ({ begun }) => begun === 1);
  const rule = '{"min_magnitude":"4","province":"46","quiet_from":"23:00","quiet_to":"07:00"}';
  assert.deepEqual(rows.map(withoutUrl), [{ language: 'tr', rule }]);
  const [asked] = await page.evaluate<{ userVisibleOnly: boolean; applicationServerKey: string }[]>('window.asked');
  assert.deepEqual([asked!.userVisibleOnly, asked!.applicationServerKey.length], [true, 87]);

  await until(
    () => pushed.length,
    (count) => count === 1,
  );
  assert.equal(read(pushed.pop()!).title, 'Deprem bildirimleri açık');

  // Earthquakes of this catalogue have no province.
  await dialog.locator('[name=place]').selectOption('');
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click();
  await until(stored, ({ rows: [one] }) => !one!.rule.includes('province'));

  // Great ones come at night too.
  published.catalog.now = Date.now() - MINUTE;
  published.publish(quake('new', 6.4));
  await until(
    () => pushed.length,
    (count) => count === 1,
  );
  const notification = read(pushed[0]!);
  const one = await delivered(page, url, notification);
  assert.match(one.title, /^M 6,4 - \S/);
  assert.deepEqual(one, {
    title: notification.title,
    body: notification.body,
    tag: notification.tag,
    data: notification.url,
  });
  // What follows about it takes its place.
  await delivered(page, url, { ...notification, title: 'Güncelleme: M 6.8' });
  const opened = await page.context().serviceWorkers()[0]!.evaluate(`(async () => {
    const opened = [];
    self.clients.openWindow = async (address) => void opened.push(address);
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    return opened;
  })()`);
  assert.deepEqual(opened, [notification.url]);
  await until(
    () => shown(page),
    (all) => all.length === 0,
  );

  const renewed = browser(origin);
  await changeSubscription(page, renewed.subscription);
  await until(stored, ({ rows: all }) => all.length === 1 && all[0]!.url === renewed.subscription.endpoint);
  assert.deepEqual(stored().rows[0]!.rule, '{"min_magnitude":"4","quiet_from":"23:00","quiet_to":"07:00"}');
  assert.equal(stored().rows[0]!.language, 'tr');
  await page.context().addInitScript(subscribing(renewed.subscription));

  await page.reload();
  await page.waitForSelector('#notifications.on');
  await page.locator('#notifications').click();
  assert.deepEqual(
    [await dialog.locator('[name=quiet]').isChecked(), await dialog.locator('[name=magnitude]').inputValue()],
    [true, '4'],
  );
  await dialog.getByRole('button', { name: 'Bildirimleri kapat' }).click();
  await dialog.getByText('Bildirimler kapatıldı.').waitFor();
  assert.deepEqual([stored().rows, await page.evaluate('window.asked')], [[], ['end']]);
  await page.keyboard.press('Escape');
  await until(
    () => page.locator('#notifications.on, #notification-dialog').count(),
    (count) => count === 0,
  );
});

test(
  'near me by the location; without permission it says so; without Web Push there is no bell',
  { skip },
  async (t) => {
    const { page, url, stored } = await reader(t, 'en-GB', ['notifications', 'geolocation']);
    await page.context().setGeolocation({ latitude: 37.5812, longitude: 36.9261 });
    await page.goto(`${url}/en/`);
    await page.locator('#notifications').click();
    const dialog = page.locator('#notification-dialog');
    assert.equal(await dialog.locator('[name=radius]').isVisible(), false, 'of a province there is none');
    await dialog.locator('[name=place]').selectOption('near');
    await dialog.locator('[name=radius]').selectOption('50');
    await dialog.locator('[name=magnitude]').selectOption('5');
    await dialog.getByRole('button', { name: 'Turn on notifications' }).click();
    await dialog.getByText('Notifications are on.').waitFor();
    assert.deepEqual(stored().rows.map(withoutUrl), [
      { language: 'en', rule: '{"min_magnitude":"5","latitude":"37.58","longitude":"36.93","max_radius_km":"50"}' },
    ]);
    await page.context().clearPermissions();
    await page.reload();
    await page.locator('#notifications').click();
    await dialog.getByRole('button', { name: 'Turn on notifications' }).click();
    await dialog.getByText('Your browser blocks notifications').waitFor();
    await page.context().addInitScript('delete window.PushManager');
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.equal(await page.locator('#notifications').isVisible(), false);
    // Safari on iOS has the flag, and Web Push in installed sites alone.
    await page.context().addInitScript('Object.defineProperty(navigator, "standalone", { value: false })');
    for (const [path, hint] of [
      ['/en/', 'tap Share, then “Add to Home Screen”'],
      ['/', 'ardından “Ana Ekrana Ekle”ye dokunun'],
    ] as const) {
      await page.goto(url + path);
      await page.locator('#notifications').click();
      await dialog.getByText(hint).waitFor();
      assert.equal(await dialog.locator('form').count(), 0);
      await assertAccessible(page, 'the hint');
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `bell-ios-${path === '/' ? 'tr' : 'en'}.png`) });
    }
  },
);
