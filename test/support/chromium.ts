/** The Chromium of this machine, if any. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const firstOf = (paths: readonly string[]): string | undefined =>
  [process.env['CHROMIUM'], ...paths].find((path) => path !== undefined && existsSync(path));
/** With all that people have, such as notifications. */
export const CHROMIUM = firstOf(PLACES);

/** Without a window it takes a third less CPU time. */
const HEADLESS_SHELL = firstOf(['/usr/bin/chromium-headless-shell', ...PLACES]);

/** Why a test of pages is skipped; false where it is not. */
export const WITHOUT_CHROMIUM: string | false =
  CHROMIUM === undefined && 'no Chromium here (Debian: apt-get install chromium; elsewhere set CHROMIUM to its path)';

/** Flags that prevent requests other than those of the pages under test. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];

/** WebGL without a graphics processor. */
export const SOFTWARE_GRAPHICS = ['--disable-gpu', '--enable-unsafe-swiftshader'];

/** Ended after the test. */
export async function openBrowser(
  t: { after(work: () => Promise<void>): void },
  graphics: string[] = ['--disable-gpu'],
  executablePath = HEADLESS_SHELL!,
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...graphics, '--no-first-run', ...QUIET],
  });
  t.after(() => browser.close());
  return browser;
}
