/** The web pages as files of `dist/`: path → content. */
import { siteAssets } from './assets.ts';
import { eventPage } from './pages/event.ts';
import { homePage } from './pages/home.ts';
import type { PageSettings } from './pages/shell.ts';
import { statusPage } from './pages/status.ts';

export function siteFiles(settings: PageSettings): Map<string, Buffer> {
  const { assets, files } = siteAssets();
  const site = { settings, assets };
  const pages: Record<string, string> = {
    'index.html': homePage(site),
    'deprem/index.html': eventPage(site),
    'durum/index.html': statusPage(site),
  };
  return new Map([...files, ...Object.entries(pages).map(([path, html]) => [path, Buffer.from(html)] as const)]);
}
