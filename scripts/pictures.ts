/**
 * The pictures of README.md, of the historical catalogue that ships with the program: the map of all years, and an
 * earthquake's page. They need Chromium and no network.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser, SOFTWARE_GRAPHICS, WITHOUT_CHROMIUM } from '../test/support/chromium.ts';
import { serveFolder } from '../test/support/static-server.ts';

const ROOT = join(import.meta.dirname, '..');

const PICTURES = [
  { file: 'map.webp', page: '/harita/', width: 1280, height: 800 },
  { file: 'earthquake.webp', page: '/deprem/1939-12-26/erzincan-m7-8/', width: 1280, height: 800 },
] as const;
const QUALITY = 82;
/** Tiles of the map and symbols come in after the page is ready. */
const SETTLE_MS = 3000;

if (WITHOUT_CHROMIUM) throw new Error(WITHOUT_CHROMIUM);
const folder = mkdtempSync(join(tmpdir(), 'hiposantr-pictures-'));
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
try {
  await takePictures({ after: (work) => void endings.push(work) });
} finally {
  for (const end of endings.toReversed()) await end();
}

async function takePictures(t: { after(work: () => unknown): void }): Promise<void> {
  const dist = join(folder, 'dist');
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), DIST_DIR: dist, OFFLINE: '1' };
  for (const command of ['ingest', 'generate']) run(command, env);
  const { url } = await serveFolder(dist, t);
  const browser = await openBrowser(t, SOFTWARE_GRAPHICS);
  for (const picture of PICTURES) {
    const bytes = await screenshot(browser, url, picture);
    writeFileSync(join(ROOT, 'docs', picture.file), bytes);
    process.stdout.write(`docs/${picture.file}: ${bytes.byteLength} bytes\n`);
  }
}

function run(command: string, env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(join(ROOT, 'scripts/node'), [join(ROOT, 'generator/main.ts'), command], {
    ...{ env, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  if (status !== 0) throw new Error(`npm run ${command} failed.`);
}

/** As WebP, which Playwright itself does not write. */
async function screenshot(
  browser: Browser,
  url: string,
  { page: path, width, height }: (typeof PICTURES)[number],
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height }, locale: 'en-GB', colorScheme: 'light' });
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}
