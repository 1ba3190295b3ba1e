/** The account as a person meets it: real pages in a real browser, from a real gateway. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { AccessibleCopies } from '../support/axe.ts';
import { openBrowser, WITHOUT_CHROMIUM } from '../support/chromium.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { TEMPORARY } from '../support/temporary.ts';

const MAIN = path.resolve(import.meta.dirname, '../../gateway/main.ts');
/** Folder for screenshots of the pages; without it none are taken. */
const PICTURES = process.env['SCREENSHOTS'];

async function startGateway(t: { after(work: () => Promise<void>): void }) {
  const folder = await mkdtemp(path.join(TEMPORARY, 'hiposantr-browser-'));
  const settings = {
    DIST_DIR: path.join(folder, 'dist'),
    DATA_DIR: path.join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: '0',
  };
  await mkdir(settings.DIST_DIR);
  await writeDist(syntheticDataset({ count: 400 }).files, settings.DIST_DIR);
  const child = spawn(process.execPath, [MAIN], {
    env: { ...CHILD_ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  /** The last match in what was printed after so many characters, as soon as there is one. */
  const printed = async (pattern: RegExp, from = 0): Promise<string> => {
    for (let tries = 0; tries < 600; tries += 1) {
      const match = [...output.slice(from).matchAll(pattern)].at(-1)?.[1];
      if (match !== undefined) return match;
      assert.equal(child.exitCode, null, output);
      await wait(50);
    }
    throw new Error(`never said ${pattern}: ${output}`);
  };
  return { url: await printed(/at (http:\S+)/g), printed, output: () => output };
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
let browser: Browser;
let copies: AccessibleCopies;
const endings: (() => Promise<void>)[] = [];
before(async () => {
  if (WITHOUT_CHROMIUM) return;
  const both = { after: (work: () => Promise<void>) => void endings.push(work) };
  [gateway, browser] = await Promise.all([startGateway(both), openBrowser(both)]);
  copies = new AccessibleCopies(browser, `${gateway.url}/account/`);
});
after(() => Promise.all(endings.map((end) => end())));

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
type Size = keyof typeof SIZES;

async function opened(locale: string, size: Size): Promise<Page> {
  // Without scripts: nothing of the pages needs them.
  const context = await browser.newContext({ locale, viewport: SIZES[size], javaScriptEnabled: false });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') assert.match(message.text(), /status of 4\d\d/, 'the browser complains');
  });
  return page;
}

/** On either screen nothing is wider than it, and axe finds nothing; and a picture, if one is wanted. */
async function looked(page: Page, name: string, used: Size): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) await lookedAt(page, `${name}-${size}`, size);
  await page.setViewportSize(SIZES[used]);
  await copies.assertAccessible(page, name);
}

async function lookedAt(page: Page, name: string, size: Size): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  const { width } = SIZES[size];
  const outside = await page.locator('body *').evaluateAll(
    (elements, most) =>
      elements
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
        .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > most + 1))
        .map(({ text }) => text),
    width,
  );
  assert.deepEqual(outside, [], name);
  if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}

const WORDS = {
  tr: {
    left: '97 istek kaldı',
    wrong: 'Kod yanlış',
    revoke: 'İptal et',
    none: 'Henüz API anahtarınız yok',
  },
  en: {
    left: '97 requests remaining',
    wrong: 'Wrong code',
    revoke: 'Revoke',
    none: 'You have no API keys yet',
  },
};

const submit = (page: Page, action: string): Promise<void> =>
  page.locator(`form[action$="${action}"] button`).first().click();

/** The type is loaded, and a theme that is chosen stays. */
async function choosesTheme(page: Page): Promise<void> {
  const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const isLoaded = 'document.fonts.ready.then((fonts) => fonts.check(\'1rem "Hanken Grotesk"\'))';
  assert.ok(await page.evaluate<boolean>(isLoaded));
  const light = await ground();
  assert.equal(await page.locator('.switches svg:visible').count(), 1, 'the other theme alone is offered');
  await page.locator('.to-dark').click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(new URL('/account/', page.url()).href);
  assert.equal(await ground(), dark);
  await page.locator('.to-light').click();
  assert.equal(await ground(), light);
}

for (const [size, locale] of [
  ['phone', 'tr'],
  ['desktop', 'en'],
] as const)
  test(
    `log in, key, request, usage, revoke (${locale}, clicked on a ${size})`,
    { skip: WITHOUT_CHROMIUM },
    async () => {
      const { url, printed, output } = gateway;
      const page = await opened(locale, size);
      const words = WORDS[locale];
      const picture = (name: string): Promise<void> => looked(page, `${name}-${locale}`, size);
      const email = `${size}-${locale}@example.org`;

      await page.goto(`${url}/account/`);
      assert.equal(await page.locator('html').getAttribute('lang'), locale);
      await choosesTheme(page);
      await picture('1-log-in');
      await page.fill('input[name=email]', email);
      const already = output().length;
      await submit(page, '/code');
      await picture('2-code');

      const code = await printed(/\n\s+(\d{6})\n/g, already);
      await page.fill('input[name=otp]', code === '000000' ? '111111' : '000000');
      await submit(page, '/sign-in');
      assert.ok((await page.textContent('[role=alert]'))!.includes(words.wrong));
      await picture('3-wrong');
      await page.fill('input[name=otp]', `${code.slice(0, 3)} ${code.slice(3)}`);
      await submit(page, '/sign-in');
      assert.equal(new URL(page.url()).pathname, '/account/');

      await page.fill('form[action$="/account/keys"] input[name=name]', 'deneme');
      await submit(page, '/account/keys');
      const key = (await page.textContent('#key'))!;
      await picture('4-key');

      const remaining = async (): Promise<number> =>
        (await fetch(`${url}/api.php?limit=5`, { headers: { Authorization: `Bearer ${key}` } })).status;
      for (let count = 0; count < 3; count += 1) assert.equal(await remaining(), 200);

      await page.goto(`${url}/account/`);
      assert.ok((await page.textContent('main'))!.includes(words.left));
      assert.equal(await page.locator('.chart rect').count(), 30);
      assert.match((await page.textContent('table'))!, /\/api\.php\s*3/);
      assert.ok(!(await page.content()).includes(key), 'the key is shown once');
      await page.locator('summary').first().click();
      await picture('5-account');
      await page.locator('a[href$="/account/settings"]').click();
      await picture('6-settings');
      await page.locator('footer a[href$="#kept"]').click();
      await picture('7-about');
      await page.goto(`${url}/account/nothing`);
      assert.equal(
        await page.locator('form[action$="/sign-out"]').count(),
        1,
        'a page that is not there drops nothing',
      );
      await picture('8-not-found');

      await page.goto(`${url}/account/`);
      await page.locator('summary').first().click();
      await page.getByText(words.revoke, { exact: true }).click();
      assert.ok((await page.textContent('main'))!.includes(words.none));
      assert.equal(await remaining(), 401);

      await page.locator('header a[hreflang]').click();
      assert.notEqual(await page.locator('html').getAttribute('lang'), locale);
      await submit(page, '/sign-out');
      assert.equal(await page.locator('input[name=email]').count(), 1);

      const log = output();
      assert.ok(!log.includes(key), 'no key is in the log');
      assert.doesNotMatch(log, /GET \S*token=/);
      assert.doesNotMatch(log, /fault:/);
    },
  );
